"""The cards of a checkout of ``yugioh-card-history`` (https://github.com/db-ygoresources-com/yugioh-card-history).

Input: the folder of the checkout, with ``en/<Konami id>.json`` and ``ja/<Konami id>.json``. It knows no passcodes. A pull brings it
up to date; nothing is fetched here.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.folders import Folder
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import decode, one_line
from pipeline.scrape.kept import revision
from pipeline.scrape.printed import Printed, official_card
from pipeline.scrape.source import Loaded, Progress

NAME = "card-history"
TEXT_SOURCE = "Official card database (yugioh-card-history)"
_LOCALES = ("en", "ja")


class _Entry(Struct, gc=False, rename={"defense": "def"}):
    """One card in one language."""

    id: Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
    type: str | None = None
    name: str | None = None
    englishAttribute: str | None = None
    effectText: str | None = None
    pendEffect: str | None = None
    pendScale: int | None = None
    level: int | None = None
    rank: int | None = None
    linkRating: int | None = None
    atk: int | None = None
    defense: int | None = None
    properties: list[str] | None = None
    englishProperty: str | None = None


_DECODER = msgspec.json.Decoder(_Entry)


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards in the checkout `path`. Nothing is fetched, so `offline` changes nothing. Raises `InputError`."""
    if path is None:
        raise InputError(f"{NAME} needs an input: the folder of a checkout of yugioh-card-history")
    folder = Folder(path, (".json",))
    skipped: list[str] = []
    entries: dict[int, dict[str, _Entry]] = {}
    for locale in _LOCALES:
        if not (path / locale).is_dir():
            skipped.append(f"{locale}: no such folder in the checkout")
            continue
        for name, data in folder.files(locale):
            try:
                entry = decode(_DECODER, data, f"{locale}/{one_line(name)}")
            except InputError as error:
                skipped.append(str(error))
                continue
            entries.setdefault(entry.id, {})[locale] = entry
    cards: list[Card] = []
    for number in sorted(entries):
        en, ja = (_printed(entries[number].get(locale)) for locale in _LOCALES)
        card = official_card(number, en, ja, TEXT_SOURCE)
        if isinstance(card, Card):
            cards.append(card)
        else:
            skipped.append(f"{number}: {card}")
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{one_line(path)}: no card in it" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(kept):,} cards, {len(skipped):,} files skipped")
    commit, built_from = folder.commit(), tuple(folder.origins)
    digest = revision(built_from)
    return Loaded(cards=kept, source=NAME, revision=f"{commit}+{digest}" if commit else digest, skipped=(*skipped, *doubles), built_from=built_from)


def _printed(entry: _Entry | None) -> Printed | None:
    if entry is None:
        return None
    levels = (entry.level, entry.rank, entry.linkRating)
    return Printed(
        name=entry.name,
        card_type=entry.type,
        property=entry.englishProperty,
        types=tuple(entry.properties or ()),
        attribute=entry.englishAttribute,
        level=next((level for level in levels if level is not None), None),
        scale=entry.pendScale,
        atk=entry.atk,
        defense=entry.defense,
        text=entry.effectText,
        pendulum=entry.pendEffect,
    )
