"""Conditions and limits are no effects that activate."""

from pipeline.classify.cites import EFFECT_CLASSES, RULEBOOK_CARDS
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-05",
    rank=200,
    statement="Limits on the card or on its use (how often, how many, how it may be Summoned or counted) are not activated.",
    reason="This is a condition of the card, not an effect that can be activated.",
    rulebook=("R-CON-03", "W-67", "W-125"),
    cites=(RULEBOOK_CARDS, EFFECT_CLASSES),
    reads=("kind", "applies_in"),
    kinds=("condition",),
    answer=answer,
    examples=(
        Example(text='You can only control 1 "Rooksong Choirmaster".', answer="not_activated"),
        Example(text="このカードは「鴉歌」モンスターのＳ素材にできない。", answer="not_activated", language="ja"),
        Example(text='If this card is Special Summoned by the effect of a "Rooksong" card: You can draw 1 card.', answer=None),
        Example(text='Once per turn: You can target 1 "Rooksong" monster in your GY; add it to your hand.', answer=None),
    ),
)
