"""Normal and Ritual Spells belong to the Main Phase."""

from pipeline.classify.cites import RULEBOOK_CARDS, RULEBOOK_TURN
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    card = case.card
    return NO if card.card_type == "Spell" and card.property in ("Normal", "Ritual") else None


RULE = Rule(
    code="SPEED-02",
    rank=300,
    statement="Normal and Ritual Spell Cards are activated in their owner's Main Phase alone.",
    reason="A Spell of this kind can only be activated in the Main Phase of the player who uses it.",
    rulebook=("R-ACT-15", "W-01", "W-124"),
    cites=(RULEBOOK_CARDS, RULEBOOK_TURN),
    reads=("kind", "card.card_type", "card.property"),
    kinds=("card_activation",),
    answer=answer,
    examples=(
        Example(
            text='All "Emberloom" monsters you control gain 600 ATK until the end of this turn.',
            answer="no",
            card_type="Spell",
            property="Normal",
            types=(),
        ),
        Example(
            text="①：自分フィールドの「燠機」モンスター１体を対象として発動できる。そのモンスターの攻撃力は１２００アップする。",
            answer="no",
            card_type="Spell",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(
            text='All "Emberloom" monsters you control gain 600 ATK until the end of this turn.',
            answer=None,
            card_type="Spell",
            property="Quick-Play",
            types=(),
        ),
        Example(
            text='Target 1 "Emberloom" monster you control; it gains 900 ATK until the end of this turn.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.99,
)
