"""Upkeep that starts no chain is no activation."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-06",
    rank=200,
    statement="Payments, counters and destruction that a text orders for a phase or a moment without an activation are applied.",
    reason="This upkeep is carried out at its moment without a chain; it is never activated.",
    rulebook=("R-END-06", "R-CON-02", "W-122"),
    cites=(supplement(7757), BATTLE_PHASE),
    reads=("kind", "applies_in"),
    kinds=("maintenance",),
    answer=answer,
    examples=(
        Example(
            text="Once per turn, during your Standby Phase, pay 700 LP or destroy this card.",
            answer="not_activated",
            card_type="Trap",
            property="Continuous",
            types=(),
        ),
        Example(
            text="このカードのコントローラーは自分スタンバイフェイズ毎に７００ＬＰを払う。またはＬＰを払わずにこのカードを破壊する。",
            answer="not_activated",
            card_type="Trap",
            property="Continuous",
            types=(),
            language="ja",
        ),
        Example(text="Once per turn, during your Standby Phase: You can pay 700 LP; draw 1 card.", answer=None),
        Example(text='During the End Phase: Destroy this card, and if you do, Special Summon 1 "Tidewright" monster from your Deck.', answer=None),
    ),
)
