"""Invented Japanese cards to read; the short ways to say what was read are those of the English ones."""

from pipeline.read.japanese import read_japanese
from pipeline.records import Effect, Part, Reading
from tests.read.english_cards import card

# A resolution that tells nothing about the Damage Step.
BOX = "自分は７７０ＬＰ回復する。"


def read(text: str, shape: str = "monster", part: Part = "text") -> Reading:
    """The reading of an invented text."""
    return read_japanese(text, part, card(shape))


def effects(text: str, shape: str = "monster", part: Part = "text") -> tuple[Effect, ...]:
    """The effects of an invented text, without the bare activation of a lasting card."""
    return tuple(e for e in read(text, shape, part).effects if e.number > 0)


def only(text: str, shape: str = "monster", part: Part = "text") -> Effect:
    """The one effect of an invented text."""
    found = effects(text, shape, part)
    assert len(found) == 1, [text[e.span[0] : e.span[1]] for e in found]
    return found[0]


def clause(words: str, shape: str = "monster") -> Effect:
    """The effect whose activation clause is `words`."""
    return only(f"①：{words}{BOX}", shape)


def kinds(text: str, shape: str = "monster", part: Part = "text") -> list[str]:
    """Kind of each row in order, with its number: ``0 card_activation``, ``2.1 trigger``."""
    return [f"{e.number}{'' if e.bullet is None else f'.{e.bullet}'} {e.kind}" for e in read(text, shape, part).effects]


def words(text: str, shape: str = "monster", part: Part = "text") -> list[tuple[str, str]]:
    """Role and text of each segment that is not space."""
    return [(s.role, text[s.start : s.end]) for s in read(text, shape, part).segments if s.role != "space"]
