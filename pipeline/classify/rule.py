"""What a rule is: a question to one effect, with its statement, its sources and its examples.

A rule module defines one constant ``RULE``. The function behind it reads the normalised fields of the effect (never the raw
text), so one rule serves English and Japanese; it returns a `Verdict`, or ``None`` where it has nothing to say.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from pipeline.records import Card, Effect, Kind, Language, Verdict
from pipeline.windows import RULESETS, Ruleset


class Case(msgspec.Struct, frozen=True, gc=False):
    """What a rule may look at: the effect, its card, and the other effects of the same part (in one language)."""

    card: Card
    effect: Effect
    siblings: tuple[Effect, ...]
    ruleset: Ruleset


class Example(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An invented card text that shows a rule at work (``answer`` set) or keeping silent (``answer`` null).

    ``effect`` is the number of the effect in the part (0 = the bare activation), ``bullet`` its option. Run as tests and
    rendered into the rule catalogue.
    """

    text: str
    answer: Literal["yes", "no", "not_activated"] | None
    windows: tuple[str, ...] = ()
    card_type: Literal["Monster", "Spell", "Trap"] = "Monster"
    property: str | None = None
    types: tuple[str, ...] = ("Warrior", "Effect")
    language: Language = "en"
    effect: int = 1
    bullet: int | None = None


class Rule(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One rule. ``rank`` orders them: the lowest that speaks decides; two of one rank that disagree are reported."""

    code: str
    rank: int
    statement: str  # one line, our words
    reason: str  # one sentence for a player; published with the tag
    rulebook: tuple[str, ...]  # ids of the rule catalogue (R-ACT-06, W-101)
    cites: tuple[str, ...]  # public URLs
    reads: tuple[str, ...]  # fields of `Effect` and `Card`
    kinds: tuple[Kind, ...]  # kinds of effect it is asked about
    answer: Callable[[Case], Verdict | None]
    examples: tuple[Example, ...]
    rulesets: tuple[Ruleset, ...] = RULESETS
    confidence: float = 0.97  # before calibration: how often its verdicts hold
