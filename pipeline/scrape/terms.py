"""Terms that sources print beside a card's text, in English and Japanese, to the words of the records.

Facts of the game (https://www.db.yugioh-card.com prints them on every card page); what is not known here stays as it is.
"""

from collections.abc import Iterable
from typing import Literal

CardType = Literal["Monster", "Spell", "Trap"]
_CIRCLED = {chr(0x2460 + n): n + 1 for n in range(20)}

ATTRIBUTES = {"光": "LIGHT", "闇": "DARK", "炎": "FIRE", "水": "WATER", "地": "EARTH", "風": "WIND", "神": "DIVINE"}
PROPERTIES = {
    "normal": "Normal", "continuous": "Continuous", "quick-play": "Quick-Play", "quickplay": "Quick-Play", "field": "Field", "equip": "Equip",
    "ritual": "Ritual", "counter": "Counter", "通常": "Normal", "永続": "Continuous", "速攻": "Quick-Play", "フィールド": "Field", "装備": "Equip",
    "儀式": "Ritual", "カウンター": "Counter",
}  # fmt: skip
TYPES = {
    "通常": "Normal", "効果": "Effect", "融合": "Fusion", "儀式": "Ritual", "シンクロ": "Synchro", "エクシーズ": "Xyz", "リンク": "Link",
    "ペンデュラム": "Pendulum", "チューナー": "Tuner", "リバース": "Flip", "スピリット": "Spirit", "ユニオン": "Union", "デュアル": "Gemini",
    "トゥーン": "Toon", "トークン": "Token", "XYZ": "Xyz", "ドラゴン族": "Dragon", "魔法使い族": "Spellcaster", "アンデット族": "Zombie",
    "戦士族": "Warrior", "獣戦士族": "Beast-Warrior", "獣族": "Beast", "鳥獣族": "Winged Beast", "悪魔族": "Fiend", "天使族": "Fairy",
    "昆虫族": "Insect", "恐竜族": "Dinosaur", "爬虫類族": "Reptile", "魚族": "Fish", "海竜族": "Sea Serpent", "水族": "Aqua", "炎族": "Pyro",
    "雷族": "Thunder", "岩石族": "Rock", "植物族": "Plant", "機械族": "Machine", "サイキック族": "Psychic", "幻神獣族": "Divine-Beast",
    "創造神族": "Creator God", "幻竜族": "Wyrm", "サイバース族": "Cyberse", "幻想魔族": "Illusion",
}  # fmt: skip
# Printed among the types in Japanese and Korean, but not a type: the card cannot be Normal Summoned.
_NO_TYPE = frozenset({"特殊召喚", "Special Summon", "특수 소환"})
_KINDS: dict[str, CardType] = {"monster": "Monster", "spell": "Spell", "trap": "Trap", "モンスター": "Monster", "魔法": "Spell", "罠": "Trap"}


def card_type(word: str) -> CardType | None:
    """A word such as "spell", "Spell Card" or 魔法 as the records have it; null for anything else."""
    word = word.strip().removesuffix("カード").lower().removesuffix("card").strip()
    return _KINDS.get(word)


def property_of(word: str) -> str | None:
    """A word such as "quickplay", "Quick-Play Spell" or 速攻魔法 as the records have it."""
    word = word.strip()
    for ending in ("魔法", "罠", "カード"):
        word = word.removesuffix(ending)
    for ending in (" card", " spell", " trap"):
        word = word[: -len(ending)] if word.lower().endswith(ending) else word
    return PROPERTIES.get(word.strip().lower(), word.strip() or None)


def attribute_of(word: str) -> str | None:
    """A word such as "light" or 光属性 as the records have it."""
    word = word.strip().removesuffix("属性")
    return ATTRIBUTES.get(word, word.upper() or None)


def types_of(words: Iterable[str]) -> tuple[str, ...]:
    """The parts of a type line, without what is no type."""
    stripped = [word.strip() for word in words]
    return tuple([TYPES.get(word, word) for word in stripped if word and word not in _NO_TYPE])


def circled(text: str) -> int | None:
    """The first circled number in a text; null where there is none."""
    return next((_CIRCLED[sign] for sign in text if sign in _CIRCLED), None)


def stat(value: int | str | None) -> str | None:
    """ATK or DEF as text: "?" for the sign that a source uses in its place."""
    if isinstance(value, int):
        return "?" if value < 0 else str(value)
    text = (value or "").strip()
    return "?" if text in ("?", "？") else text if text.isdigit() else None
