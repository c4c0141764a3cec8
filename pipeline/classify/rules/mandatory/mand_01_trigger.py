"""A mandatory trigger activates where its event falls."""

from pipeline.classify.cites import RULEBOOK_TURN, supplement
from pipeline.classify.events import TREATED_ONLY, live, windows_of
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import TREATED_AS, by_event
from pipeline.windows import NONE


def answer(case: Case) -> Answer:
    effect = case.effect
    if not effect.mandatory:
        return None
    events = live(effect.condition)
    windows = windows_of(events)
    if windows is NONE:
        return None
    treated = all(event.what in TREATED_ONLY for event in events)
    return by_event(windows, TREATED_AS if treated else None)


RULE = Rule(
    code="MAND-01",
    rank=905,
    statement="A mandatory trigger activates in the window where its event falls, whoever the event is about.",
    reason="It is mandatory, so it activates whenever its event happens, the Damage Step included.",
    rulebook=("R-ACT-05", "W-45", "W-72", "W-74", "W-100", "W-103", "W-120", "W-123"),
    cites=(RULEBOOK_TURN, supplement(12704), supplement(4954)),
    reads=("mandatory", "condition.events"),
    kinds=("trigger", "quick", "flip"),
    needs=("mandatory",),
    answer=answer,
    examples=(
        Example(
            text='If another "Rooksong" monster is sent to the GY: Inflict 300 damage to your opponent.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
        ),
        Example(
            text="①：自分がＬＰを回復した場合に発動する。相手フィールドのカード１枚を選んで破壊する。",
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            language="ja",
        ),
        Example(
            text="When this card inflicts battle damage to your opponent: Discard 1 random card from their hand.",
            answer="yes",
            windows=("after_calc",),
        ),
        Example(text='If another "Rooksong" monster is sent to the GY: You can inflict 300 damage to your opponent.', answer=None),
        Example(text="During your Standby Phase: Inflict 300 damage to your opponent.", answer=None),
    ),
    confidence=0.985,
)
