"""Counter Traps answer other events where they fall."""

from pipeline.classify.cites import RULEBOOK_TURN, supplement
from pipeline.classify.events import live, windows_of
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    if case.card.property != "Counter":
        return None
    windows = windows_of(live(case.effect.condition))
    return None if windows is NONE else by_event(windows)


RULE = Rule(
    code="CTR-02",
    rank=710,
    statement="A Counter Trap Card that answers another event (a draw, damage) may be activated in the window where that event falls.",
    reason="Counter Traps may be used in the Damage Step whenever the event that they answer happens there.",
    rulebook=("R-ACT-02", "W-49"),
    cites=(supplement(7473), RULEBOOK_TURN),
    reads=("kind", "card.property", "condition.events"),
    kinds=("card_activation",),
    needs=("counter_trap",),
    answer=answer,
    examples=(
        Example(
            text='When your opponent adds a card(s) from their Deck to their hand: Discard 1 "Copper Heron" card; banish those cards.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            card_type="Trap",
            property="Counter",
            types=(),
        ),
        Example(
            text=("①：自分が戦闘ダメージを受けた時に発動できる。その数値分のダメージを相手に与え、「銅鷺」モンスター１体を手札から特殊召喚する。"),
            answer="yes",
            windows=("after_calc",),
            card_type="Trap",
            property="Counter",
            types=(),
            language="ja",
        ),
        Example(
            text="When an opponent's monster is Normal Summoned: Pay 500 LP; banish that monster.",
            answer=None,
            card_type="Trap",
            property="Counter",
            types=(),
        ),
        Example(
            text=('When your opponent adds a card(s) from their Deck to their hand: You can discard 1 "Copper Heron" card; banish those cards.'),
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.97,
)
