"""From one moment of the battle to the next: what the game does by itself, and which triggers come due."""

from collections.abc import Callable

import msgspec

from pipeline.engine.activation import may
from pipeline.engine.calculation import calculate
from pipeline.engine.moves import destroy, move
from pipeline.engine.operations import perform
from pipeline.engine.rulesets import Entry
from pipeline.engine.spec import EffectSpec
from pipeline.engine.standing import fits_in, hold_positions, send_misfits
from pipeline.engine.state import Link, Occurrence, Pending, Piece, State, applies, change, effect_of, monsters, note
from pipeline.engine.stats import in_force
from pipeline.engine.triggers import met, names_this_moment, stages
from pipeline.windows import NONE, Window


def advance(state: State) -> State:
    """Closes the moment and opens the next; the calculation takes place where damage calculation closes."""
    if state.moment.window == Window.DURING_CALC and not state.calculated:
        state = calculate(state)
        if state.questions:
            return state
    return enter(state, state.at + 1)


def enter(state: State, at: int) -> State:
    """Opens a moment: its automatic acts in their order, then the triggers that are due."""
    opened = state.rules.moments[at].window != NONE
    mark = len(state.log)
    if state.pending_moment:  # what the chain did is looked at now; the last thing it did is no older than the opening itself
        mark, last = state.mark, max((one.act for one in state.log[state.mark :]), default=0)
        dated = tuple(msgspec.structs.replace(one, act=state.act + 1) if one.act == last else one for one in state.log[state.mark :])
        state = msgspec.structs.replace(state, log=state.log[: state.mark] + dated)
    over = state.rules.moments[at].key == "closed"
    if over and state.end_phase_after:
        at, state = state.rules.index("end_phase"), msgspec.structs.replace(state, end_phase_after=False)
    state = msgspec.structs.replace(
        state, at=at, passes=0, chains_here=0, opened_here=0, batch=(), stages=(), mark=mark, act=state.act + 1, pending_moment=False,
        attacked=state.attacked or opened, battle_on=state.battle_on and not over,
    )  # fmt: skip
    state = _expired(state)
    if state.moment.key == "battle_step":
        state = _declared(state)
    for entry in state.moment.entry:
        state = _ENTRIES[entry](state)
    state = _dated(state)
    return settle(state, opening=True)


_BEFORE_THE_END = Window.START | Window.BEFORE_CALC | Window.DURING_CALC


def _expired(state: State) -> State:
    """Changes of ATK and DEF that last for the calculation, or for the step, end with it (R-ATK-10, R-CON-01)."""
    window = state.moment.window
    ended = {"calculation"} if window not in _BEFORE_THE_END else set()
    ended |= {"step"} if window == NONE else set()
    for card in state.cards.values():
        if any(one.until in ended for one in card.changes):
            state = change(state, card.id, changes=tuple(one for one in card.changes if one.until not in ended))
    return state


def _declared(state: State) -> State:
    attacker = state.cards[state.attacker]
    happened = [Occurrence("attack_declared", state.act, attacker.id, attacker.controller, state.target)]
    if state.target is not None:
        happened.append(Occurrence("attack_targeted", state.act, state.target, state.cards[state.target].controller, attacker.id))
    return note(state, *happened)


def settle(state: State, *, opening: bool = False) -> State:
    """After a chain or an opening: the battle is checked, continuous effects act, then triggers come due."""
    state = _applied_each_time(_self_destruction(_battle(hold_positions(state))))
    batch = state.log[state.mark :]
    state = msgspec.structs.replace(state, batch=batch, mark=len(state.log), passes=0, priority="T", stages=())
    due = stages(state, _due(state, opening=opening))
    return msgspec.structs.replace(state, stages=due, priority=due[0][0] if due else "T")


def due_stages(state: State) -> State:
    """The state of a moment that has just opened, with the triggers that are due by its batch of events."""
    due = stages(state, _due(state, opening=True))
    return msgspec.structs.replace(state, stages=due, priority=due[0][0] if due else "T")


def _due(state: State, *, opening: bool) -> list[Pending]:
    """Triggers that may go on the chain now. They are tried as if their turn had come."""
    found = []
    for card in state.cards.values():
        for effect in card.spec.effects:
            if effect.kind not in ("trigger", "flip") or not (state.batch or opening):
                continue
            event = met(state, card, effect, state.batch) if effect.events else None
            if event is None and not (opening and names_this_moment(state, effect)):
                continue
            order = 0 if event is None else event.act
            subject = None if event is None else event.other if event.what in ("destroys", "battles") else event.card
            hidden = card.zone in ("hand", "deck") or (card.on_field and not card.face_up)
            one = Pending(card.controller, card.id, effect.no, effect.option, effect.mandatory, hidden, order, subject)
            trial = msgspec.structs.replace(state, stages=((card.controller, (one,)),))
            if may(trial, card.controller, card, effect).legal:
                found.append(one)
    return found


