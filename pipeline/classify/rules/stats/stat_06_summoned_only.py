"""A change of the monster just Summoned does not count."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    return NO if free_role(case.effect) == "summoned" else None


RULE = Rule(
    code="STAT-06",
    rank=1000,
    statement="A change of ATK or DEF on nothing but the monster that the same effect Special Summons does not make a changer.",
    reason="It changes nothing but the monster that it has just Special Summoned, which does not count as a change of ATK or DEF.",
    rulebook=("R-ATK-08", "W-28"),
    cites=(supplement(10983), supplement(7163), supplement(14949)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text='Target 1 "Night Orchard" monster in your GY; Special Summon it, and if you do, it gains 400 ATK.',
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="手札から「夜果樹」モンスター１体を特殊召喚する。この効果で特殊召喚したモンスターの攻撃力は４００アップする。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text=('Special Summon 1 "Night Orchard" monster from your hand, and if you do, all monsters your opponent controls lose 400 ATK.'),
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text='Target 1 "Night Orchard" monster you control; it gains 400 ATK until the end of this turn.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.96,
)
