"""Cards as data for the engine: what an effect is, when it may start, what it costs and does. The engine never reads card text.

A specification holds the facts that a ruling turns on, in the vocabulary of `pipeline.records` where both need the same word, so
that one derived from a card's text can be laid beside one written by hand.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pipeline.records import ActionWhat, Cause, EventWhat, Kind, Link, Mark, Once, Phase, Place, ResponseTo, Subject
from pipeline.windows import Ruleset

WindowKey = Literal["start", "before_calc", "during_calc", "after_calc", "end"]
# Whom an operation touches. "battled" is the monster that this card battles, "opposing_battler" the opponent's monster in the
# battle, "chained" the card whose activation is answered, "event" the card to which the event happened.
Selector = Literal[
    "self", "target", "attacker", "attacked", "own_battler", "opposing_battler", "battled", "equipped", "chained", "event", "chosen",
    "all_own", "all_opponent", "all", "summoned", "you", "opponent", "both", "none",
]  # fmt: skip
Name = Annotated[str, Meta(min_length=1, max_length=120)]


class Happening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """One alternative of what an effect waits for. ``of`` names the only card (or kind: a word of `CardSpec.words`) that counts."""

    what: EventWhat
    subject: Subject = "self"
    cause: Cause = "unsaid"
    of: str | None = None
    whose: Literal["you", "opponent"] | None = None  # controller of the card that is not this one
    source: Place | None = None  # only from there: "sent from the field"


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """One thing that a cost or a resolution does.

    ``amount`` and ``defense`` are changes of ATK and DEF: ``+500``, ``-300``, ``=0``, ``x2``, ``/2``, ``+opposing`` (the ATK of the
    opposing battler), ``highest`` (the higher of its ATK and DEF), ``original_def``, ``300*counters``, sums of these, ``half_original`` (the original
    ATK becomes half), ``original`` (back to what is printed); for other operations ``amount`` is a number of cards, counters or points,
    or of points in words: ``battled_atk``, ``battled_def``, ``half_lp``. With ``link`` ``or`` it is done if what stands before it could
    not be. ``what`` of a change of damage is one of the ways of `pipeline.engine.battle_damage`, of ``unaffected`` the kinds of cards
    (``Spell/Trap``; none: all others), of ``protect`` what it is safe from.
    """

    do: ActionWhat
    to: Selector = "none"
    link: Link = "first"
    optional: bool = False  # "you can" at resolution
    delayed: bool = False  # only later, not in this resolution
    treated_as: bool = False  # a Special Summon that is treated as a Summon by procedure
    amount: str | int | None = None
    defense: str | None = None
    place: Place | None = None  # where it goes: "return" to hand or Deck, "place" in a zone
    source: Place | None = None  # where it comes from: "special_summon" from the hand, the Deck ...
    whose: Literal["you", "opponent"] | None = None  # from among whose cards one is chosen
    what: str | None = None  # a card, a kind of card or a word: what is Summoned, which Type a monster becomes, how damage is changed
    of: str | None = None  # only cards that bear this word, where `what` says something else
    but: str | None = None  # no cards that bear this one
    needs: tuple[str, ...] = ()  # states that must hold when it is to be done
    until: Literal["step", "calculation", "turn"] = "turn"


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an activation targets: ``count`` cards in ``place`` under ``whose`` control that bear the word ``of``."""

    count: int = 1
    place: Place = "field"
    whose: Literal["you", "opponent", "any"] = "any"
    of: str | None = None
    monster: bool = True
    face_up: bool | None = None
    other: bool = False  # not this card itself
    battler: bool = False  # only a monster of the battle


class Ruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling on this very effect that no general rule gives: the windows it leaves, under the rulesets it was made for."""

    source: Annotated[str, Meta(pattern="^https?://")]
    windows: tuple[WindowKey, ...] = ()
    rulesets: tuple[Ruleset, ...] = ("tcg", "ocg")


class EffectSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"places": "from", "events": "on", "actions": "does"}):
    """One effect of a card, or the activation of a Spell or Trap Card (`kind` ``card_activation``)."""

    no: int
    kind: Kind
    mandatory: bool = False
    speed: Annotated[int, Meta(ge=1, le=3)] | None = None  # where it differs from that of the kind
    places: tuple[Place, ...] = ()  # empty: on the field; a Set card for card activations
    events: tuple[Happening, ...] = ()  # alternatives
    when: bool = False  # optional "when ... you can": misses its moment unless the event was the last thing to happen
    answers: tuple[ResponseTo, ...] = ()
    answered: tuple[str, ...] = ()  # what the answered activation must be: words such as "monster", "spell", "destroys", "opponent"
    window: tuple[WindowKey, ...] = ()  # named as the moment of activation
    names_step: bool = False  # "during the Damage Step", no window
    mark: Mark | None = None
    phases: tuple[Phase, ...] = ()
    needs: tuple[str, ...] = ()  # states, see `pipeline.engine.needs`
    cost: tuple[Op, ...] = ()
    target: Target | None = None
    actions: tuple[Op, ...] = ()
    once: Once | None = None
    option: int | None = None  # one of several that are chosen from on activation
    applies_in: tuple[WindowKey, ...] = ()  # of what is applied: only in these windows; empty: always
    with_card: bool = False  # of a lasting Trap: may be used in the same chain link as the activation of the card
    ruled: tuple[Ruled, ...] = ()


class Earlier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Effects of an older text, in place of those with the same numbers, under the rulesets that play by it."""

    rulesets: tuple[Ruleset, ...]
    effects: tuple[EffectSpec, ...]


class CardSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"defense": "def"}):
    """A card: what the engine must know of it."""

    type: Literal["Monster", "Spell", "Trap"]
    passcode: Annotated[str, Meta(pattern="^[0-9]{8}$")] | None = None  # none: invented for a scenario
    property: Literal["Normal", "Quick-Play", "Continuous", "Field", "Equip", "Ritual", "Counter"] | None = None
    atk: int = 0
    defense: int = 0
    level: int | None = None
    words: tuple[str, ...] = ()  # Types, Attribute, ways of Summoning, series: what other cards may ask for
    effects: tuple[EffectSpec, ...] = ()
    earlier: tuple[Earlier, ...] = ()

    def text_under(self, ruleset: Ruleset) -> "CardSpec":
        """The card as it was worded for this ruleset."""
        old = {(effect.no, effect.option): effect for one in self.earlier if ruleset in one.rulesets for effect in one.effects}
        if not self.earlier:
            return self
        effects = tuple(old.get((effect.no, effect.option), effect) for effect in self.effects)
        return msgspec.structs.replace(self, effects=effects, earlier=())
