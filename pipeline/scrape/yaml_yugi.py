"""The cards of yaml-yugi (https://github.com/DawnbrandBots/yaml-yugi), collected from Yugipedia and the official database.

Live, its aggregate is fetched in one request, and confirmed in later ones where it has not changed. Or the input is such a
``cards.json`` (an array of all cards; plain or gzip), or a directory with one card a ``.json`` file, as its ``data/cards``. Texts
stay as given, ruby markup included, because spans count code points of the raw text.
"""

import hashlib
import os.path
import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.identity import keep_apart, passcode
from pipeline.scrape.intake import LIMIT, decode, one_line, read_file, salvage
from pipeline.scrape.kept import Origin
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded, Progress

NAME = "yaml-yugi"
BASE = "https://dawnbrandbots.github.io/yaml-yugi/"
FILE = "cards.json"
KEEP = Path("data/raw/yaml-yugi")
MAX_AGE = 3600.0  # seconds; after that the server is asked whether it has a newer one
MANNERS = Manners(interval=1.0, most=512 << 20, most_packed=128 << 20)
_RUBY = re.compile(r"<rt>[^<]*</rt>|<rp>[^<]*</rp>|</?ruby>|</?rb>")
# Ids of the wiki, the official database and simulators; all fit 32 bits.
_Id = Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
_Small = Annotated[int, Meta(ge=0, le=255)]
_Stat = int | Annotated[str, Meta(max_length=16)] | None


class _Words(Struct, gc=False):
    en: str | None = None
    ja: str | None = None


class _English(Struct, gc=False):
    en: bool | None = None


class _Unofficial(Struct, gc=False):
    name: _English | None = None
    text: _English | None = None


class _Entry(Struct, gc=False, rename={"defense": "def"}):
    """The fields in use of one card; all others are skipped by the decoder."""

    name: _Words
    card_type: Literal["Monster", "Spell", "Trap"]
    text: _Words | None = None
    pendulum_effect: _Words | None = None
    password: _Id | None = None
    fake_password: _Id | list[_Id] | None = None
    konami_id: _Id | None = None
    yugipedia_page_id: _Id | None = None
    property: str | None = None
    monster_type_line: str | None = None
    attribute: str | None = None
    level: _Small | None = None
    rank: _Small | None = None
    link_arrows: list[str] | None = None
    pendulum_scale: _Small | None = None
    atk: _Stat = None
    defense: _Stat = None
    is_translation_unofficial: _Unofficial | None = None


_ARRAY = msgspec.json.Decoder(list[_Entry])
_ONE = msgspec.json.Decoder(_Entry)
_RAWS = msgspec.json.Decoder(list[Raw])
_ANY_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_NOTHING = _Words()


