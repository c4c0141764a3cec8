"""Other events about other cards and players open nothing."""

from pipeline.classify.cites import BATTLE_PHASE
from pipeline.classify.events import live, of_battle, own_change
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO

_OTHERS = frozenset({"activated", "resolved", "negated", "counter", "stat_changed", "targeted", "other"})


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events or any(own_change(event) or of_battle(event) for event in events):
        return None
    return NO if any(event.what in _OTHERS and event.subject != "self" for event in events) else None


RULE = Rule(
    code="OTH-04",
    rank=960,
    statement="An optional trigger on any other event about other cards or players (activations, resolutions, counters, changed values) is closed.",
    reason="It triggers on something other cards or players do, which does not open the Damage Step.",
    rulebook=("R-ACT-09", "R-ACT-17", "W-56"),
    cites=(BATTLE_PHASE,),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("of_others",),
    answer=answer,
    examples=(
        Example(text='If a counter(s) is placed on a "Rooksong" card you control: You can draw 1 card.', answer="no"),
        Example(
            text="①：相手フィールドのカードの効果が無効になった場合に発動できる。自分の墓地の「鴉歌」カード１枚を手札に加える。",
            answer="no",
            language="ja",
        ),
        Example(text="If this card is equipped with an Equip Card: You can draw 1 card.", answer=None),
        Example(text='If a "Rooksong" monster you control battles an opponent\'s monster: You can draw 1 card.', answer=None),
    ),
    confidence=0.95,
)
