"""What kind of effect an English text is, and the records of effects that are applied rather than activated."""

import re

from pipeline.read.en_actions import parse_actions, placed
from pipeline.read.en_condition import Head
from pipeline.read.en_pieces import Piece
from pipeline.read.en_text import MOST_OF_EFFECT, Folded
from pipeline.records import Action, Card, Effect, Kind, Part, Place
from pipeline.windows import ALL, NONE, Window

_WINDOW_NAMES = (
    ("end of the damage step", ALL),
    ("damage step only", ALL),
    ("during the damage step", ALL),
    ("start of the damage step", Window.START),
    ("before damage calculation", Window.BEFORE_CALC),
    ("during damage calculation", Window.DURING_CALC),
    ("during the damage calculation", Window.DURING_CALC),
    ("during that damage calculation", Window.DURING_CALC),
    ("until after the damage step", ALL),
    ("after damage calculation", Window.AFTER_CALC),
)
_REPLACE = re.compile(r"\bwould\b[^.;]*\binstead\b|\binstead of\b[^.;]*\bwould|\bwould be (?:destroyed|sent|banished|returned|removed|negated)\b")
_LOCK = re.compile(
    r"(?:your opponent|neither player|players|they|either player)(?: \w+)? (?:cannot|can't) (?:activate|use)|"
    r"(?:your opponent|neither player) can(?:not)? activate|cannot be activated|cannot activate"
)
MAINTENANCE = re.compile(
    r"\b(?:standby phase|end phase)s?\b[^.;]*?\b(?:pay|destroy this card|send this card|tribute|discard|remove|"
    r"or this card is|if you do not|if you cannot)|pay \d+ lp or|(?:if|when) you do not[^.;]*destroy"
)
_CONDITION = re.compile(
    r"activate (?:this card |only |this effect )?(?:only|by|if|when)|can only be activated|you must (?:control|have)|"
    r"you can only (?:activate|use|have)|cannot be activated unless|this card can only|equip only|this effect can only|"
    r"cannot attack the turn|activate only"
)
# Monsters answer an activation with "when", never with "if" or "each time": those wait until the chain is over.
_WHEN_ACTIVATED = re.compile(r"\bwhen [^:]*\bactivat")


def kind_of(card: Card, head: Head, low: str, part: Part, has_event: bool, places: tuple[Place, ...]) -> Kind:
    """The kind of an effect that starts a chain; `low` is its opening sentence in lower case."""
    condition = head.condition
    phases = condition.phases
    named = condition.window is not NONE
    timed = named or condition.names_step or (bool(phases) and any([phase != "main" for phase in phases]))
    if card.card_type == "Monster" and part == "text":
        if low.startswith("flip:") or low.startswith("● flip:"):
            return "flip"
        if (
            head.quick
            or "this is a quick effect" in low
            or "activated during either player's turn" in low
            or (condition.names_step and ("hand" in places or _fights(head)))
        ):
            return "quick"
        if condition.responds_to and not has_event and "summon" not in condition.responds_to and _WHEN_ACTIVATED.search(low):
            return "quick"
        if has_event or timed or condition.responds_to:
            return "trigger"
        return "ignition"
    if card.card_type == "Trap" and condition.window == Window.BEFORE_CALC and ": you can " in low:
        # A Trap on the field is fast; nothing ties it to the first chain there (R-WIN-10).
        return "quick"
    if has_event:
        return "trigger"
    if head.quick or condition.responds_to:
        return "quick"
    if timed:
        return "quick" if phases and set(phases) <= {"battle", "main", "battle_step"} and not named else "trigger"
    if card.card_type == "Trap" and not ("main" in phases and "gy" in places):
        return "quick"
    if ("main" in phases and condition.whose_turn is None) or condition.whose_turn == "opponent":
        return "quick"
    return "ignition"


def _fights(head: Head) -> bool:
    """Whether nothing but a battle in the Damage Step is waited for: what a player "can" do then is fast (R-ATK-11)."""
    condition = head.condition
    return not condition.responds_to and all(event.what in ("battles", "attacks") for event in condition.events)


def speed_of(card: Card, kind: Kind) -> int:
    """Spell Speed, 1 to 3."""
    if kind == "quick":
        return 2
    if kind == "card_activation":
        if card.property == "Counter":
            return 3
        return 2 if card.card_type == "Trap" or card.property == "Quick-Play" else 1
    return 1


def applied(text: Folded, part: Part, number: int, pieces: list[Piece], kind: Kind | None = None) -> Effect:
    """The record of an effect that is applied, not activated."""
    low = text.low
    span = (pieces[0].sentence.start, pieces[-1].sentence.end)
    whole = low[span[0] : min(span[1], span[0] + MOST_OF_EFFECT)]
    actions: list[Action] = []
    for n, piece in enumerate(pieces):
        parsed = parse_actions(low[piece.sentence.start : piece.sentence.end], "first" if n == 0 else "sentence")
        actions += placed(parsed, piece.sentence.start)
    windows = NONE
    if "damage" in whole:
        for words, window in _WINDOW_NAMES:
            if words in whole:
                windows |= window
    if kind is None:
        if "would" in whole and _REPLACE.search(whole):
            kind = "replacement"
        elif "activate" in whole and _LOCK.search(whole):
            kind = "lock"
        elif ("phase" in whole or "pay" in whole) and MAINTENANCE.search(whole):
            kind = "maintenance"
        elif _CONDITION.match(whole):
            kind = "condition"
        else:
            kind = "continuous"
    return Effect(part=part, number=number, span=span, kind=kind, actions=tuple(actions), applies_in=windows)
