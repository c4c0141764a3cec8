"""What differs between the rulesets, as switches of one engine (sources: ``data/scenarios/rules.yml``, R-LEG-01 to R-LEG-08)."""

from typing import Literal

import msgspec

from pipeline.windows import NONE, Ruleset, Window

# What the game does by itself when a moment opens, in this order.
Entry = Literal["flip", "pay", "rules", "damage", "battles", "leave"]


class Moment(msgspec.Struct, frozen=True):
    """A stage of the battle: one of the five windows, a legacy substep, or the time around the Damage Step (no window)."""

    key: str
    window: Window = NONE
    entry: tuple[Entry, ...] = ()
    substep: int | None = None
    chains: int | None = None  # chains that a player may open of his own will; none: any number


class Rules(msgspec.Struct, frozen=True):
    """One ruleset."""

    name: Ruleset
    moments: tuple[Moment, ...]
    step_effects: frozenset[str]  # moments in which "during the Damage Step" changes of ATK or DEF may start
    changes: frozenset[str]  # moments for the other changes of ATK or DEF
    order: Literal["tcg", "ocg", "by event"] = "tcg"
    flip_needs_zone: bool = True  # R-FLIP-05
    both_zero_die: bool = False  # R-CAL-02
    split_end: bool = False  # R-LEG-04: destroyed and sent first, then what names the end of the step

    def index(self, key: str) -> int:
        """Where the moment with this key stands; `StopIteration` for none."""
        return next(at for at, moment in enumerate(self.moments) if moment.key == key)


_BEFORE, _CLOSED, _LAST, _END_PHASE = Moment("battle_step"), Moment("closed"), Moment("battle_end"), Moment("end_phase")
_FIVE = (
    _BEFORE,
    Moment("start", Window.START),
    Moment("before_calc", Window.BEFORE_CALC, ("flip",)),
    Moment("during_calc", Window.DURING_CALC),
    Moment("after_calc", Window.AFTER_CALC, ("pay", "rules", "damage", "battles")),
    Moment("end", Window.END, ("leave",)),
    _CLOSED,
    _LAST,
    _END_PHASE,
)


def _seven(chains: tuple[int | None, ...]) -> tuple[Moment, ...]:
    windows = (Window.START, Window.BEFORE_CALC, Window.BEFORE_CALC, Window.DURING_CALC, Window.AFTER_CALC, Window.AFTER_CALC, Window.END)
    entries: tuple[tuple[Entry, ...], ...] = ((), ("flip",), (), (), ("damage",), ("rules", "battles"), ("pay", "leave"))
    steps = (
        Moment(f"substep {number}", window, entry, number, limit)
        for number, (window, entry, limit) in enumerate(zip(windows, entries, chains, strict=True), 1)
    )
    return (_BEFORE, *steps, _CLOSED, _LAST, _END_PHASE)


# Before Master Rule 3 the calculation had one chain, in which changes of ATK and DEF were still allowed (R-LEG-03).
_FIVE_OLD = tuple(msgspec.structs.replace(moment, chains=1) if moment.key == "during_calc" else moment for moment in _FIVE)
_SB = frozenset({"start", "before_calc"})
_TO_THREE = frozenset({"substep 1", "substep 2", "substep 3"})
RULES: dict[Ruleset, Rules] = {
    "tcg": Rules("tcg", _FIVE, _SB, _SB),
    "ocg": Rules("ocg", _FIVE, _SB, _SB, order="ocg"),
    "ocg-mr2": Rules("ocg-mr2", _FIVE_OLD, _SB | {"during_calc"}, _SB, order="ocg", flip_needs_zone=False),
    "edison": Rules(
        "edison", _seven((None, None, None, 1, 1, 1, 1)), _TO_THREE | {"substep 4"}, _TO_THREE, flip_needs_zone=False
    ),
    "goat": Rules(
        "goat", _seven((1,) * 7), _TO_THREE | {"substep 4"}, _TO_THREE, order="by event", flip_needs_zone=False, both_zero_die=True
    ),
}  # fmt: skip
