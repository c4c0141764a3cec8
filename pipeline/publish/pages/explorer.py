"""The explorer: all cards of a dataset in one page, names and tags at once, the rest in chunks that are unpacked when a card is opened."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from pipeline.publish.lookup import Record, filled, name_key, opened, typed
from pipeline.publish.pages.packing import Codes, columns, labels, packed
from pipeline.publish.pages.templates import render
from pipeline.publish.schema import CARDS, EFFECTS, READING, Columns
from pipeline.publish.view import CardView, EffectView, Engines, card_view, origin
from pipeline.publish.view_words import CELLS, CLOSED, ENGINE_WORDS, KIND_WORDS, MEANINGS, SYMBOLS, UNKNOWN, VERDICT_WORDS
from pipeline.records import DecidedBy, Eligible, Kind, Mode, allowed
from pipeline.windows import COLUMNS

# Cards that share their words (those printed together) pack best side by side; a chunk of 512 is unpacked in a few milliseconds.
_CHUNK = 512
_CARD_FIELDS = ("type_line", "numbers")
_EFFECT_FIELDS = tuple(name for name in EffectView.__struct_fields__ if name not in {"effect_id", "languages_differ", "engines"})
_READ = ("effect_id", "places", "events", "responds_to", "cost", "actions")
_LANGUAGES = 1
_ENGINE_FLAGS = {name: 2 << place for place, name in enumerate(ENGINE_WORDS.values())}


class Shelf(msgspec.Struct, frozen=True):
    """All cards of a dataset with their rows and views, in the order in which the page holds them."""

    about: str
    cards: list[Record]
    effects: list[list[Record]]
    views: list[CardView]


def read_shelf(dataset: Path, engines: Engines) -> Shelf:
    """Every card of a built dataset, those printed together side by side. `InputError` where the folder holds none."""
    cards, _ = _rows(dataset / "cards.parquet", CARDS, tuple(column.name for column in CARDS))
    effects, about = _rows(dataset / "effects.parquet", EFFECTS, tuple(column.name for column in EFFECTS))
    reading: dict[str, Record] = {}
    if all(card["text_en"] is None and card["text_ja"] is None for card in cards):
        for row in _rows(dataset / "reading.parquet", READING, _READ)[0]:
            reading.setdefault(row["effect_id"], row)
    of_card: dict[str, list[Record]] = {}
    for row in effects:
        of_card.setdefault(row["effect_id"].partition("/")[0], []).append(row)
    cards.sort(key=lambda card: (card["konami_id"] is None, card["konami_id"] or 0, card["card_id"]))
    rows = [of_card.get(card["card_id"], []) for card in cards]
    views = [card_view(card, some, reading, engines) for card, some in zip(cards, rows, strict=True)]
    return Shelf(about, cards, rows, views)


def _rows(path: Path, known: Columns, wanted: tuple[str, ...]) -> tuple[list[Record], str]:
    with opened(path) as file:
        table = filled(file.read(columns=typed(file, known, wanted)), known)
        return table.to_pylist(), origin(file.schema_arrow.metadata or {})


def explorer_page(shelf: Shelf) -> str:
    """The whole page."""
    texts = any(effect.text for view in shelf.views for effect in view.effects)
    return render(
        "index.html.j2",
        scripts=("unpack.js", "search.js", "index.js", "card_pane.js", "explorer.js"),
        styles=("base.css", "explorer.css"),
        about=shelf.about,
        index=packed(_index(shelf)),
        chunks=list(_chunks(shelf)),
        has_texts=texts,
        cards=len(shelf.cards),
        effects=sum(map(len, shelf.effects)),
    )


def _chunks(shelf: Shelf) -> Iterator[str]:
    for start in range(0, len(shelf.views), _CHUNK):
        views = shelf.views[start : start + _CHUNK]
        effects = [effect for view in views for effect in view.effects]
        yield packed(
            {
                "cards": columns(views, _CARD_FIELDS),
                "effects": columns(effects, _EFFECT_FIELDS)
                | {"engines": [[[one.engine, one.says, one.state] for one in effect.engines] for effect in effects]},
            }
        )


def _index(shelf: Shelf) -> dict[str, object]:
    kinds, verdicts, modes, deciders = (Codes(allowed(one)) for one in (Kind, Eligible, Mode, DecidedBy))
    rules, types = Codes(), Codes()
    card_types = [types.of(_card_type(card)) for card in shelf.cards]
    rows = [row for some in shelf.effects for row in some]
    views = [effect for view in shelf.views for effect in view.effects]
    tags = {
        "verdict": [verdicts.of(row["eligible"]) for row in rows],
        "windows": [sum(1 << place for place, column in enumerate(COLUMNS.values()) if row[column]) for row in rows],
        "kind": [kinds.of(row["kind"]) for row in rows],
        "mode": [modes.of(row["mode"]) if row["mode"] else -1 for row in rows],
        "rule": [rules.of(view.rule) if view.rule else -1 for view in views],
        "decided": [deciders.of(row["decided_by"]) for row in rows],
        "flags": [_flags(view) for view in views],
    }
    used = Codes(sorted(rules.values))
    tags["rule"] = [used.of(rules.values[code]) if code >= 0 else -1 for code in tags["rule"]]
    by_name = sorted(range(len(shelf.views)), key=lambda place: (name_key(shelf.views[place].name), place))
    return {
        "about": shelf.about,
        "chunk": _CHUNK,
        "order": by_name,
        "cards": {
            "id": [view.card_id for view in shelf.views],
            "name": [view.name for view in shelf.views],
            "ja": [view.name_ja for view in shelf.views],
            "konami": [card["konami_id"] or 0 for card in shelf.cards],
            "numbers": [_numbers(card) for card in shelf.cards],
            "type": card_types,
            "count": [len(some) for some in shelf.effects],
        },
        "effects": tags,
        "words": {
            "type": types.values,
            "verdict": labels(VERDICT_WORDS, verdicts.values),
            "kind": labels(KIND_WORDS, kinds.values),
            "mode": {mode: MEANINGS.get(mode, mode) for mode in modes.values},
            "rule": used.values,
            "decided": labels({}, deciders.values),
            "flags": {"languages": ["the languages", _LANGUAGES]} | {key: [words, _ENGINE_FLAGS[words]] for key, words in ENGINE_WORDS.items()},
            "cells": CELLS,
            "windows": [window.key for window in COLUMNS],
            "symbols": SYMBOLS | {"closed": CLOSED, "unknown": UNKNOWN},
            "meanings": MEANINGS | {"closed": "closed", "unknown": "unknown"},
        },
    }


def _flags(view: EffectView) -> int:
    found = _LANGUAGES if view.languages_differ else 0
    for one in view.engines:
        if one.state == "differs":
            found |= _ENGINE_FLAGS[one.engine]
    return found


def _card_type(card: Mapping[str, object]) -> str:
    return " ".join(str(word) for word in (card["property"], card["card_type"]) if word)


def _numbers(card: Record) -> str:
    """Every number of the card but the one that is its id."""
    numbers = [str(number) for number in card["script_ids"]]
    return " ".join(number for number in dict.fromkeys(numbers) if number.zfill(8) != card["card_id"])
