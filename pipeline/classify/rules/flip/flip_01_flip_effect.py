"""Flip effects wait until after damage calculation."""

from pipeline.classify.cites import RULEBOOK_CARDS, TRIGGERS, faq
from pipeline.classify.events import live, windows_of
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import by_event
from pipeline.windows import Window

_FLIPPED = by_event(Window.AFTER_CALC)


def answer(case: Case) -> Answer:
    # "FLIP: When this card is sent to the GY ...": the flip lets it wait for something else.
    later = tuple([event for event in live(case.effect.condition) if event.what != "flipped"])
    return by_event(windows_of(later)) if later else _FLIPPED


RULE = Rule(
    code="FLIP-01",
    rank=902,
    statement="A Flip effect of a monster turned up by an attack activates after damage calculation, or at the later event that it names.",
    reason="A monster turned face-up by an attack uses its Flip effect after damage calculation.",
    rulebook=("R-FLIP-03", "R-LEG-05", "W-108"),
    cites=(RULEBOOK_CARDS, faq(24097), TRIGGERS),
    reads=("kind", "condition.events"),
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
        Example(
            text='FLIP: When this card is sent to the GY this turn: Special Summon 1 "Night Orchard" monster from your hand.',
            answer="yes",
            windows=("start", "before_calc", "during_calc", "after_calc", "end"),
            types=("Warrior", "Flip", "Effect"),
        ),
        Example(
            text="リバース：このカードが戦闘で破壊され墓地へ送られた時、自分はデッキからカードを１枚ドローする。",
            answer="yes",
            windows=("end",),
            types=("Warrior", "Flip", "Effect"),
            language="ja",
        ),
    ),
    confidence=0.99,
)
