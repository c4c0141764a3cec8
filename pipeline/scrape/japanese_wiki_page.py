"""One page of the Japanese card wiki: the name, the block with the card's values and text, the lines of its FAQ."""

import re
from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import InputError
from pipeline.scrape.pages import lines, parse, words
from pipeline.scrape.terms import ATTRIBUTES, CardType, property_of, stat, types_of

if TYPE_CHECKING:
    from bs4 import Tag

_TITLE = re.compile(r"《([^《》/]+)(?:/([^《》]*))?》")
_QUESTION = re.compile(r"^[QＱ][.．:：]\s*(.+)$", re.DOTALL)
_ANSWER = re.compile(r"^[AＡ][.．:：]\s*(.+)$", re.DOTALL)
_DATE = re.compile(r"[(（](\d{2,4})/(\d{1,2})/(\d{1,2})[)）]\s*$")
_LEVEL = re.compile(r"^(?:星|ランク|レベル|リンク|LINK)\s*(\d{1,2})$")
_STAT = re.compile(r"^(攻|守)\s*(\d{1,5}|[?？])$")
_SENTENCE_END = ("。", "）", "」", ")", "】")
_NEW_PAGE = ("の編集", "を編集", "新規")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９／", "0123456789/")
_KINDS = ("魔法", "罠")
_MONSTER_WORDS = ("モンスター",)


class WikiPage(NamedTuple):
    """What a page says of its card. `questions`: question, answer, date as YYYY-MM-DD (empty where there is none)."""

    name: str
    name_en: str | None
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
    questions: tuple[tuple[str, str, str], ...]


def read_wiki_page(text: str, where: str) -> WikiPage | str:
    """The page, or why it is none of a card."""
    try:
        page = parse(text, where)
    except InputError as error:
        return str(error)
    body = page.select_one("#body")
    if body is None:
        return "no page of the wiki (#body is missing)"
    title = body.select_one("h2")
    named = _TITLE.search(words(title).replace("†", "")) if title is not None else None
    if named is None:
        editing = any(mark in words(page.select_one("title")) for mark in _NEW_PAGE) or body.select_one("textarea") is not None
        return "the wiki has no such page (it offers to write one)" if editing else "no card's page (its heading is no name in 《》)"
    block = body.select_one("pre")
    if block is None:
        return "another layout: no block with the card's text (pre)"
    read = _block(_raw(block))
    if read is None:
        return "another layout: the first line of the block names no kind of card"
    kind, property_, types, attribute, level, scale, atk, defense, text_ja, pendulum = read
    return WikiPage(
        named[1].strip(), (named[2] or "").strip() or None, kind, property_, types, attribute, level, scale, atk, defense, text_ja, pendulum,
        tuple(_questions(body)),
    )  # fmt: skip


_Block = tuple[
    CardType, str | None, tuple[str, ...], str | None, int | None, int | None, str | None, str | None, str | None, str | None
]  # fmt: skip


def _raw(block: "Tag") -> list[str]:
    """The lines of a block whose line ends count."""
    return [line.strip() for line in block.get_text().replace("\r\n", "\n").split("\n") if line.strip()]


def _block(block: list[str]) -> _Block | None:
    """The parts of the block: the kind's line, the values' line (monsters), then text with hard ends of lines."""
    if not block:
        return None
    head, rest = block[0], block[1:]
    spell_or_trap = next((kind for kind in _KINDS if head.endswith((kind, f"{kind}カード"))), None)
    if spell_or_trap is not None:
        kind: CardType = "Spell" if spell_or_trap == "魔法" else "Trap"
        return kind, property_of(head) or "Normal", (), None, None, None, None, None, _joined(rest), None
    if not any(word in head for word in _MONSTER_WORDS):
        return None
    abilities = [word for word in re.split(r"[・/／]", head.replace("モンスター", "")) if word]
    level: int | None = None
    attribute: str | None = None
    race, atk, defense = "", None, None
    if rest and "/" in rest[0].translate(_FULL_WIDTH):
        for value in rest.pop(0).translate(_FULL_WIDTH).split("/"):
            value = value.strip()
            if found := _LEVEL.match(value):
                level = int(found[1])
            elif value.endswith("属性"):
                attribute = ATTRIBUTES.get(value.removesuffix("属性"))
            elif value.endswith("族"):
                race = value
            elif found := _STAT.match(value):
                if found[1] == "攻":
                    atk = stat(found[2])
                else:
                    defense = stat(found[2])
    scale, pendulum, text = _pendulum(rest)
    return "Monster", None, types_of([race, *abilities]), attribute, level, scale, atk, defense, text, pendulum


def _pendulum(rest: list[str]) -> tuple[int | None, str | None, str | None]:
    """Scale, Pendulum Effect and text: a Pendulum Monster's halves have headings in 【】."""
    scale: int | None = None
    halves: dict[bool, list[str]] = {True: [], False: []}
    in_pendulum = False
    for line in rest:
        if line.startswith("【") and "スケール" in line:
            digits = re.findall(r"\d{1,2}", line.translate(_FULL_WIDTH))
            scale, in_pendulum = (int(digits[0]) if digits else None), True
        elif line.startswith("【") and line.endswith("】") and ("モンスター" in line or "Ｐ効果" in line or "ペンデュラム効果" in line):
            in_pendulum = "モンスター" not in line
        else:
            halves[in_pendulum].append(line)
    return scale, _joined(halves[True]), _joined(halves[False])


def _joined(rest: list[str]) -> str | None:
    """Text whose lines were cut by width: joined, but for those that end a sentence or begin an effect."""
    text = ""
    for line in rest:
        ends = text.endswith(_SENTENCE_END) or line.startswith(("●", "①", "②", "③", "④", "⑤", "⑥")) or not text
        text += ("\n" if text and ends else "") + line
    return text or None


def _questions(body: "Tag") -> list[tuple[str, str, str]]:
    """Pairs of Q and A below the heading of the FAQ, or anywhere on a page that has no such heading."""
    found: list[tuple[str, str, str]] = []
    headings = [tag for tag in body.select("h2, h3, h4") if "FAQ" in words(tag).upper() or "ＦＡＱ" in words(tag)]
    text: list[str] = []
    if headings:
        for tag in headings[0].find_all_next():
            if tag.name in ("h2", "h3"):
                break
            if tag.name in ("p", "li", "pre", "dd", "dt") and tag.find_parent(["p", "li", "pre", "dd", "dt"]) is None:
                text += (lines(tag) or "").split("\n")
    else:
        text = (lines(body) or "").split("\n")
    question: str | None = None
    answer = ""
    for line in [*text, "Q：end"]:
        line = line.strip()
        if asked := _QUESTION.match(line):
            if question and answer:
                found.append(_dated(question, answer))
            question, answer = asked[1], ""
        elif question is not None and (said := _ANSWER.match(line)):
            answer = f"{answer}\n{said[1]}".strip()
        elif question is not None and line:
            if answer:
                answer = f"{answer}\n{line}"
            else:
                question = f"{question}\n{line}"
    return found


def _dated(question: str, answer: str) -> tuple[str, str, str]:
    date = _DATE.search(answer)
    if date is None:
        return question, answer, ""
    year = int(date[1]) + (2000 if len(date[1]) == 2 else 0)
    return question, answer[: date.start()].strip(), f"{year:04d}-{int(date[2]):02d}-{int(date[3]):02d}"
