"""The state of a battle: immutable records, and the questions that everything else asks of them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pipeline.engine.rulesets import Moment, Rules
from pipeline.engine.spec import CardSpec, EffectSpec, Op
from pipeline.records import EventWhat

Player = Literal["T", "N"]  # the turn player (who attacks), the other
Zone = Literal["monster", "spell", "hand", "gy", "banished", "deck", "extra", "gone"]
ON_FIELD: tuple[Zone, ...] = ("monster", "spell")


def other(player: Player) -> Player:
    """The opponent."""
    return "N" if player == "T" else "T"


class Change(msgspec.Struct, frozen=True):
    """A change of ATK and DEF that an effect has made and that lasts: applied in the order in which they were made."""

    atk: str | None = None
    defense: str | None = None
    until: Literal["step", "calculation", "turn"] = "turn"


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One card where it is now."""

    id: str
    name: str
    spec: CardSpec
    owner: Player
    controller: Player
    zone: Zone
    face_up: bool = True
    defending: bool = False
    atk: int = 0  # original values
    defense: int = 0
    words: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    materials: int = 0
    equipped_to: str | None = None
    negated: bool = False
    negated_after: bool = False  # also where it goes from the field
    protected: frozenset[str] = frozenset()  # from what an effect that has resolved keeps it: "battle", "effect", "opponent's effect", or "both"
    unaffected: frozenset[str] = frozenset()  # by effects of what cards, as an effect that has resolved has it: see `pipeline.engine.reach`
    set_before: bool = True
    doomed: bool = False  # its destruction by battle is settled, it has not left yet
    fixed: tuple[int, int] | None = None  # ATK and DEF of a doomed monster: nothing changes them any more
    flipped_by_battle: bool = False
    flip_owed: bool = False  # its flip triggers wait for the time after damage calculation
    killer: str | None = None  # what doomed it
    fallen: bool = False  # left the field in this step because battle destroyed it
    had_counters: bool = False  # when it left

    @property
    def on_field(self) -> bool:
        """Whether it is on the field, face-up or not."""
        return self.zone in ON_FIELD


class Occurrence(msgspec.Struct, frozen=True):
    """Something that has happened. What one operation does at the same time has the same `act`."""

    what: EventWhat
    act: int
    card: str | None = None  # to what card, or which monster dealt the damage
    player: Player | None = None  # to what player, or the controller of the card at that time
    other: str | None = None  # the monster on the other side
    cause: Literal["battle", "effect", "rule", "cost"] = "rule"
    by: Player | None = None
    amount: int = 0
    source: Zone | None = None  # where the card came from


class Link(msgspec.Struct, frozen=True):
    """One chain link."""

    player: Player
    card: str
    effect: int
    option: int | None = None
    targets: tuple[str, ...] = ()
    answers: int | None = None  # chain link that it answers, from 1
    together: bool = False  # activates a lasting Trap with its effect
    event_card: str | None = None
    negated: bool = False  # the activation
    effect_negated: bool = False
    speed: int = 1
    met: str | None = None  # the monster that its card battled on activation


class Pending(msgspec.Struct, frozen=True):
    """A trigger that may or must be put on the chain now."""

    player: Player
    card: str
    effect: int
    option: int | None
    mandatory: bool
    hidden: bool  # activates from a place that the opponent cannot see
    order: int  # of the event, for rulesets in which the earlier event goes first
    event_card: str | None = None


class Question(msgspec.Struct, frozen=True):
    """May `player` replace the destruction of `victim` by battle with what the effect of `card` does instead?"""

    player: Player
    victim: str
    card: str
    effect: int


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that matters in a battle. `step` makes the next one."""

    rules: Rules
    cards: dict[str, Piece]  # never changed in place
    lp: tuple[int, int]  # of T and N
    attacker: str
    target: str | None  # none: a direct attack
    at: int  # index of the moment
    priority: Player = "T"
    passes: int = 0
    chain: tuple[Link, ...] = ()
    stages: tuple[tuple[Player, tuple[Pending, ...]], ...] = ()  # triggers in the order in which players may chain them
    chains_here: int = 0  # chains resolved in this moment
    opened_here: int = 0  # of them those that a player opened of his own will
    batch: tuple[Occurrence, ...] = ()  # what has just happened: triggers and answers to events look at it
    log: tuple[Occurrence, ...] = ()
    mark: int = 0  # where the next batch begins in the log
    act: int = 0
    battle_on: bool = True
    attacked: bool = False  # the attacker has entered the Damage Step
    calculated: bool = False
    questions: tuple[Question, ...] = ()
    replacing: tuple[Question, ...] = ()  # chosen replacements whose payment is still due
    held: tuple[Occurrence, ...] = ()  # results of the calculation that triggers see only later
    pending_moment: bool = False  # a calculation inside an effect: the next moment opens when the chain is done
    end_phase_after: bool = False
    named_waiting: bool = False  # what names the end of the step waits for the chains of the destroyed (R-LEG-04)
    promised: tuple[tuple["Link", "Op"], ...] = ()  # what a resolved effect will do to the monster it battles once both have battled
    used: frozenset[tuple[str, int]] = frozenset()
    damage_rules: tuple[tuple[Player, str], ...] = ()  # lingering changes of battle damage: whom they guard, how
    flips: tuple[str, ...] = ()  # monsters that the battle has turned up: their flip triggers wait

    @property
    def moment(self) -> Moment:
        """Where in the battle we are."""
        return self.rules.moments[self.at]

    @property
    def over(self) -> bool:
        """Whether the Damage Step is over."""
        return self.moment.key in ("closed", "battle_end", "end_phase")


def with_piece(state: State, new: Piece, **changes: object) -> State:
    """The state with one card changed."""
    return msgspec.structs.replace(state, cards={**state.cards, new.id: new}, **changes)


def change(state: State, card: str, **changes: object) -> State:
    """The state with some fields of one card changed."""
    return with_piece(state, msgspec.structs.replace(state.cards[card], **changes))


def monsters(state: State, player: Player | None = None, face_up: bool | None = None) -> Iterator[Piece]:
    """Monsters on the field, of one player or both."""
    for card in state.cards.values():
        if card.zone == "monster" and (player is None or card.controller == player) and (face_up is None or card.face_up == face_up):
            yield card


def effect_of(card: Piece, number: int, option: int | None = None) -> EffectSpec:
    """The effect with this number; `KeyError` where the card has none."""
    for effect in card.spec.effects:
        if effect.no == number and effect.option == option:
            return effect
    raise KeyError(number)


def battler_of(state: State, player: Player) -> Piece | None:
    """The player's monster in the battle, while it is on."""
    for card in (state.attacker, state.target):
        if card is not None and state.battle_on and state.cards[card].zone == "monster" and state.cards[card].controller == player:
            return state.cards[card]
    return None


def in_battle(state: State, card: str) -> bool:
    """Whether it attacks or is attacked."""
    return card in (state.attacker, state.target)


def opposing(state: State, card: str) -> str | None:
    """The monster that this card battles."""
    if card == state.attacker:
        return state.target
    return state.attacker if card == state.target else None


def bears(card: Piece, word: str) -> bool:
    """Whether it has the name or is of the kind that is asked for."""
    if word == card.name or word in card.words or word == card.spec.type or word == card.spec.property:
        return True
    if word == "S/T":
        return card.spec.type != "Monster"
    return word.startswith("Level ") and word.endswith("+") and (card.spec.level or 0) >= int(word[6:-1])


def note(state: State, *happened: Occurrence) -> State:
    """The state with these in its log."""
    return msgspec.structs.replace(state, log=state.log + happened)
