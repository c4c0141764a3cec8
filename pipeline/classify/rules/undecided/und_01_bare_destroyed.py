"""Another card "is destroyed", with no cause named."""

from pipeline.classify.cites import supplement
from pipeline.classify.events import live
from pipeline.classify.rule import EVENT_KINDS, UNDECIDED, Answer, Case, Example, Rule


def answer(case: Case) -> Answer:
    effect = case.effect
    events = live(effect.condition)
    if effect.mandatory or not events:
        return None
    bare = all(event.what == "destroyed" and event.cause == "unsaid" and event.subject != "self" for event in events)
    return UNDECIDED if bare else None


RULE = Rule(
    code="UND-01",
    rank=955,
    statement="An optional trigger on another card's destruction without a named cause is left open: three are ruled legal, twelve are not.",
    reason="Its text names no cause for the destruction of another card, and official answers for such texts differ from card to card.",
    rulebook=("W-100",),
    cites=(supplement(6494), supplement(8792), supplement(9102)),
    reads=("condition.events", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("of_others",),
    answer=answer,
    examples=(
        Example(text='When a "Tidewright" monster you control is destroyed: You can Special Summon this card from your hand.', answer="uncertain"),
        Example(
            text="自分フィールドの「潮細工」モンスターが破壊された時に発動できる。デッキから「潮細工」モンスター１体を特殊召喚する。",
            answer="uncertain",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text='When a "Tidewright" monster you control is destroyed: Special Summon this card from your hand.', answer=None),
        Example(text='When this card is destroyed: You can Special Summon 1 "Tidewright" monster from your hand.', answer=None),
    ),
)
