"""Operations on the chain and on the battle itself: negations, a calculation inside an effect, another target, the End Phase."""

import msgspec

from pipeline.engine.calculation import calculate
from pipeline.engine.moves import doomed_leave
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Occurrence, State, change, note


def negate_effects(state: State, link: Link, op: Op, card: str) -> State:
    """Negates the effect that was answered, or the effects of a card where it is."""
    if op.to == "chained" and link.answers is not None:
        links = list(state.chain)
        links[link.answers - 1] = msgspec.structs.replace(links[link.answers - 1], effect_negated=True)
        return msgspec.structs.replace(state, chain=tuple(links))
    return change(state, card, negated=True, negated_after=op.what == "also after leaving")


def negate_activation(state: State, link: Link, op: Op, card: str) -> State:
    """Negates the activation that was answered."""
    if link.answers is None:
        return state
    links = list(state.chain)
    negated = links[link.answers - 1]
    links[link.answers - 1] = msgspec.structs.replace(negated, negated=True)
    state = msgspec.structs.replace(state, chain=tuple(links))
    happened = Occurrence("negated", state.act, negated.card, negated.player, cause="effect", by=link.player)
    return note(state, happened)


def calculate_now(state: State, link: Link, op: Op, card: str) -> State:
    """The calculation takes place here and now; the moments before it have passed (R-SUB-01, R-SUB-02)."""
    if state.calculated or not state.battle_on:
        return state
    after = next(at for at, moment in enumerate(state.rules.moments) if "damage" in moment.entry)
    state = calculate(msgspec.structs.replace(state, attacked=True, at=after - 1))
    dealt = tuple(one for one in state.held if one.what != "battles")
    later = tuple(one for one in state.held if one.what == "battles")
    return msgspec.structs.replace(state, log=state.log + dealt, held=later, at=after, pending_moment=True)


def redirect_attack(state: State, link: Link, op: Op, card: str) -> State:
    """Another monster of the defending player is attacked, while the calculation is still to come."""
    attacked = state.cards[card]
    if state.calculated or not state.battle_on or attacked.zone != "monster" or attacked.controller != "N":
        return state
    return msgspec.structs.replace(state, target=card)


def go_to_end_phase(state: State, link: Link, op: Op, card: str) -> State:
    """It becomes the End Phase: at once, or when the Damage Step is finished (R-INT-07)."""
    if op.what == "after the step":
        return msgspec.structs.replace(state, end_phase_after=True)
    return msgspec.structs.replace(doomed_leave(state), at=state.rules.index("end_phase"), battle_on=False)


def stop_attack(state: State, link: Link, op: Op, card: str) -> State:
    """The attack is negated: the battle is over."""
    return msgspec.structs.replace(state, battle_on=False)
