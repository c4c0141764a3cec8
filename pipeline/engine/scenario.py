"""Plays a scenario line by line and says where the engine and the ruling part."""

from collections.abc import Iterator, Mapping

import msgspec

from pipeline.engine.damage_step import Activate, Decide, IllegalAction, Pass, begin, explain, must, step
from pipeline.engine.flow import enter, settle
from pipeline.engine.inspect import looked_up
from pipeline.engine.nature import Permit
from pipeline.engine.operations import perform
from pipeline.engine.scenario_format import Line, Scenario, Who
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec
from pipeline.engine.state import Link, Pending, State
from pipeline.engine.targets import candidates, target_choices
from pipeline.errors import InputError
from pipeline.windows import Ruleset

_NEVER = frozenset({"continuous", "lingering", "condition", "summoning", "replacement", "lock", "maintenance"})
_MOST_STEPS = 400  # of one line: a rule that never comes to an end is a fault, not a wait


class Failure(msgspec.Struct, frozen=True):
    """What was expected in which line, and what came instead."""

    line: int  # from 1
    expected: str
    got: str
    rule: str | None = None


class Played(msgspec.Struct, frozen=True):
    """A scenario after it was played under one ruleset; `states` are those after each line that counted."""

    scenario: Scenario
    ruleset: Ruleset
    failure: Failure | None
    states: tuple[tuple[str, State], ...]

    @property
    def passed(self) -> bool:
        """Whether everything came as expected."""
        return self.failure is None


class _Differs(Exception):
    def __init__(self, expected: str, got: str, rule: str | None = None) -> None:
        super().__init__(expected)
        self.expected, self.got, self.rule = expected, got, rule


def play(scenario: Scenario, library: Mapping[str, CardSpec], ruleset: Ruleset) -> Played:
    """Plays it. Raises `InputError` where the scenario itself is at fault: an unknown card or effect."""
    early = bool(scenario.lines) and scenario.lines[0].at == "battle_step"
    states: list[tuple[str, State]] = []
    number = 0
    try:
        states.append(("the field", begin(first_state(scenario.setup, library, ruleset, battle_step=early))))
        for line in scenario.lines:
            number += 1
            if line.rulesets and ruleset not in line.rulesets:
                continue
            for played in _line(states[-1][1], line):
                states.append(played)
    except _Differs as differs:
        return Played(scenario, ruleset, Failure(number, differs.expected, differs.got, differs.rule), tuple(states))
    except InputError as error:
        raise InputError(f"{scenario.id}, line {number}: {error}") from error
    return Played(scenario, ruleset, None, tuple(states))


def _line(state: State, line: Line) -> Iterator[tuple[str, State]]:
    if line.at is not None or line.substep is not None:
        state = _go(state, line)
        yield "", state
    if line.happens is not None:
        state = _happens(state, line)
        yield f"it happens: {line.happens.do} {line.card or ''}".rstrip(), state
    if line.decide is not None:
        state = _decide(state, line.decide)
        yield f"replace the destruction: {'yes' if line.decide else 'no'}", state
    if line.resolve:
        state = _resolved(state)
        yield "both pass: the chain resolves", state
    if line.uses is not None:
        state, told = _uses(state, line)
        yield told, state
    for key, value in line.state.items():
        got = looked_up(state, key)
        if got != value:
            raise _Differs(f"{key} is {value}", f"{key} is {got}")


def _arrived(state: State, line: Line) -> bool:
    moment = state.moment
    if line.substep is not None:
        return moment.substep == line.substep
    return moment.key == line.at or (moment.substep is not None and moment.window.keys() == (line.at,))


def _go(state: State, line: Line) -> State:
    """Play goes on without anybody's will until the moment of the line."""
    for _ in range(_MOST_STEPS):
        if _arrived(state, line) and not state.questions:
            return state
        if state.moment.key == "closed" and line.at == "battle_end":
            return enter(state, state.rules.index("battle_end"))
        if state.moment.key == "closed":
            raise _Differs(f"play comes to {line.at or f'substep {line.substep}'}", "the Damage Step is over")
        state = _drift(state)
    raise _Differs(f"play comes to {line.at}", "it never does")


def _drift(state: State) -> State:
    """One step without anybody's will: what must be done is done, the rest is passed."""
    if state.questions:
        question = state.questions[0]
        card = state.cards[question.card]
        forced = any(effect.no == question.effect and effect.mandatory for effect in card.spec.effects)
        return step(state, Decide(question.player, forced))
    owed = must(state, state.priority)
    return step(state, owed[0] if owed else Pass(state.priority))


def _resolved(state: State) -> State:
    if not state.chain and not state.stages:
        raise _Differs("a chain resolves", "no chain is open")
    open_chain = False
    for _ in range(_MOST_STEPS):
        open_chain = open_chain or bool(state.chain)
        if not state.chain and (open_chain or not state.stages):
            return state
        state = _drift(state)
    raise _Differs("the chain resolves", "it never does")


def _decide(state: State, yes: bool) -> State:
    for _ in range(_MOST_STEPS):
        if state.questions:
            return step(state, Decide(state.questions[0].player, yes))
        if state.over:
            break
        state = _drift(state)
    raise _Differs("a replacement may be chosen", "nothing is asked")


