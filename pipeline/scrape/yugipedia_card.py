"""One page of Yugipedia to a card: the ``CardTable2`` template that heads every card's page.

Fields were renamed in the course of time (``lore`` became ``text``); both names are read, the current one first.
"""

import re
from typing import Literal

from msgspec import Struct

from pipeline.records import Card, Part
from pipeline.scrape.identity import passcode
from pipeline.scrape.intake import one_line
from pipeline.scrape.wiki_markup import without_ruby, words_of
from pipeline.scrape.wikitext import plain_words, template_fields, without_comments

TEXT_SOURCE = "Yugipedia"
_TABLE = re.compile(r"\{\{\s*card[ _]?table2\b", re.IGNORECASE)
_UNOFFICIAL = re.compile(r"\{\{\s*unofficial (?:name|lore|text)\s*\|([^{}]*)\}\}", re.IGNORECASE)
_ENGLISH = re.compile(r"\b(?:english|en)\b", re.IGNORECASE)
_DISAMBIGUATED = re.compile(r" \((?:card|original|normal|alternate password|UDE promo)\)$", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]{1,10}")
_BETWEEN = re.compile(r"[,;\n*]")
_WANTED = frozenset(
    {
        "name", "password", "database_id", "card_type", "property", "types", "type", "attribute", "level", "rank", "link_arrows", "pendulum_scale",
        "atk", "def", "text", "lore", "ja_text", "ja_lore", "pendulum_effect", "ja_pendulum_effect", "ja_name", "effect_types",
        "pendulum_effect_types",
    }
)  # fmt: skip


class Parsed(Struct, frozen=True, gc=False):
    """A page that is a card's, and the wiki's labels for its effects in the order of the text ("Trigger", "Quick-like" ...)."""

    card: Card
    effect_types: dict[Part, tuple[str, ...]]


def read_page(page_id: int, title: str, content: str) -> Parsed | str:
    """The card of a page, or why there is none. Linear in the page's length."""
    fields = template_fields(content, _TABLE, _WANTED)
    if fields is None:
        return "no card table on the page"
    card_type = _card_type(fields)
    if card_type is None:
        return f"not a Monster, Spell or Trap Card ({one_line(plain_words(fields.get('card_type', '')) or 'no type', 60)})"
    name = words_of(fields.get("name", "")) or _DISAMBIGUATED.sub("", title.strip())
    if not name:
        return "no name"
    code = passcode(_number(fields.get("password", "")))
    password = _number(fields.get("password", ""))
    konami_id = _number(fields.get("database_id", ""))
    monster = card_type == "Monster"
    labels: dict[Part, tuple[str, ...]] = {}
    _label(labels, "text", fields.get("effect_types"))
    _label(labels, "pendulum_effect", fields.get("pendulum_effect_types"))
    card = Card(
        card_id=code or (f"k{konami_id}" if konami_id is not None else f"y{page_id}"),
        name=without_ruby(name),
        card_type=card_type,
        passcode=code,
        konami_id=konami_id,
        page_id=page_id,
        script_ids=() if password is None else (password,),
        name_ja=without_ruby(words_of(fields.get("ja_name", ""))) or None,
        property=None if monster else words_of(fields.get("property", "")) or None,
        types=_types(fields.get("types") or fields.get("type", "")) if monster else (),
        attribute=(words_of(fields.get("attribute", "")).upper() or None) if monster else None,
        level=_level(fields) if monster else None,
        scale=_number(fields.get("pendulum_scale", "")),
        atk=_stat(fields, "atk") if monster else None,
        defense=_stat(fields, "def") if monster else None,
        text_en=_text(fields, "text", "lore"),
        text_ja=_text(fields, "ja_text", "ja_lore"),
        pendulum_en=_text(fields, "pendulum_effect"),
        pendulum_ja=_text(fields, "ja_pendulum_effect"),
        text_source=TEXT_SOURCE,
        unofficial_translation=_unofficial(content),
    )
    return Parsed(card, labels)


def _card_type(fields: dict[str, str]) -> Literal["Monster", "Spell", "Trap"] | None:
    said = words_of(fields.get("card_type", "")).removesuffix("Card").strip().lower()
    if said == "spell":
        return "Spell"
    if said == "trap":
        return "Trap"
    # Monsters do not say that they are; whoever says something else is a rule card or worse.
    return "Monster" if said == "monster" or (not said and (fields.get("types") or fields.get("atk"))) else None


def _number(value: str) -> int | None:
    """The first number of a field whose value is numbers; null for "none", blanks and words."""
    for word in value.replace(",", " ").split():
        if _DIGITS.fullmatch(word) and int(word) > 0:
            return int(word) if int(word) <= 0xFFFF_FFFF else None
        return 0 if word.strip("0") == "" else None
    return None


def _level(fields: dict[str, str]) -> int | None:
    for field in ("level", "rank"):
        value = fields.get(field, "").strip()
        if value.isascii() and value.isdigit() and len(value) < 4:
            return int(value)
    arrows = [arrow for arrow in fields.get("link_arrows", "").split(",") if arrow.strip()]
    return len(arrows) or None  # the Link Rating, which the wiki leaves to be counted


def _types(value: str) -> tuple[str, ...]:
    return tuple([word for part in words_of(value).split("/") if (word := part.strip())])


def _stat(fields: dict[str, str], field: str) -> str | None:
    return words_of(fields.get(field, ""))[:16] or None


def _text(fields: dict[str, str], *names: str) -> str | None:
    for name in names:
        if value := words_of(fields.get(name, "")):
            return value
    return None


def _label(labels: dict[Part, tuple[str, ...]], part: Part, value: str | None) -> None:
    if value and (words := tuple([word for one in _BETWEEN.split(plain_words(value)) if (word := " ".join(one.split()))])):
        labels[part] = words


def _unofficial(content: str) -> bool:
    """Whether the page says that its English name or text is a translation by fans."""
    if "nofficial" not in content:
        return False
    return any(_ENGLISH.search(said) for said in _UNOFFICIAL.findall(without_comments(content)))
