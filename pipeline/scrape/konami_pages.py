"""Pages of the official card database (https://www.db.yugioh-card.com) that a user saved to a folder.

Its terms forbid collecting it by machine, so nothing is fetched here and no address of it is ever built: whoever opens a card, its
supplement or an answer in a browser may save the page, and this reads it. Pages of one card in several languages make one card.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.faq import Answer, Faq, Supplement
from pipeline.scrape.folders import Folder
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.intake import one_line
from pipeline.scrape.kept import revision
from pipeline.scrape.konami_page import PageCard, read_answer_page, read_card_page, read_list_page, read_supplement_page
from pipeline.scrape.pages import attribute, parse, saved_from
from pipeline.scrape.source import Loaded, Progress

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

NAME = "konami-pages"
TEXT_SOURCE = "Official card database (saved pages)"
_CARD_NUMBER = re.compile(r"[?&]cid=([0-9]{1,9})\b")
_QUESTION_NUMBER = re.compile(r"[?&]fid=([0-9]{1,9})\b")
_NUMBER = re.compile(r"[0-9]{1,9}")
# What a page without a card says, in the languages that are read.
_NOTICES = ("Card information not found", "カード情報がありません")
_Read = list[PageCard] | Supplement | Answer | str


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards of the pages in the folder `path`. Nothing is fetched, so `offline` changes nothing. Raises `InputError`."""
    folder, pages, skipped = _pages(path)
    by_number: dict[int, list[PageCard]] = {}
    for name, read in pages:
        if isinstance(read, list):
            for found in read:
                by_number.setdefault(found.konami_id, []).append(found)
        elif isinstance(read, str):
            skipped.append(f"{name}: {read}")
    cards = [_card(number, by_number[number]) for number in sorted(by_number)]
    kept, doubles = keep_apart(cards)
    if not kept:
        raise InputError(f"{one_line(path)}: no page with a card in it" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(kept):,} cards, {len(skipped):,} files skipped")
    built_from = tuple(folder.origins)
    return Loaded(cards=kept, source=NAME, revision=revision(built_from), skipped=(*skipped, *doubles), built_from=built_from)


def load_faq(path: Path | None, *, offline: bool, progress: Progress) -> Faq:
    """The supplements and answers of the pages in the folder `path`. Raises `InputError`."""
    folder, pages, skipped = _pages(path)
    supplements: dict[int, Supplement] = {}
    answers: dict[int, Answer] = {}
    for name, read in pages:
        if isinstance(read, Supplement) and not read.empty():
            known = supplements.get(read.cid)
            supplements[read.cid] = read if known is None or read.databaseDate >= known.databaseDate else known
        elif isinstance(read, Answer):
            answers[read.fid] = read
        elif isinstance(read, str):
            skipped.append(f"{name}: {read}")
    if not supplements and not answers:
        raise InputError(f"{one_line(path)}: no page with a supplement or an answer in it" + (f" ({skipped[0]})" if skipped else ""))
    progress(f"{NAME}: {len(supplements):,} supplements, {len(answers):,} answers, {len(skipped):,} files skipped")
    built_from = tuple(folder.origins)
    found = (tuple(supplements[number] for number in sorted(supplements)), tuple(answers[number] for number in sorted(answers)))
    return Faq(*found, NAME, revision(built_from), tuple(skipped), built_from)


def _pages(path: Path | None) -> tuple[Folder, list[tuple[str, _Read]], list[str]]:
    """The folder, what each page is, and what was no page."""
    if path is None:
        raise InputError(f"{NAME} needs an input: a folder with pages that you saved in a browser")
    folder = Folder(path, (".html", ".htm"))
    pages = [(one_line(name), _read(name, data)) for name, data in folder.files()]
    skipped = [f"{folder.others} files: not pages (.html)"] if folder.others else []
    return folder, pages, skipped


def _read(name: str, data: bytes) -> _Read:
    """What a page holds, or why nothing of it was read: a layout that is not known says which part was looked for."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "not in UTF-8, as the database's pages are"
    try:
        page = parse(text, one_line(name))
    except InputError as error:
        return str(error)
    if page.select_one("#question_text") is not None:
        number = _number(_QUESTION_NUMBER, name, data, page)
        return "no number of the question in it" if number is None else read_answer_page(number, page)
    if page.select_one("#supplement, #pen_supplement, div.supplement") is not None:
        number = _number(_CARD_NUMBER, name, data, page)
        return "no Konami id in it" if number is None else read_supplement_page(number, page)
    if page.select_one("#CardSet") is not None:
        number = _number(_CARD_NUMBER, name, data, page)
        found = "no Konami id in it" if number is None else read_card_page(number, page)
        return [found] if isinstance(found, PageCard) else found
    if page.select_one("#card_list .t_row") is not None:
        return read_list_page(page) or "a list of cards in another layout than documented"
    if any(notice in text for notice in _NOTICES):
        return "the database knows no such card"
    return "none of the documented layouts (#CardSet, #supplement, #question_text, #card_list)"


def _number(pattern: re.Pattern[str], name: str, data: bytes, page: "BeautifulSoup") -> int | None:
    """The number of the page's card or question: from where it was saved, its own links, or the name of the file."""
    places = [saved_from(data)]
    places += [attribute(tag, "href") for tag in page.select("link[rel=canonical]")]
    places += [attribute(tag, "content") for tag in page.select('meta[property="og:url"]')]
    for place in places:
        if found := pattern.search(place.replace("&amp;", "&")):
            return int(found[1])
    numbers = _NUMBER.findall(Path(name).stem)
    if len(numbers) == 1:
        return int(numbers[0])
    # The buttons for other languages lead to the page itself.
    own = {int(found[1]) for tag in page.select("a[href*=request_locale]") if (found := pattern.search(attribute(tag, "href")))}
    return own.pop() if len(own) == 1 else None


def _card(number: int, pages: list[PageCard]) -> Card:
    """One card of its pages in several languages."""
    by_language = {page.language: page for page in pages}
    en, ja = by_language.get("en"), by_language.get("ja")
    one = en or ja or pages[0]
    return Card(
        card_id=f"k{number}",
        name=one.name,
        card_type=one.card_type,
        konami_id=number,
        name_ja=ja.name if ja is not None else next((page.name_ja for page in pages if page.name_ja), None),
        property=one.property,
        types=one.types,
        attribute=one.attribute,
        level=one.level,
        scale=one.scale,
        atk=one.atk,
        defense=one.defense,
        text_en=en.text if en is not None else None,
        text_ja=ja.text if ja is not None else None,
        pendulum_en=en.pendulum if en is not None else None,
        pendulum_ja=ja.pendulum if ja is not None else None,
        text_source=TEXT_SOURCE,
    )
