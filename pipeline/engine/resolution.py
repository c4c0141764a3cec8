"""A chain resolves, from its last link to its first."""

import msgspec

from pipeline.engine.flow import enter, settle
from pipeline.engine.negation import negated
from pipeline.engine.operations import perform_all
from pipeline.engine.state import Link, State, change, effect_of

_LASTING = frozenset({"Continuous", "Field", "Equip"})


def resolve(state: State) -> State:
    """Resolves the chain from its last link to its first, then looks at what has happened."""
    for at in range(len(state.chain) - 1, -1, -1):
        state = _resolve_link(state, state.chain[at])
    used = state.chain
    lasting = tuple(rule for rule in state.damage_rules if rule[1] != "no effect damage")  # that was for one of these links
    state = msgspec.structs.replace(state, chain=(), chains_here=state.chains_here + 1, damage_rules=lasting)
    for link in used:
        card = state.cards[link.card]
        lasts = card.spec.property in _LASTING or card.equipped_to is not None
        stopped = link.negated and (link.together or effect_of(card, link.effect, link.option).kind == "card_activation")
        if card.zone == "spell" and card.spec.type != "Monster" and (stopped or not lasts):
            state = change(state, card.id, zone="gy")
    if state.pending_moment:
        return state if state.questions else enter(state, state.at)
    return settle(state)


def _resolve_link(state: State, link: Link) -> State:
    card = state.cards[link.card]
    effect = effect_of(card, link.effect, link.option)
    lasting = card.spec.property in _LASTING and card.spec.type != "Monster"
    gone = lasting and (effect.places or ("field",)) == ("field",) and not (card.zone == "spell" and card.face_up)
    if link.negated or link.effect_negated or gone or (card.spec.type == "Monster" and negated(state, card)):
        return state
    promised = tuple((link, op) for op in effect.actions if op.delayed and op.to == "battled")
    return perform_all(msgspec.structs.replace(state, promised=state.promised + promised), link, effect.actions)
