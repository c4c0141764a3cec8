"""The embedded sample: real cards by name and number, their effects worded anew, so that it can be passed on with the code.

Input: a YAML list of mappings, by default ``data/sample/cards.yml``. A passcode is quoted (YAML would drop its zeros), and no
key may stand twice or be unknown, so that a slip of the pen is found here.
"""

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.resources import data_folder
from pipeline.safe_yaml import parse_yaml
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import one_line, read_file
from pipeline.scrape.source import Loaded, Progress

NAME = "sample"
DEFAULT = data_folder("sample") / "cards.yml"
TEXT_SOURCE = "sample (own wording, not the printed text)"
_LIMIT = 16 << 20  # bytes; the YAML reader is slow, and a sample is small
_Filled = Annotated[str, Meta(min_length=1)]


class _Entry(Struct, gc=False, forbid_unknown_fields=True, rename={"defense": "def"}):
    """One mapping of the file."""

    name: _Filled
    passcode: Annotated[str, Meta(pattern=r"\A[0-9]{8}\Z")]
    card_type: Literal["Monster", "Spell", "Trap"]
    text_en: _Filled
    konami_id: Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)] | None = None
    property: Literal["Normal", "Quick-Play", "Continuous", "Field", "Equip", "Ritual", "Counter"] | None = None
    types: Annotated[tuple[_Filled, ...], Meta(max_length=12)] = ()
    attribute: _Filled | None = None
    level: Annotated[int, Meta(ge=0, le=255)] | None = None
    scale: Annotated[int, Meta(ge=0, le=255)] | None = None
    atk: int | Literal["?"] | None = None
    defense: int | Literal["?"] | None = None
    text_ja: _Filled | None = None
    pendulum_en: _Filled | None = None
    pendulum_ja: _Filled | None = None
    name_ja: _Filled | None = None


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards in `path`, or the embedded ones. Nothing is fetched, so `offline` changes nothing. Raises `InputError`."""
    file = DEFAULT if path is None else path
    where = one_line(file)
    data, revision = read_file(file, _LIMIT)
    entries = _entries(data, where)
    cards, doubles = keep_apart([_card(entry) for entry in entries])
    if not cards:
        raise InputError(f"{where}: no card in it")
    progress(f"{NAME}: {len(cards):,} cards from {where}")
    return Loaded(cards=cards, source=NAME, revision=revision, skipped=doubles)


def _entries(data: bytearray, where: str) -> list[_Entry]:
    found = parse_yaml(bytes(data), where)
    try:
        return msgspec.convert(found, list[_Entry])
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {one_line(error)}") from error


def _card(entry: _Entry) -> Card:
    return Card(
        card_id=entry.passcode,
        name=entry.name,
        card_type=entry.card_type,
        passcode=entry.passcode,
        konami_id=entry.konami_id,
        script_ids=(int(entry.passcode),),
        name_ja=entry.name_ja,
        property=entry.property,
        types=entry.types,
        attribute=entry.attribute,
        level=entry.level,
        scale=entry.scale,
        atk=None if entry.atk is None else str(entry.atk),
        defense=None if entry.defense is None else str(entry.defense),
        text_en=entry.text_en,
        text_ja=entry.text_ja,
        pendulum_en=entry.pendulum_en,
        pendulum_ja=entry.pendulum_ja,
        text_source=TEXT_SOURCE,
    )
