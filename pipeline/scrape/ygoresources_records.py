"""Answers of db.ygoresources.com to records: a card in its locales, its notes, a question with its answer."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from pipeline.records import Card
from pipeline.scrape.faq import Answer, Supplement
from pipeline.scrape.intake import decode
from pipeline.scrape.printed import Printed, official_card

TEXT_SOURCE = "Official card database (db.ygoresources.com)"
_Id = Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]


class Locale(Struct, gc=False, rename={"defense": "def"}):
    """A card in one language."""

    name: str | None = None
    effectText: str | None = None
    pendulumEffectText: str | None = None
    cardType: str | None = None
    attribute: str | None = None
    property: str | None = None
    properties: list[int] | None = None
    level: int | None = None
    rank: int | None = None
    linkRating: int | None = None
    atk: int | str | None = None
    defense: int | str | None = None
    pendulumScale: int | None = None


class _Faq(Struct, gc=False):
    entries: dict[str, list[dict[str, str | None]]] | None = None
    pendEntries: dict[str, list[dict[str, str | None]]] | None = None
    meta: object = None


class CardAnswer(Struct, gc=False):
    """The answer to ``data/card/<Konami id>``."""

    cardData: dict[str, Locale | None]
    cardId: _Id | None = None
    faqData: _Faq | None = None
    qaIndex: dict[str, object] | list[int] | None = None

    def questions(self) -> list[int]:
        """The numbers of the questions that name the card."""
        return [int(key) for key in self.qaIndex or () if str(key).isascii() and str(key).isdigit()]


class _Source(Struct, gc=False):
    date: str | None = None


class _Question(Struct, gc=False):
    title: str | None = None
    question: str | None = None
    answer: str | None = None
    thisSrc: _Source | None = None


class QuestionAnswer(Struct, gc=False):
    """The answer to ``data/qa/<number>``."""

    qaData: dict[str, _Question | None]
    cards: dict[str, object] | list[int] | None = None
    tags: list[str | int] | dict[str, object] | None = None


_CARD = msgspec.json.Decoder(CardAnswer)
_QUESTION = msgspec.json.Decoder(QuestionAnswer)
_PROPERTIES = msgspec.json.Decoder(list[dict[str, str | None] | None])


def read_card(body: bytes) -> CardAnswer:
    """Raises `InputError`."""
    return decode(_CARD, body, "answer about a card")


def read_question(body: bytes) -> QuestionAnswer:
    """Raises `InputError`."""
    return decode(_QUESTION, body, "answer about a question")


def read_properties(body: bytes) -> list[str | None]:
    """The English names of the properties (types of monsters) by their index. Raises `InputError`."""
    return [None if labels is None else labels.get("en") for labels in decode(_PROPERTIES, body, "table of properties")]


def record_card(answer: CardAnswer, properties: list[str | None]) -> Card | str:
    """The record, or why there is none."""
    en, ja = (_printed(answer.cardData.get(locale), properties) for locale in ("en", "ja"))
    return official_card(answer.cardId or 0, en, ja, TEXT_SOURCE)


def _printed(locale: Locale | None, properties: list[str | None]) -> Printed | None:
    if locale is None:
        return None
    levels = (locale.level, locale.rank, locale.linkRating)
    return Printed(
        name=locale.name,
        card_type=locale.cardType,
        property=locale.property,
        types=tuple(properties[index] or "" for index in locale.properties or () if 0 <= index < len(properties)),
        attribute=locale.attribute,
        level=next((level for level in levels if level is not None), None),
        scale=locale.pendulumScale,
        atk=locale.atk,
        defense=locale.defense,
        text=locale.effectText,
        pendulum=locale.pendulumEffectText,
    )


def record_supplement(answer: CardAnswer) -> Supplement:
    """The Japanese notes on a card; others are translations by the community."""
    faq = answer.faqData or _Faq()
    return Supplement(answer.cardId or 0, _date(faq.meta), _notes(faq.entries), _notes(faq.pendEntries))


def record_answer(number: int, answer: QuestionAnswer) -> Answer | str:
    """The Japanese question and answer, or why there are none."""
    ja = answer.qaData.get("ja")
    if ja is None or not ja.question or not ja.answer:
        return "no Japanese question and answer"
    tags = tuple(str(tag) for tag in answer.tags or ())
    cards = tuple(int(card) for card in answer.cards or () if str(card).isascii() and str(card).isdigit())
    date = ja.thisSrc.date if ja.thisSrc is not None else None
    return Answer(number, ja.title or "", ja.question, ja.answer, date or "", tags, cards)


def _notes(entries: Mapping[str, list[dict[str, str | None]]] | None) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key in sorted(entries or {}, key=_by_number):
        lines = [line for entry in (entries or {})[key] if (text := entry.get("ja")) for line in text.split("\n") if line.strip()]
        if lines:
            found[key] = tuple(lines)
    return found


def _by_number(key: str) -> tuple[float, str]:
    try:
        return float(key), key
    except ValueError:
        return float("inf"), key


def _date(meta: object) -> str:
    """The date of the Japanese notes, where the answer has one: ``{"ja": {"date": ...}}`` or ``{"date": ...}``."""
    inner = meta.get("ja", meta) if isinstance(meta, dict) else None
    date = inner.get("date") if isinstance(inner, dict) else None
    return date if isinstance(date, str) else ""
