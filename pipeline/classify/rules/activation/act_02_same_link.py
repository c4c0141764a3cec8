"""A lasting Trap may be turned up together with a legal effect."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import free_timing
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.same_link import together
from pipeline.classify.verdicts import in_same_link


def answer(case: Case) -> Answer:
    if case.card.property != "Continuous" or case.card.card_type != "Trap" or not free_timing(case.effect):
        return None
    windows, mode = together(case)
    return None if mode is None else in_same_link(windows, mode)


RULE = Rule(
    code="ACT-02",
    rank=1020,
    statement="A Continuous Trap may be activated in the step where an optional effect of its own is legal and activated in the same chain link.",
    reason="Turning up the card alone is not allowed, but it may be activated together with its own effect while that effect is legal.",
    rulebook=("R-ACT-18", "W-121"),
    cites=(BATTLE_PHASE, supplement(12984), supplement(14699), supplement(7167)),
    reads=("kind", "card.property", "condition", "siblings"),
    kinds=("card_activation",),
    needs=("lasting_trap", "free"),
    answer=answer,
    examples=(
        Example(
            text='Once per turn: You can target 1 "Tidewright" monster you control; it gains 600 ATK until the end of this turn.',
            answer="yes",
            windows=("start", "before_calc"),
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text=(
                "①：１ターンに１度、自分フィールドの「潮細工」モンスターが戦闘・効果で破壊された場合に発動できる。デッキから「潮細工」カ"
                "ード１枚を手札に加える。"
            ),
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
            language="ja",
        ),
        Example(
            text='If a "Tidewright" monster you control is destroyed by battle: Gain 500 LP.',
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text="If this face-up card is sent to the GY: You can draw 1 card.",
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
        Example(
            text=('If a "Tidewright" monster is destroyed by battle, with this card already face-up on your field: You can draw 1 card.'),
            answer=None,
            card_type="Trap",
            property="Continuous",
            types=(),
            effect=0,
        ),
    ),
    confidence=0.8,
)
