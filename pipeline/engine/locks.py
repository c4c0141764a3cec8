"""Effects that keep a player from activating others: no activations themselves, they hold while their monster does (R-ACT-21)."""

from pipeline.engine.nature import Permit
from pipeline.engine.negation import applies, in_force
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Piece, Player, State


def locked(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """Whether a lock of the opponent's forbids the activation. ``what`` of its operation lists card types, or ``all``."""
    for holder in state.cards.values():
        if not holder.on_field or not holder.face_up:
            continue
        for lock in holder.spec.effects:
            if lock.kind == "lock" and applies(state, holder) and in_force(state, holder, lock):
                for op in lock.actions:
                    if op.do == "restrict" and _concerns(holder, op.to, player) and _forbids(op.what or "all", card, effect):
                        return Permit(False, "R-ACT-21", f"{holder.name} forbids it")
    return Permit(True, "")


def _concerns(holder: Piece, to: str, player: Player) -> bool:
    match to:
        case "you":
            return holder.controller == player
        case "both" | "all":
            return True
        case _:
            return holder.controller != player


def _forbids(what: str, card: Piece, effect: EffectSpec) -> bool:
    words = what.split()
    if "all" in words:
        return True
    if "cards" in words and effect.kind == "card_activation":
        return True
    return card.spec.type.lower() in words
