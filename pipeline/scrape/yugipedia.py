"""The cards of Yugipedia (https://yugipedia.com), English and Japanese, from the wikitext of their pages.

Live, all pages are fetched once in batches (some 300 polite requests), and later only those that changed; a page that was deleted
stays until everything is fetched anew, after 30 days. Or the input is a file of JSON lines (``pageid``, ``title``, ``content``;
plain or gzip), such as a dump of the pages gives.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import decode, one_line, read_file, too_many
from pipeline.scrape.kept import Origin, moment, revision, stamp
from pipeline.scrape.manners import Manners
from pipeline.scrape.runs import Journal, Run, older
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded, Progress
from pipeline.scrape.yugipedia_api import BASE, Unfinished, WikiPage, fetch
from pipeline.scrape.yugipedia_card import Parsed, read_page

NAME = "yugipedia"
KEEP = Path("data/raw/yugipedia")
BULK_AGE = 30 * 24 * 3600.0  # seconds until everything is fetched anew; the wiki forgets its changes after some 90 days
CHANGES_AGE = 3600.0  # seconds until changes are asked for again
GIVE_UP = 7 * 24 * 3600.0  # seconds after which a run that was left open is begun anew
OVERLAP = 600.0  # seconds that a run of changes looks back behind the start of the one before
MANNERS = Manners(interval=1.0, most=64 << 20, most_packed=32 << 20)


class _Line(Struct, gc=False):
    pageid: Annotated[int, Meta(ge=1)]
    title: str
    content: str


_LINES = msgspec.json.Decoder(_Line)


def load(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Loaded:
    """The cards in `path`, else those of the kept pages and of what the wiki has changed since. Raises `InputError`."""
    if path is not None:
        pages, broken, origin = _file(path)
        return _loaded(pages, (origin,), progress, broken)
    with session or Session(BASE, KEEP, offline=offline, progress=progress, manners=MANNERS) as live:
        return _loaded(_live(live, progress), live.used, progress)


def _file(path: Path) -> tuple[dict[int, WikiPage], list[str], Origin]:
    data, digest = read_file(path)
    where = one_line(path)
    pages: dict[int, WikiPage] = {}
    broken: list[str] = []
    for number, line in enumerate(bytes(data).split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            read = decode(_LINES, line, f"line {number}")
        except InputError as error:
            broken.append(str(error))
            continue
        pages[read.pageid] = WikiPage(read.pageid, read.title, read.content, True)
    if broken and (not pages or too_many(len(broken), len(pages) + len(broken))):
        raise InputError(f"{where}, {broken[0]}")
    return pages, broken, Origin(file=path.name, sha256=digest)


def _live(session: Session, progress: Progress) -> dict[int, WikiPage]:
    journal, now = Journal(session.shelf.directory), session.now()
    standing = journal.standing()
    if session.offline:
        if not standing:
            raise InputError(f"{session.url('')}: offline, and no whole run of earlier answers lies in {one_line(session.shelf.directory)}")
        return _replayed(session, standing, progress)
    if not standing or older(standing[0], BULK_AGE, now) or journal.open("bulk"):
        run = journal.open("bulk")
        if run is None or older(run, GIVE_UP, now):
            run = journal.begin("bulk", now)
        else:
            progress(f"going on with the pages of {run.started}")
        try:
            pages = _replayed(session, [run], progress)
        except Unfinished:
            journal.give_up()
            raise
        journal.finish(run)
        return pages
    pages = _replayed(session, standing, progress)
    changes = journal.open("changes")
    if changes is None or older(changes, GIVE_UP, now):
        last = standing[-1]
        if not older(last, CHANGES_AGE, now):
            return pages
        changes = journal.begin("changes", now, since=stamp(moment(last.started) - OVERLAP))
    pages = _apply(pages, fetch(session, changes, progress))
    journal.finish(changes)
    return pages


def _replayed(session: Session, runs: Iterable[Run], progress: Progress) -> dict[int, WikiPage]:
    pages: dict[int, WikiPage] = {}
    for run in runs:
        pages = _apply(pages, fetch(session, run, progress))
    return pages


def _apply(pages: dict[int, WikiPage], fetched: Iterable[WikiPage]) -> dict[int, WikiPage]:
    """The pages after a run: new ones, changed ones, and without those that are no longer in the category.

    A page may come in several answers, its content in one and its category in another.
    """
    run: dict[int, WikiPage] = {}
    for page in fetched:
        before = run.get(page.page_id)
        earlier = before or pages.get(page.page_id)
        content = page.content if page.content is not None or earlier is None else earlier.content
        run[page.page_id] = WikiPage(page.page_id, page.title, content, page.listed or (before is not None and before.listed))
    return {number: page for number, page in (pages | run).items() if page.listed}


def _loaded(pages: dict[int, WikiPage], built_from: tuple[Origin, ...], progress: Progress, broken: Sequence[str] = ()) -> Loaded:
    cards: list[Card] = []
    skipped = list(broken)
    for number in sorted(pages):
        page = pages[number]
        read = "no content came for the page" if page.content is None else read_page(number, page.title, page.content)
        if isinstance(read, Parsed):
            cards.append(read.card)
        else:
            skipped.append(f"{number} {one_line(page.title, 80)!r}: {read}")
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{NAME}: no card in {len(pages):,} pages" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(kept):,} cards, {len(skipped) + len(doubles):,} pages skipped")
    return Loaded(cards=kept, source=NAME, revision=revision(built_from), skipped=(*skipped, *doubles), built_from=built_from)
