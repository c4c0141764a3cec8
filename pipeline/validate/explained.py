"""Differences that are understood: why the engine and the tags, or a card by hand and as it is read, do not say the same.

They stand as data beside the scenarios. A difference that no entry there explains is a finding.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from pipeline.engine.library import FOLDER
from pipeline.errors import InputError
from pipeline.safe_yaml import load_yaml, one_line
from pipeline.windows import Ruleset

_LIMIT = 1 << 20  # bytes of one file
_Words = Annotated[str, Meta(min_length=1, max_length=600)]
_Type = TypeVar("_Type", bound=msgspec.Struct)
# What the rulebook supports; `reading`: the text was misread, by one side or before both; `open`: the sources do not settle it.
Side = Literal["engine", "tags", "reading", "open"]


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of difference between engine and tags: which rows it covers (every field that is given must fit), and why."""

    kind: _Words
    differs: Literal["windows", "mode"]
    side: Side
    why: _Words
    tag: tuple[str, ...] = ()  # codes of the rules that tagged
    engine: tuple[str, ...] = ()  # rules that are all among those the engine gave
    effects: tuple[str, ...] = ()  # ids
    rulesets: tuple[Ruleset, ...] = ()

    def covers(self, differs: str, effect_id: str, tag: str | None, engine: Iterable[str], ruleset: Ruleset) -> bool:
        """Whether a difference is of this kind."""
        return (
            differs == self.differs
            and (not self.tag or tag in self.tag)
            and set(self.engine) <= set(engine)
            and (not self.effects or effect_id in self.effects)
            and (not self.rulesets or ruleset in self.rulesets)
        )


class Misread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why fields of hand-written effects differ from what is read of the text: a fault or a limit of the reader, or a matter of form."""

    kind: _Words
    side: Literal["reader", "form", "errata", "open"]
    why: _Words
    fields: tuple[str, ...]
    effects: tuple[str, ...]  # "Card name/number of the effect in cards.yml"; an option follows a point


def read_differences(file: Path = FOLDER / "differences.yml") -> tuple[Explained, ...]:
    """The explained kinds of difference between engine and tags, the first that covers a row counting. Raises `InputError`."""
    return _entries(file, Explained)


def read_misread(file: Path = FOLDER / "specifications.yml") -> tuple[Misread, ...]:
    """The explained differences between hand-written and derived specifications. Raises `InputError`."""
    return _entries(file, Misread)


def _entries(file: Path, kind: type[_Type]) -> tuple[_Type, ...]:
    content = load_yaml(file, _LIMIT)
    if not isinstance(content, list):
        raise InputError(f"{one_line(file)}: a list of explained differences is expected")
    found = []
    for number, raw in enumerate(content, 1):
        try:
            found.append(msgspec.convert(raw, kind, strict=True))
        except msgspec.ValidationError as error:
            raise InputError(f"{one_line(file)}: entry {number}: {one_line(error)}") from error
    return tuple(found)
