"""Flip effects wait until after damage calculation."""

from pipeline.classify.cites import RULEBOOK_CARDS, TRIGGERS, faq
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import Window

_FLIPPED = by_event(Window.AFTER_CALC)


def answer(case: Case) -> Answer:
    return _FLIPPED


RULE = Rule(
    code="FLIP-01",
    rank=902,
    statement="A Flip effect of a monster turned up by an attack activates after damage calculation.",
    reason="A monster turned face-up by an attack uses its Flip effect after damage calculation.",
    rulebook=("R-FLIP-03", "R-LEG-05", "W-108"),
    cites=(RULEBOOK_CARDS, faq(24097), TRIGGERS),
    reads=("kind",),
    kinds=("flip",),
    answer=answer,
    examples=(
        Example(
            text="FLIP: Target 1 card your opponent controls; shuffle it into the Deck.",
            answer="yes",
            windows=("after_calc",),
            types=("Warrior", "Flip", "Effect"),
        ),
        Example(
            text="リバース：デッキから「夜果樹」カード２枚を墓地へ送る。",
            answer="yes",
            windows=("after_calc",),
            types=("Warrior", "Flip", "Effect"),
            language="ja",
        ),
        Example(text="If this card is destroyed by battle: Target 1 card your opponent controls; shuffle it into the Deck.", answer=None),
        Example(text="If this card is Flip Summoned: You can target 1 card your opponent controls; shuffle it into the Deck.", answer=None),
    ),
    confidence=0.99,
)
