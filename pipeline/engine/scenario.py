"""Plays a scenario line by line and says where the engine and the ruling part."""

from collections.abc import Mapping

import msgspec

from pipeline.engine.course import Course, Differs
from pipeline.engine.damage_step import Activate, IllegalAction, begin, explain, legal_actions, must, step
from pipeline.engine.flow import settle
from pipeline.engine.inspect import looked_up
from pipeline.engine.nature import Permit
from pipeline.engine.operations import perform
from pipeline.engine.scenario_format import Line, Scenario, Who
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec, Op
from pipeline.engine.state import Link, State
from pipeline.engine.targets import candidates, target_choices
from pipeline.errors import InputError
from pipeline.windows import Ruleset

_NEVER = frozenset({"continuous", "lingering", "condition", "summoning", "replacement", "lock", "maintenance"})


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


def play(scenario: Scenario, library: Mapping[str, CardSpec], ruleset: Ruleset) -> Played:
    """Plays it. Raises `InputError` where the scenario itself is at fault: an unknown card or effect."""
    early = bool(scenario.lines) and scenario.lines[0].at == "battle_step"
    number = 0
    course = Course()
    try:
        course.add("the field", begin(first_state(scenario.setup, library, ruleset, battle_step=early)))
        for line in scenario.lines:
            number += 1
            if not line.rulesets or ruleset in line.rulesets:
                _line(course, line)
    except Differs as differs:
        return Played(scenario, ruleset, Failure(number, differs.expected, differs.got, differs.rule), tuple(course.states))
    except InputError as error:
        where = f"line {number}" if number else "setup"
        raise InputError(f"{scenario.id}, {where}: {error}") from error
    return Played(scenario, ruleset, None, tuple(course.states))


def _line(course: Course, line: Line) -> None:
    if line.at is not None and line.uses is None and line.expect == "illegal":
        _no_way(course, line)
    elif line.at is not None or line.substep is not None:
        where = line.at or f"substep {line.substep}"
        course.go(lambda state: _arrived(state, line), where, to_battle_end=line.at == "battle_end")
    if line.happens is not None:
        _happens(course, line, line.happens)
    if line.decide is not None:
        course.decide(line.decide)
    if line.resolve:
        course.resolve()
    if line.uses is not None:
        _uses(course, line, line.uses)
    for key, value in line.state.items():
        got = looked_up(course.state, key)
        if got != value:
            raise Differs(f"{key} is {value}", f"{key} is {got}")


def _no_way(course: Course, line: Line) -> None:
    """Neither anything that the player may do now nor that both pass leads to the named moment at once. Raises `Differs` where it does."""
    player: Who = line.who or "T"
    for action in legal_actions(course.state, player):
        if _arrived(step(course.state, action), line):
            raise Differs(f"{player} may not go to {line.at} from here", f"{action} leads there")
    ahead = course.fork()
    while ahead.state.moment == course.state.moment and not ahead.state.over:
        ahead.drift()
    if _arrived(ahead.state, line):
        raise Differs(f"{line.at} does not come next", "it does")


def _arrived(state: State, line: Line) -> bool:
    moment = state.moment
    if line.substep is not None:
        return moment.substep == line.substep
    return moment.key == line.at or (moment.substep is not None and moment.window.keys() == (line.at,))


def _happens(course: Course, line: Line, what: Op) -> None:
    if course.state.chain:
        course.resolve()
    who: Who = line.who or "T"
    card = line.card or course.state.attacker
    if card not in course.state.cards:
        raise InputError(f"no card {card!r} in this scenario")
    op = msgspec.structs.replace(what, to="self") if what.to == "none" else what
    course.add(f"it happens: {what.do} {line.card or ''}".rstrip(), settle(perform(course.state, Link(who, card, 0, targets=(card,)), op)))


def _uses(course: Course, line: Line, name: str) -> None:
    card = course.state.cards.get(name)
    if card is None:
        raise InputError(f"no card {name!r} in this scenario")
    who: Who = line.who or card.controller
    if line.link == 1 and course.state.chain:
        course.resolve()
    effects = [one for one in card.spec.effects if _asked(one, line)]
    if not effects:
        raise InputError(f"{card.name} has no effect {line.effect}{'' if line.option is None else f', option {line.option}'} that is activated")
    granted = course.fork()
    granted.grant(who, card.id, effects)
    state = granted.state
    answers = [(one, explain(state, who, card.id, one.no, one.option, together=line.together)) for one in effects]
    if line.targets and line.expect == "illegal":
        answers = [(one, permit if not permit.legal else _aimed(state, line, one, permit)) for one, permit in answers]
    legal = [one for one, permit in answers if permit.legal]
    told = f"{who}: {card.id}{f' ({line.effect})' if line.effect is not None else ''}"
    if line.expect == "illegal":
        course.add(_illegal(told, line, answers, legal), course.state)
        return
    if not legal:
        permit = answers[0][1]
        raise Differs(f"{told} is {line.expect or 'legal'}", f"not legal: {permit.why}", permit.rule)
    chosen = legal[0]
    if line.expect == "forced" and not any((one.card, one.effect) == (card.id, chosen.no) for one in must(state, who)):
        raise Differs(f"{told} must be activated", "it may be declined", answers[0][1].rule)
    course.states = granted.states
    _activated(course, line, who, chosen, told, next(permit for one, permit in answers if one is chosen))


def _aimed(state: State, line: Line, effect: EffectSpec, permit: Permit) -> Permit:
    """Whether a legal effect may also choose these targets."""
    card = state.cards[line.uses or ""]
    fine = set(line.targets) <= set(candidates(state, line.who or card.controller, card, effect))
    return permit if fine else Permit(False, "R-DOOM-02" if any(state.cards[one].doomed for one in line.targets) else "R-ACT-01", "not its targets")


def _illegal(told: str, line: Line, answers: list[tuple[EffectSpec, Permit]], legal: list[EffectSpec]) -> str:
    if legal:
        rule = next(permit.rule for one, permit in answers if one is legal[0])
        raise Differs(f"{told} is not legal", "legal", rule)
    if line.rule is not None and line.rule not in {permit.rule for _, permit in answers}:
        raise Differs(f"{told} is not legal by {line.rule}", f"not legal: {answers[0][1].why}", answers[0][1].rule)
    permit = answers[0][1]
    return f"{told} is not legal ({permit.rule}: {permit.why})"


def _activated(course: Course, line: Line, who: Who, effect: EffectSpec, told: str, permit: Permit) -> None:
    state = course.state
    if line.rule is not None and line.rule != permit.rule:
        raise Differs(f"{told} is legal by {line.rule}", "legal by another rule", permit.rule)
    card = state.cards[line.uses or ""]
    choices = target_choices(state, who, card, effect)
    targets = line.targets or (choices[0] if choices else ())
    number = len(state.chain) + 1
    try:
        course.act(
            Activate(who, card.id, effect.no, effect.option, targets, line.pays, line.together),
            f"{told} becomes chain link {number} ({permit.rule}: {permit.why})",
        )
    except (IllegalAction, ValueError) as error:
        raise Differs(f"{told} is {line.expect or 'legal'}", str(error)) from error
    if line.link is not None and number != line.link:
        raise Differs(f"{told} is chain link {line.link}", f"chain link {number}", permit.rule)


def _asked(effect: EffectSpec, line: Line) -> bool:
    if effect.kind in _NEVER or (line.option is not None and effect.option != line.option):
        return False
    return line.effect is None or effect.no == line.effect
