"""The older rulesets: what their differing windows make of a verdict, and the seven substeps of the old TCG procedure.

`ocg-mr2` is the OCG before Master Rule 3 (2014); `edison` (2010) and `goat` (2005) are the TCG with seven substeps. Single cards
that were treated differently are data (`data/rulings`), not code.
"""

from functools import cache

from pipeline.classify.events import live, window_of
from pipeline.records import Effect, Verdict
from pipeline.windows import CURRENT, LEGACY_TCG, NONE, UNTIL_CALC, Ruleset, Window, from_substeps

# Where each window's activations go in the seven substeps, where nothing more special is known.
_START, _FLIP, _LAST_CHANGES, _CALCULATION, _DAMAGE, _EFFECTS, _GRAVEYARD = range(1, 8)
_PLAIN: dict[Window, tuple[int, ...]] = {
    Window.START: (_START,),
    Window.BEFORE_CALC: (_FLIP, _LAST_CHANGES),
    Window.DURING_CALC: (_CALCULATION,),
    Window.AFTER_CALC: (_DAMAGE, _EFFECTS),
    Window.END: (_GRAVEYARD,),
}
_DAMAGE_EVENTS = frozenset({"battle_damage", "damage"})


def names_step_freely(effect: Effect, verdict: Verdict) -> bool:
    """Whether it is of the kind that names the whole step, or the span until damage calculation, and may be used there at will."""
    condition = effect.condition
    free = verdict.mode == "open" and verdict.windows is UNTIL_CALC and not condition.phases
    return free and (condition.names_step or condition.window is UNTIL_CALC)


def adapt(verdict: Verdict, effect: Effect, ruleset: Ruleset) -> Verdict:
    """The verdict of a rule, given for the current procedure, under another ruleset; unchanged for `tcg` and `ocg`."""
    if ruleset in CURRENT or verdict.eligible != "yes":
        return verdict
    windows = verdict.windows
    if names_step_freely(effect, verdict):
        # Such effects lasted through damage calculation until 2014 (rulebook 1.3, R-LEG-03).
        windows |= Window.DURING_CALC
    if ruleset not in LEGACY_TCG:
        return _verdict(verdict, windows, verdict.mode, ())
    substeps = _substeps(effect, verdict, windows)
    # Goat knows one chain a substep (R-LEG-07): nothing may be started at will there.
    mode = "first_chain" if ruleset == "goat" and verdict.mode == "open" else verdict.mode
    return _verdict(verdict, from_substeps(substeps), mode, substeps)


def _verdict(verdict: Verdict, windows: Window, mode: object, substeps: tuple[int, ...]) -> Verdict:
    if windows is verdict.windows and mode == verdict.mode and substeps == verdict.substeps:
        return verdict
    return _made(verdict.eligible, windows, mode, verdict.condition, substeps)


@cache
def _made(eligible: object, windows: Window, mode: object, condition: str | None, substeps: tuple[int, ...]) -> Verdict:
    # One object for each distinct answer, as for the current rulesets.
    return Verdict(eligible, windows, mode, condition, NONE, substeps)  # type: ignore[arg-type]


def _substeps(effect: Effect, verdict: Verdict, windows: Window) -> tuple[int, ...]:
    found: set[int] = set()
    named = effect.condition.window
    for window in windows:
        steps = _PLAIN[window]
        if window is Window.BEFORE_CALC and named is window:
            # The substep before is the flip itself.
            steps = (_LAST_CHANGES,)
        elif window is Window.AFTER_CALC and windows is window:
            steps = _after_calculation(effect, verdict)
        found.update(steps)
    return tuple(sorted(found))


def _after_calculation(effect: Effect, verdict: Verdict) -> tuple[int, ...]:
    """Battle damage has a substep and a chain of its own, before flips and what else a battle sets off (R-LEG-01)."""
    if verdict.mode != "event":
        return (_EFFECTS,)
    events = [event for event in live(effect.condition) if window_of(event) is Window.AFTER_CALC]
    damage = any(event.what in _DAMAGE_EVENTS for event in events)
    other = not events or any(event.what not in _DAMAGE_EVENTS for event in events)
    return tuple(step for step, there in ((_DAMAGE, damage), (_EFFECTS, other)) if there)
