"""The official supplements as sources keep them: Japanese notes on each card, by part and by the number of the effect.

Three forms are read: JSON lines of a mirror (``cid``, ``databaseDate``, ``FAQ``, ``pendulumFAQ``; plain or gzip), a checkout of it
with one ``<cid>.json`` a card, and answers of ygoresources (``cardId``, ``faqData`` with ``entries`` and ``pendEntries``), as lines
or as files. Only Japanese lines are taken: translations are not the database's own.
"""

import hashlib
import html
import os.path
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Notes, Part
from pipeline.scrape.intake import LIMIT, decode, one_line, read_file

_Id = Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]{0,10})(?:[\s/][^<>]{0,400})?>")
_BREAKS = frozenset({"br", "p", "/p", "li", "/li", "div", "/div", "tr", "/tr"})
_DATE = re.compile(r"(?!0000)[0-9]{4}-[01][0-9]-[0-3][0-9]")
_NUMBERED_FILE = re.compile(r"[0-9]{1,10}\.json")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_LONGEST_LINE = 20_000  # characters; the longest real one has a tenth of that


class LoadedNotes(Struct, frozen=True):
    """The notes of many cards, parts without notes left out.

    ``revision``: SHA-256 of what was read, after ``<commit>+`` for a checkout that names one. ``cards``: how many cards the source
    has an entry for. ``skipped``: one line for each thing that was not read.
    """

    notes: tuple[Notes, ...]
    revision: str
    cards: int
    skipped: tuple[str, ...] = ()

    @property
    def newest(self) -> str | None:
        """The date of the newest note."""
        return max((one.date for one in self.notes if one.date is not None), default=None)


class _Translated(Struct):
    ja: str | None = None


_Lines = list[str | _Translated]


class _Faq(Struct):
    entries: dict[str, _Lines] = {}
    pendEntries: dict[str, _Lines] = {}


class _Entry(Struct):
    """One card in either form; all other fields are skipped."""

    cid: _Id | None = None
    cardId: _Id | None = None
    databaseDate: str | None = None
    FAQ: dict[str, _Lines] = {}
    pendulumFAQ: dict[str, _Lines] = {}
    faqData: _Faq | None = None


_DECODER = msgspec.json.Decoder(_Entry)


def load_supplements(path: Path) -> LoadedNotes:
    """The notes in a file or a checkout. Raises `InputError` naming the file, and the line, that is wrong."""
    where = one_line(path)
    skipped: list[str] = []
    if os.path.isdir(path):
        entries, revision = _checkout(path, where, skipped)
    else:
        data, revision = read_file(path)
        entries = list(_lines(data, where))
    newest: dict[int, _Entry] = {}
    for entry, place in entries:
        number = entry.cid if entry.cid is not None else entry.cardId
        if number is None:
            raise InputError(f"{place}: neither cid nor cardId says which card this is")
        known = newest.get(number)
        if known is not None:
            skipped.append(f"card {number}: given more than once, the newest is kept")
        if known is None or (_date(entry.databaseDate) or "") >= (_date(known.databaseDate) or ""):
            newest[number] = entry
    notes: list[Notes] = []
    for number, entry in newest.items():
        date = _date(entry.databaseDate)
        faq = entry.faqData or _Faq()
        parts: tuple[tuple[Part, Mapping[str, _Lines]], ...] = (
            ("text", entry.FAQ or faq.entries),
            ("pendulum_effect", entry.pendulumFAQ or faq.pendEntries),
        )
        for part, sections in parts:
            found = tuple(_sections(sections, f"card {number}", skipped))
            if found:
                notes.append(Notes(number, part, found, date))
    return LoadedNotes(tuple(notes), revision, len(newest), tuple(skipped))


def _lines(data: bytearray, where: str) -> Iterator[tuple[_Entry, str]]:
    start = number = 0
    empty = True
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        start = end + 1
        if line:
            empty = False
            place = f"{where}, line {number}"
            yield decode(_DECODER, line, place), place
    if empty:
        raise InputError(f"{where}: no line of JSON in it")


def _checkout(path: Path, where: str, skipped: list[str]) -> tuple[list[tuple[_Entry, str]], str]:
    """Every card file of a folder in the order of numbers, and what the folder was."""
    digest = hashlib.sha256()
    entries: list[tuple[_Entry, str]] = []
    room = LIMIT
    try:
        names = sorted(os.listdir(path), key=lambda name: (len(name), name))
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({error.strerror})") from error
    for name in names:
        file = path / name
        if _NUMBERED_FILE.fullmatch(name) is None or not os.path.isfile(file):
            if not name.startswith("."):
                skipped.append(f"{one_line(name)}: not a card file")
            continue
        data, revision = read_file(file, room)
        room -= len(data)
        place = f"{where}/{name}"
        entries.append((decode(_DECODER, data, place), place))
        digest.update(f"{revision} {name}\n".encode())
    if not entries:
        raise InputError(f"{where}: no card file (<number>.json) in this folder")
    commit = _commit(path)
    return entries, f"{commit}+{digest.hexdigest()}" if commit else digest.hexdigest()


def _commit(path: Path) -> str | None:
    """The commit that a checkout stands at, as far as its loose files tell. Nothing is run for that."""
    head = _small(path / ".git" / "HEAD")
    if head.startswith("ref: refs/") and ".." not in head:
        head = _small(path / ".git" / head[5:])
    return head if _COMMIT.fullmatch(head) else None


def _small(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(400).decode("ascii", "replace").strip() if os.path.isfile(path) else ""
    except (OSError, ValueError):
        return ""


def _date(text: str | None) -> str | None:
    return text if text is not None and _DATE.fullmatch(text) else None


def _sections(sections: Mapping[str, _Lines], card: str, skipped: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, raw in sections.items():
        lines = tuple(_clean(raw, card, skipped))
        if lines:
            yield key[:20], lines


def _clean(raw: Iterable[str | _Translated], card: str, skipped: list[str]) -> Iterator[str]:
    """The lines as people see them: markup and its escapes gone, one line each."""
    for given in raw:
        text = given if isinstance(given, str) else given.ja
        if text is None:
            continue
        if len(text) > _LONGEST_LINE:
            skipped.append(f"{card}: a note of {len(text):,} characters")
            continue
        for line in _plain(text).split("\n"):
            if line := line.strip():
                yield line


def _plain(text: str) -> str:
    """Without markup, also such as was escaped once too often."""
    for _ in range(2):
        if "&" in text:
            text = html.unescape(text)
    if "<" in text:
        text = _TAG.sub(lambda tag: "\n" if tag[1].lower() in _BREAKS else "", text)
    return text.replace("\r\n", "\n").replace("\r", "\n")