def load(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Loaded:
    """The cards in `path`, else those of the kept aggregate or the server's. Raises `InputError`."""
    skipped: list[str] = []
    built_from: tuple[Origin, ...]
    if path is None:
        with session or Session(BASE, KEEP, offline=offline, progress=progress, manners=MANNERS) as live:
            where = live.url(FILE)
            (entries, skipped), note = live.get(FILE, name=FILE, max_age=MAX_AGE, decode=lambda body: _some(body, where))
        digest, built_from = note.sha256, live.used
    else:
        where = one_line(path)
        entries, digest, skipped = _directory(path, where) if os.path.isdir(path) else _array(path, where)
        built_from = (Origin(file=path.name, sha256=digest),)
    cards: list[Card] = []
    for entry in entries:
        card = _card(entry)
        if isinstance(card, Card):
            cards.append(card)
        else:
            skipped.append(card)
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{where}: no card in it" if not skipped else f"{where}: no card in it ({skipped[0]}, {len(skipped)} skipped)")
    progress(f"{NAME}: {len(kept):,} cards from {where}")
    return Loaded(cards=kept, source=NAME, revision=digest, skipped=(*skipped, *doubles), built_from=built_from)


def _some(body: bytes, where: str) -> tuple[list[_Entry], list[str]]:
    """The entries and what is broken; an empty list is no answer worth keeping."""
    entries, skipped = _entries(body, where)
    if not entries:
        raise InputError(f"{where}: no card in it")
    return entries, skipped


def _entries(data: bytes | bytearray, where: str) -> tuple[list[_Entry], list[str]]:
    try:
        return decode(_ARRAY, data, where), []
    except InputError as error:
        return salvage(error, lambda: decode(_RAWS, data, where), _ONE, where)


def _array(path: Path, where: str) -> tuple[list[_Entry], str, list[str]]:
    data, revision = read_file(path)
    entries, skipped = _entries(data, where)
    return entries, revision, skipped


def _directory(path: Path, where: str) -> tuple[list[_Entry], str, list[str]]:
    """Every card file of a directory in the order of names; what is no card is named."""
    digest = hashlib.sha256()
    entries: list[_Entry] = []
    skipped: list[str] = []
    room = LIMIT
    try:
        files = sorted(path.iterdir())
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({error.strerror})") from error
    for file in files:
        name = one_line(file.name)
        if file.suffix != ".json" or not os.path.isfile(file):
            skipped.append(f"{name}: not a card file")
            continue
        data, revision = read_file(file, room)
        room -= len(data)
        if (entry := _entry(data, f"{where}/{name}")) is None:
            skipped.append(f"{name}: not a card file")
            continue
        entries.append(entry)
        digest.update(f"{revision} {file.name}\n".encode(errors="surrogateescape"))
    if not entries:
        raise InputError(f"{where}: no card file (*.json) in this directory")
    return entries, digest.hexdigest(), skipped


def _entry(data: bytearray, where: str) -> _Entry | None:
    """One card; null for JSON that does not claim to be one (no ``card_type``)."""
    try:
        return decode(_ONE, data, where)
    except InputError as error:
        if not isinstance(error.__cause__, msgspec.ValidationError):
            raise
        try:
            claims = "card_type" in decode(_ANY_OBJECT, data, where)
        except InputError:
            claims = False
        if claims:
            raise
        return None


def _card(entry: _Entry) -> Card | str:
    """The record, or why there is none."""
    number, konami_id, page_id = entry.password, entry.konami_id, entry.yugipedia_page_id
    code = passcode(number)
    if code is not None:
        card_id = code
    elif konami_id is not None:
        card_id = f"k{konami_id}"
    elif page_id is not None:
        card_id = f"y{page_id}"
    else:
        return f"{one_line(repr(entry.name.en or entry.name.ja))}: no password, konami_id or yugipedia_page_id"
    name_ja = entry.name.ja
    if name_ja is not None and "<" in name_ja:
        name_ja = _RUBY.sub("", name_ja)
    name = entry.name.en or name_ja
    if not name:
        return f"{card_id}: no name in English or Japanese"
    text = entry.text or _NOTHING
    pendulum = entry.pendulum_effect or _NOTHING
    mark = entry.is_translation_unofficial
    fakes = entry.fake_password
    level = entry.level if entry.level is not None else entry.rank
    if level is None and entry.link_arrows is not None:
        level = len(entry.link_arrows)  # the Link Rating, which the source does not give
    line = entry.monster_type_line
    return Card(
        card_id=card_id,
        name=name,
        card_type=entry.card_type,
        passcode=code,
        konami_id=konami_id,
        page_id=page_id,
        script_ids=_script_ids(number, fakes),
        name_ja=name_ja or None,
        property=entry.property,
        types=tuple([word for part in line.split("/") if (word := part.strip())]) if line else (),
        attribute=entry.attribute,
        level=level,
        scale=entry.pendulum_scale,
        atk=None if entry.atk is None else str(entry.atk),
        defense=None if entry.defense is None else str(entry.defense),
        text_en=text.en or None,
        text_ja=text.ja or None,
        pendulum_en=pendulum.en or None,
        pendulum_ja=pendulum.ja or None,
        text_source=NAME,
        unofficial_translation=mark is not None and any(half is not None and half.en is True for half in (mark.name, mark.text)),
    )


def _script_ids(number: int | None, fakes: int | list[int] | None) -> tuple[int, ...]:
    if fakes is None:
        return () if number is None else (number,)
    known = [number] if number is not None else []
    known += fakes if isinstance(fakes, list) else [fakes]
    return tuple(dict.fromkeys(known))
