"""The form of a scenario: who has what, who attacks what, and line by line what is tried and what must come of it.

``data/scenarios/README.md`` explains it to those who know the game and no Python.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pipeline.engine.spec import Name, Op, WindowKey
from pipeline.windows import Ruleset

Who = Literal["T", "N"]  # the turn player, the other


class OnField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"alias": "as", "defense": "def"}):
    """A card at the beginning. ``as`` is its name in the scenario, where the card's own is not enough."""

    card: Name
    alias: str | None = None
    position: Literal["attack", "defense", "face-down"] = "attack"
    atk: int | None = None  # where it differs from the printed one
    defense: int | None = None
    counters: dict[str, int] = {}
    materials: int = 0  # cards attached
    equipped_to: str | None = None
    negated: bool = False
    words: tuple[str, ...] = ()  # besides those of the card
    set_before: bool = True  # Set in an earlier turn


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's cards at the beginning; every card is a name or an `OnField`."""

    monsters: tuple[Name | OnField, ...] = ()
    spells: tuple[Name | OnField, ...] = ()  # face-up Spells and Traps
    set: tuple[Name | OnField, ...] = ()  # face-down Spells and Traps
    hand: tuple[Name | OnField, ...] = ()
    gy: tuple[Name | OnField, ...] = ()
    banished: tuple[Name | OnField, ...] = ()
    deck: tuple[Name | OnField, ...] = ()
    extra: tuple[Name | OnField, ...] = ()
    lp: int = 8000


class Attack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who attacks whom; ``on`` is a card's name in the scenario or ``direct``."""

    by: Name
    on: Name = "direct"


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The field when the Damage Step opens."""

    attack: Attack
    T: Side = Side()
    N: Side = Side()
    split_end: bool = False  # ocg-mr2 as it was before 2009-07-29: two chains at the end of the step (R-LEG-04)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line: something tried (``uses``), something that happens by itself (``happens``), or something to look at (``state``)."""

    at: WindowKey | Literal["battle_step", "closed", "battle_end", "end_phase"] | None = None  # play goes on to this window first; none: where we are
    substep: Annotated[int, Meta(ge=1, le=7)] | None = None  # legacy rulesets
    who: Who | None = None
    uses: str | None = None  # the card's name in the scenario
    effect: int | None = None  # which of its effects; none: the only one that can be meant
    option: int | None = None
    targets: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()  # cards that the cost takes, where there is a choice
    together: bool = False  # the activation of a lasting Trap with its effect in the same chain link
    expect: Literal["legal", "forced", "illegal"] | None = None  # without ``uses``, `illegal`: nothing that ``who`` may do leads to ``at`` at once
    link: int | None = None  # chain link number; 1 opens a new chain (an open one resolves first)
    rule: str | None = None  # the rule that must give the answer
    happens: Op | None = None  # as if an effect of ``who`` did this to ``card``
    card: str | None = None
    resolve: bool = False  # both pass, the chain resolves
    decide: bool | None = None  # the answer to "do you replace the destruction?" for ``card``
    state: dict[str, bool | int | str | None] = {}  # what must be so now, e.g. {"N.lp": 7000, "Guru.face_up": true}
    rulesets: tuple[Ruleset, ...] = ()  # the line counts under these only; empty: all of the scenario's
    note: str | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ruling, played out."""

    id: Annotated[str, Meta(pattern="^(SC|QA)-[0-9]{3,6}[a-z]?$")]
    title: str
    source: tuple[str, ...]  # public addresses, or "seed:ja:106-112" for a line of the documents the project started from
    rules: tuple[str, ...]  # ids of data/scenarios/rules.yml
    setup: Setup
    lines: tuple[Line, ...]
    rulesets: tuple[Ruleset, ...] = ("tcg", "ocg")
    open: str | None = None  # why nothing is asserted: an open question