def _happens(state: State, line: Line) -> State:
    if line.happens is None:
        return state
    if state.chain:
        state = _resolved(state)
    who: Who = line.who or "T"
    card = line.card or state.attacker
    if card not in state.cards:
        raise InputError(f"no card {card!r} in this scenario")
    op = msgspec.structs.replace(line.happens, to="self") if line.happens.to == "none" else line.happens
    return settle(perform(state, Link(who, card, 0, targets=(card,)), op))


def _uses(state: State, line: Line) -> tuple[State, str]:
    card = state.cards.get(line.uses or "")
    if card is None:
        raise InputError(f"no card {line.uses!r} in this scenario")
    who: Who = line.who or card.controller
    if line.link == 1 and state.chain:
        state = _resolved(state)
    effects = [one for one in card.spec.effects if _asked(one, line)]
    if not effects:
        raise InputError(f"{card.name} has no effect {line.effect}{'' if line.option is None else f', option {line.option}'} that is activated")
    granted = _granted(state, who, card.id, effects, line)
    answers = [(one, explain(granted, who, card.id, one.no, one.option, together=line.together)) for one in effects]
    if line.targets and line.expect == "illegal":
        answers = [(one, permit if not permit.legal else _aimed(granted, line, one, permit)) for one, permit in answers]
    legal = [one for one, permit in answers if permit.legal]
    told = f"{who}: {card.id}{f' ({line.effect})' if line.effect is not None else ''}"
    if line.expect == "illegal":
        return state, _illegal(told, line, answers, legal)
    if not legal:
        permit = answers[0][1]
        raise _Differs(f"{told} is {line.expect or 'legal'}", f"not legal: {permit.why}", permit.rule)
    chosen = legal[0]
    if line.expect == "forced" and not any((one.card, one.effect) == (card.id, chosen.no) for one in must(granted, who)):
        raise _Differs(f"{told} must be activated", "it may be declined", answers[0][1].rule)
    return _activated(granted, line, who, chosen, told, next(permit for one, permit in answers if one is chosen))


def _aimed(state: State, line: Line, effect: EffectSpec, permit: Permit) -> Permit:
    """Whether a legal effect may also choose these targets."""
    card = state.cards[line.uses or ""]
    fine = set(line.targets) <= set(candidates(state, line.who or card.controller, card, effect))
    return permit if fine else Permit(False, "R-DOOM-02" if any(state.cards[one].doomed for one in line.targets) else "R-ACT-01", "not its targets")


def _illegal(told: str, line: Line, answers: list[tuple[EffectSpec, Permit]], legal: list[EffectSpec]) -> str:
    if legal:
        rule = next(permit.rule for one, permit in answers if one is legal[0])
        raise _Differs(f"{told} is not legal", "legal", rule)
    if line.rule is not None and line.rule not in {permit.rule for _, permit in answers}:
        raise _Differs(f"{told} is not legal by {line.rule}", f"not legal: {answers[0][1].why}", answers[0][1].rule)
    permit = answers[0][1]
    return f"{told} is not legal ({permit.rule}: {permit.why})"


def _activated(state: State, line: Line, who: Who, effect: EffectSpec, told: str, permit: Permit) -> tuple[State, str]:
    if line.rule is not None and line.rule != permit.rule:
        raise _Differs(f"{told} is legal by {line.rule}", "legal by another rule", permit.rule)
    card = state.cards[line.uses or ""]
    choices = target_choices(state, who, card, effect)
    targets = line.targets or (choices[0] if choices else ())
    try:
        state = step(state, Activate(who, card.id, effect.no, effect.option, targets, line.pays, line.together))
    except (IllegalAction, ValueError) as error:
        raise _Differs(f"{told} is {line.expect or 'legal'}", str(error)) from error
    if line.link is not None and len(state.chain) != line.link:
        raise _Differs(f"{told} is chain link {line.link}", f"chain link {len(state.chain)}", permit.rule)
    return state, f"{told} becomes chain link {len(state.chain)} ({permit.rule}: {permit.why})"


def _asked(effect: EffectSpec, line: Line) -> bool:
    if effect.kind in _NEVER or (line.option is not None and effect.option != line.option):
        return False
    return line.effect is None or effect.no == line.effect


def _granted(state: State, who: Who, card: str, effects: list[EffectSpec], line: Line) -> State:
    """The state in which this player may act, if passing by the other leads there without resolving or closing anything."""
    for _ in range(_MOST_STEPS):
        if state.questions or state.moment.key == "closed":
            return state
        if state.stages:
            player, group = state.stages[0]
            wanted = any(_means(one, card, effects) for one in group)
            later = any(_means(one, card, effects) for _, rest in state.stages[1:] for one in rest)
            if player == who and (wanted or not later) and not (not wanted and _fast(effects)):
                return state
            if not later and not _fast(effects) and not wanted:
                return state
            state = _drift(state)
        elif state.priority == who:
            return state
        elif state.passes == 0 and not must(state, state.priority):
            state = step(state, Pass(state.priority))
        elif must(state, state.priority):
            state = _drift(state)
        else:
            return state
    return state


def _means(one: Pending, card: str, effects: list[EffectSpec]) -> bool:
    return one.card == card and any((effect.no, effect.option) == (one.effect, one.option) for effect in effects)


def _fast(effects: list[EffectSpec]) -> bool:
    return all(effect.kind not in ("trigger", "flip") for effect in effects)
