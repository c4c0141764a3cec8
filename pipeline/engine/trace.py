"""A play in words, window by window: what was done, what the game did by itself, which triggers came due."""

from collections.abc import Iterable, Iterator

from pipeline.engine.inspect import differences
from pipeline.engine.rulesets import Moment
from pipeline.engine.state import Pending, State
from pipeline.windows import NONE, TERMS

_AROUND = {"battle_step": "Battle Step", "closed": "back in the Battle Step", "battle_end": "end of the Battle Phase", "end_phase": "End Phase"}


def traced(states: Iterable[tuple[str, State]]) -> Iterator[str]:
    """Lines about a play: a heading for each moment passed through, under it what happened there."""
    before: State | None = None
    for told, state in states:
        entered = before is None or before.at != state.at
        if entered and told and before is not None:  # it was done in the moment that it ended
            yield f"    {told}"
        if entered:
            yield f"  {heading(state.moment)}"
        if told and not (entered and before is not None):
            yield f"    {told}"
        if before is not None:
            yield from (f"      {change}" for change in differences(before, state))
        yield from (f"      trigger: {_due(one)}" for one in _new_triggers(before, state))
        before = state


def heading(moment: Moment) -> str:
    """The key of the moment and the term that cards use for it."""
    term = _AROUND[moment.key] if moment.window == NONE else TERMS["en"][moment.window]
    return f"{moment.key}: {term}"


def _new_triggers(before: State | None, state: State) -> list[Pending]:
    known = set() if before is None or before.at != state.at else {one for _, group in before.stages for one in group}
    return [one for _, group in state.stages for one in group if one not in known]


def _due(one: Pending) -> str:
    return f"{one.player}: {one.card} ({one.effect}), {'mandatory' if one.mandatory else 'optional'}"
