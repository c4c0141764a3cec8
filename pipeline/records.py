"""The records that the stages hand on: `Card` -> `Effect` -> `Tag`.

They are frozen `msgspec.Struct`s rather than dataclasses: the same guarantees, ten times cheaper to make, and they can be
stored as they are. Every span is a half-open pair of code points into the raw text of the part that the effect stands in.
"""

from typing import Literal, get_args

import msgspec

from pipeline.windows import NONE, Ruleset, Window

Span = tuple[int, int]
Part = Literal["text", "pendulum_effect"]
Language = Literal["en", "ja"]
Kind = Literal[
    "card_activation", "trigger", "quick", "ignition", "flip", "continuous", "lingering", "condition", "summoning",
    "replacement", "lock", "maintenance",
]  # fmt: skip
# Kinds that start a chain; the others are applied.
ACTIVATED: frozenset[str] = frozenset({"card_activation", "trigger", "quick", "ignition", "flip"})
Place = Literal["hand", "field", "gy", "banished", "deck", "extra", "set"]
Subject = Literal["self", "other", "you", "opponent", "player"]
Cause = Literal["battle", "effect", "either", "not_battle", "unsaid"]
EventWhat = Literal[
    "summoned", "normal_summoned", "tribute_summoned", "special_summoned", "flip_summoned", "fusion_summoned", "ritual_summoned",
    "synchro_summoned", "xyz_summoned", "link_summoned", "pendulum_summoned", "set", "flipped", "destroyed", "destroys", "sent_to_gy",
    "banished", "discarded", "tributed", "returned", "added_to_hand", "drawn", "added_to_extra", "leaves_field", "detached",
    "attached", "used_as_material", "position_changed", "control_changed", "moved", "equipped", "targeted", "attack_targeted",
    "attack_declared", "attacks", "battles", "battle_damage", "effect_damage", "damage", "lp_gained", "lp_paid", "activated", "resolved",
    "negated", "counter", "revealed", "excavated", "stat_changed", "attack_negated", "placed", "shuffled", "other",
]  # fmt: skip
ActionWhat = Literal[
    "atk_def_change", "negate_activation", "negate_effect", "negate_summon", "negate_attack", "special_summon", "normal_summon",
    "fusion_summon", "ritual_summon", "synchro_summon", "xyz_summon", "link_summon", "pendulum_summon", "destroy", "banish", "send_to_gy",
    "discard", "tribute", "return", "add_to_hand", "draw", "set", "equip", "place", "attach", "detach", "inflict_damage", "damage_modify",
    "gain_lp", "lose_lp", "pay_lp", "change_position", "take_control", "level_change", "identity_change", "counter", "reveal", "excavate",
    "look", "shuffle", "protect", "restrict", "unaffected", "attack_modify", "redirect_attack", "calculate_damage", "end_phase", "skip",
    "activate", "apply", "choose", "opponent_chooses", "grant", "treat", "summon_permission", "coin_dice", "declare", "move", "target",
    "select", "shuffle_deck", "swap", "replace", "other",
]  # fmt: skip
# A Summon that nothing in the Damage Step may perform (rule R-ACT-14).
PROCEDURE_SUMMONS: frozenset[str] = frozenset(
    {"normal_summon", "fusion_summon", "ritual_summon", "synchro_summon", "xyz_summon", "link_summon", "pendulum_summon"}
)
Link = Literal["first", "and", "also", "and_if_you_do", "then", "sentence", "or"]
Object = Literal["self", "target", "that", "summoned", "you", "opponent", "other"]
Phase = Literal["draw", "standby", "main", "battle_start", "battle", "battle_step", "battle_end", "end"]
Once = Literal["turn", "turn_by_name", "duel", "chain", "battle", "face_up"]
ResponseTo = Literal["activation", "targeting", "chain", "summon", "attack"]
Mark = Literal["even", "except"]
Eligible = Literal["yes", "no", "uncertain", "not_activated"]
Mode = Literal["open", "event", "first_chain", "response"]
DecidedBy = Literal["supplement", "ruling", "rule", "model", "nobody"]


