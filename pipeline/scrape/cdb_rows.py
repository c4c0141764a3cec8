"""One row of a simulator's database to a card: bits to words, halves of a Pendulum text parted."""

from typing import Literal, NamedTuple

import msgspec

from pipeline.records import Card
from pipeline.scrape.halves import halves, line_ends
from pipeline.scrape.identity import passcode

TEXT_SOURCE = "Card database of a simulator (cdb)"
_OCG, _TCG = 0x1, 0x2
# Of the bits that say where a card comes from: anime, illegal, video game, custom, Rush and hidden cards are not of this game's pool.
_ELSEWHERE = 0x4 | 0x8 | 0x10 | 0x20 | 0x200 | 0x1000
_SPEED, _PRERELEASE = 0x40, 0x100
_MONSTER, _SPELL, _TRAP, _PENDULUM, _LINK = 0x1, 0x2, 0x4, 0x1000000, 0x4000000
_ABILITIES = (
    (0x40, "Fusion"), (0x80, "Ritual"), (0x2000, "Synchro"), (0x800000, "Xyz"), (_PENDULUM, "Pendulum"), (_LINK, "Link"), (0x200, "Spirit"),
    (0x400, "Union"), (0x800, "Gemini"), (0x1000, "Tuner"), (0x200000, "Flip"), (0x400000, "Toon"), (0x4000, "Token"), (0x10, "Normal"),
    (0x20, "Effect"),
)  # fmt: skip
_PROPERTIES = ((0x10000, "Quick-Play"), (0x20000, "Continuous"), (0x40000, "Equip"), (0x80000, "Field"), (0x100000, "Counter"), (0x80, "Ritual"))
_RACES = (
    "Warrior", "Spellcaster", "Fairy", "Fiend", "Zombie", "Machine", "Aqua", "Pyro", "Rock", "Winged Beast", "Plant", "Insect", "Thunder", "Dragon",
    "Beast", "Beast-Warrior", "Dinosaur", "Fish", "Sea Serpent", "Reptile", "Psychic", "Divine-Beast", "Creator God", "Wyrm", "Cyberse", "Illusion",
)  # fmt: skip
_ATTRIBUTES = ("EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE")


class Row(NamedTuple):
    """A row of the two tables, joined."""

    id: int
    ot: int
    alias: int
    type: int
    atk: int
    defense: int
    level: int
    race: int
    attribute: int
    name: str
    desc: str


def typed(values: tuple[object, ...]) -> Row | None:
    """The row, if its values are of the documented kinds: SQLite takes any value in any column, whatever the schema says."""
    try:
        return msgspec.convert(values, Row)
    except msgspec.ValidationError:
        return None


def row_card(row: Row) -> Card | str:
    """The record, or why there is none."""
    if not row.name.strip():
        return "no name"
    if row.ot & _ELSEWHERE or not row.ot & (_OCG | _TCG | _PRERELEASE):
        return f"not of this game's pool (ot {row.ot:#x})"
    card_type: Literal["Monster", "Spell", "Trap"] | None = (
        "Monster" if row.type & _MONSTER else "Spell" if row.type & _SPELL else "Trap" if row.type & _TRAP else None
    )
    if card_type is None:
        return f"neither Monster, Spell nor Trap Card (type {row.type:#x})"
    monster, link, pendulum = card_type == "Monster", bool(row.type & _LINK), bool(row.type & _PENDULUM)
    code = passcode(row.id)
    pendulum_text, text = halves(row.desc) if pendulum else (None, line_ends(row.desc))
    return Card(
        card_id=code or f"p{row.id}",
        name=row.name.strip(),
        card_type=card_type,
        passcode=code,
        script_ids=(row.id,),
        property=None if monster else next((word for bit, word in _PROPERTIES if row.type & bit), "Normal"),
        types=_types(row) if monster else (),
        attribute=_named(row.attribute, _ATTRIBUTES) if monster else None,
        level=row.level & 0xFF if monster else None,
        scale=row.level >> 24 & 0xFF if pendulum else None,
        atk=_stat(row.atk) if monster else None,
        defense=_stat(row.defense) if monster and not link else None,  # of a Link Monster that field holds its arrows
        text_en=text,
        pendulum_en=pendulum_text,
        text_source=TEXT_SOURCE,
        # Without the TCG's bit no official English text exists; a prerelease has none yet.
        unofficial_translation=not row.ot & _TCG or bool(row.ot & _PRERELEASE),
    )


def _types(row: Row) -> tuple[str, ...]:
    race = _named(row.race, _RACES)
    return (*([race] if race else []), *(word for bit, word in _ABILITIES if row.type & bit))


def _named(bits: int, names: tuple[str, ...]) -> str | None:
    return next((name for n, name in enumerate(names) if bits >> n & 1), None)


def _stat(value: int) -> str:
    return "?" if value < 0 else str(value)