# What is done once when its moment opens; changes of ATK or DEF and the like merely hold there.
_DONE_ONCE = frozenset({"change_position", "counter", "destroy", "banish", "send_to_gy", "return"})


def _dated(state: State) -> State:
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
            if dated and (lingers or (effect.kind == "continuous" and applies(state, card))) and in_force(state, card, effect):
                state = _apply(msgspec.structs.replace(state, act=state.act + 1), card, effect, None)
    return state


def _battle(state: State) -> State:
    """Turns an attacked monster that was turned down up again, and ends a battle that has lost one of its sides (R-INT-01, R-FLIP-04)."""
    if state.calculated or not state.battle_on:
        return state
    attacker = state.cards[state.attacker]
    if attacker.zone == "monster" and not attacker.face_up:
        state = msgspec.structs.replace(change(state, attacker.id, face_up=True, defending=True), battle_on=False)
        return state
    stands = attacker.zone == "monster" and attacker.controller == "T" and (not attacker.defending or _attacks_in_defense(state, attacker))
    if state.target is not None:
        target = state.cards[state.target]
        stands = stands and target.zone == "monster" and target.controller == "N"
        flipped = any("flip" in moment.entry for moment in state.rules.moments[1 : state.at + 1])
        if stands and not target.face_up and flipped:
            state = msgspec.structs.replace(change(state, target.id, face_up=True, defending=True, flip_owed=True), flips=(target.id,))
    return state if stands else msgspec.structs.replace(state, battle_on=False)


def _attacks_in_defense(state: State, card: Piece) -> bool:
    return applies(state, card) and any(
        op.do == "attack_modify" and op.what == "defense" for effect in card.spec.effects if effect.kind == "continuous" for op in effect.actions
    )


def _self_destruction(state: State) -> State:
    """Continuous effects that destroy their own monster; one flipped by battle is left alone until after the calculation (R-CON-02)."""
    for card in list(monsters(state, face_up=True)):
        for effect in card.spec.effects:
            ends = (
                effect.kind == "continuous"
                and not effect.events
                and any(op.do in ("destroy", "send_to_gy") and op.to == "self" for op in effect.actions)
            )
            if ends and applies(state, card) and not card.flipped_by_battle and in_force(state, card, effect):
                state = destroy(msgspec.structs.replace(state, act=state.act + 1), card.id, cause="effect", by=card.controller)
    return state


def _applied_each_time(state: State) -> State:
    """Effects that are applied without a chain each time something happens."""
    for one in state.log[state.mark :]:
        if one.what != "flipped" or one.cause != "battle":  # flips by battle were looked at when they happened
            state = _each_time(state, one)
    return state


def _each_time(state: State, one: Occurrence) -> State:
    for card in list(state.cards.values()):
        for effect in card.spec.effects:
            if effect.kind == "continuous" and effect.events and applies(state, card) and met(state, card, effect, (one,)) is not None:
                state = _apply(state, card, effect, one.card)
    return state


def _apply(state: State, card: Piece, effect: EffectSpec, subject: str | None) -> State:
    link = Link(card.controller, card.id, effect.no, effect.option, event_card=subject)
    for op in effect.actions:
        state = perform(state, link, op)
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
    return _each_time(state, Occurrence("flipped", state.act, target.id, target.controller, cause="battle"))


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
    return _self_destruction(send_misfits(state))


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


def _leave(state: State) -> State:
    """Doomed monsters leave at the same time, destroyed by battle (R-END-01)."""
    doomed = [card for card in state.cards.values() if card.doomed and card.zone == "monster"]
    for card in doomed:
        state = destroy(state, card.id, cause="battle", killer=card.killer)
        if card.killer is not None:
            killer = state.cards[card.killer]
            state = note(state, Occurrence("destroys", state.act, killer.id, killer.controller, card.id, "battle"))
    return state


_ENTRIES: dict[Entry, Callable[[State], State]] = {
    "flip": _flip, "pay": _pay, "rules": _rules, "damage": _tell_damage, "battles": _tell_battle, "leave": _leave,
}  # fmt: skip
