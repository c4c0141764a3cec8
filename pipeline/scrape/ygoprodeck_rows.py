"""The rows of a YGOPRODeck answer (https://ygoprodeck.com/api-guide/) and the cards in them.

Line ends are ``\\n`` here whatever the server sent, and spans count in that text.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.halves import halves, line_ends
from pipeline.scrape.identity import passcode
from pipeline.scrape.intake import decode, one_line, salvage
from pipeline.scrape.retry import Passing

_Id = Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]

_ACCIDENT = "Database query parameter mismatch"  # said of good questions now and then
_SPELLING = {"XYZ": "Xyz"}


class _Image(Struct, gc=False):
    id: _Id


class _Misc(Struct, gc=False):
    konami_id: _Id | None = None
    tcg_date: str | None = None
    ocg_date: str | None = None


class Entry(Struct, gc=False, rename={"defense": "def"}):
    """The fields in use of one row. The server leaves empty ones out."""

    id: _Id
    name: str | None = None
    type: str | None = None
    frameType: str | None = None
    typeline: list[str] | None = None
    race: str | None = None
    attribute: str | None = None
    level: int | None = None
    linkval: int | None = None
    scale: int | None = None
    atk: int | None = None
    defense: int | None = None
    desc: str | None = None
    pend_desc: str | None = None
    monster_desc: str | None = None
    card_images: list[_Image] | None = None
    misc_info: list[_Misc] | None = None


class _Answer(Struct, gc=False):
    data: list[Entry] | None = None
    error: str | None = None


class _Raws(Struct, gc=False):
    data: list[msgspec.Raw]


_DECODER = msgspec.json.Decoder(_Answer)
_RAWS = msgspec.json.Decoder(_Raws)
_ROW = msgspec.json.Decoder(Entry)


def read_rows(data: bytes | bytearray, where: str, *, busy: bool = False) -> tuple[list[Entry], list[str]]:
    """The rows of an answer, and what is broken; `busy`: a live server's words for an accident of its own are `Passing`."""
    if data[:64].lstrip().startswith(b"<"):
        raise InputError(f"{where}: HTML instead of JSON (a page of the host's protection, or a wrong file)")
    broken: list[str] = []
    try:
        answer = decode(_DECODER, data, where)
        rows = answer.data
    except InputError as error:
        answer = _Answer()
        rows, broken = salvage(error, lambda: decode(_RAWS, data, where).data, _ROW, where)
    if answer.error is not None:
        if busy and _ACCIDENT in answer.error:
            raise Passing(f"the server says: {one_line(answer.error)}")
        raise InputError(f"{where}: the server says: {one_line(answer.error)}")
    if not rows:
        raise InputError(f"{where}: no card in it")
    return rows, broken


def row_card(entry: Entry) -> Card | str:
    """The record, or why there is none."""
    frame = (entry.frameType or "").lower()
    kind = entry.type or ""
    if not entry.name or not entry.name.strip():
        return "no name"
    if frame == "skill" or kind == "Skill Card":
        return f"Skill Card {one_line(repr(entry.name))}"
    misc = entry.misc_info[0] if entry.misc_info else _Misc()
    code = passcode(entry.id)
    card_type = _card_type(frame, kind)
    images = [image.id for image in entry.card_images or ()]
    pendulum, text = _texts(entry, "pendulum" in frame or entry.scale is not None)
    monster = card_type == "Monster"
    return Card(
        # Not a passcode before printing, and often without a Konami id then: the host's own number.
        card_id=code or (f"k{misc.konami_id}" if misc.konami_id is not None else f"p{entry.id}"),
        name=entry.name,
        card_type=card_type,
        passcode=code,
        konami_id=misc.konami_id,
        script_ids=tuple(dict.fromkeys([entry.id, *images])),
        property=None if monster else entry.race,
        types=_types(entry, frame == "token" or kind == "Token") if monster else (),
        attribute=entry.attribute if monster else None,
        level=(entry.linkval if entry.level is None else entry.level) if monster else None,
        scale=entry.scale,
        atk=_stat(entry.atk) if monster else None,
        defense=_stat(entry.defense) if monster else None,
        text_en=text,
        pendulum_en=pendulum,
        text_source="YGOPRODeck",
        # A card that has come out in Japan alone has no official English text; the host shows a translation by fans.
        unofficial_translation=misc.ocg_date is not None and misc.tcg_date is None,
    )


def _card_type(frame: str, kind: str) -> Literal["Monster", "Spell", "Trap"]:
    if frame == "spell" or kind == "Spell Card":
        return "Spell"
    return "Trap" if frame == "trap" or kind == "Trap Card" else "Monster"


def _types(entry: Entry, token: bool) -> tuple[str, ...]:
    """("Dragon", "Xyz", "Effect"); from the older `race` and `type` where there is no `typeline`."""
    words = entry.typeline
    if not words:
        words = [entry.race or "", *(entry.type or "").removesuffix("Monster").split()]
        if words[1:] in (["Tuner"], ["Flip"], ["Toon"], ["Spirit"], ["Union"], ["Gemini"]):
            words.append("Effect")
    found = dict.fromkeys(_SPELLING.get(word.strip(), word.strip()) for word in words)
    found.pop("", None)
    if token:
        found.pop("Effect", None)  # what stands on a Token card says how to use it
        found["Token"] = None
    return tuple(found)


def _stat(value: int | None) -> str | None:
    return None if value is None else "?" if value < 0 else str(value)


def _texts(entry: Entry, pendulum: bool) -> tuple[str | None, str | None]:
    """The Pendulum Effect and the text of the monster half (of any other card: its whole text)."""
    if not pendulum:
        return None, line_ends(entry.desc)
    if entry.pend_desc is not None or entry.monster_desc is not None:
        return line_ends(entry.pend_desc), line_ends(entry.monster_desc)
    return halves(entry.desc or "")
