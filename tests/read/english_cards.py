"""Invented cards to read, and short ways to say what was read of them."""

from pipeline.read.english import read_english
from pipeline.records import Action, Card, Condition, Effect, Part, Reading

# Shapes of cards: card type, property, types.
SHAPES: dict[str, tuple[str, str | None, tuple[str, ...]]] = {
    "monster": ("Monster", None, ("Warrior", "Effect")),
    "normal monster": ("Monster", None, ("Warrior", "Normal")),
    "token": ("Monster", None, ("Warrior", "Token")),
    "flip": ("Monster", None, ("Warrior", "Flip", "Effect")),
    "gemini": ("Monster", None, ("Warrior", "Gemini", "Effect")),
    "fusion": ("Monster", None, ("Warrior", "Fusion", "Effect")),
    "synchro": ("Monster", None, ("Warrior", "Synchro", "Effect")),
    "xyz": ("Monster", None, ("Warrior", "Xyz", "Effect")),
    "link": ("Monster", None, ("Warrior", "Link", "Effect")),
    "ritual": ("Monster", None, ("Warrior", "Ritual", "Effect")),
    "pendulum": ("Monster", None, ("Warrior", "Pendulum", "Effect")),
    "normal spell": ("Spell", "Normal", ()),
    "quick-play": ("Spell", "Quick-Play", ()),
    "ritual spell": ("Spell", "Ritual", ()),
    "continuous spell": ("Spell", "Continuous", ()),
    "equip spell": ("Spell", "Equip", ()),
    "field spell": ("Spell", "Field", ()),
    "normal trap": ("Trap", "Normal", ()),
    "continuous trap": ("Trap", "Continuous", ()),
    "counter trap": ("Trap", "Counter", ()),
}


def card(shape: str) -> Card:
    """An invented card of one of `SHAPES`."""
    card_type, prop, types = SHAPES[shape]
    return Card(card_id="1", name="Glass Heron", card_type=card_type, property=prop, types=types)  # type: ignore[arg-type]


def read(text: str, shape: str = "monster", part: Part = "text") -> Reading:
    """The reading of an invented text."""
    return read_english(text, part, card(shape))


def effects(text: str, shape: str = "monster", part: Part = "text") -> tuple[Effect, ...]:
    """The effects of an invented text, without the bare activation of a lasting card."""
    return tuple(e for e in read(text, shape, part).effects if e.number > 0)


def only(text: str, shape: str = "monster", part: Part = "text") -> Effect:
    """The one effect of an invented text."""
    found = effects(text, shape, part)
    assert len(found) == 1, [text[e.span[0] : e.span[1]] for e in found]
    return found[0]


def events(condition: Condition) -> str:
    """Events in short: ``destroyed/self/battle, flipped/other``; the cause only where one is said."""
    return ", ".join("/".join([e.what, e.subject, *([] if e.cause == "unsaid" else [e.cause])]) for e in condition.events)


def done(actions: tuple[Action, ...]) -> str:
    """Actions in short: ``destroy, then draw?``; ``?`` = optional at resolution, ``~`` = delayed; the link "first" is left out."""
    words = []
    for action in actions:
        mark = ("?" if action.optional else "") + ("~" if action.delayed else "")
        words.append(("" if action.link == "first" else action.link + " ") + action.what + mark)
    return ", ".join(words)


def stats(effect: Effect) -> list[str]:
    """The changes of ATK or DEF in short, repeated ones once: ``and_if_you_do that``, ``first self?``."""
    said = [f"{a.link} {a.object}" + ("?" if a.optional else "") + ("~" if a.delayed else "") for a in effect.actions if a.what == "atk_def_change"]
    return list(dict.fromkeys(said))


def kinds(text: str, shape: str = "monster", part: Part = "text") -> list[str]:
    """Kind of each row in order, with its number: ``0 card_activation``, ``2.1 trigger``."""
    return [f"{e.number}{'' if e.bullet is None else f'.{e.bullet}'} {e.kind}" for e in read(text, shape, part).effects]


def words(text: str, shape: str = "monster", part: Part = "text") -> list[tuple[str, str]]:
    """Role and text of each segment that is not space."""
    return [(s.role, text[s.start : s.end]) for s in read(text, shape, part).segments if s.role != "space"]
