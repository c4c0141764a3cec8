"""One saved page of the official card database: a card, a list of cards, a supplement, or an answer.

Only the parts that are named here are looked at; one that is missing makes the page "another layout", never a half-read card.
Of two layouts that are known, both are read: breaks as tags, or shown as text because they were escaped once too often.
"""

import re
from typing import TYPE_CHECKING

from msgspec import Struct

from pipeline.scrape.faq import Answer, Supplement
from pipeline.scrape.pages import attribute, lines, words
from pipeline.scrape.terms import CardType, attribute_of, circled, property_of, stat, types_of

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_DIGITS = re.compile(r"[0-9]+")
_LINK = re.compile(r"link([0-9]+)")
_DATE = re.compile(r"[0-9]{4}[-/年][0-9]{1,2}[-/月][0-9]{1,2}")
_CARD_NUMBER = re.compile(r"[?&]cid=([0-9]{1,9})\b")
_UPDATED = re.compile(r"\s*\(Updated from:[^()]*\)\s*$")
_HEADING = re.compile(r"^【.*】$")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")


class PageCard(Struct, frozen=True):
    """A card as one page has it, in the language of the page."""

    konami_id: int
    language: str  # "en", "ja", or "" for any other
    name: str
    name_ja: str | None
    card_type: CardType
    property: str | None
    types: tuple[str, ...]
    attribute: str | None
    level: int | None
    scale: int | None
    atk: str | None
    defense: str | None
    text: str | None
    pendulum: str | None


def read_card_page(number: int, page: "BeautifulSoup") -> PageCard | str:
    """The card on a card page, or which part of it is missing."""
    card = page.select_one("#CardSet")
    heading = card.select_one("#cardname h1") if card is not None else None
    if card is None or heading is None:
        return "another layout: no name (#cardname h1)"
    name = _UPDATED.sub("", " ".join("".join(text for text in heading.find_all(string=True, recursive=False)).split()))
    if not name:
        return "another layout: no name (#cardname h1)"
    language = _language(page)
    reading = words(heading.select_one("span.ruby"))
    block = next((box for box in card.select(".CardText") if "pen" not in _classes(box) and box.select_one(".item_box_text") is not None), None)
    text = lines(block.select_one(".item_box_text") if block is not None else None, ".text_title")
    pendulum = lines(card.select_one(".CardText.pen .item_box_text"), ".text_title")
    stats = [item for item in card.select(".item_box") if item.find_parent(class_="pen") is None]
    species = card.select_one("p.species")
    if species is None:
        kind = next((words(item.select_one(".item_box_value")) for item in stats if "t_center" in _classes(item)), "")
        found = _spell_or_trap(kind)
        if found is None:
            return "another layout: neither types (p.species) nor a Spell or Trap Card's icon (.item_box.t_center)"
        return PageCard(number, language, name, None, found, property_of(kind), (), None, None, None, None, None, text, None)
    values = {_what(item): item for item in stats}
    level = next((_number(values[what]) for what in ("level", "rank", "link") if what in values), None)
    scale = card.select_one(".CardText.pen .pen_s, .CardText.pen [class*=icon_pendulum]")
    return PageCard(
        konami_id=number,
        language=language,
        name=name,
        name_ja=name if language == "ja" else (reading if _JAPANESE.search(reading) else None),
        card_type="Monster",
        property=None,
        types=types_of(part for span in species.select("span") for part in words(span).split("／")),
        attribute=_attribute(values.get("attribute")),
        level=level,
        scale=_number(scale),
        atk=stat(_value(values.get("atk"))),
        defense=None if "link" in values else stat(_value(values.get("def"))),
        text=text,
        pendulum=pendulum,
    )


def read_list_page(page: "BeautifulSoup") -> list[PageCard]:
    """The cards of a list, which has their whole texts; empty where the layout is another."""
    found: list[PageCard] = []
    language = _language(page)
    for row in page.select("#card_list .t_row"):
        number = attribute(row.select_one("input.cid"), "value") or _id_in(attribute(row.select_one("input.link_value"), "value"))
        name = words(row.select_one(".card_name"))
        if not number.isdigit() or not name:
            continue
        kind = words(row.select_one(".box_card_attribute span")) or words(row.select_one(".box_card_attribute"))
        icon, species = words(row.select_one(".box_card_effect")), words(row.select_one(".card_info_species_and_other_item"))
        marker = attribute(row.select_one(".box_card_linkmarker img"), "src")
        spell_or_trap = None if species else _spell_or_trap(f"{icon} {kind}")
        found.append(
            PageCard(
                konami_id=int(number),
                language=language,
                name=_UPDATED.sub("", name),
                name_ja=name if language == "ja" else None,
                card_type=spell_or_trap or "Monster",
                property=None if spell_or_trap is None else property_of(icon) or "Normal",
                types=types_of(re.split("[／/]", species.strip("【】[] "))) if species else (),
                attribute=None if spell_or_trap is not None else attribute_of(kind),
                level=_number(row.select_one(".box_card_level_rank span, .box_card_linkmarker span")),
                scale=_number(row.select_one(".box_card_pen_scale")),
                atk=stat(_last(words(row.select_one(".atk_power")))),
                defense=None if _LINK.search(marker) else stat(_last(words(row.select_one(".def_power")))),
                text=next((lines(text) for text in row.select("dd.box_card_text") if "biko" not in _classes(text)), None),
                pendulum=lines(row.select_one(".box_card_pen_effect")),
            )
        )
    return found


