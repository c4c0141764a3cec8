"""What a rule is: a question to one effect, with its statement, its sources and its examples.

A rule module defines one constant ``RULE``. The function behind it reads the normalised fields of the effect (never the raw
text), so one rule serves English and Japanese. It answers with a `Verdict`, with ``None`` where it has nothing to say (the next
rule is asked), or with `UNDECIDED` where the sources leave the wording open: then no rule behind it is asked, so that a default
cannot pick up by accident what nobody has ruled on.
"""

from collections.abc import Callable
from typing import Literal

import msgspec

from pipeline.classify.features import Feature
from pipeline.records import Card, Effect, Kind, Language, Part, Verdict
from pipeline.windows import RULESETS, Ruleset


class Undecided(msgspec.Struct, frozen=True, gc=False):
    """The answer to a wording that official statements decide both ways, or not at all."""


UNDECIDED = Undecided()
Answer = Verdict | Undecided | None
# Kinds that events or answers may start, and kinds that a player may start at will with Spell Speed 2.
EVENT_KINDS: tuple[Kind, ...] = ("trigger", "quick", "flip", "card_activation")
FAST_KINDS: tuple[Kind, ...] = ("quick", "card_activation")


class Case(msgspec.Struct, frozen=True, gc=False):
    """What a rule may look at: the effect, its card, and the other effects of the same part (in one language).

    ``legal`` holds the siblings that may be activated in the Damage Step, with their verdicts; it is filled for the bare
    activation of a lasting Trap alone, which may be legal together with one of them.
    """

    card: Card
    effect: Effect
    siblings: tuple[Effect, ...]
    ruleset: Ruleset
    legal: tuple[tuple[Effect, Verdict], ...] = ()


class Example(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An invented card text that shows a rule at work (``answer`` set) or keeping silent (``answer`` null).

    The answer "uncertain" stands for `UNDECIDED`. ``effect`` is the number of the effect in the part (0 = the bare activation),
    ``bullet`` its option. Run as tests and rendered into the rule catalogue.
    """

    text: str
    answer: Literal["yes", "no", "not_activated", "uncertain"] | None
    windows: tuple[str, ...] = ()
    card_type: Literal["Monster", "Spell", "Trap"] = "Monster"
    property: str | None = None
    types: tuple[str, ...] = ("Warrior", "Effect")
    language: Language = "en"
    part: Part = "text"
    effect: int = 1
    bullet: int | None = None
    ruleset: Ruleset = "tcg"


class Rule(msgspec.Struct, frozen=True, kw_only=True, gc=False, eq=False):
    """One rule, the same only as itself. ``rank`` orders them: the lowest that speaks decides; two of one rank that disagree are reported.

    ``needs`` only saves time: where one of these features is missing the rule keeps silent, and so it need not be asked.
    """

    code: str
    rank: int
    statement: str  # one line, our words
    reason: str  # one sentence for a player; published with the tag
    rulebook: tuple[str, ...]  # ids of the rule catalogue (R-ACT-06, W-101)
    cites: tuple[str, ...]  # public URLs
    reads: tuple[str, ...]  # fields of `Effect` and `Card`
    kinds: tuple[Kind, ...]  # kinds of effect it is asked about
    answer: Callable[[Case], Answer]
    examples: tuple[Example, ...]
    needs: tuple[Feature, ...] = ()
    rulesets: tuple[Ruleset, ...] = RULESETS
    explicit: bool = False  # the text says it in so many words: goes before what the other language merely implies
    confidence: float = 0.97  # before calibration: how often its verdicts hold
