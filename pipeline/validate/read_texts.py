"""The texts of a built dataset with what was read from them, one record a part of a card.

English effects (and those of cards with Japanese text alone) are rows of ``reading.parquet``. Japanese effects without an English
partner are no rows there, so the Japanese texts of ``cards.parquet`` are read again by the reader at hand.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq

from pipeline.build import hashes_at_hand
from pipeline.errors import InputError
from pipeline.publish.lookup import opened
from pipeline.publish.schema import CARDS, READING, Columns
from pipeline.read.en_text import fold
from pipeline.read.japanese import read_japanese
from pipeline.records import ACTIVATED, Card, Effect, Kind, Language, Part, Span

_CARD_COLUMNS = (
    "card_id", "name", "name_ja", "card_type", "property", "types", "passcode", "konami_id",
    "text_en", "text_ja", "pendulum_en", "pendulum_ja",
)  # fmt: skip
_READING_COLUMNS = (
    "effect_id", "language", "part", "effect_no", "bullet", "printed_no", "span_start", "span_end", "kind", "mandatory", "places",
    "condition_start", "condition_end", "granted", "residue",
)  # fmt: skip
_TEXTS: dict[Part, tuple[str, str]] = {"text": ("text_en", "text_ja"), "pendulum_effect": ("pendulum_en", "pendulum_ja")}
# The marks of the TCG's current conventions (2011): a colon or semicolon outside names, or "GY" (2018).
_PSCT = re.compile(r"[a-z0-9)\"][:;] |\bgy\b")


class ReadEffect(msgspec.Struct, frozen=True, gc=False):
    """What the measurements need of an effect that was read. Spans: half-open, code points of the raw text of its language."""

    number: int
    bullet: int | None
    printed_no: int | None
    kind: Kind
    mandatory: bool | None
    places: tuple[str, ...]
    granted: bool
    span: Span
    condition: Span | None
    residue: tuple[Span, ...]

    @property
    def activated(self) -> bool:
        """Whether it starts a chain."""
        return self.kind in ACTIVATED


class ReadText(msgspec.Struct, frozen=True):
    """One part of a card: its texts, its effects in each language (with options), and which Japanese effect is which English one."""

    card: Card
    part: Part
    english: str | None
    japanese: str | None
    en: tuple[ReadEffect, ...]
    ja: tuple[ReadEffect, ...]
    partner: dict[tuple[int, int | None], ReadEffect]  # (number, bullet) of a Japanese effect -> the English one of its row

    numbers: frozenset[int]  # circled numbers of the Japanese text
    era: str  # of the Japanese text: numbered, unnumbered, no Japanese
    wording: str  # of the English text: PSCT, older, no English


class ReadDataset(msgspec.Struct, frozen=True):
    """All texts of a dataset; `stale`: it was built by other code than the one that reads its Japanese texts again."""

    cards: int
    texts: list[ReadText]
    stale: bool


def leads(effects: Iterable[ReadEffect]) -> tuple[ReadEffect, ...]:
    """One effect a number, in order, as numbers and the wiki count them; the bare activation is left out.

    Options stand for the effect that they are chosen from, and the first activated one for an introduction that starts no chain
    itself ("gains these effects"): what is granted is what a label names.
    """
    first: dict[int, ReadEffect] = {}
    for effect in effects:
        if effect.number:
            known = first.setdefault(effect.number, effect)
            if effect.activated and not known.activated and known.bullet is None:
                first[effect.number] = effect
    return tuple(first.values())


def read_dataset(folder: Path) -> ReadDataset:
    """The texts of the dataset in `folder`. `InputError` where it is none, is damaged, or was built without texts."""
    with opened(folder / "cards.parquet") as file:
        cards = _columns(file, _CARD_COLUMNS, CARDS)
        built_by = (file.schema_arrow.metadata or {}).get(b"rules_hash", b"").decode(errors="replace")
    with opened(folder / "reading.parquet") as file:
        rows = _columns(file, _READING_COLUMNS, READING)
    if cards and not any(card[column] for card in cards for pair in _TEXTS.values() for column in pair):
        raise InputError(f"{folder} holds no card texts (built with --no-text?): what was read cannot be compared with them")
    by_part: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        by_part.setdefault((row["effect_id"].partition("/")[0], row["part"]), []).append(row)
    texts = [text for card in cards for text in _texts(card, by_part)]
    return ReadDataset(len(cards), texts, built_by not in hashes_at_hand())


def _columns(file: pq.ParquetFile, names: tuple[str, ...], columns: Columns) -> list[dict[str, Any]]:
    """The rows of a table with these columns; `ValueError` where a column is missing, of another type, or holds an unknown value."""
    expected = {column.name: column for column in columns}
    table = file.read(columns=list(names))
    for name in names:
        column = expected[name]
        if name not in table.column_names:
            raise ValueError(f"no column {name}")
        if table.schema.field(name).type != column.type:
            raise ValueError(f"column {name} holds {table.schema.field(name).type}, not {column.type}")
        if column.required and table[name].null_count:
            raise ValueError(f"column {name} has empty cells")
        unknown = set(table[name].unique().to_pylist()) - {None, *column.values} if column.values else set()
        if unknown:
            raise ValueError(f"column {name} holds {min(unknown)!r}")
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def _texts(row: dict[str, Any], by_part: dict[tuple[str, str], list[dict[str, Any]]]) -> Iterator[ReadText]:
    card = Card(
        card_id=row["card_id"],
        name=row["name"],
        name_ja=row["name_ja"],
        card_type=row["card_type"],
        property=row["property"],
        types=tuple(row["types"]),
        passcode=row["passcode"],
        konami_id=row["konami_id"],
        text_en=row["text_en"],
        text_ja=row["text_ja"],
        pendulum_en=row["pendulum_en"],
        pendulum_ja=row["pendulum_ja"],
    )
    for part, (english_column, japanese_column) in _TEXTS.items():
        english, japanese = row[english_column], row[japanese_column]
        if not (english or japanese):
            continue
        found = by_part.get((card.card_id, part), [])
        en = {one["effect_id"]: _from_row(one) for one in found if one["language"] == "en"}
        ja = tuple(_from_effect(effect) for effect in read_japanese(japanese, part, card).effects) if japanese else ()
        partner = {(one["effect_no"], one["bullet"]): en[one["effect_id"]] for one in found if one["language"] == "ja" and one["effect_id"] in en}
        numbers = frozenset(effect.printed_no for effect in ja if effect.printed_no is not None)
        yield ReadText(
            card=card,
            part=part,
            english=english or None,
            japanese=japanese or None,
            en=tuple(en.values()),
            ja=ja,
            partner=partner,
            numbers=numbers,
            era="numbered" if numbers else "unnumbered" if japanese else "no Japanese",
            wording=wording(english) if english else "no English",
        )


def wording(english: str) -> str:
    """``PSCT`` (Problem-Solving Card Text) or ``older``; a text that does nothing but state what is so shows no mark, and counts as older."""
    return "PSCT" if _PSCT.search(fold(english).low.replace("flip: ", "")) else "older"


def _from_row(row: dict[str, Any]) -> ReadEffect:
    condition = row["condition_start"], row["condition_end"]
    return ReadEffect(
        number=row["effect_no"],
        bullet=row["bullet"],
        printed_no=row["printed_no"],
        kind=row["kind"],
        mandatory=row["mandatory"],
        places=tuple(row["places"]),
        granted=row["granted"],
        span=(row["span_start"], row["span_end"]),
        condition=None if None in condition else condition,
        residue=tuple((one["start"], one["end"]) for one in row["residue"]),
    )


def _from_effect(effect: Effect) -> ReadEffect:
    return ReadEffect(
        number=effect.number,
        bullet=effect.bullet,
        printed_no=effect.printed_no,
        kind=effect.kind,
        mandatory=effect.mandatory,
        places=effect.places,
        granted=effect.granted,
        span=effect.span,
        condition=effect.condition.span,
        residue=effect.residue,
    )


def effects_of(text: ReadText, language: Language) -> tuple[ReadEffect, ...]:
    """The effects of one language."""
    return text.en if language == "en" else text.ja
