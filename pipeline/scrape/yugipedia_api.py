"""Pages of Yugipedia by its MediaWiki API (https://www.mediawiki.org/wiki/API:Main_page), a batch of 50 a request.

First every page of the category, later only what changed. Each answer says how to go on (``continue``), so the chain of requests
is found again from the answers that are kept, and goes on behind the last of them.
"""

from collections.abc import Iterator
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from msgspec import Meta, Struct

from pipeline.errors import InputError
from pipeline.scrape.intake import decode, one_line
from pipeline.scrape.meter import Meter
from pipeline.scrape.retry import Passing
from pipeline.scrape.runs import Run, counted
from pipeline.scrape.session import FOREVER, Session
from pipeline.scrape.source import Progress

BASE = "https://yugipedia.com/"
CATEGORY = "Category:Duel_Monsters_cards"
_COMMON = {"action": "query", "format": "json", "formatversion": "2", "maxlag": "5"}
_BULK = {
    "redirects": "true",
    "generator": "categorymembers",
    "gcmtitle": CATEGORY,
    "gcmlimit": "50",
    "prop": "revisions",
    "rvprop": "content",
}
_CHANGES = {
    "generator": "recentchanges",
    "grctype": "new|edit|categorize",
    "grctoponly": "true",
    "grcnamespace": "0",
    "grcdir": "newer",
    "grclimit": "50",
    "prop": "revisions|categories",
    "rvprop": "content",
    "clcategories": CATEGORY,
    "cllimit": "max",
}
_COUNT = {"prop": "categoryinfo", "titles": CATEGORY}
_LATER = frozenset({"maxlag", "readonly", "ratelimited"})
_LEAST = 0.95  # share of the pages that the category counts; a few are redirects to each other
_MOST = 100_000  # requests of one run; fifty times what the category has


class _Revision(Struct, gc=False):
    content: str | None = None
    slots: dict[str, dict[str, object]] | None = None


class _Size(Struct, gc=False):
    pages: int = 0


class _Page(Struct, gc=False):
    title: str
    pageid: Annotated[int, Meta(ge=1)] | None = None
    revisions: list[_Revision] | None = None
    categories: list[object] | None = None
    categoryinfo: _Size | None = None
    missing: bool = False


class _Query(Struct, gc=False):
    pages: list[_Page] = []


class _Failure(Struct, gc=False):
    code: str
    info: str = ""


class _Answer(Struct, gc=False, rename={"more": "continue"}):
    query: _Query | None = None
    more: dict[str, str | int] | None = None
    error: _Failure | None = None
    batchcomplete: bool | str | None = None


class WikiPage(Struct, frozen=True, gc=False):
    """A page as fetched: `content` is its wikitext, `listed` whether the category has it."""

    page_id: int
    title: str
    content: str | None
    listed: bool


class Unfinished(InputError):
    """A run that ended before its time: its answers are of no use."""


_DECODER = msgspec.json.Decoder(_Answer)


def read_answer(body: bytes, where: str = "answer of the API") -> _Answer:
    """One answer. Errors come with HTTP 200; those that ask for patience are `Passing`, others `InputError`."""
    answer = decode(_DECODER, body, where)
    if answer.error is not None:
        said = f"{one_line(answer.error.code, 40)}: {one_line(answer.error.info)}"
        if answer.error.code in _LATER or answer.error.code.startswith("internal_api_error"):
            raise Passing(f"the wiki asks for patience ({said})")
        raise InputError(f"{where}: the wiki says {said}")
    if answer.query is None and answer.more is None and answer.batchcomplete is None:
        raise InputError(f"{where}: no answer in the documented layout")
    return answer


def how_many(session: Session, run: Run) -> int | None:
    """The number of pages in the category; null where the wiki does not say."""
    answer, _ = session.get(_path(_COUNT), name=f"{run.folder}/count.json", decode=read_answer, said=False, aside=True)
    sizes = [page.categoryinfo.pages for page in (answer.query.pages if answer.query else []) if page.categoryinfo is not None]
    return sizes[0] if sizes and sizes[0] > 0 else None


def fetch(session: Session, run: Run, progress: Progress) -> Iterator[WikiPage]:
    """Every page of a run, in the order of the answers; a page whose content comes later than the page comes more than once."""
    bulk = run.kind == "bulk"
    total = how_many(session, run) if bulk and not session.offline else None
    meter = Meter(progress, "pages" if bulk else "changed pages", total)
    asked: dict[str, str] = dict(_BULK) if bulk else {**_CHANGES, "grcstart": run.since or run.started}
    going_on: dict[str, str] = {}
    seen: set[str] = set()
    for number in range(1, _MOST + 1):
        path, name = _path({**asked, **going_on}), counted(run, number)
        fresh = session.kept(path, name) is None
        answer, _ = session.get(path, name=name, max_age=FOREVER, decode=read_answer, said=False)
        pages = answer.query.pages if answer.query is not None else []
        for page in pages:
            if page.pageid is not None and not page.missing:
                yield WikiPage(page.pageid, page.title, _content(page), bulk or bool(page.categories))
        meter.add(len(pages), fresh=fresh)
        if not answer.more:
            progress(meter.line())
            if total is not None and meter.done < _LEAST * total:
                raise Unfinished(f"{session.url('')}: the wiki gave {meter.done:,} of its {total:,} pages; the next run begins anew")
            return
        going_on = {key: str(value) for key, value in answer.more.items()}
        # The wiki would have us go round in circles: its tokens move on, always.
        token = urlencode(going_on)
        if token in seen:
            raise InputError(f"{session.url('')}: the wiki goes on where it has been before ({one_line(token, 80)})")
        seen.add(token)
    raise InputError(f"{session.url('')}: the wiki goes on without end ({_MOST:,} answers)")


def _content(page: _Page) -> str | None:
    """The wikitext of the page; null where this answer leaves it to a later one."""
    if not page.revisions:
        return None
    revision = page.revisions[0]
    if revision.content is not None or not revision.slots:
        return revision.content
    content = revision.slots.get("main", {}).get("content")
    return content if isinstance(content, str) else None


def _path(parameters: dict[str, str]) -> str:
    return "api.php?" + urlencode({**_COMMON, **parameters})
