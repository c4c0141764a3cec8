"""Ignition effects belong to the Main Phase."""

from pipeline.classify.cites import RULEBOOK_EFFECTS, RULEBOOK_TURN
from pipeline.classify.rule import Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    return NO


RULE = Rule(
    code="SPEED-01",
    rank=300,
    statement="Ignition effects are started by the turn player in the Main Phase alone.",
    reason="This effect can only be started in the Main Phase by the player whose turn it is.",
    rulebook=("R-ACT-15", "W-124", "W-12"),
    cites=(RULEBOOK_EFFECTS, RULEBOOK_TURN),
    reads=("kind",),
    kinds=("ignition",),
    answer=answer,
    examples=(
        Example(text='You can send 1 "Tidewright" card from your hand to the GY; this card gains 800 ATK until the end of this turn.', answer="no"),
        Example(
            text=("①：１ターンに１度、自分フィールドの「潮細工」モンスター１体を対象として発動できる。そのモンスターの攻撃力は４５０アップする。"),
            answer="no",
            language="ja",
        ),
        Example(
            text=('(Quick Effect): You can send 1 "Tidewright" card from your hand to the GY; this card gains 800 ATK until the end of this turn.'),
            answer=None,
        ),
        Example(text='If this card is Special Summoned: You can add 1 "Tidewright" Spell from your Deck to your hand.', answer=None),
    ),
    confidence=0.98,
)
