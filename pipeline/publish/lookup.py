"""Reading one card out of a built dataset: by its name in either language, or by one of its numbers."""

import difflib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.errors import InputError
from pipeline.publish.one_build import require_one_build
from pipeline.publish.schema import CARDS, Columns

Record = dict[str, Any]
_SUGGESTIONS = 5
_LONGEST_QUERY = 200
_ASCII_PUNCTUATION = {code: None for code in range(128) if not chr(code).isalnum()}


class Found(msgspec.Struct, frozen=True):
    """Either the id of the one card that fits, or a one-line message with up to five names to try."""

    card_id: str | None
    message: str = ""
    suggestions: tuple[str, ...] = ()


class Index(msgspec.Struct, frozen=True):
    """The names and numbers of all cards, one list element a card."""

    card_id: list[str]
    name: list[str]
    name_ja: list[str | None]
    passcode: list[str | None]
    konami_id: list[int | None]
    script_ids: list[list[int]]


def find_card(dataset: Path, query: str) -> Found:
    """The card of this name or number. A name goes before a number ("7" is a card); exact spelling before any other."""
    with opened(dataset / "cards.parquet") as file:
        table = filled(file.read(columns=typed(file, CARDS, Index.__struct_fields__)), CARDS)
        index = Index(**{name: table[name].to_pylist() for name in Index.__struct_fields__})
    wanted = unicodedata.normalize("NFKC", query[:_LONGEST_QUERY]).strip()
    for search in (_spelled, _named, _numbered):
        hits = search(index, wanted)
        if len(hits) == 1:
            return Found(index.card_id[hits[0]])
        if hits:
            names = tuple(f"{index.name[i]} ({index.card_id[i]})" for i in hits[:_SUGGESTIONS])
            more = f" and {len(hits) - _SUGGESTIONS} more" if len(hits) > _SUGGESTIONS else ""
            return Found(None, f"{len(hits)} cards fit {query!r}: {', '.join(names)}{more}; ask for one by its number", names)
    near = _near(index, wanted)
    hint = f"; did you mean {', '.join(near)}?" if near else ""
    return Found(None, f"no card fits {query[:_LONGEST_QUERY]!r}{hint}", near)


@contextmanager
def opened(path: Path) -> Iterator[pq.ParquetFile]:
    """A table of the dataset, open for reading; `InputError` where it is missing, damaged, of another build or lacks a column.

    `ParquetFile` rather than `read_table` with filters: that one loads pandas, which takes longer than all the rest.
    """
    if not path.is_file():
        raise InputError(f"{path.parent} holds no dataset: {path.name} is missing")
    require_one_build(path)
    try:
        with pq.ParquetFile(path) as file:
            yield file
    except (OSError, ValueError, TypeError, KeyError, pa.ArrowException) as error:
        raise InputError(f"{path} is no table of this program, or damaged: {' '.join(str(error).split())[:160]}") from error


def typed(file: pq.ParquetFile, columns: Columns, wanted: Iterable[str]) -> list[str]:
    """The names of the wanted columns; `KeyError`, `TypeError` (which `opened` explains) where one is missing or of another type."""
    types = {column.name: column.type for column in columns}
    names = list(wanted)
    for name in names:
        if name not in file.schema_arrow.names:
            raise KeyError(f"no column {name}")
        if file.schema_arrow.field(name).type != types[name]:
            raise TypeError(f"column {name} is of type {file.schema_arrow.field(name).type}, not {types[name]}")
    return names


def filled(table: pa.Table, columns: Columns) -> pa.Table:
    """The table; `ValueError` where a cell that is always filled is empty."""
    for column in columns:
        if column.required and column.name in table.column_names and table[column.name].null_count:
            raise ValueError(f"column {column.name} has empty cells")
    return table


def rows_between(path: Path, low: str, high: str, columns: Columns, wanted: Iterable[str]) -> list[Record]:
    """The rows whose id (the first column) is at least ``low`` and less than ``high``; other row groups are not read."""
    rows: list[Record] = []
    with opened(path) as file:
        names = typed(file, columns, wanted)
        key = columns[0].name
        if file.schema_arrow.names[0] != key:
            raise KeyError(f"no column {key} in front")
        for group in range(file.num_row_groups):
            bounds = file.metadata.row_group(group).column(0).statistics
            if bounds is not None and bounds.has_min_max and (bounds.max < low or bounds.min >= high):
                continue
            hits = [i for i, one in enumerate(file.read_row_group(group, [key])[key].to_pylist()) if low <= one < high]
            if hits:
                rows += filled(file.read_row_group(group, names).take(hits), columns).to_pylist()
    return rows


def card_row(dataset: Path, card_id: str) -> Record:
    """The row of `cards` with this id, which must be one of them."""
    return rows_between(dataset / "cards.parquet", card_id, card_id + "\0", CARDS, [c.name for c in CARDS])[0]


def effect_rows(path: Path, card_id: str, columns: Columns, wanted: Iterable[str]) -> list[Record]:
    """The rows of `effects` or `reading` (whose columns these are) that belong to a card, in their order, with the wanted columns."""
    # "0" is the character behind "/": the range holds every id that starts with "<card_id>/".
    return rows_between(path, f"{card_id}/", f"{card_id}0", columns, wanted)


def name_key(name: str) -> str:
    """What is left of a name without case, width, accents, blanks and punctuation; kana keep their voicing marks."""
    if name.isascii():
        return name.lower().translate(_ASCII_PUNCTUATION)
    bare = "".join(c for c in unicodedata.normalize("NFKD", name).casefold() if not "\u0300" <= c <= "\u036f")
    return "".join(c for c in unicodedata.normalize("NFC", bare) if c.isalnum())


def _spelled(index: Index, wanted: str) -> list[int]:
    return _where(wanted in pair for pair in zip(index.name, index.name_ja, strict=True))


def _named(index: Index, wanted: str) -> list[int]:
    key = name_key(wanted)
    if not key:
        return []
    english = _where(name_key(name) == key for name in index.name)
    return english or _where(name is not None and name_key(name) == key for name in index.name_ja)


def _numbered(index: Index, wanted: str) -> list[int]:
    exact = _where(card_id == wanted.lower() for card_id in index.card_id)
    if exact or not (wanted.isdecimal() and wanted.isascii() and len(wanted) <= 18):
        return exact
    passcode, number = wanted.zfill(8), int(wanted)
    pairs = zip(index.passcode, index.konami_id, strict=True)
    return _where(code == passcode or konami_id == number for code, konami_id in pairs) or _where(number in ids for ids in index.script_ids)


def _where(tests: Iterable[bool]) -> list[int]:
    return [i for i, holds in enumerate(tests) if holds]


def _near(index: Index, wanted: str) -> tuple[str, ...]:
    """Names that hold the wanted one, the shortest first, then those spelled much like it."""
    key = name_key(wanted)
    if not key:
        return ()
    names = index.name if key.isascii() else [name for name in index.name_ja if name]
    by_key = {name_key(name): name for name in names}
    holding = sorted((k for k in by_key if key in k), key=lambda k: (len(k), k)) if len(key) > 2 else []
    alike = difflib.get_close_matches(key, by_key, _SUGGESTIONS) if len(holding) < _SUGGESTIONS else []
    chosen = dict.fromkeys([*holding[:_SUGGESTIONS], *alike])
    return tuple(by_key[k] for k in list(chosen)[:_SUGGESTIONS])
