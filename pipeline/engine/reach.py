"""Whom the operation of a continuous effect is about."""

from pipeline.engine.spec import Op
from pipeline.engine.state import Piece, State, battler_of, bears, in_battle, opposing, other

# Operations whose ``what`` says how, not which cards are meant.
_FACE_UP_ONLY = frozenset({"atk_def_change", "negate_effect"})
KINDS_OF_SOURCES = frozenset({"Spell", "Trap", "Monster", "Spell/Trap"})  # by which a card can be unaffected; else by all others
HOW = frozenset({"protect", "damage_modify", "change_position", "identity_change", "restrict", "attack_modify"})


def meant(op: Op, card: Piece) -> bool:
    """Whether the card is of the kind that the operation is about."""
    word = op.of if op.of is not None else None if op.do in HOW else op.what
    return (word is None or bears(card, word)) and not (op.but is not None and bears(card, op.but))


def immune(state: State, card: Piece, source: Piece) -> bool:
    """Whether effects of `source` do not touch the card: by an effect that has resolved, or by its own continuous one."""
    if card.id == source.id:
        return False
    return any(_named(kind, source) for kind in card.unaffected) or (
        card.zone == "monster" and card.face_up and not card.negated and not card.doomed and _keeps_off(state, card, source)
    )


def _named(kind: str | None, source: Piece) -> bool:
    """Whether the source is of the kind; a monster among the Spells and Traps is a Spell there."""
    kind_of_card = "Spell" if source.zone == "spell" and source.spec.type == "Monster" else source.spec.type
    return kind not in KINDS_OF_SOURCES or kind_of_card in str(kind).split("/")


def _keeps_off(state: State, card: Piece, source: Piece) -> bool:
    from pipeline.engine.needs import asks_for_strength, holds  # needs ask for ATK, and changes of ATK ask here

    return any(
        op.do == "unaffected" and op.to == "self" and _named(op.what, source)
        for effect in card.spec.effects
        if effect.kind == "continuous" and not any(asks_for_strength(need) for need in effect.needs)
        if all(holds(state, card, need) for need in effect.needs)
        for op in effect.actions
    )


def touches(state: State, holder: Piece, op: Op, card: Piece) -> bool:
    """Whether the operation of a continuous effect is about this card."""
    if card.zone != "monster" or not meant(op, card) or immune(state, card, holder):
        return False
    if not card.face_up and op.do in _FACE_UP_ONLY:
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
