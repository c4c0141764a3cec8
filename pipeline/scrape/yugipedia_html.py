"""Rendered pages of Yugipedia (`action=parse`, or saved in a browser): the card's table, and the sub-pages with rulings.

Wikitext is the better source for cards; the rendered page is what a reader saves, and what rulings are given as.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.identity import passcode
from pipeline.scrape.intake import decode, one_line
from pipeline.scrape.pages import attribute, lines, parse, words
from pipeline.scrape.retry import Missing, Passing
from pipeline.scrape.session import Session
from pipeline.scrape.terms import CardType

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

RULINGS_AGE = 30 * 24 * 3600.0  # seconds for which a page of rulings is used without asking again
TEXT_SOURCE = "Yugipedia (rendered page)"
_PARSE = {"action": "parse", "prop": "text", "redirects": "1", "format": "json", "formatversion": "2", "maxlag": "5"}
_DIGITS = re.compile(r"[0-9]{1,8}")
_SAFE = re.compile(r"[^A-Za-z0-9]+")


class Ruling(Struct, frozen=True):
    """One bullet of a page of rulings: under which headings it stands ("OCG Rulings", ...), its words, the addresses that it cites."""

    headings: tuple[str, ...]
    text: str
    cites: tuple[str, ...] = ()


class _Text(Struct):
    title: str
    text: str
    pageid: int | None = None


class _Failure(Struct):
    code: str
    info: str = ""


class _Answer(Struct):
    parse: _Text | None = None
    error: _Failure | None = None


_DECODER = msgspec.json.Decoder(_Answer)


def fetch_rulings(session: Session, name: str) -> tuple[Ruling, ...]:
    """The rulings on the sub-page of a card; none where the wiki has no such page. Raises `InputError`."""
    query = {
        "action": "parse",
        "page": f"Card Rulings:{name}",
        "prop": "text",
        "redirects": "1",
        "format": "json",
        "formatversion": "2",
        "maxlag": "5",
    }
    path = "api.php?" + urlencode(query)
    file = f"rulings/{_SAFE.sub('-', name)[:80]}.json"
    try:
        answer, _ = session.get(path, name=file, max_age=RULINGS_AGE, decode=_read, said=False)
    except Missing:
        return ()
    return tuple(read_rulings(answer.text, name)) if answer is not None else ()


def _read(body: bytes) -> _Text | None:
    answer = decode(_DECODER, body, "answer of the API")
    if answer.error is not None:
        if answer.error.code in ("maxlag", "readonly", "ratelimited"):
            raise Passing(f"the wiki asks for patience ({one_line(answer.error.code)})")
        if answer.error.code in ("missingtitle", "nosuchpageid"):
            return None
        raise InputError(f"the wiki says {one_line(answer.error.code, 40)}: {one_line(answer.error.info)}")
    if answer.parse is None:
        raise InputError("no answer in the documented layout")
    return answer.parse


def read_rulings(text: str, where: str) -> Iterator[Ruling]:
    """Every bullet of a rendered page of rulings, in order; bullets within bullets go with the one above. Raises `InputError`."""
    page = parse(text, where)
    notes = {
        attribute(tag, "id"): tuple(attribute(link, "href") for link in tag.select("a.external[href]")) for tag in page.select("ol.references li")
    }
    headings: dict[int, str] = {}
    for tag in page.find_all(["h2", "h3", "h4", "li"]):
        if tag.name != "li":
            level = int(tag.name[1])
            headings = {n: heading for n, heading in headings.items() if n < level}
            headings[level] = words(tag.select_one(".mw-headline") or tag).removesuffix("[edit]").strip()
            continue
        if tag.find_parent("li") is not None or tag.find_parent(class_=["references", "toc", "navbox"]) is not None:
            continue
        said = lines(tag, "sup.reference", ".mw-editsection")
        if said is None:
            continue
        cites = _addresses(tag)
        for mark in tag.select("sup.reference a[href]"):
            cites += notes.get(attribute(mark, "href").removeprefix("#"), ())
        yield Ruling(tuple(headings[n] for n in sorted(headings)), said, tuple(dict.fromkeys(cites)))


def _addresses(tag: "Tag") -> list[str]:
    return [attribute(link, "href") for link in tag.select("a.external[href]")]


def read_card_table(text: str, where: str) -> Card | str:
    """The card on a rendered page, or why there is none. Raises `InputError`."""
    page = parse(text, where)
    table = page.select_one(".card-table")
    if table is None:
        return "no card table on the page (.card-table)"
    rows = {" ".join(words(row.select_one("th")).split()).lower(): row.select_one("td") for row in table.select("tr") if row.select_one("th")}
    kind = words(rows.get("card type")).lower()
    types = tuple(part for word in words(rows.get("types") or rows.get("type")).split("/") if (part := word.strip()))
    card_type: CardType | None = "Spell" if kind.startswith("spell") else "Trap" if kind.startswith("trap") else "Monster" if types else None
    if card_type is None:
        return f"not a Monster, Spell or Trap Card ({one_line(kind, 40) or 'no type'})"
    name = words(table.select_one(".heading") or page.select_one("h1#firstHeading, h1"))
    if not name:
        return "no name on the page"
    monster = card_type == "Monster"
    number = _DIGITS.search(words(rows.get("password")))
    code = passcode(int(number[0])) if number else None
    values = [value.strip() for value in words(rows.get("atk / def") or rows.get("atk / link")).split("/")]
    link = "atk / link" in rows
    pendulum, main = _texts(table)
    return Card(
        card_id=code or f"n{_SAFE.sub('-', name)[:60]}",
        name=name,
        card_type=card_type,
        passcode=code,
        script_ids=(int(code),) if code else (),
        name_ja=_japanese(page, 1),
        property=None if monster else words(rows.get("property")) or None,
        types=types if monster else (),
        attribute=words(rows.get("attribute")).upper() or None if monster else None,
        level=_number(values[1] if link and len(values) > 1 else words(rows.get("level") or rows.get("rank"))) if monster else None,
        scale=_number(words(rows.get("pendulum scale"))),
        atk=values[0] or None if monster else None,
        defense=values[1] if monster and not link and len(values) > 1 else None,
        text_en=main,
        text_ja=_japanese(page, 2),
        pendulum_en=pendulum,
        text_source=TEXT_SOURCE,
    )


def _texts(table: "Tag") -> tuple[str | None, str | None]:
    """The Pendulum Effect and the text: ``.lore``, whose halves a list of definitions names on Pendulum Monsters."""
    lore = table.select_one(".lore")
    if lore is None:
        return None, None
    halves: dict[bool, str | None] = {}
    for heading in lore.select("dt, b"):
        said = words(heading).lower().rstrip(":")
        after = heading.find_next_sibling("dd") or heading.find_next("p")
        if said in ("pendulum effect", "monster effect", "flavor text") and after is not None:
            halves[said == "pendulum effect"] = lines(after)
    return (halves.get(True), halves.get(False)) if halves else (None, lines(lore))


def _japanese(page: "BeautifulSoup", column: int) -> str | None:
    """Name (1) or text (2) of the row of Japanese in the table of other languages, without readings."""
    for row in page.select("tr"):
        cells = row.find_all(["th", "td"], recursive=False)
        if len(cells) == 3 and words(cells[0]) == "Japanese":
            return lines(cells[column])
    return None


def _number(text: str) -> int | None:
    found = _DIGITS.search(text)
    return int(found[0]) if found and len(found[0]) < 4 else None
