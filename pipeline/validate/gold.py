"""Gold: files of public rulings and of official statements, one JSON object a line, told apart by their fields.

A ruling points into the English text of a card by its passcode; a statement of the official card database by its Konami id and the
circled number of the Japanese text, or a place in that. Both become one frame of facts, with columns of their own for the place.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pandas as pd

from pipeline.errors import InputError
from pipeline.records import Part
from pipeline.scrape.intake import one_line, read_file
from pipeline.validate.json_lines import json_lines
from pipeline.windows import Ruleset, Window

WindowKey = Literal["start", "before_calc", "during_calc", "after_calc", "end"]
Era = Literal["current", "legacy"]
# The rulesets under which a fact of an era can be scored. The OCG before 2014 has neither kind of facts.
SCORED_UNDER: dict[Era, frozenset[Ruleset]] = {"current": frozenset({"tcg", "ocg"}), "legacy": frozenset({"edison", "goat"})}


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """One public ruling. ``offset``: code point in the English text of the part; ``bullet``: option from 0."""

    passcode: str | None
    part: Part
    offset: int
    legal: bool | Literal["conditional"]  # conditional: legal in some case
    authority: str
    era_of_ruling: Era
    name: str = ""
    effect: str = ""  # a pointer for people
    bullet: int | None = None
    whole_card_activation: bool = False
    windows: list[WindowKey] | None = None  # null: the source does not say
    condition: str | None = None
    era: str = ""  # of the wording: psct or old
    stale: bool = False
    suspicious: bool = False
    confident: bool = True
    source_url: str | None = None


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """One statement of the official database. ``ja_offset``: code point in the raw Japanese text of the part."""

    konami_id: int
    part: Part
    what: Literal["effect", "card_activation"]
    legal: bool | Literal["mixed"]  # mixed: it depends
    passcode: str | None = None
    name: str = ""
    ja_no: int | None = None
    ja_offset: int | None = None
    windows: list[WindowKey] | None = None
    date: str | None = None


class Gold(msgspec.Struct, frozen=True):
    """The facts of one file.

    ``facts`` has a row a fact: ``name``, ``label`` (which effect, for people), ``part``, ``legal``, ``windows`` (value of a `Window`,
    0 where the source names none), ``condition``, ``authority``, ``wording`` (empty where the dataset has to tell), ``era``,
    ``source``, ``left_out`` (why it cannot be scored; empty where it can), and the keys of the form.
    """

    form: Literal["rulings", "statements"]
    facts: pd.DataFrame


def read_gold(path: Path) -> Gold:
    """The facts in a file, plain or gzip. `InputError` with the line where one does not fit, or where the form is neither of the two."""
    data, _ = read_file(path)
    fields = set(next(json_lines(data, dict, path)))
    if fields >= {"offset", "authority"}:
        return Gold("rulings", _rulings(list(json_lines(data, Ruling, path))))
    if fields >= {"konami_id", "what"}:
        return Gold("statements", _statements(list(json_lines(data, Statement, path))))
    raise InputError(
        f"{one_line(path)}: neither rulings (passcode, part, offset, authority ...) nor official statements (konami_id, part, what ...)"
        f" but lines with {one_line(', '.join(sorted(fields)) or 'no field', 80)}"
    )


def _rulings(found: Sequence[Ruling]) -> pd.DataFrame:
    frame = pd.DataFrame(
        {
            "name": [one.name for one in found],
            "label": [one.effect for one in found],
            "part": [one.part for one in found],
            "legal": [bool(one.legal) for one in found],
            "windows": [Window.of(one.windows or ()).value for one in found],
            "condition": [one.condition for one in found],
            "authority": [one.authority for one in found],
            "wording": [{"psct": "PSCT", "old": "older wording"}.get(one.era, one.era) for one in found],
            "era": [one.era_of_ruling for one in found],
            "source": [one.source_url for one in found],
            "left_out": ["doubtful or superseded" if one.stale or one.suspicious or not one.confident else "" for one in found],
            "passcode": [one.passcode for one in found],
            "offset": [one.offset for one in found],
            "bullet": [None if one.bullet is None else one.bullet + 1 for one in found],
            "own_activation": [one.whole_card_activation for one in found],
        }
    )
    return frame.astype({"bullet": "Int32"})


def _statements(found: Sequence[Statement]) -> pd.DataFrame:
    frame = pd.DataFrame(
        {
            "name": [one.name for one in found],
            "label": [_pointer(one) for one in found],
            "part": [one.part for one in found],
            "legal": [one.legal is True for one in found],
            "windows": [Window.of(one.windows or ()).value for one in found],
            "condition": [None for _ in found],
            "authority": ["official supplement" for _ in found],
            "wording": ["" for _ in found],
            "era": ["current" for _ in found],
            "source": [f"supplement of {one.date or 'unknown date'}" for one in found],
            "left_out": [_unscorable(one) for one in found],
            "passcode": [one.passcode for one in found],
            "konami_id": [one.konami_id for one in found],
            "ja_no": [one.ja_no or None for one in found],
            "ja_offset": [one.ja_offset for one in found],
            "own_activation": [one.what == "card_activation" for one in found],
        }
    )
    return frame.astype({"ja_no": "Int32", "ja_offset": "Int64", "konami_id": "Int64"})


def _pointer(one: Statement) -> str:
    where = "the activation of the card" if one.what == "card_activation" else f"effect no. {one.ja_no}" if one.ja_no else f"at {one.ja_offset}"
    return where if one.part == "text" else f"Pendulum Effect, {where}"


def _unscorable(one: Statement) -> str:
    if one.legal == "mixed":
        return "legal in one case and not in another"
    nowhere = one.what == "effect" and not one.ja_no and one.ja_offset is None
    return "without a place in the text" if nowhere else ""
