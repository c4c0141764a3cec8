"""Continuous effects are applied."""

from pipeline.classify.cites import RULEBOOK_EFFECTS, supplement
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-01",
    rank=200,
    statement="An effect that merely applies, or that an earlier one has set up, is never activated, also where it names a moment of the battle.",
    reason="This effect applies by itself and is never activated, so the limits of the Damage Step do not touch it.",
    rulebook=("R-CON-01", "R-CON-06", "W-23", "W-24", "W-46", "W-76", "W-79", "W-92", "W-93", "W-95", "W-107"),
    cites=(RULEBOOK_EFFECTS, supplement(7446)),
    reads=("kind", "applies_in"),
    kinds=("continuous", "lingering"),
    answer=answer,
    examples=(
        Example(text='"Glassmoor" monsters you control gain 300 ATK for each "Glassmoor" card in your GY.', answer="not_activated"),
        Example(text="If this card attacks a Defense Position monster, it gains 700 ATK during damage calculation only.", answer="not_activated"),
        Example(
            text="①：このカードがモンスターゾーンに存在する限り、自分フィールドの「硝子沼」モンスターは戦闘では破壊されない。",
            answer="not_activated",
            language="ja",
        ),
        Example(
            text=(
                'During damage calculation, if this "Glassmoor" card battles (Quick Effect): You can discard 1 "Glassmoor" card; '
                "this card gains 900 ATK until the end of this turn."
            ),
            answer=None,
        ),
        Example(text='If this card is sent to the GY: You can add 1 "Glassmoor" card from your Deck to your hand.', answer=None),
    ),
)
