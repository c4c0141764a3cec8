"""Answering an activation is no permission."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    responds_to = effect.condition.responds_to
    if effect.mandatory or "activation" not in responds_to or negates_activation(effect):
        return None
    return NO


RULE = Rule(
    code="ANS-01",
    rank=830,
    statement="An optional answer to an activation that negates no activation is closed, also where it changes ATK or DEF.",
    reason="It answers an activation without negating it, and such answers are not allowed in the Damage Step.",
    rulebook=("R-ACT-17", "R-ATK-06", "W-14"),
    cites=(BATTLE_PHASE, supplement(16379), supplement(15386)),
    reads=("condition.responds_to", "actions", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("answers_activation",),
    answer=answer,
    examples=(
        Example(
            text='When a "Tidewright" card or effect is activated (Quick Effect): You can make this card gain 1000 ATK.',
            answer="no",
        ),
        Example(
            text="①：相手がカードの効果を発動した時に発動できる。自分フィールドの「潮細工」モンスター１体の攻撃力は１０００アップする。",
            answer="no",
            card_type="Trap",
            property="Normal",
            types=(),
            language="ja",
        ),
        Example(text='(Quick Effect): You can discard 1 "Tidewright" card; this card gains 1000 ATK.', answer=None),
        Example(
            text=(
                'When a "Tidewright" Spell is activated (Quick Effect): You can discard 1 card; negate the activation, also this card gains 1000 ATK.'
            ),
            answer=None,
        ),
    ),
    confidence=0.985,
)