_ABILITIES = frozenset({"Fusion", "Ritual", "Synchro", "Xyz", "Link", "Tuner", "Flip", "Spirit", "Union", "Gemini", "Toon", "Divine-Beast"})


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One card as a source gives it: texts raw, with the markup of the source (ruby, line breaks) still in them."""

    card_id: str  # passcode, else k<konami_id>, else y<wiki page id>
    name: str
    card_type: Literal["Monster", "Spell", "Trap"]
    passcode: str | None = None  # eight digits, zeros kept
    konami_id: int | None = None
    page_id: int | None = None
    script_ids: tuple[int, ...] = ()  # every number that simulators use for it
    name_ja: str | None = None  # without ruby
    property: str | None = None  # Normal, Quick-Play, Continuous, Field, Equip, Ritual, Counter
    types: tuple[str, ...] = ()  # ("Dragon", "Synchro", "Effect")
    attribute: str | None = None
    level: int | None = None  # Level, Rank or Link Rating
    scale: int | None = None
    atk: str | None = None
    defense: str | None = None
    text_en: str | None = None
    text_ja: str | None = None
    pendulum_en: str | None = None
    pendulum_ja: str | None = None
    text_source: str = ""
    unofficial_translation: bool = False

    def has_effects(self) -> bool:
        """Whether the main text holds effects: flavour text of Normal Monsters and Tokens does not.

        Some sources leave "Normal" out; a monster without any ability or way of Summoning of its own is one.
        """
        if self.card_type != "Monster" or "Effect" in self.types:
            return True
        if {"Normal", "Token"} & set(self.types):
            return False
        return not self.types or not _ABILITIES.isdisjoint(self.types)


class Event(msgspec.Struct, frozen=True, gc=False):
    """One alternative of an activation clause: what happens to whom, by which cause."""

    what: EventWhat
    subject: Subject
    cause: Cause = "unsaid"
    span: Span = (0, 0)
    past: bool = False  # something that "happened this turn": a state to check, not the moment of activation
    arrived: bool = False  # "destroys ... and sends it to the GY": the other monster has left the field by then


class Action(msgspec.Struct, frozen=True, gc=False):
    """One thing that an effect (or its cost) does, in the order of the text."""

    what: ActionWhat
    link: Link = "first"
    optional: bool = False  # "you can" at resolution
    object: Object = "other"  # what it is done to
    delayed: bool = False  # happens only later ("during the End Phase", "when that monster battles") or under an added condition
    treated_as: bool = False  # "this is treated as a Fusion Summon": an ordinary Special Summon
    span: Span = (0, 0)


class Condition(msgspec.Struct, frozen=True, gc=False):
    """The activation clause: when the effect may or must be activated."""

    events: tuple[Event, ...] = ()  # alternatives
    responds_to: tuple[ResponseTo, ...] = ()
    window: Window = NONE  # windows named as the moment of activation
    names_step: bool = False  # "during the Damage Step" without a window
    mark: Mark | None = None  # "even during" or "except during the Damage Step"
    phases: tuple[Phase, ...] = ()  # phases and steps named as the moment of activation
    whose_turn: Literal["you", "opponent"] | None = None
    mandatory_word: bool = False  # Japanese: the text says that it "activates", not that it "can"
    states: tuple[Span, ...] = ()  # what must be so ("if you control ...")
    battle_of: Literal["self", "other"] | None = None  # whose battle must be going on
    span: Span | None = None
    already_there: bool = False  # the card must lie face-up already when its moment comes


class Effect(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One effect, free of its language: what rules, alignment, the fallback and reports read."""

    part: Part
    number: int  # order in the part, from 1; 0 = the bare activation of a lasting card
    span: Span
    kind: Kind
    language: Language = "en"
    bullet: int | None = None  # option, from 1
    printed_no: int | None = None  # circled number of a Japanese text
    speed: int | None = None  # Spell Speed 1-3; null for what is not activated
    mandatory: bool | None = None  # null for what is not activated and for card activations
    places: tuple[Place, ...] = ()
    once: Once | None = None
    condition: Condition = Condition()
    cost: tuple[Action, ...] = ()
    targets: bool = False
    actions: tuple[Action, ...] = ()
    applies_in: Window = NONE  # windows that a text without activation names
    granted: bool = False  # an effect that this card gives to another card
    old_wording: bool = False  # from a text without the punctuation or numbers that tell effects apart
    residue: tuple[Span, ...] = ()  # what was not understood

    @property
    def activated(self) -> bool:
        """Whether it starts a chain."""
        return self.kind in ACTIVATED


class Segment(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a text with one role. The segments of a text, in order, give the text back."""

    role: Literal["materials", "flavour", "condition", "cost", "actions", "once", "statement", "note", "bullet", "number", "space"]
    start: int
    end: int
    effect: int | None = None  # number of the effect it belongs to


class Reading(msgspec.Struct, frozen=True, gc=False):
    """One part of a card, read in one language."""

    segments: tuple[Segment, ...]
    effects: tuple[Effect, ...]


class Notes(msgspec.Struct, frozen=True, gc=False):
    """The official supplement's notes on one part of a card, in Japanese, markup gone.

    ``sections``: by key ("0" general, "1" ... a printed number, fractions for what stands between two), their lines in order.
    """

    konami_id: int
    part: Part
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    date: str | None = None  # of the database's last change, as YYYY-MM-DD


class Row(msgspec.Struct, frozen=True, gc=False):
    """One row of the dataset before it is judged: an effect in the languages that have it."""

    effect_id: str
    number: int
    bullet: int | None
    en: Effect | None
    ja: Effect | None
    score: float | None = None  # of the alignment, 0-1; null where one language alone was read

    @property
    def effect(self) -> Effect:
        """The English reading where there is one, else the Japanese."""
        found = self.en if self.en is not None else self.ja
        if found is None:
            raise ValueError(f"{self.effect_id}: a row needs an effect in some language")
        return found


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What one rule, ruling or supplement says of one effect."""

    eligible: Literal["yes", "no", "not_activated"]
    windows: Window = NONE
    mode: Mode | None = None
    condition: str | None = None
    applies_in: Window = NONE
    substeps: tuple[int, ...] = ()


class Tag(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The answer for one effect under one ruleset, with its reason and its witnesses."""

    effect_id: str
    eligible: Eligible
    ruleset: Ruleset
    windows: Window = NONE
    mode: Mode | None = None
    condition: str | None = None
    substeps: tuple[int, ...] = ()
    applies_in: Window = NONE
    decided_by: DecidedBy = "nobody"
    rule: str | None = None
    confidence: float | None = None
    reason: str | None = None
    source: str | None = None
    witness_en: str | None = None
    witness_ja: str | None = None
    witness_supplement: str | None = None


def allowed(kind: object) -> tuple[str, ...]:
    """The closed list behind one of the `Literal` types above."""
    return tuple(get_args(kind))
