"""What the game does by itself when a moment of the battle opens, before any trigger."""

from collections.abc import Callable

import msgspec

from pipeline.engine.applied import apply_effect, each_time, self_destruction
from pipeline.engine.moves import doomed_leave, move
from pipeline.engine.negation import applies, in_force
from pipeline.engine.operations import perform
from pipeline.engine.rulesets import Entry
from pipeline.engine.standing import fits_in, send_misfits
from pipeline.engine.state import Link, Occurrence, State, change, effect_of, monsters, note
from pipeline.windows import NONE, Window

_BEFORE_THE_END = Window.START | Window.BEFORE_CALC | Window.DURING_CALC


def expire(state: State) -> State:
    """Changes of ATK and DEF that last for the calculation, or for the step, end with it (R-ATK-10, R-CON-01)."""
    window = state.moment.window
    ended = {"calculation"} if window not in _BEFORE_THE_END else set()
    ended |= {"step"} if window == NONE else set()
    for card in state.cards.values():
        if any(one.until in ended for one in card.changes):
            state = change(state, card.id, changes=tuple(one for one in card.changes if one.until not in ended))
    return state


# What is done once when its moment opens; changes of ATK or DEF and the like merely hold there.
_DONE_ONCE = frozenset({"change_position", "counter", "destroy", "banish", "send_to_gy", "return"})


def apply_dated(state: State) -> State:
    """What texts date to this moment without an activation, before any trigger (R-WIN-01, R-WIN-04)."""
    before = state.rules.moments[state.at - 1].window
    if "battles" not in state.moment.entry if state.moment.window == Window.AFTER_CALC else before == state.moment.window:
        return state  # a substep that shares its window with another
    if state.moment.window == Window.AFTER_CALC and state.calculated:
        promised, state = state.promised, msgspec.structs.replace(state, promised=())
        for link, op in promised:
            state = perform(state, link, op)
    for card in list(state.cards.values()):
        for effect in card.spec.effects:
            lingers = effect.kind == "lingering" and card.zone in effect.places
            dated = effect.applies_in and not effect.events and any(op.do in _DONE_ONCE for op in effect.actions)
            if dated and (lingers or (effect.kind in ("continuous", "maintenance") and applies(state, card))) and in_force(state, card, effect):
                state = apply_effect(msgspec.structs.replace(state, act=state.act + 1), card, effect, None)
    return state


def _flip(state: State) -> State:
    """An attacked face-down monster is turned up; its flip triggers wait (R-FLIP-02, R-FLIP-03)."""
    if state.target is None or not state.battle_on:
        return state
    target = state.cards[state.target]
    if target.face_up or target.zone != "monster":
        return state
    state = change(state, target.id, face_up=True, defending=True, flip_owed=True, flipped_by_battle=True)
    state = msgspec.structs.replace(state, flips=(target.id,))
    return each_time(state, Occurrence("flipped", state.act, target.id, target.controller, cause="battle"))


def _pay(state: State) -> State:
    """Chosen replacements of a destruction by battle are carried out."""
    due, state = state.replacing, msgspec.structs.replace(state, replacing=())
    for question in due:
        card = state.cards[question.card]
        effect = effect_of(card, question.effect)
        link = Link(card.controller, card.id, effect.no, event_card=question.victim)
        for op in (*effect.cost, *effect.actions):
            state = perform(state, link, op)
    return state


def _rules(state: State) -> State:
    """Monsters flipped by battle face what was suspended: limits on Types and the like, their own destruction (R-CON-02, R-CON-03)."""
    for card in list(monsters(state, face_up=True)):
        if card.flipped_by_battle and not fits_in(state, card):
            state = move(msgspec.structs.replace(state, act=state.act + 1), card.id, "gy", cause="rule")
        elif card.flipped_by_battle:
            state = change(state, card.id, flipped_by_battle=False)
    return self_destruction(send_misfits(state))


def _tell_damage(state: State) -> State:
    told = tuple(msgspec.structs.replace(one, act=state.act) for one in state.held if one.what != "battles")
    return msgspec.structs.replace(note(state, *told), held=tuple(one for one in state.held if one.what == "battles"))


def _tell_battle(state: State) -> State:
    """Battles are over, postponed flips are told; where the ruleset asks for it, only of monsters that are still there (R-FLIP-05)."""
    told = [msgspec.structs.replace(one, act=state.act) for one in state.held if one.what == "battles"]
    for card in (state.cards[name] for name in state.flips):
        if card.flip_owed or not state.rules.flip_needs_zone:
            told.append(Occurrence("flipped", state.act, card.id, card.controller, cause="battle"))
            state = change(state, card.id, flip_owed=False)
    return note(msgspec.structs.replace(state, held=(), flips=()), *told)


ENTRIES: dict[Entry, Callable[[State], State]] = {
    "flip": _flip, "pay": _pay, "rules": _rules, "damage": _tell_damage, "battles": _tell_battle, "leave": doomed_leave,
}  # fmt: skip
