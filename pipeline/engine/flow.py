"""From one moment of the battle to the next: what the game does by itself, and which triggers come due."""

import msgspec

from pipeline.engine.activation import may
from pipeline.engine.applied import applied_each_time, self_destruction
from pipeline.engine.calculation import calculate
from pipeline.engine.interruption import checked_battle
from pipeline.engine.openings import ENTRIES, apply_dated, expire
from pipeline.engine.standing import hold_positions
from pipeline.engine.state import Occurrence, Pending, State, note
from pipeline.engine.triggers import met, names_this_moment, stages
from pipeline.windows import NONE, Window


def advance(state: State) -> State:
    """Closes the moment and opens the next; the calculation takes place where damage calculation closes."""
    if state.moment.key == "battle_step" and not state.battle_on:
        return enter(state, state.rules.index("closed"))  # the attack was stopped: it never comes to the Damage Step (R-STR-01)
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
        named_waiting=False,
        attacked=state.attacked or opened, battle_on=state.battle_on and not over,
    )  # fmt: skip
    state = expire(state)
    if state.moment.key == "battle_step":
        state = _declared(state)
    for entry in state.moment.entry:
        state = ENTRIES[entry](state)
    state = apply_dated(state)
    return settle(state, opening=True)


def _declared(state: State) -> State:
    attacker = state.cards[state.attacker]
    happened = [Occurrence("attack_declared", state.act, attacker.id, attacker.controller, state.target)]
    if state.target is not None:
        happened.append(Occurrence("attack_targeted", state.act, state.target, state.cards[state.target].controller, attacker.id))
    return note(state, *happened)


def settle(state: State, *, opening: bool = False) -> State:
    """After a chain or an opening: the battle is checked, continuous effects act, then triggers come due."""
    state = applied_each_time(self_destruction(checked_battle(hold_positions(state))))
    batch = state.log[state.mark :]
    state = msgspec.structs.replace(state, batch=batch, mark=len(state.log), passes=0, priority="T", stages=())
    found = _due(state, opening=opening)
    if state.rules.split_end and (state.named_waiting or (opening and state.moment.window == Window.END)):
        state, found = _split(state, [one for one in found if one.order])
    due = stages(state, found)
    return msgspec.structs.replace(state, stages=due, priority=due[0][0] if due else "T")


def _split(state: State, by_event: list[Pending]) -> tuple[State, list[Pending]]:
    """What names the end of the step comes in a chain of its own, once none about the destroyed is due any more (R-LEG-04)."""
    if by_event:
        return msgspec.structs.replace(state, named_waiting=True), by_event
    state = msgspec.structs.replace(state, named_waiting=False, chains_here=0)
    return state, _due(state, opening=True)


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
