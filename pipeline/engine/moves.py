"""Cards change places: what happens on the way, and what a doomed monster is spared (R-DOOM-05, R-END-01 to R-END-04)."""

from typing import Literal

import msgspec

from pipeline.engine.negation import applies, beaten_negated, done_by, in_force, negated
from pipeline.engine.protection import protected
from pipeline.engine.state import Occurrence, Piece, Player, State, Zone, note, with_piece

Cause = Literal["battle", "effect", "rule", "cost"]
MOST_MONSTERS = 5  # of one player
_EVENT = {"gy": "sent_to_gy", "banished": "banished", "hand": "returned", "deck": "returned", "extra": "added_to_extra"}


def destroy(state: State, card: str, *, cause: Cause, by: Player | None = None, killer: str | None = None) -> State:
    """Destroys a card: it leaves for the Graveyard, or where something sends it instead."""
    victim = state.cards[card]
    if not victim.on_field and victim.zone not in ("hand", "deck"):
        return state
    if cause == "effect" and victim.on_field and protected(state, victim, "effect", by):
        return state
    happened = Occurrence("destroyed", state.act, card, victim.controller, killer, cause, by, source=victim.zone)
    return move(note(state, happened), card, "gy", cause=cause, by=by, killer=killer)


def move(state: State, card: str, zone: Zone, *, cause: Cause, by: Player | None = None, killer: str | None = None) -> State:
    """Moves a card to a zone off the field, or to the hand or Deck; a doomed monster only to where it may still go."""
    old = state.cards[card]
    if old.zone == zone or old.zone == "gone":
        return state
    if old.doomed and zone in ("hand", "deck", "extra") and cause != "battle":
        return state
    zone = _redirected(state, old, zone, cause, killer)
    happened = []
    if old.on_field:
        happened.append(Occurrence("leaves_field", state.act, card, old.controller, killer, cause, by, source=old.zone))
    if zone != "gone":
        what = "added_to_hand" if zone == "hand" and not old.on_field else _EVENT[zone]
        happened.append(Occurrence(what, state.act, card, old.controller, killer, cause, by, source=old.zone))  # type: ignore[arg-type]
    fallen = cause == "battle"
    moved = _afresh(old, zone, fallen=fallen)
    if fallen and zone == "gy" and beaten_negated(state, old):
        moved = msgspec.structs.replace(moved, negated=True)
    new = with_piece(state, moved, log=state.log + tuple(happened))
    return _orphans(new, old)


def _afresh(old: Piece, zone: Zone, *, fallen: bool) -> Piece:
    """The card in its new place: nothing that was done to it on the field clings to it."""
    return Piece(
        id=old.id, name=old.name, spec=old.spec, owner=old.owner, controller=old.owner, zone=zone,
        atk=old.spec.atk, defense=old.spec.defense, words=frozenset(old.spec.words), fallen=fallen, set_before=False,
        had_counters=any(number for _, number in old.counters), negated=old.on_field and old.negated_after and zone == "gy",
    )  # fmt: skip


def _redirected(state: State, card: Piece, zone: Zone, cause: Cause, killer: str | None) -> Zone:
    """Where the card really goes: Tokens vanish, Pendulum Monsters go to the Extra Deck, effects send it elsewhere."""
    if zone == "gone" or (card.on_field and "Token" in card.words):
        return "gone"
    if zone in ("hand", "deck") and {"Fusion", "Synchro", "Xyz", "Link"} & card.words:
        return "extra"
    if card.on_field and card.face_up and zone != "banished" and _leaves_for_good(state, card):
        return "banished"
    if zone != "gy":
        return zone
    if any(_spared_the_grave(state, holder, card) for holder in state.cards.values()):
        return "hand"
    if killer is not None and cause == "battle" and any(_takes(state, holder, state.cards[killer]) for holder in state.cards.values()):
        return "banished"
    if any(_banishes_everything(state, holder, card) for holder in state.cards.values()):
        return "banished"
    return "extra" if card.on_field and card.face_up and "Pendulum" in card.words else "gy"


