"""Continuous, Field and Equip Spells belong to the Main Phase."""

from pipeline.classify.cites import RULEBOOK_CARDS, RULEBOOK_TURN
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    card = case.card
    return NO if card.card_type == "Spell" and card.property in ("Continuous", "Field", "Equip") else None


RULE = Rule(
    code="SPEED-03",
    rank=300,
    statement="Continuous, Field and Equip Spell Cards are activated in their owner's Main Phase alone; their later effects are another matter.",
    reason="A Spell that stays on the field can only be activated in the Main Phase of the player who uses it.",
    rulebook=("R-ACT-15", "W-121", "W-124"),
    cites=(RULEBOOK_CARDS, RULEBOOK_TURN),
    reads=("kind", "card.card_type", "card.property"),
    kinds=("card_activation",),
    answer=answer,
    examples=(
        Example(text='All "Rooksong" monsters you control gain 200 ATK.', answer="no", card_type="Spell", property="Field", types=(), effect=0),
        Example(
            text="①：自分フィールドの「鴉歌」モンスターの攻撃力は２００アップする。",
            answer="no",
            card_type="Spell",
            property="Continuous",
            types=(),
            effect=0,
            language="ja",
        ),
        Example(text='All "Rooksong" monsters you control gain 200 ATK.', answer=None, card_type="Trap", property="Continuous", types=(), effect=0),
        Example(
            text='If a "Rooksong" monster you control is destroyed by battle: You can draw 1 card.',
            answer=None,
            card_type="Spell",
            property="Continuous",
            types=(),
            effect=1,
        ),
    ),
    confidence=0.99,
)
