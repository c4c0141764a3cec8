"""A change that may be left out does not count."""

from pipeline.classify.cites import supplement
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    return NO if free_role(case.effect) == "optional" else None


RULE = Rule(
    code="STAT-05",
    rank=1000,
    statement="A change of ATK or DEF that the player may leave out at resolution does not make a changer.",
    reason="The change of ATK or DEF may be left out when it resolves, so it does not count as one.",
    rulebook=("R-ATK-05", "W-07"),
    cites=(supplement(15347), supplement(22068), supplement(15128)),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text='Draw 1 card, then you can make 1 "Tidewright" monster you control gain 800 ATK.',
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="デッキから「潮細工」モンスター１体を墓地へ送る。その後、自分フィールドのモンスター１体の攻撃力を８００アップできる。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text='(Quick Effect): You can make 1 "Tidewright" monster you control gain 800 ATK until the end of this turn.', answer=None),
        Example(
            text='1 "Tidewright" monster you control gains 800 ATK, then you can draw 1 card.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.96,
)
