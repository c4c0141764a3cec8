"""The form of a ruling: one card, one effect, what the effect must say for the ruling to hold, and what was ruled where.

These are the types of ``data/rulings/*.yml`` (its README explains them to people). They hold data and answer questions about it;
files are read in `ruling_files`, and a whole collection is asked in `rulings`.
"""

import datetime
import re
from collections.abc import Sequence
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from pipeline.records import ActionWhat, Card, Cause, Effect, EventWhat, Kind, Link, Mark, Mode, Part, Phase, ResponseTo, Row, Subject, Verdict
from pipeline.windows import LEGACY_TCG, Ruleset, Window, from_substeps

# Who ruled: the official database (Japanese), older official rulings of the TCG, the official rule test, an article by judges, a wiki.
Authority = Literal["official_faq", "official_tcg", "rule_test", "judge_article", "wiki"]
WindowKey = Literal["start", "before_calc", "during_calc", "after_calc", "end"]
T = TypeVar("T")
_Line = Annotated[str, Meta(min_length=1, max_length=400, pattern=r"\A\S[^\n\r]*\S\Z|\A\S\Z")]
_Number = Annotated[int, Meta(ge=0, le=99)]
_OCG: frozenset[Ruleset] = frozenset({"ocg", "ocg-mr2"})
# A change of a simulator's script, or the script itself, is nobody's ruling.
_SCRIPT = re.compile(r"/commits?/|/pull/|\.lua\b|cardscripts|ygopro-scripts|ygopro-core", re.IGNORECASE)


def _several(value: T | tuple[T, ...]) -> tuple[T, ...]:
    return value if isinstance(value, tuple) else (value,)


