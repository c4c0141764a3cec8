"""Own triggers on being flipped wait as well."""

from pipeline.classify.cites import RULEBOOK_CARDS, faq
from pipeline.classify.events import live
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import Window

_FLIPPED = by_event(Window.AFTER_CALC)


def answer(case: Case) -> Answer:
    events = live(case.effect.condition)
    if len(events) == 1 and events[0].what == "flipped" and events[0].subject == "self":
        return _FLIPPED
    return None


RULE = Rule(
    code="FLIP-02",
    rank=904,
    statement="An effect that triggers when this card is flipped face-up activates after damage calculation.",
    reason="A monster turned face-up by an attack uses such an effect after damage calculation.",
    rulebook=("R-FLIP-03", "R-ACT-06", "W-108"),
    cites=(RULEBOOK_CARDS, faq(24097)),
    reads=("condition.events",),
    kinds=("trigger", "quick"),
    needs=("flipped",),
    answer=answer,
    examples=(
        Example(
            text='If this card is flipped face-up: You can Special Summon 1 "Night Orchard" monster from your hand.',
            answer="yes",
            windows=("after_calc",),
        ),
        Example(
            text="①：このカードがリバースした場合に発動できる。デッキから「夜果樹」モンスター１体を裏側守備表示で特殊召喚する。",
            answer="yes",
            windows=("after_calc",),
            language="ja",
        ),
        Example(
            text=('If another "Night Orchard" monster you control is flipped face-up (except during the Damage Step): You can draw 1 card.'),
            answer=None,
        ),
        Example(text='If this card is sent to the GY: You can Special Summon 1 "Night Orchard" monster from your hand.', answer=None),
    ),
    confidence=0.985,
)
