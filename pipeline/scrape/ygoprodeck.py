"""The live card pool of YGOPRODeck (https://ygoprodeck.com/api-guide/), English only.

A small request asks for the version of the database; one more fetches all cards where that is new. Or the input is such an answer
saved earlier.
"""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import decode, one_line, read_file
from pipeline.scrape.kept import Origin, moment, revision
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import FOREVER, Session
from pipeline.scrape.source import Loaded, Progress
from pipeline.scrape.ygoprodeck_rows import Entry, read_rows, row_card

NAME = "ygoprodeck"
BASE = "https://db.ygoprodeck.com/api/v7/"
QUERY = "cardinfo.php?misc=yes"
PROBE = "checkDBVer.php"
KEEP = Path("data/raw/ygoprodeck")
PROBE_AGE = 600.0  # seconds for which a version is believed without asking again
SERVER_CACHE = 2 * 24 * 3600.0  # seconds for which the server may go on sending its answer from before a change
MANNERS = Manners(interval=1.0, most=256 << 20, most_packed=64 << 20)


class _Version(Struct, gc=False):
    database_version: Annotated[str, Meta(pattern=r"\A[0-9A-Za-z._-]{1,32}\Z")]
    last_update: str | None = None
    date: str | None = None  # its name in older documents


_VERSIONS = msgspec.json.Decoder(list[_Version])


def load(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Loaded:
    """All cards: from the answer saved in `path`, else from the kept answer or the server. Raises `InputError`."""
    built_from: tuple[Origin, ...]
    if path is not None:
        data, digest = read_file(path)
        (entries, skipped), built_from = read_rows(data, one_line(path)), (Origin(file=path.name, sha256=digest),)
        version = ""
    else:
        with session or Session(BASE, KEEP, offline=offline, progress=progress, manners=MANNERS) as live:
            entries, skipped, version = _live(live)
        built_from = live.used
    cards: list[Card] = []
    for entry in entries:
        card = row_card(entry)
        if isinstance(card, Card):
            cards.append(card)
        else:
            skipped.append(f"{entry.id}: {card}")
    single, others = _without_other_art(cards)
    kept, doubles = keep_apart(single)
    skipped += [*others, *doubles]
    progress(f"{NAME}: {len(kept):,} cards, {len(skipped):,} rows skipped")
    return Loaded(cards=kept, source=NAME, revision=version + revision(built_from), skipped=tuple(skipped), built_from=built_from)


def _live(session: Session) -> tuple[list[Entry], list[str], str]:
    """The rows of the newest version, what is broken, and the version with a ``+``. A kept answer of that version needs no further request."""
    version, _ = session.get(PROBE, name="version.json", max_age=PROBE_AGE, decode=_version, aside=True)
    name = f"cardinfo-{version.database_version}.json"
    note = session.kept(QUERY, name)
    # What came soon after a change may be what the server had kept from before it.
    changed = moment(version.last_update or version.date or "")
    final = note is not None and moment(note.fetched) >= changed + SERVER_CACHE
    (entries, broken), _ = session.get(
        QUERY, name=name, max_age=FOREVER if final else SERVER_CACHE, decode=lambda body: read_rows(body, session.url(QUERY), busy=True)
    )
    return entries, broken, f"{version.database_version}+"


def _version(body: bytes) -> _Version:
    versions = decode(_VERSIONS, body, f"{BASE}{PROBE}")
    if not versions:
        raise InputError(f"{BASE}{PROBE}: no version in it")
    return versions[0]


def _without_other_art(cards: list[Card]) -> tuple[list[Card], list[str]]:
    """The cards without rows for another picture of one of them: the same card by name and Konami id, numbered among its pictures."""
    first: dict[tuple[str, int | None], int] = {}
    kept: list[Card] = []
    others: list[str] = []
    for card in cards:
        place = first.setdefault((card.name, card.konami_id), len(kept))
        if place == len(kept):
            kept.append(card)
            continue
        number, first_number = card.script_ids[0], kept[place].script_ids[0]
        if number == first_number or not (number in kept[place].script_ids or first_number in card.script_ids):
            kept.append(card)  # a row given twice is told as that; one that shares no picture is another card
            continue
        numbers = tuple(dict.fromkeys([*kept[place].script_ids, *card.script_ids]))
        kept[place] = msgspec.structs.replace(kept[place], script_ids=numbers)
        others.append(f"{number}: another picture of {kept[place].card_id} {one_line(card.name)!r}")
    return kept, others
