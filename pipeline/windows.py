"""The five windows of the Damage Step, sets of them, the seven legacy substeps and the rulesets.

A `Window` value is a *set* of windows: members combine with ``|``, are tested with ``in`` and iterate in the order of play.
"""

import enum
from collections.abc import Iterable
from typing import Literal

Ruleset = Literal["tcg", "ocg", "ocg-mr2", "edison", "goat"]
RULESETS: tuple[Ruleset, ...] = ("tcg", "ocg", "ocg-mr2", "edison", "goat")
CURRENT: frozenset[Ruleset] = frozenset({"tcg", "ocg"})
LEGACY_TCG: frozenset[Ruleset] = frozenset({"edison", "goat"})


class Window(enum.Flag):
    """A set of the five windows, in the order in which they are played."""

    START = 1
    BEFORE_CALC = 2
    DURING_CALC = 4
    AFTER_CALC = 8
    END = 16

    # Every set is one object, compared as such; the hash of an enumeration is that of its name, and ten times slower.
    __hash__ = object.__hash__

    @property
    def key(self) -> str:
        """Short name of a single window (``start`` ... ``end``)."""
        return _KEYS[self]

    @property
    def column(self) -> str:
        """Column of a single window in the published tables."""
        return COLUMNS[self]

    def keys(self) -> tuple[str, ...]:
        """Short names of the members, in the order of play."""
        return _SETS[self]

    @classmethod
    def of(cls, keys: Iterable[str]) -> "Window":
        """The set with these short names; `KeyError` on an unknown one."""
        found = NONE
        for key in keys:
            found |= BY_KEY[key]
        return found


NONE = Window(0)
ALL = Window.START | Window.BEFORE_CALC | Window.DURING_CALC | Window.AFTER_CALC | Window.END
# Where a change of ATK or DEF may still be activated (rule R-ATK-02).
UNTIL_CALC = Window.START | Window.BEFORE_CALC

_KEYS = {
    Window.START: "start",
    Window.BEFORE_CALC: "before_calc",
    Window.DURING_CALC: "during_calc",
    Window.AFTER_CALC: "after_calc",
    Window.END: "end",
}
# Iterating over a flag is slow, and there are no more than 32 sets.
_SETS = {some: tuple(_KEYS[window] for window in some) for some in map(Window, range(ALL.value + 1))}
BY_KEY = {key: window for window, key in _KEYS.items()}
COLUMNS = {
    Window.START: "start_of_damage_step",
    Window.BEFORE_CALC: "before_damage_calculation",
    Window.DURING_CALC: "during_damage_calculation",
    Window.AFTER_CALC: "after_damage_calculation",
    Window.END: "end_of_damage_step",
}
# The terms that cards use, by language. Spanish cards leave "Damage Step" untranslated.
TERMS: dict[str, dict[Window, str]] = {
    "en": {
        Window.START: "start of the Damage Step",
        Window.BEFORE_CALC: "before damage calculation",
        Window.DURING_CALC: "during damage calculation",
        Window.AFTER_CALC: "after damage calculation",
        Window.END: "end of the Damage Step",
    },
    "ja": {
        Window.START: "ダメージステップ開始時",
        Window.BEFORE_CALC: "ダメージ計算前",
        Window.DURING_CALC: "ダメージ計算時",
        Window.AFTER_CALC: "ダメージ計算後",
        Window.END: "ダメージステップ終了時",
    },
    "es": {
        Window.START: "comienzo del Damage Step",
        Window.BEFORE_CALC: "antes del cálculo de daño",
        Window.DURING_CALC: "durante el cálculo de daño",
        Window.AFTER_CALC: "después del cálculo de daño",
        Window.END: "final del Damage Step",
    },
}
# The legacy TCG's seven substeps: 1 start, 2 flip, 3 last changes, 4 calculation, 5 battle damage, 6 flip effects, 7 to the Graveyard.
SUBSTEPS: dict[int, Window] = {
    1: Window.START,
    2: Window.BEFORE_CALC,
    3: Window.BEFORE_CALC,
    4: Window.DURING_CALC,
    5: Window.AFTER_CALC,
    6: Window.AFTER_CALC,
    7: Window.END,
}


def from_substeps(substeps: Iterable[int]) -> Window:
    """The current windows into which legacy substeps (1-7) fold; `KeyError` on another number."""
    found = NONE
    for substep in substeps:
        found |= SUBSTEPS[substep]
    return found