def read_supplement_page(number: int, page: "BeautifulSoup") -> Supplement:
    """The notes on a card, by the number in their headings; those before a numbered heading are general."""
    dates = [found[0] for tag in page.select("div.supplement .update, .supplement .title span") if (found := _DATE.search(words(tag)))]
    return Supplement(
        number,
        _iso(dates[0]) if dates else "",
        _by_number(lines(page.select_one("#supplement.text") or page.select_one("#supplement .text") or page.select_one("#supplement"), ".title")),
        _by_number(lines(page.select_one("#pen_supplement"), ".title")),
    )


def read_answer_page(number: int, page: "BeautifulSoup") -> Answer | str:
    """A question and its answer, or which part of them is missing."""
    question, answer = lines(page.select_one("#question_text")), lines(page.select_one("#answer_text"))
    if question is None or answer is None:
        return "another layout: no question or no answer (#question_text, #answer_text)"
    places = page.select("#question_text a[href], #answer_text a[href]")
    cards = dict.fromkeys(int(found) for tag in places if (found := _id_in(attribute(tag, "href"))))
    dates = [day[0] for tag in page.select(".date, #tag_update") if (day := _DATE.search(words(tag)))]
    title = words(page.select_one("#question_title, .title h2, h2")) or question.split("\n")[0]
    tags = tuple(dict.fromkeys(text for tag in page.select("#tag_update .tag") if (text := words(tag))))
    return Answer(number, title, question, answer, _iso(dates[0]) if dates else "", tags, tuple(cards))


def _by_number(text: str | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    key = "0"
    for line in (text or "").split("\n"):
        line = line.removeprefix("■").strip()
        if not line:
            continue
        if _HEADING.match(line):
            heading = circled(line)
            key = "0" if heading is None else str(heading)
        found.setdefault(key, []).append(line)
    return {key: tuple(found[key]) for key in found}


def _language(page: "BeautifulSoup") -> str:
    told = attribute(page.select_one("html"), "lang").lower()[:2]
    return told if told in ("en", "ja") else ""


def _classes(tag: "Tag") -> list[str]:
    return attribute(tag, "class").split()


def _what(item: "Tag") -> str:
    """Which value an item holds: by its picture, whose name is the same in every language, or by its English title."""
    marks = " ".join([attribute(tag, "src") + " " + attribute(tag, "class") for tag in item.select("img, [class*=icon]")]).lower()
    for mark, what in (("attribute_icon", "attribute"), ("icon_level", "level"), ("icon_rank", "rank"), ("icon_pendulum", "scale")):
        if mark in marks:
            return what
    if _LINK.search(marks):
        return "link"
    title = words(item.select_one(".item_box_title")).lower()
    return {"atk": "atk", "def": "def", "攻撃力": "atk", "守備力": "def", "属性": "attribute"}.get(title, title)


def _value(item: "Tag | None") -> str:
    return words(item.select_one(".item_box_value")) if item is not None else ""


def _number(item: "Tag | None") -> int | None:
    """The last digits in an element."""
    digits = _DIGITS.findall(words(item).translate(_FULL_WIDTH))
    return int(digits[-1][:3]) if digits else None


def _attribute(item: "Tag | None") -> str | None:
    if item is None:
        return None
    icon = re.search(r"attribute_icon_([a-z]+)", " ".join(attribute(tag, "src") for tag in item.select("img")))
    return icon[1].upper() if icon else attribute_of(_value(item))


def _spell_or_trap(said: str) -> CardType | None:
    low = said.lower()
    if "魔法" in said or "spell" in low:
        return "Spell"
    return "Trap" if "罠" in said or "trap" in low else None


def _id_in(address: str) -> str:
    found = _CARD_NUMBER.search(address)
    return found[1] if found else ""


def _last(text: str) -> str:
    return text.split()[-1] if text.split() else ""


def _iso(date: str) -> str:
    year, month, day = _DIGITS.findall(date)
    return f"{year}-{int(month):02d}-{int(day):02d}"
