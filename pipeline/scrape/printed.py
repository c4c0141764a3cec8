"""A card as the official database prints it in each of its languages, whatever mirror or page that is read from."""

from msgspec import Struct

from pipeline.records import Card
from pipeline.scrape.intake import one_line
from pipeline.scrape.terms import attribute_of, card_type, property_of, stat, types_of


class Printed(Struct, frozen=True, gc=False):
    """One language of a card, in the source's own words; a Normal Spell or Trap Card may have no `property`."""

    name: str | None
    card_type: str | None
    property: str | None = None
    types: tuple[str, ...] = ()
    attribute: str | None = None
    level: int | None = None  # Level, Rank or Link Rating
    scale: int | None = None
    atk: int | str | None = None
    defense: int | str | None = None
    text: str | None = None
    pendulum: str | None = None


def official_card(konami_id: int, en: Printed | None, ja: Printed | None, text_source: str) -> Card | str:
    """One card of its languages, or why there is none. English goes first for everything that both have."""
    one = en if en is not None and en.name else ja
    if one is None or not one.name:
        return "no name in English or Japanese"
    kind = card_type(one.card_type or "")
    if kind is None:
        return f"not a Monster, Spell or Trap Card ({one_line(one.card_type, 40)})"
    monster = kind == "Monster"
    return Card(
        card_id=f"k{konami_id}",
        name=one.name,
        card_type=kind,
        konami_id=konami_id,
        name_ja=(ja.name or None) if ja is not None else None,
        property=None if monster else property_of(one.property or "Normal"),
        types=types_of(one.types) if monster else (),
        attribute=attribute_of(one.attribute or "") if monster else None,
        level=one.level if monster else None,
        scale=one.scale,
        atk=stat(one.atk) if monster else None,
        defense=stat(one.defense) if monster else None,
        text_en=(en.text or None) if en is not None else None,
        text_ja=(ja.text or None) if ja is not None else None,
        pendulum_en=(en.pendulum or None) if en is not None else None,
        pendulum_ja=(ja.pendulum or None) if ja is not None else None,
        text_source=text_source,
    )
