"""Operations on a monster where it is: ATK and DEF, battle position, counters, materials, protection, what it counts as."""

import msgspec

from pipeline.engine.reach import KINDS_OF_SOURCES
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Occurrence, State, change, note
from pipeline.engine.stats import settled


def change_strength(state: State, link: Link, op: Op, card: str) -> State:
    """Changes ATK and DEF of a face-up monster that is not doomed (R-DOOM-03)."""
    piece = state.cards[card]
    if piece.zone != "monster" or piece.doomed or not piece.face_up:
        return state
    if op.amount == "chained_atk":  # the original ATK of the card that was answered
        answered = None if link.answers is None else state.cards[state.chain[link.answers - 1].card]
        op = msgspec.structs.replace(op, amount=f"+{0 if answered is None else answered.spec.atk}")
    state = change(state, card, changes=(*piece.changes, settled(state, piece, op)))
    return note(state, Occurrence("stat_changed", state.act, card, piece.controller, cause="effect", by=link.player))


def change_position(state: State, link: Link, op: Op, card: str) -> State:
    """Changes the battle position; a face-down monster is flipped by it."""
    piece = state.cards[card]
    if piece.zone != "monster" or piece.doomed or "Link" in piece.words:
        return state
    if op.what == "face-down" or op.place == "set":
        return change(state, card, face_up=False, defending=True)
    defending = {"attack": False, "defense": True}.get(op.what or "", not piece.defending)
    flipped = not piece.face_up
    if piece.defending == defending and not flipped:
        return state
    state = change(state, card, defending=defending, face_up=True)
    happened = [Occurrence("position_changed", state.act, card, piece.controller, cause="effect", by=link.player)]
    if flipped:
        happened.append(Occurrence("flipped", state.act, card, piece.controller, cause="effect", by=link.player))
    return note(state, *happened)


def place_counters(state: State, link: Link, op: Op, card: str) -> State:
    """Places counters, or removes them where the number is negative; a doomed monster gets none (R-DOOM-08)."""
    piece, number = state.cards[card], int(op.amount or 1)
    if not piece.on_field or not piece.face_up or (piece.doomed and number > 0) or (number < 0 and not any(count for _, count in piece.counters)):
        return state
    name = op.what or "counter"
    counts = dict(piece.counters)
    counts[name] = max(0, counts.get(name, 0) + number)
    return change(state, card, counters=tuple(sorted(counts.items())))


def detach(state: State, link: Link, op: Op, card: str) -> State:
    """Detaches materials."""
    piece = state.cards[card]
    return change(state, card, materials=max(0, piece.materials - int(op.amount or 1)))


def protect(state: State, link: Link, op: Op, card: str) -> State:
    """The monster cannot be destroyed, by what the text says; a doomed one is not saved by it (R-DOOM-03)."""
    piece = state.cards[card]
    guarded = piece.protected | {op.what or "both"}
    return change(state, card, protected=guarded) if piece.zone == "monster" and not piece.doomed else state


def change_identity(state: State, link: Link, op: Op, card: str) -> State:
    """The card also bears this word now."""
    piece = state.cards[card]
    return state if piece.doomed or op.what is None else change(state, card, words=piece.words | {op.what})


def make_unaffected(state: State, link: Link, op: Op, card: str) -> State:
    """Effects no longer touch the card, or those of the kinds of cards that are named."""
    piece = state.cards[card]
    kind = op.what if op.what in KINDS_OF_SOURCES else "all"
    return change(state, card, unaffected=piece.unaffected | {kind}) if piece.on_field else state
