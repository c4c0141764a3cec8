"""Operations that take cards elsewhere: destroyed, moved, Summoned, drawn, attached, equipped, under another control."""

from collections.abc import Callable

import msgspec

from pipeline.engine.life_points import sides
from pipeline.engine.monster_operations import change_strength
from pipeline.engine.moves import MOST_MONSTERS, destroy, move, summon, to_spell_zone
from pipeline.engine.nature import removes_the_destroyed
from pipeline.engine.selection import chosen
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Occurrence, State, bears, change, monsters, note
from pipeline.windows import NONE


def destroy_card(state: State, link: Link, op: Op, card: str) -> State:
    """Destroys the card by the effect."""
    return destroy(state, card, cause="effect", by=link.player)


def mover(zone: str) -> "Callable[[State, Link, Op, str], State]":
    """The operation that moves a card to this zone; out of the hand it may be the Deck or Extra Deck instead."""

    def moved(state: State, link: Link, op: Op, card: str) -> State:
        to = op.place if zone == "hand" and op.place in ("deck", "extra") else zone
        if state.cards[card].doomed and any(one.no == link.effect and removes_the_destroyed(one) for one in state.cards[link.card].spec.effects):
            state = change(state, card, doomed=False, fixed=None)  # taken away instead of being destroyed by battle (R-WIN-08)
        return move(state, card, to, cause="effect", by=link.player)  # type: ignore[arg-type]

    return moved


def discard(state: State, link: Link, op: Op, card: str) -> State:
    """Sends a card from the hand to the Graveyard as a discard."""
    return _leave_hand(state, link, card, "discarded")


def _leave_hand(state: State, link: Link, card: str, what: str) -> State:
    piece = state.cards[card]
    state = note(state, Occurrence(what, state.act, card, piece.controller, cause="effect", by=link.player, source=piece.zone))  # type: ignore[arg-type]
    return move(state, card, "gy", cause="effect", by=link.player)


def special_summon(state: State, link: Link, op: Op, card: str) -> State:
    """Special Summons the card to the side of the player whose effect it is."""
    return summon(state, card, link.player, defending=op.place == "set")


def summon_by_procedure(state: State, link: Link, op: Op, card: str) -> State:
    """A Summon by procedure, of the first monster that can be meant: never in the Damage Step (R-ACT-14, R-SUB-04)."""
    if state.moment.window != NONE:
        return state
    found = chosen(state, link, msgspec.structs.replace(op, source=op.source or "extra", whose="you"))
    return summon(state, found[0], link.player) if found else state


def take_control(state: State, link: Link, op: Op, card: str) -> State:
    """The player takes control of a monster, if he has a zone for it."""
    piece = state.cards[card]
    room = sum(one.zone == "monster" and one.controller == link.player for one in state.cards.values()) < MOST_MONSTERS
    if piece.doomed or piece.zone != "monster" or piece.controller == link.player or not room:
        return state
    state = change(state, card, controller=link.player)
    return note(state, Occurrence("control_changed", state.act, card, link.player, cause="effect", by=link.player))


def attach(state: State, link: Link, op: Op, card: str) -> State:
    """The touched card becomes material of this card, unless either is doomed (R-DOOM-05, R-DOOM-08)."""
    piece, holder = state.cards[card], state.cards[link.card]
    if op.of is not None:  # under one of the player's monsters, chosen on resolution
        found = (one for one in monsters(state, link.player, face_up=True) if not one.doomed and bears(one, op.of))
        holder = next(found, holder)
    if piece.doomed or holder.doomed or holder.zone != "monster" or piece.id == holder.id:
        return state
    state = move(state, card, "gone", cause="effect", by=link.player)
    return change(state, holder.id, materials=holder.materials + 1)


def draw(state: State, link: Link, op: Op, card: str) -> State:
    """Draws cards, as many as there are in the Deck."""
    for player in sides(link, op):
        for _ in range(int(op.amount or 1)):
            top = next((one for one in state.cards.values() if one.zone == "deck" and one.owner == player), None)
            if top is not None:
                state = change(state, top.id, zone="hand")
        state = note(state, Occurrence("drawn", state.act, None, player, cause="effect", by=link.player))
    return state


def equip(state: State, link: Link, op: Op, card: str) -> State:
    """This card (or one from another place) becomes an Equip Card of the touched monster, with its bonus."""
    wearer = state.cards[card]
    if wearer.doomed or wearer.zone != "monster" or not wearer.face_up:
        return state
    worn = link.card
    if op.source is not None:
        found = chosen(state, msgspec.structs.replace(link, card=card), msgspec.structs.replace(op, whose=op.whose or "you"))
        if not found:
            return state
        worn = found[0]
        if op.amount == "its_atk":
            op = msgspec.structs.replace(op, amount=f"+{state.cards[worn].atk}")
    if worn == card or state.cards[worn].doomed or state.cards[worn].zone == "gone":
        return state
    state = to_spell_zone(state, worn, card)
    return change_strength(state, link, op, card) if op.amount is not None or op.defense is not None else state


def place(state: State, link: Link, op: Op, card: str) -> State:
    """Places the card face-up among the Spells and Traps."""
    piece = state.cards[card]
    return state if piece.doomed or piece.zone in ("spell", "gone") else to_spell_zone(state, card)
