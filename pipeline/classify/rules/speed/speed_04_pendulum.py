"""Placing a Pendulum card belongs to the Main Phase."""

from pipeline.classify.cites import RULEBOOK_CARDS, RULEBOOK_TURN
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    return NO if effect.part == "pendulum_effect" and effect.number == 0 else None


RULE = Rule(
    code="SPEED-04",
    rank=300,
    statement="A Pendulum Monster is activated as a Spell in its owner's Main Phase alone.",
    reason="A Pendulum card can only be placed as a Spell in the Main Phase of the player who uses it.",
    rulebook=("R-ACT-15", "W-124"),
    cites=(RULEBOOK_CARDS, RULEBOOK_TURN),
    reads=("kind", "part", "number"),
    kinds=("card_activation",),
    answer=answer,
    examples=(
        Example(
            text=(
                'Once per turn, during your Main Phase: You can target 1 "Copper Heron" monster you control; it gains 400 ATK '
                "until the end of this turn."
            ),
            answer="no",
            part="pendulum_effect",
            effect=0,
            types=("Warrior", "Pendulum", "Effect"),
        ),
        Example(
            text="①：自分フィールドの「銅鷺」モンスターの攻撃力は２００アップする。",
            answer="no",
            part="pendulum_effect",
            effect=0,
            types=("Warrior", "Pendulum", "Effect"),
            language="ja",
        ),
        Example(
            text='If a "Copper Heron" monster you control is destroyed by battle: You can destroy this card, and if you do, draw 1 card.',
            answer=None,
            part="pendulum_effect",
            types=("Warrior", "Pendulum", "Effect"),
        ),
        Example(
            text='Target 1 "Copper Heron" monster you control; it gains 700 ATK until the end of this turn.',
            answer=None,
            card_type="Trap",
            property="Normal",
            types=(),
        ),
    ),
    confidence=0.99,
)
