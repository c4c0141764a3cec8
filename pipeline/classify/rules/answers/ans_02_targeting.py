"""Becoming a target is an activation to answer, not a change of state."""

from pipeline.classify.cites import BATTLE_PHASE, supplement
from pipeline.classify.events import NO_OCCASION, live
from pipeline.classify.negation import negates_activation
from pipeline.classify.rule import EVENT_KINDS, Answer, Case, Example, Rule
from pipeline.classify.verdicts import NO


def answer(case: Case) -> Answer:
    effect = case.effect
    condition = effect.condition
    if effect.mandatory or negates_activation(effect):
        return None
    if "targeting" in condition.responds_to:
        return NO
    # "Targeted for an attack or by an effect": the attack has no occasion, the rest is an answer.
    targeted = [event for event in live(condition) if event.what not in NO_OCCASION]
    return NO if targeted and all(event.what == "targeted" for event in targeted) else None


RULE = Rule(
    code="ANS-02",
    rank=830,
    statement="An optional effect that answers being targeted by an effect is closed unless it negates the activation.",
    reason="It answers an activation that targets something, but does not negate it.",
    rulebook=("R-ACT-16", "W-41", "W-127"),
    cites=(supplement(10588), supplement(13225), supplement(9392), BATTLE_PHASE),
    reads=("condition.responds_to", "condition.events", "actions", "mandatory"),
    kinds=EVENT_KINDS,
    needs=("targeted",),
    answer=answer,
    examples=(
        Example(
            text=('When a "Rooksong" Spell is activated that targets this card (Quick Effect): You can Special Summon 1 monster from your hand.'),
            answer="no",
        ),
        Example(text="①：このカードが効果の対象になった時に発動できる。手札から「潮細工」モンスター１体を特殊召喚する。", answer="no", language="ja"),
        Example(
            text='When a "Rooksong" Spell is activated that targets this card (Quick Effect): You can negate the activation.',
            answer=None,
        ),
        Example(text='If this card is destroyed by an opponent\'s card: You can Special Summon 1 "Tidewright" monster from your Deck.', answer=None),
    ),
    confidence=0.985,
)
