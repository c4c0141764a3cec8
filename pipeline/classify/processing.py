"""How each step of an effect's processing stands to the ones before: what hangs on an option or a delay shares it."""

from collections.abc import Iterator
from typing import NamedTuple

from pipeline.records import PROCEDURE_SUMMONS, Action, Effect


class Standing(NamedTuple):
    """Of one action: may it be left out, does it come only later, does it stand behind a break ("then")?"""

    optional: bool
    delayed: bool
    broken: bool


def standings(actions: tuple[Action, ...]) -> Iterator[tuple[Action, Standing]]:
    """Every action with its standing, in order. A new sentence stands by itself again."""
    optional = delayed = broken = False
    for action in actions:
        if action.link == "sentence":
            optional = delayed = broken = False
        optional = optional or action.optional
        delayed = delayed or action.delayed
        broken = broken or action.link == "then"
        yield action, Standing(optional, delayed, broken)


def alternative(actions: tuple[Action, ...], n: int) -> bool:
    """Whether action number `n` is one of several of different kinds to choose from."""
    before = actions[n - 1] if n and actions[n].link == "or" else None
    behind = actions[n + 1] if n + 1 < len(actions) and actions[n + 1].link == "or" else None
    return any(other is not None and other.what != actions[n].what for other in (before, behind))


def performs_procedure_summon(effect: Effect) -> bool:
    """Whether the processing must perform a Normal, Ritual, Fusion, Synchro, Xyz, Link or Pendulum Summon (R-ACT-14).

    A Summon that may be left out, that comes only later, that is but treated as one or that is one of several choices does not count.
    """
    actions = effect.actions
    if not any(action.what in PROCEDURE_SUMMONS for action in actions):
        return False
    for n, (action, standing) in enumerate(standings(actions)):
        if action.what in PROCEDURE_SUMMONS and not (standing.optional or standing.delayed or action.treated_as or alternative(actions, n)):
            return True
    return False
