"""Destruction of other cards by effects opens nothing."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import live, of_battle, own_change
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events or any(own_change(event) or of_battle(event) for event in events):
        return None
    return (
        NO
        if any(event.what in ("destroyed", "destroys") and event.subject != "self" and event.cause in ("effect", "not_battle") for event in events)
        else None
    )


RULE = Rule(
    code="OTH-02",
    rank=960,
    statement="An optional trigger on other cards being destroyed by effects (or otherwise than by battle) is closed.",
    reason="It triggers on effects destroying other cards, which does not open the Damage Step.",
    rulebook=("R-ACT-09", "W-97", "W-99"),
    cites=(BATTLE_PHASE, supplement(8792)),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("of_others",),
    answer=answer,
    examples=(
        Example(
            text='If a "Copper Heron" monster you control is destroyed by card effect: You can Special Summon this card from your hand.', answer="no"
        ),
        Example(
            text="①：自分フィールドの「銅鷺」モンスターが効果で破壊された場合に発動できる。相手フィールドのカード１枚を選んで破壊する。",
            answer="no",
            language="ja",
        ),
        Example(text='If this card is destroyed by card effect: You can Special Summon 1 "Copper Heron" monster from your Deck.', answer=None),
        Example(
            text=('If a "Copper Heron" monster is destroyed by battle or card effect: You can add 1 "Copper Heron" card from your GY to your hand.'),
            answer=None,
        ),
    ),
    confidence=0.985,
)
