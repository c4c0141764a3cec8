"""Reading one card out of a built dataset: by its name in either language, or by one of its numbers."""

import difflib
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.errors import InputError

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
    table = read(dataset / "cards.parquet", Index.__struct_fields__)
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


def read(path: Path, columns: Sequence[str] | None = None, rows: list[tuple[str, str, str]] | None = None) -> pa.Table:
    """A table of the dataset; `InputError` where it is missing, damaged or lacks a column. ``rows`` is a pyarrow filter."""
    if not path.is_file():
        raise InputError(f"{path.parent} holds no dataset: {path.name} is missing")
    try:
        table = pq.read_table(path, columns=None if columns is None else list(columns), filters=rows)
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read: {' '.join(str(error).split())[:160]}") from error
    missing = sorted(set(columns or ()) - set(table.column_names))
    if missing:
        raise InputError(f"{path} is no table of this program: column {missing[0]} is missing")
    return table


def rows_of(path: Path, card_id: str, columns: Sequence[str] | None = None) -> list[Record]:
    """The rows of `effects` or `reading` that belong to a card, in their order."""
    # "0" is the character behind "/": the range holds every id that starts with "<card_id>/".
    found: list[Record] = read(path, columns, [("effect_id", ">=", f"{card_id}/"), ("effect_id", "<", f"{card_id}0")]).to_pylist()
    return found


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
    printed = _where(code == passcode for code in index.passcode)
    if len(wanted) == 8 and printed:
        return printed
    either = sorted({*printed, *_where(konami_id == number for konami_id in index.konami_id)})
    return either or _where(number in ids for ids in index.script_ids)


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
