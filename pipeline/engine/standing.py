"""What continuous effects keep so by themselves: battle positions, and limits on what a player may control (R-CON-03, R-CON-04)."""

import msgspec

from pipeline.engine.moves import move
from pipeline.engine.negation import applies, in_force
from pipeline.engine.reach import touches
from pipeline.engine.state import Occurrence, Piece, State, bears, change, monsters, note

# fmt: off
TYPES = frozenset({
    "Aqua", "Beast", "Beast-Warrior", "Cyberse", "Dinosaur", "Divine-Beast", "Dragon", "Fairy", "Fiend", "Fish", "Illusion", "Insect", "Machine",
    "Plant", "Psychic", "Pyro", "Reptile", "Rock", "Sea Serpent", "Spellcaster", "Thunder", "Warrior", "Winged Beast", "Wyrm", "Zombie",
})
# fmt: on
ATTRIBUTES = frozenset({"DARK", "DIVINE", "EARTH", "FIRE", "LIGHT", "WATER", "WIND"})
_DECLARED = "declared "  # before what was declared as a lasting card was activated, among the words of that card


def hold_positions(state: State) -> State:
    """Monsters that a continuous effect keeps in a battle position take it; a doomed one keeps its own (R-DOOM-03)."""
    for holder in list(state.cards.values()):
        for effect in holder.spec.effects:
            if effect.kind != "continuous" or effect.events or effect.applies_in or not applies(state, holder):
                continue
            for op in effect.actions:
                if op.do != "change_position" or op.what not in ("attack", "defense") or not in_force(state, holder, effect):
                    continue
                for card in list(monsters(state, face_up=True)):
                    if touches(state, holder, op, card) and not card.doomed and card.defending != (op.what == "defense"):
                        happened = Occurrence("position_changed", state.act, card.id, card.controller, cause="effect", by=holder.controller)
                        state = note(change(state, card.id, defending=op.what == "defense"), happened)
    return state


def identity(state: State, card: Piece, among: frozenset[str]) -> frozenset[str]:
    """Its Types or Attributes as continuous effects make them now."""
    found = card.words & among
    for holder in state.cards.values():
        for effect in holder.spec.effects:
            for op in effect.actions:
                if effect.kind == "continuous" and op.do == "identity_change" and applies(state, holder) and touches(state, holder, op, card):
                    new = _declared(holder) if op.what == "declared" else op.what
                    found = frozenset({new}) if new in among else found
    return found


def _declared(holder: Piece) -> str | None:
    return next((word.removeprefix(_DECLARED) for word in holder.words if word.startswith(_DECLARED)), None)


def fits_in(state: State, card: Piece, *, beside_doomed: bool = False) -> bool:
    """Whether no limit objects to it beside its player's other monsters (or only those that are doomed)."""
    beside = [one for one in monsters(state, card.controller, face_up=True) if one.id != card.id and (one.doomed or not beside_doomed)]
    return not any(
        op.do == "restrict" and op.what is not None and _objects(state, holder, op.what, card, beside)
        for holder in state.cards.values()
        if applies(state, holder) or (holder.doomed and holder.id == card.id)
        for effect in holder.spec.effects
        if effect.kind in ("continuous", "condition", "lock")
        for op in effect.actions
    )


def _objects(state: State, holder: Piece, what: str, card: Piece, beside: list[Piece]) -> bool:
    match what:
        case "one Type":
            return any(identity(state, card, TYPES) != identity(state, one, TYPES) for one in beside)
        case "one Attribute":
            return any(identity(state, card, ATTRIBUTES) != identity(state, one, ATTRIBUTES) for one in beside)
        case "one of its name":
            return holder.id == card.id and any(one.name == card.name and one.id != card.id for one in monsters(state, face_up=True))
    word = what.removeprefix("one ")
    limited = what.startswith("one ") and holder.zone == "monster" and holder.controller == card.controller
    return limited and bears(card, word) and any(bears(one, word) for one in beside)


def send_misfits(state: State) -> State:
    """Monsters that fit no longer since a doomed monster's own field-wide effect has stopped go to the Graveyard by rule (R-CON-04)."""
    for card in list(monsters(state, face_up=True)):
        if not card.doomed and not fits_in(state, card, beside_doomed=True):
            state = move(msgspec.structs.replace(state, act=state.act + 1), card.id, "gy", cause="rule")
    return state
