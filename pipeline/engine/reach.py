"""Whom the operation of a continuous effect is about."""

from pipeline.engine.spec import Op
from pipeline.engine.state import Piece, State, battler_of, bears, in_battle, opposing, other

# Operations whose ``what`` says how, not which cards are meant.
_HOW = frozenset({"protect", "damage_modify", "change_position", "identity_change", "restrict", "attack_modify"})


def meant(op: Op, card: Piece) -> bool:
    """Whether the card is of the kind that the operation is about."""
    word = op.of if op.of is not None else None if op.do in _HOW else op.what
    return (word is None or bears(card, word)) and not (op.but is not None and bears(card, op.but))


def touches(state: State, holder: Piece, op: Op, card: Piece) -> bool:
    """Whether the operation of a continuous effect is about this card."""
    if card.zone != "monster" or not meant(op, card):
        return False
    own = card.controller == holder.controller
    match op.to:
        case "self":
            return card.id == holder.id
        case "equipped":
            return card.id == holder.equipped_to
        case "all":
            return card.face_up
        case "all_own":
            return own and card.face_up
        case "all_opponent":
            return not own and card.face_up
        case "own_battler":
            return battler_of(state, holder.controller) is card
        case "opposing_battler" | "battled":
            met = opposing(state, holder.id) if in_battle(state, holder.id) else None
            return card.id == met if met is not None else battler_of(state, other(holder.controller)) is card
        case "attacker":
            return card.id == state.attacker
        case "attacked":
            return card.id == state.target
        case _:
            return False