def _spared_the_grave(state: State, holder: Piece, card: Piece) -> bool:
    """Whether an effect set up earlier returns the destroyed card to the hand instead."""
    return card.on_field and card.face_up and any(
        effect.kind == "lingering" and holder.zone in effect.places and holder.controller == card.controller
        and any(event.what == "destroyed" and (event.of is None or event.of in card.words) for event in effect.events)
        and any(op.do == "return" for op in effect.actions)
        for effect in holder.spec.effects
    )  # fmt: skip


def _takes(state: State, holder: Piece, killer: Piece) -> bool:
    """Whether what `killer` destroys by battle is banished by an effect of `holder`, which a doomed or negated monster no longer has."""
    return applies(state, holder) and any(
        effect.kind in ("replacement", "continuous")
        and any(event.what == "destroys" and done_by(event, holder, killer) for event in effect.events)
        and any(op.do == "banish" for op in effect.actions)
        for effect in holder.spec.effects
    )


def _leaves_for_good(state: State, card: Piece) -> bool:
    """Whether its own text banishes it when it leaves the field."""
    return not negated(state, card) and any(
        effect.kind == "replacement"
        and any(event.what == "leaves_field" and event.subject == "self" for event in effect.events)
        and any(op.do == "banish" and op.to == "self" for op in effect.actions)
        for effect in card.spec.effects
    )


def _banishes_everything(state: State, holder: Piece, card: Piece) -> bool:
    return holder.id != card.id and applies(state, holder) and any(
        effect.kind in ("replacement", "continuous")
        and any(
            event.what == "sent_to_gy" and event.subject != "self"
            and (event.whose is None or (card.owner == holder.controller) == (event.whose == "you"))
            for event in effect.events
        )
        and any(op.do == "banish" for op in effect.actions)
        and in_force(state, holder, effect)
        for effect in holder.spec.effects
    )  # fmt: skip


def to_spell_zone(state: State, card: str, equipped_to: str | None = None) -> State:
    """Turns up a card among the Spells and Traps, as an Equip Card if `equipped_to` says of what; a monster loses what clung to it."""
    old = state.cards[card]
    kept = msgspec.structs.replace(_afresh(old, "spell", fallen=False), controller=old.controller) if old.zone == "monster" else old
    new = msgspec.structs.replace(kept, zone="spell", face_up=True, equipped_to=equipped_to)
    return _orphans(with_piece(state, new), old)


def _orphans(state: State, gone: Piece) -> State:
    """Equip Cards whose monster has left go to the Graveyard by rule."""
    if gone.zone != "monster":
        return state
    for card in state.cards.values():
        if card.equipped_to == gone.id and card.zone == "spell":
            state = destroy(state, card.id, cause="rule")
    return state


def summon(state: State, card: str, player: Player, *, defending: bool = False) -> State:
    """Special Summons a card to the player's field, if there is a free zone (a doomed monster still fills its own, R-DOOM-01)."""
    new = state.cards[card]
    if new.zone == "gone" or sum(one.zone == "monster" and one.controller == player for one in state.cards.values()) >= MOST_MONSTERS:
        return state
    placed = msgspec.structs.replace(
        _afresh(new, "monster", fallen=False), controller=player, defending=defending, atk=new.spec.atk, defense=new.spec.defense
    )
    happened = Occurrence("special_summoned", state.act, card, player, cause="effect", by=player, source=new.zone)
    return with_piece(state, placed, log=(*state.log, happened))


def doomed_leave(state: State) -> State:
    """Doomed monsters leave at the same time, destroyed by battle (R-END-01)."""
    doomed = [card for card in state.cards.values() if card.doomed and card.zone == "monster"]
    for card in doomed:
        state = destroy(state, card.id, cause="battle", killer=card.killer)
        if card.killer is not None:
            killer = state.cards[card.killer]
            state = note(state, Occurrence("destroys", state.act, killer.id, killer.controller, card.id, "battle"))
    return state
