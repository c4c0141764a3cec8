"""Changing ATK or DEF first is open until damage calculation."""

from pipeline.classify.cites import BATTLE_PHASE, RULEBOOK_TURN
from pipeline.classify.rule import FAST_KINDS, Answer, Case, Example, Rule
from pipeline.classify.stats import free_role
from pipeline.classify.verdicts import OPEN_UNTIL_CALC


def answer(case: Case) -> Answer:
    return OPEN_UNTIL_CALC if free_role(case.effect) == "first" else None


RULE = Rule(
    code="STAT-01",
    rank=1000,
    statement="A fast effect of free timing that changes ATK or DEF before anything else may be used until damage calculation begins.",
    reason="It changes ATK or DEF right away, which is allowed in the Damage Step until damage calculation begins.",
    rulebook=("R-ATK-01", "R-ATK-02", "R-ATK-04", "W-01", "W-02", "W-08", "W-09", "W-10", "W-17"),
    cites=(RULEBOOK_TURN, BATTLE_PHASE),
    reads=("actions", "condition"),
    kinds=FAST_KINDS,
    needs=("free", "changes_stats"),
    answer=answer,
    examples=(
        Example(
            text="Target 1 face-up monster on the field; it gains 600 ATK until the end of this turn, then draw 1 card.",
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Spell",
            property="Quick-Play",
            types=(),
        ),
        Example(
            text=(
                '(Quick Effect): You can discard this card, then target 1 "Glassmoor" monster you control; it gains 900 ATK until'
                " the end of this turn."
            ),
            answer="yes",
            windows=("start", "before_calc"),
        ),
        Example(
            text="「硝子沼」モンスター１体を対象として発動できる。その「硝子沼」モンスターの攻撃力は０になり、効果は無効化される。",
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text='You can target 1 "Glassmoor" monster you control; it gains 900 ATK until the end of this turn.', answer=None),
        Example(text='Gain LP equal to the ATK of 1 "Glassmoor" monster you control.', answer=None, card_type="Trap", property="Normal", types=()),
    ),
    confidence=0.985,
)
