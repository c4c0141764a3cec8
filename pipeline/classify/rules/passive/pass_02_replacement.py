"""Replacing a destruction is no activation."""

from pipeline.classify.cites import RULEBOOK_SPECIAL, faq, supplement
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-02",
    rank=200,
    statement="What happens instead of something else is applied without a chain, also where the player may decline.",
    reason="This replaces what would happen otherwise and starts no chain; it may be used in the Damage Step as at any other time.",
    rulebook=("R-CAL-06", "R-CON-07", "R-END-01", "W-94", "W-95"),
    cites=(supplement(6968), supplement(7019), faq(10494), RULEBOOK_SPECIAL),
    reads=("kind", "applies_in"),
    kinds=("replacement",),
    answer=answer,
    examples=(
        Example(text='If this card would be destroyed by battle, you can discard 1 "Emberloom" card instead.', answer="not_activated"),
        Example(
            text="①：このカードが戦闘で破壊される場合、代わりに手札の「燠機」カード１枚を墓地へ送る事ができる。",
            answer="not_activated",
            language="ja",
        ),
        Example(text='If this card is destroyed by battle: You can Special Summon 1 "Emberloom" monster from your hand.', answer=None),
        Example(text='Once per turn: You can destroy 1 other "Emberloom" card you control, and if you do, draw 1 card.', answer=None),
    ),
)
