"""Ways to Summon a monster are no effects that activate."""

from pipeline.classify.cites import RULEBOOK_CARDS, RULEBOOK_TURN
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import not_activated


def answer(case: Case) -> Answer:
    return not_activated(case.effect.applies_in)


RULE = Rule(
    code="PASS-04",
    rank=200,
    statement="How a monster is Summoned (its own procedure, its materials, Tributes) is no activated effect.",
    reason="This says how the monster is Summoned; that starts no chain and is no business of the Damage Step.",
    rulebook=("R-ACT-14", "R-ACT-15"),
    cites=(RULEBOOK_CARDS, RULEBOOK_TURN),
    reads=("kind", "applies_in"),
    kinds=("summoning",),
    answer=answer,
    examples=(
        Example(text='If you control an "Emberloom" Trap, you can Special Summon this card (from your hand).', answer="not_activated"),
        Example(
            text="①：自分フィールドに「夜果樹」モンスターが存在する場合、このカードは手札から特殊召喚できる。", answer="not_activated", language="ja"
        ),
        Example(text='If you control an "Emberloom" Trap: You can Special Summon this card from your hand, then draw 1 card.', answer=None),
        Example(text='If this card is Special Summoned: You can add 1 "Night Orchard" Trap from your Deck to your hand.', answer=None),
    ),
)
