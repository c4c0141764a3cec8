"""Negating no more than the effect is closed."""

from pipeline.classify.cites import BATTLE_PHASE, NEGATION
from pipeline.classify.events import answers_activation
from pipeline.classify.negation import negates_activation, negates_effect
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    if effect.mandatory or not answers_activation(effect.condition) or negates_activation(effect):
        return None
    return NO if negates_effect(effect) else None


RULE = Rule(
    code="NEG-02",
    rank=820,
    statement="An answer to an activation that negates, destroys or ignores only the effect is closed.",
    reason="It leaves the activation alone and negates only the effect, which is not enough to be used in the Damage Step.",
    rulebook=("R-ACT-04", "W-34", "W-35", "W-40"),
    cites=(NEGATION, BATTLE_PHASE),
    reads=("condition.responds_to", "actions"),
    kinds=EVENT_KINDS,
    needs=("negates_effect", "answers_activation"),
    answer=answer,
    examples=(
        Example(
            text=(
                'When your opponent activates a "Glassmoor" monster effect in the hand (Quick Effect): You can discard this card; negate that effect.'
            ),
            answer="no",
        ),
        Example(
            text=("①：相手が「硝子沼」カード以外の魔法カードを発動した時に発動できる。その効果を無効にし、このカードの攻撃力は５００アップする。"),
            answer="no",
            language="ja",
        ),
        Example(
            text=(
                'When your opponent activates a "Glassmoor" monster effect in the hand (Quick Effect): You can discard this card;'
                " negate the activation."
            ),
            answer=None,
        ),
        Example(
            text=('When your opponent activates a "Glassmoor" monster effect in the hand (Quick Effect): You can discard this card; draw 1 card.'),
            answer=None,
        ),
    ),
    confidence=0.99,
)
