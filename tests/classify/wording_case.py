"""The vocabulary of the wording cases: shapes of cards, expected answers, and the case itself."""

import re
from typing import Literal, NamedTuple, get_args

from pipeline.records import Eligible, Kind, Mode, Part, Tag
from pipeline.windows import ALL, BY_KEY, NONE, Ruleset, Window

Run = Literal["text", "text_ja", "both"]
RUNS: tuple[Run, ...] = get_args(Run)


class Shape(NamedTuple):
    """A sort of card. ``reads_as`` is the kind of effect that the name of the shape promises; null where it promises none."""

    card_type: Literal["Monster", "Spell", "Trap"]
    property: str | None = None
    types: tuple[str, ...] = ()
    reads_as: Kind | None = None


def _monster(*types: str, reads_as: Kind | None = None) -> Shape:
    return Shape("Monster", None, ("Warrior", *types, "Effect"), reads_as)


SHAPES: dict[str, Shape] = {
    "effect monster": _monster(),
    "ignition effect monster": _monster(reads_as="ignition"),
    "trigger effect monster": _monster(reads_as="trigger"),
    "quick effect monster": _monster(reads_as="quick"),
    "continuous effect monster": _monster(reads_as="continuous"),
    **{
        f"{name.lower()} monster": _monster(name)
        for name in ("Flip", "Ritual", "Fusion", "Synchro", "Xyz", "Link", "Pendulum", "Gemini", "Spirit", "Union")
    },
    **{f"{name.lower()} spell": Shape("Spell", name) for name in ("Normal", "Quick-Play", "Continuous", "Equip", "Field", "Ritual")},
    **{f"{name.lower()} trap": Shape("Trap", name) for name in ("Normal", "Continuous", "Counter")},
}
# Their texts begin with a line of materials, which the readers set aside.
WITH_MATERIALS = frozenset({"fusion monster", "synchro monster", "xyz monster", "link monster"})
PARTS: dict[str, Part] = {"main": "text", "pendulum": "pendulum_effect"}

_MODES: dict[str, Mode] = {"open": "open", "response": "response", "event": "event", "first chain": "first_chain"}
_PLAIN: dict[str, Eligible] = {"closed": "no", "not activated": "not_activated", "undecided": "uncertain"}
_SHARED = re.compile(r"(open|response|event|first chain|not activated, applies) in (.+)")
_BETWEEN = re.compile(r"\s*(?:,\s*and\s+|,|\s+and\s+)\s*")
HOW_TO_EXPECT = (
    "write one of: open in ..., response in ..., event in ..., first chain in ..., closed, not activated, "
    "not activated, applies in ..., undecided; windows are start, before_calc, during_calc, after_calc, end, or any for all five"
)


class Expected(NamedTuple):
    """What a case wants: the answer, its windows and mode; ``applies_in`` is null where the case leaves it open."""

    eligible: Eligible
    windows: Window = NONE
    mode: Mode | None = None
    applies_in: Window | None = None

    def met_by(self, tag: Tag) -> bool:
        """Whether a tag gives this answer."""
        right = (tag.eligible, tag.windows, tag.mode) == (self.eligible, self.windows, self.mode)
        return right and self.applies_in in (None, tag.applies_in)


def parse_expected(words: str) -> Expected:
    """An answer as the files write it; `ValueError` with a sentence for the writer of the case."""
    if words in _PLAIN:
        return Expected(_PLAIN[words])
    found = _SHARED.fullmatch(words)
    if found is None:
        raise ValueError(f"the answer {words!r} is not known; {HOW_TO_EXPECT}")
    how, where = found.groups()
    windows = ALL if where == "any" else _windows(where)
    return Expected("yes", windows, _MODES[how]) if how in _MODES else Expected("not_activated", applies_in=windows)


def _windows(words: str) -> Window:
    found = NONE
    for word in _BETWEEN.split(words):
        if word not in BY_KEY:
            raise ValueError(f"the window {word!r} is not known; windows are {', '.join(BY_KEY)}, or any for all five")
        found |= BY_KEY[word]
    return found


def in_words(tag: Tag) -> str:
    """A tag in the words of `parse_expected`."""
    if tag.eligible == "yes":
        return f"{(tag.mode or 'no mode').replace('_', ' ')} in {_named(tag.windows)}"
    plain = next(words for words, eligible in _PLAIN.items() if eligible == tag.eligible)
    return f"{plain}, applies in {_named(tag.applies_in)}" if tag.applies_in else plain


def _named(windows: Window) -> str:
    return "any" if windows == ALL else ", ".join(windows.keys()) or "no window"


class Case(NamedTuple):
    """One case. ``where`` names file and line, ``name`` is the wording with the case's number among those of that wording (W-04.2)."""

    where: str
    name: str
    wording: str
    card: str
    expect: str
    text: str | None = None
    text_ja: str | None = None
    effect: int = 1
    option: int | None = None
    part: Part = "text"
    ruleset: Ruleset = "tcg"
    only: Run | None = None
    because: tuple[str, ...] = ()
    shows: str | None = None
    known_fault: tuple[tuple[Run, str], ...] = ()

    @property
    def runs(self) -> tuple[Run, ...]:
        """Each language on its own, then both together where both are there; or the one run that the case asks for."""
        if self.only is not None:
            return (self.only,)
        given = tuple(run for run in RUNS[:2] if getattr(self, run) is not None)
        return (*given, "both") if len(given) > 1 else given
