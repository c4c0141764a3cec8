"""Quick-Play Spells and Normal Traps are closed unless something opens them."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.events import free_timing
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.stats import stat_role
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    if case.card.property not in ("Normal", "Quick-Play") or not free_timing(effect):
        return None
    return NO if "battle" not in effect.condition.phases and stat_role(effect) is None else None


RULE = Rule(
    code="FREE-02",
    rank=1090,
    statement="A Quick-Play Spell or Trap Card of free timing that changes no ATK or DEF is closed.",
    reason="It may be activated at almost any time, but not in the Damage Step, as it neither changes ATK or DEF nor negates an activation.",
    rulebook=("R-ACT-01", "R-ATK-03", "R-ATK-12", "W-26", "W-27", "W-30", "W-32", "W-32b", "W-57", "W-78", "W-105"),
    cites=(RULEBOOK_TURN, BATTLE_PHASE),
    reads=("kind", "card.property", "condition", "actions"),
    kinds=("card_activation",),
    needs=("free",),
    answer=answer,
    examples=(
        Example(
            text='You take no battle damage this turn, also draw 1 card for each "Copper Heron" monster you control.',
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text="自分フィールドの「銅鷺」モンスター１体をリリースして発動できる。フィールドの魔法・罠カード２枚を選んで除外する。",
            answer="no",
            card_type="Spell",
            property="Quick-Play",
            types=(),
            language="ja",
        ),
        Example(
            text='All "Copper Heron" monsters you control gain 500 ATK until the end of this turn.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
        Example(
            text='When you take battle damage: Draw 1 card for each "Copper Heron" monster you control.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.98,
)
