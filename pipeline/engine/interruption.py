"""Whether the battle goes on: a side that is gone or turned away ends it, and a calculation no longer takes place."""

import msgspec

from pipeline.engine.negation import applies
from pipeline.engine.reach import touches
from pipeline.engine.state import Piece, State, change


def checked_battle(state: State) -> State:
    """Turns an attacked monster that was turned down up again, and ends a battle that has lost one of its sides (R-INT-01, R-FLIP-04)."""
    if state.calculated or not state.battle_on:
        return state
    attacker = state.cards[state.attacker]
    if attacker.zone == "monster" and not attacker.face_up:
        state = msgspec.structs.replace(change(state, attacker.id, face_up=True, defending=True), battle_on=False)
        return state
    stands = attacker.zone == "monster" and attacker.controller == "T" and (not attacker.defending or _attacks_in_defense(state, attacker))
    if state.target is not None:
        target = state.cards[state.target]
        stands = stands and target.zone == "monster" and target.controller == "N"
        flipped = any("flip" in moment.entry for moment in state.rules.moments[1 : state.at + 1])
        if stands and not target.face_up and flipped:
            state = msgspec.structs.replace(change(state, target.id, face_up=True, defending=True, flip_owed=True), flips=(target.id,))
    return state if stands else msgspec.structs.replace(state, battle_on=False)


def _attacks_in_defense(state: State, card: Piece) -> bool:
    """Whether an effect, its own or that of another card, lets it attack in Defense Position."""
    return any(
        op.do == "attack_modify" and op.what == "defense" and touches(state, holder, op, card)
        for holder in state.cards.values()
        if applies(state, holder)
        for effect in holder.spec.effects
        if effect.kind == "continuous"
        for op in effect.actions
    )