class Pointer(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Where the effect stands. Numbers are hints: they tell effects apart of which more than one says what is expected."""

    part: Part = "text"
    number: _Number | None = None  # in the English text; 0 = the bare activation of a lasting card
    ja_no: _Number | None = None  # circled number of the Japanese text
    bullet: _Number | None = None  # option, from 1

    def hits(self, row: Row) -> int:
        """How many of the hints agree with a row."""
        english = self.number is not None and row.en is not None and row.en.number == self.number
        japanese = self.ja_no is not None and row.ja is not None and row.ja.printed_no == self.ja_no
        return english + japanese + (self.bullet is not None and row.bullet == self.bullet)


class ExpectedAction(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A processing that must be there, tied to the one before it in one of these ways."""

    what: ActionWhat
    link: Link | tuple[Link, ...]


class ExpectedEvent(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An event that must be among those that set the effect off; what is left out may be anything."""

    what: EventWhat | tuple[EventWhat, ...]
    subject: Subject | None = None
    cause: Cause | None = None


class Expect(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What the effect says, in the fields of `Effect`: the guard that trips when the card gets a new text.

    A mark ("except", "even"), a window, the step or a phase that the text names must be expected here; unnamed means that it names none, so
    that a text which begins to speak of its timing is never overruled by what was said of the old one.
    """

    kind: Kind | tuple[Kind, ...]
    first: ActionWhat | None = None
    actions: tuple[ActionWhat | ExpectedAction, ...] = ()
    cost: tuple[ActionWhat, ...] = ()
    event: ExpectedEvent | None = None
    answers: tuple[ResponseTo, ...] = ()
    mark: Mark | None = None
    names: tuple[WindowKey, ...] = ()
    names_step: bool = False
    phases: tuple[Phase, ...] = ()

    def __post_init__(self) -> None:
        if self.first is None and not self.actions and self.event is None:
            raise ValueError("expect needs `first`, `actions` or `event`: the kind alone tells no text from another")

    def holds(self, effect: Effect) -> bool:
        """Whether the effect says all of this."""
        condition = effect.condition
        return (
            effect.kind in _several(self.kind)
            and (self.first is None or (bool(effect.actions) and effect.actions[0].what == self.first))
            and all(self._does(effect, action) for action in self.actions)
            and {action.what for action in effect.cost}.issuperset(self.cost)
            and self._set_off(effect)
            and set(condition.responds_to).issuperset(self.answers)
            and condition.mark == self.mark
            and condition.window == Window.of(self.names)
            and condition.names_step == self.names_step
            and set(condition.phases) == set(self.phases)
        )

    @staticmethod
    def _does(effect: Effect, expected: ActionWhat | ExpectedAction) -> bool:
        if isinstance(expected, ExpectedAction):
            return any(action.what == expected.what and action.link in _several(expected.link) for action in effect.actions)
        return any(action.what == expected for action in effect.actions)

    def _set_off(self, effect: Effect) -> bool:
        wanted = self.event
        return wanted is None or any(
            event.what in _several(wanted.what) and wanted.subject in (None, event.subject) and wanted.cause in (None, event.cause)
            for event in effect.condition.events
        )


class Statement(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What one source rules, for the rulesets that it speaks of."""

    rulesets: Annotated[tuple[Ruleset, ...], Meta(min_length=1)]
    eligible: Literal["yes", "no", "not_activated"]
    authority: Authority
    source: Annotated[str, Meta(pattern=r"\Ahttps?://[!-~]+\Z", max_length=300)]
    reason: _Line
    windows: tuple[WindowKey, ...] = ()
    mode: Mode | None = None
    condition: _Line | None = None
    substeps: tuple[Annotated[int, Meta(ge=1, le=7)], ...] = ()
    date: datetime.date | None = None  # of the statement, where it is known

    def __post_init__(self) -> None:
        if _SCRIPT.search(self.source):
            raise ValueError("a script or a change of one is no source of a ruling")
        if (self.eligible == "yes") != bool(self.windows) or (self.eligible == "yes") != (self.mode is not None):
            raise ValueError('`windows` and `mode` go with eligible "yes", and with it alone')
        if self.eligible != "yes" and (self.condition or self.substeps):
            raise ValueError('`condition` and `substeps` go with eligible "yes" alone')
        if len(set(self.windows)) < len(self.windows) or len(set(self.rulesets)) < len(self.rulesets):
            raise ValueError("a window or ruleset stands twice")
        legacy = LEGACY_TCG.issuperset(self.rulesets)
        if self.substeps and (not legacy or from_substeps(self.substeps) != Window.of(self.windows)):
            raise ValueError("`substeps` are for edison and goat, and fold into exactly the windows")
        if self.eligible == "yes" and not self.substeps and not LEGACY_TCG.isdisjoint(self.rulesets):
            raise ValueError("a legal effect under edison or goat needs its `substeps`, in a statement for these rulesets alone")

    def verdict(self) -> Verdict:
        """The ruling as the rules would say it."""
        return Verdict(self.eligible, Window.of(self.windows), self.mode, self.condition, substeps=tuple(sorted(self.substeps)))


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry: an effect of a card and all that is on record about it."""

    id: Annotated[str, Meta(pattern=r"\ARUL-[0-9]{4}\Z")]
    card: _Line
    passcode: Annotated[str, Meta(pattern=r"\A[0-9]{8}\Z")]
    effect: Pointer
    expect: Expect
    rulings: Annotated[tuple[Statement, ...], Meta(min_length=1)]

    def __post_init__(self) -> None:
        spoken = [ruleset for statement in self.rulings for ruleset in statement.rulesets]
        if len(set(spoken)) < len(spoken):
            raise ValueError("two statements for one ruleset")

    def statement(self, ruleset: Ruleset) -> Statement | None:
        """What is ruled under a ruleset; null where nothing on record may be carried over to it.

        An older ruleset takes what is said of today's ruleset of its side. OCG and TCG take each other's only where a side has
        nothing of its own on record: two sides that differ each keep to themselves.
        """
        by_ruleset = {name: statement for statement in self.rulings for name in statement.rulesets}
        own: Ruleset = "ocg" if ruleset in _OCG else "tcg"
        found = by_ruleset.get(ruleset) or by_ruleset.get(own)
        if found is None and not any((name in _OCG) == (ruleset in _OCG) for name in by_ruleset):
            found = by_ruleset.get("tcg" if own == "ocg" else "ocg")
        return found

    def rows(self, card: Card, rows: Sequence[Row], ruleset: Ruleset) -> tuple[Row, ...]:
        """The rows of the card that may be meant: one where the ruling applies, none where its guard trips, several where it is unclear.

        The guard is asked of the language that goes first under the ruleset, or of the other where a row lacks it.
        """
        fitting = [row for row in rows if row.effect.part == self.effect.part and self.expect.holds(leading(card, row, ruleset))]
        if len(fitting) < 2:
            return tuple(fitting)
        most = max(self.effect.hits(row) for row in fitting)
        return tuple(row for row in fitting if self.effect.hits(row) == most)


def leading(card: Card, row: Row, ruleset: Ruleset) -> Effect:
    """The reading that goes first: English for the TCG, Japanese for the OCG and where the English text is nobody's official one."""
    if row.ja is not None and (ruleset in _OCG or card.unofficial_translation):
        return row.ja
    return row.effect
