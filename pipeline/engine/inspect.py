"""Looks things up in a state by the words that scenarios use, and puts a state into words."""

from pipeline.engine.negation import applies, negated
from pipeline.engine.state import Piece, State
from pipeline.engine.stats import current
from pipeline.errors import InputError

_SUMMARY = 3  # cards that a line of a trace names at most


def looked_up(state: State, key: str) -> bool | int | str | None:
    """The value behind ``T.lp``, ``window``, ``battle``, ``calculated`` or ``<card>.<property>``; `InputError` for anything else."""
    match key:
        case "T.lp" | "N.lp":
            return state.lp["TN".index(key[0])]
        case "window":
            return state.moment.key
        case "battle":
            return state.battle_on
        case "calculated":
            return state.calculated
        case "chain":
            return len(state.chain)
    name, _, field = key.rpartition(".")
    if name not in state.cards:
        raise InputError(f"no card {name!r} in this scenario")
    return _of_card(state, state.cards[name], field)


def _of_card(state: State, card: Piece, field: str) -> bool | int | str | None:
    match field:
        case "place":
            return card.zone
        case "atk":
            return current(state, card)[0]
        case "def":
            return current(state, card)[1]
        case "face_up":
            return card.face_up
        case "position":
            return "face-down" if not card.face_up else "defense" if card.defending else "attack"
        case "doomed":
            return card.doomed
        case "controller":
            return card.controller
        case "negated":
            return negated(state, card)
        case "counters":
            return sum(number for _, number in card.counters)
        case "materials":
            return card.materials
        case "applies":
            return applies(state, card)
    raise InputError(f"nothing called {field!r} can be looked up of a card")


def differences(before: State, after: State) -> list[str]:
    """What has changed from one state to the next, in words."""
    told = []
    for player, old, new in zip("TN", before.lp, after.lp, strict=True):
        if old != new:
            told.append(f"{player} {old} -> {new} LP")
    for name, new_card in after.cards.items():
        old_card = before.cards[name]
        told += [f"{name} {change}" for change in _changes(before, old_card, after, new_card)]
    if before.battle_on and not after.battle_on and not after.over:
        told.append("the battle is over")
    return told


def _changes(before: State, old: Piece, after: State, new: Piece) -> list[str]:
    told = []
    if old.zone != new.zone:
        told.append(f"goes to {new.zone}")
    elif new.on_field and old.face_up != new.face_up:
        told.append("is turned face-up" if new.face_up else "is turned face-down")
    if old.zone == new.zone == "monster":
        was, now = current(before, old), current(after, new)
        if was != now:
            told.append(f"{was[0]}/{was[1]} -> {now[0]}/{now[1]}")
        if old.controller != new.controller:
            told.append(f"is controlled by {new.controller}")
    if old.zone == new.zone:
        told += _amounts("counters", sum(number for _, number in old.counters), sum(number for _, number in new.counters))
        told += _amounts("materials", old.materials, new.materials)
    if new.doomed and not old.doomed:
        told.append("will be destroyed by battle")
    if old.doomed and not new.doomed and new.zone == "monster":
        told.append("is saved from destruction")
    if new.negated and not old.negated:
        told.append("is negated")
    return told


def _amounts(what: str, was: int, now: int) -> list[str]:
    return [] if was == now else [f"{what} {was} -> {now}"]
