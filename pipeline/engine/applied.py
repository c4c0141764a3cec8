"""Effects that are applied without a chain: by their own condition, or each time something happens."""

import msgspec

from pipeline.engine.moves import destroy
from pipeline.engine.negation import applies, in_force
from pipeline.engine.operations import perform_all
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Link, Occurrence, Piece, State, monsters
from pipeline.engine.triggers import met


def self_destruction(state: State) -> State:
    """Continuous effects that destroy their own monster; one flipped by battle is left alone until after the calculation (R-CON-02)."""
    for card in list(monsters(state, face_up=True)):
        for effect in card.spec.effects:
            ends = (
                effect.kind == "continuous"
                and not effect.events
                and any(op.do in ("destroy", "send_to_gy") and op.to == "self" for op in effect.actions)
            )
            if ends and applies(state, card) and not card.flipped_by_battle and in_force(state, card, effect):
                state = destroy(msgspec.structs.replace(state, act=state.act + 1), card.id, cause="effect", by=card.controller)
    return state


def applied_each_time(state: State) -> State:
    """Effects that are applied without a chain each time something happens."""
    for one in state.log[state.mark :]:
        if one.what != "flipped" or one.cause != "battle":  # flips by battle were looked at when they happened
            state = each_time(state, one)
    return state


def each_time(state: State, one: Occurrence) -> State:
    """Applies the effects that are applied each time such a thing happens."""
    for card in list(state.cards.values()):
        for effect in card.spec.effects:
            if effect.kind == "continuous" and effect.events and applies(state, card) and met(state, card, effect, (one,)) is not None:
                state = apply_effect(state, card, effect, one.card)
    return state


def apply_effect(state: State, card: Piece, effect: EffectSpec, subject: str | None) -> State:
    """Does what an effect does, without a chain; `subject` is the card to which its event happened."""
    link = Link(card.controller, card.id, effect.no, effect.option, event_card=subject)
    return perform_all(state, link, effect.actions)
