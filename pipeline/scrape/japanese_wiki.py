"""Pages of the Japanese card wiki (https://yugioh-wiki.net): the card's block, and the questions and answers below it.

Input: a folder of saved pages, or a text file with Japanese card names, one a line, whose single pages are then asked for, few
and slowly. Its texts and answers are unofficial. Pages are in EUC-JP, whatever a library would guess; one that a browser saved
anew in UTF-8 is known by its bytes.
"""

import hashlib
import os.path
import re
from functools import partial
from pathlib import Path
from urllib.parse import quote

from msgspec import Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.faq import Answer, Faq
from pipeline.scrape.folders import Folder
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import one_line, read_file
from pipeline.scrape.japanese_wiki_page import WikiPage, read_wiki_page
from pipeline.scrape.kept import Origin, revision
from pipeline.scrape.manners import Manners
from pipeline.scrape.meter import Meter
from pipeline.scrape.retry import Missing
from pipeline.scrape.session import HTML, Session
from pipeline.scrape.source import Loaded, Progress

NAME = "japanese-wiki"
BASE = "https://yugioh-wiki.net/"
KEEP = Path("data/raw/japanese-wiki")
MAX_AGE = 90 * 24 * 3600.0  # seconds for which a page is used without asking again
MOST_PAGES = 100  # of one run: single pages, no crawl
MANNERS = Manners(interval=3.0, most=4 << 20, most_packed=4 << 20)
TEXT_SOURCE = "Japanese card wiki (unofficial)"
# The wiki writes ASCII letters, digits and hyphens of a name in full width, and Roman numbers in letters.
_FULL_WIDTH = str.maketrans(
    {chr(n): chr(n + 0xFEE0) for n in range(0x21, 0x7F) if chr(n).isalnum()}
    | {"-": "－", "Ⅰ": "Ｉ", "Ⅱ": "ＩＩ", "Ⅲ": "ＩＩＩ", "Ⅳ": "ＩＶ", "Ⅴ": "Ｖ"}
)
_DECLARED = re.compile(rb"charset=[\"']?utf-?8", re.IGNORECASE)


class _Found(Struct, frozen=True):
    pages: tuple[WikiPage, ...]
    skipped: tuple[str, ...]
    built_from: tuple[Origin, ...]


def load(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Loaded:
    """The cards of the pages in the folder `path`, or of the names in the file. Raises `InputError`."""
    found = _pages(path, offline, progress, session)
    cards = [_card(page) for page in found.pages]
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{one_line(path)}: no page of a card in it" + (f" ({found.skipped[0]})" if found.skipped else ""))
    progress(f"{NAME}: {len(kept):,} cards, {len(found.skipped):,} pages skipped")
    return Loaded(cards=kept, source=NAME, revision=revision(found.built_from), skipped=(*found.skipped, *doubles), built_from=found.built_from)


def load_faq(path: Path | None, *, offline: bool, progress: Progress, session: Session | None = None) -> Faq:
    """The questions and answers of the same pages, numbered in their order; ``title`` is the card's name. Raises `InputError`."""
    found = _pages(path, offline, progress, session)
    lines = [(page, *pair) for page in found.pages for pair in page.questions]
    answers = tuple(Answer(number, page.name, question, answer, date) for number, (page, question, answer, date) in enumerate(lines, 1))
    progress(f"{NAME}: {len(answers):,} answers on {len(found.pages):,} pages")
    return Faq((), answers, NAME, revision(found.built_from), found.skipped, found.built_from)


def decoded(data: bytes) -> str:
    """A page's text. The circled numbers of vendors stand in a row that plain EUC-JP does not have, its successor of 2004 does."""
    if _DECLARED.search(data[:2048]) or data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", "replace")
    return data.decode("euc_jis_2004", "replace")


def address(name: str) -> str:
    """The page of a card, below the wiki's own: its name in its brackets, as bytes of EUC-JP. Raises `InputError`."""
    title = f"《{name.strip().strip('《》').translate(_FULL_WIDTH)}》"
    try:
        return f"index.php?{quote(title.encode('euc_jis_2004'))}"
    except UnicodeEncodeError:
        raise InputError(f"{one_line(repr(name), 80)}: not a name that the wiki can have") from None


def _pages(path: Path | None, offline: bool, progress: Progress, session: Session | None) -> _Found:
    if path is None:
        raise InputError(f"{NAME} needs an input: a folder of saved pages, or a file with Japanese card names, one a line")
    pages: list[WikiPage] = []
    skipped: list[str] = []
    if os.path.isdir(path):
        folder = Folder(path, (".html", ".htm"))
        for name, data in folder.files():
            _take(one_line(name), read_wiki_page(decoded(data), one_line(name)), pages, skipped)
        if folder.others:
            skipped.append(f"{folder.others} files: not pages (.html)")
        return _Found(tuple(pages), tuple(skipped), tuple(folder.origins))
    listed, _ = read_file(path, 1 << 20)
    names = list(dict.fromkeys(name for line in listed.decode("utf-8-sig", "replace").split("\n") if (name := line.strip())))
    if len(names) > MOST_PAGES:
        raise InputError(f"{one_line(path)}: {len(names):,} names; at most {MOST_PAGES} single pages are asked for")
    with session or Session(BASE, KEEP, offline=offline, progress=progress, manners=MANNERS) as live:
        meter = Meter(progress, "pages", len(names))
        for name in names:
            where = address(name)
            file = f"pages/{hashlib.sha256(where.encode()).hexdigest()[:24]}.html"
            fresh = live.kept(where, file) is None
            try:
                page, _ = live.get(where, name=file, max_age=MAX_AGE, accept=HTML, said=False, decode=partial(_looked, one_line(name)))
            except Missing:
                page = "the wiki has no such page"
            _take(one_line(name), page, pages, skipped)
            meter.add(1, fresh=fresh)
    return _Found(tuple(pages), tuple(skipped), live.used)


def _looked(where: str, body: bytes) -> WikiPage | str:
    """The page; one that holds nothing of a wiki is no answer worth keeping."""
    text = decoded(body)
    if 'id="body"' not in text and "id='body'" not in text:
        raise InputError("no page of the wiki (#body is missing): another layout, or a notice")
    return read_wiki_page(text, where)


def _take(where: str, page: WikiPage | str, pages: list[WikiPage], skipped: list[str]) -> None:
    if isinstance(page, str):
        skipped.append(f"{where}: {page}")
    else:
        pages.append(page)


def _card(page: WikiPage) -> Card:
    """The card of a page, which knows no number of it: its id is made of its name."""
    return Card(
        card_id=f"w{hashlib.sha256(page.name.encode()).hexdigest()[:12]}",
        name=page.name_en or page.name,
        card_type=page.card_type,
        name_ja=page.name,
        property=page.property,
        types=page.types,
        attribute=page.attribute,
        level=page.level,
        scale=page.scale,
        atk=page.atk,
        defense=page.defense,
        text_ja=page.text,
        pendulum_ja=page.pendulum,
        text_source=TEXT_SOURCE,
    )
