"""The damage calculation: whether it takes place, who is destroyed, and what may happen instead (R-CAL-01 to R-CAL-08)."""

import msgspec

from pipeline.engine.battle_damage import compared, deal
from pipeline.engine.needs import holds
from pipeline.engine.negation import negated
from pipeline.engine.protection import protected
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Occurrence, Piece, Question, State, bears, change, in_battle
from pipeline.engine.stats import current


def possible(state: State) -> bool:
    """Whether the calculation can take place: both battlers there, the attacker in a position from which it can attack (R-CAL-08)."""
    if not state.battle_on:
        return False
    attacker = state.cards[state.attacker]
    if attacker.zone != "monster" or not attacker.face_up:
        return False
    return state.target is None or state.cards[state.target].zone == "monster"


def calculate(state: State) -> State:
    """Performs it: life points change, the destroyed are asked for and then doomed. Events are held back for their moment."""
    if not possible(state):
        return state
    attacker = state.cards[state.attacker]
    target = None if state.target is None else state.cards[state.target]
    losers, damage, to = compared(state, attacker, target)
    state = msgspec.structs.replace(state, calculated=True)
    # What protects is looked at before the damage is dealt: a protection that the damage ends has done its work (R-CAL-03).
    losers = [card for card in losers if not protected(state, card, "battle")]
    questions = tuple(question for card in losers for question in _replacements(state, card))
    held: list[Occurrence] = []
    if to is not None and damage > 0:
        state, dealt = deal(state, attacker, target, to, damage)
        held += dealt
    for card in (attacker, target):
        if card is not None:
            held.append(Occurrence("battles", state.act, card.id, card.controller, _other(card, attacker, target), "battle"))
    state = msgspec.structs.replace(state, held=state.held + tuple(held), questions=questions)
    for card in losers:
        state = change(state, card.id, doomed=True, fixed=current(state, card), killer=_other(card, attacker, target))
    return state


def _other(card: Piece, attacker: Piece, target: Piece | None) -> str | None:
    if target is None:
        return None
    return target.id if card.id == attacker.id else attacker.id


def _replacements(state: State, victim: Piece) -> list[Question]:
    """What could happen instead of its destruction by battle (R-CAL-06)."""
    found = []
    for holder in state.cards.values():
        for effect in holder.spec.effects:
            if effect.kind == "replacement" and _would_save(state, holder, effect, victim):
                found.append(Question(holder.controller, victim.id, holder.id, effect.no))
    return found


def _would_save(state: State, holder: Piece, effect: EffectSpec, victim: Piece) -> bool:
    places = effect.places or ("field",)
    there = (holder.on_field and holder.face_up and "field" in places) or holder.zone in places
    waits = any(
        event.what == "destroyed" and event.cause in ("battle", "either", "unsaid")
        and (
            (event.subject == "self" and (holder.id == victim.id or holder.equipped_to == victim.id))
            or (event.subject == "other" and holder.id != victim.id and holder.controller == victim.controller
            and (event.of is None or event.of in victim.words or event.of == victim.name))
        )
        for event in effect.events
    )  # fmt: skip
    needs = all(holds(state, holder, need) for need in effect.needs)
    return there and waits and needs and not negated(state, holder) and _can_pay(state, holder, effect)


def _can_pay(state: State, holder: Piece, effect: EffectSpec) -> bool:
    for op in (*effect.cost, *effect.actions):
        if op.do == "counter" and not any(number > 0 for _, number in holder.counters):
            return False
        if op.do == "detach" and holder.materials < 1:
            return False
        if op.to == "chosen" and not payment(state, holder, op.what, effect.mandatory, op.source or "field"):
            return False
    return True


def payment(state: State, holder: Piece, word: str | None, mandatory: bool, source: str = "field") -> list[str]:
    """Other cards of the controller that may pay for a replacement, from the field if no other place is named.

    Doomed ones only where it is mandatory (R-DOOM-07).
    """
    return [
        card.id
        for card in state.cards.values()
        if (card.on_field if source == "field" else card.zone == source)
        and card.controller == holder.controller and card.id != holder.id and (mandatory or not card.doomed)
        and (word is None or bears(card, word)) and not (in_battle(state, card.id) and state.cards[card.id].doomed)
    ]  # fmt: skip
