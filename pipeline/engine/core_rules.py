"""From what a script registers to the windows in which the simulator's core lets the effect be activated.

The rule is the core's own (``is_activateable`` and what calls it), not the flag alone. Places name files and functions of
https://github.com/edo9300/ygopro-core; https://github.com/Fluorohydride/ygopro-core decides the same way wherever nothing else is said.

Three things must agree: the *occasion* (an event that can fall into the window), the *permission* (type, code and flags, by the two phases
that the core knows) and the *condition* (what the script's functions answered when the phase was set to the window).
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from pipeline.engine import core_numbers as number
from pipeline.engine.core_events import occasion
from pipeline.engine.core_numbers import CardType
from pipeline.engine.script_facts import EngineName, ScriptEffect
from pipeline.windows import ALL, NONE, Window

Kind = Literal["card_activation", "trigger", "quick", "ignition", "flip", "continuous"]
Mode = Literal["open", "event", "response"]
Reason = Literal[
    "not_activated",  # applies by itself, or happens without a chain link
    "ignition",  # only offered in a Main Phase
    "speed",  # a Spell of Speed 1, or a Pendulum Card's activation: cannot be chained, hence not in the step
    "no_occasion",  # its event never falls into the step
    "not_permitted",  # neither flag nor type nor code lets it pass in the windows of its event
    "condition",  # permitted, but its functions refuse
    "flag",  # open by EFFECT_FLAG_DAMAGE_STEP or EFFECT_FLAG_DAMAGE_CAL
    "exempt",  # open by its type: mandatory, own trigger, Flip
    "battle_event",  # open by its code, an event of the battle
    "counter",  # open as a Counter Trap
    "companion",  # open only together with an effect of the same Continuous Trap
    "duel",  # registered on the duel, where the core tests no phase
]
Note = Literal[
    "custom_event",  # the script raises the event itself: its occasion is not known
    "type_unknown",  # the card's type decides, and was not given
    "condition_unknown",  # some answer of its functions could not be found out
    "calculation_artefact",  # its condition names one of the two phases and so leaves the other open
    "by_battle",  # its condition asks for a battle as the cause
    "bare_activation",  # a Continuous Trap's activation without an effect of its own
]
Confidence = Literal["high", "low"]
_STEP = ALL & ~Window.DURING_CALC  # where the core's phase is PHASE_DAMAGE
_ORDER = (Window.START, Window.BEFORE_CALC, Window.DURING_CALC, Window.AFTER_CALC, Window.END)


class Outcome(msgspec.Struct, frozen=True):
    """What the core makes of an effect in the Damage Step."""

    kind: Kind
    windows: Window
    possible: bool  # whether there is an occasion at all; a trigger may be let through in windows that it never meets
    permitted: Window  # where type, code and flags let it pass, occasion or not
    mode: Mode | None  # None where it is never activated in the step
    mandatory: bool
    confidence: Confidence
    reason: Reason
    notes: tuple[Note, ...] = ()


def kind_of(effect: ScriptEffect) -> Kind:
    """The kind by the type (effect.h; libeffect.cpp, SetType)."""
    kind = effect.type
    if not kind & number.ACTIONS or kind & number.CONTINUOUS:
        return "continuous"
    if kind & number.ACTIVATE:
        return "card_activation"
    if kind & number.FLIP:
        return "flip"
    if kind & number.IGNITION:
        return "ignition"
    return "quick" if kind & (number.QUICK_O | number.QUICK_F) else "trigger"


def permission(effect: ScriptEffect, card: CardType | None) -> tuple[Window, Reason]:
    """The windows in which type, code and flags let the effect pass, and what did it (effect.cpp, is_activateable)."""
    kind, code = effect.type, effect.code
    if effect.flags & number.FIELD_ONLY:
        return ALL, "duel"  # the tests stand within `if(!is_flag(EFFECT_FLAG_FIELD_ONLY))`
    if kind & number.ACTIVATE:
        if card is not None and card & CardType.COUNTER:
            return ALL, "counter"
    elif kind & (number.FLIP | number.TRIGGER_F) or (kind & number.TRIGGER_O and kind & number.SINGLE):
        return ALL, "exempt"  # XMATERIAL effects lack SINGLE (trap 10), and are not exempt
    by_code = NONE
    if number.BATTLE_START <= code <= 1149:
        by_code |= _STEP
    if number.PRE_DAMAGE_CALCULATE <= code <= number.PRE_BATTLE_DAMAGE:
        by_code |= Window.DURING_CALC
    by_flag = NONE
    if effect.flags & number.DAMAGE_STEP:
        by_flag |= _STEP
    if effect.flags & number.DAMAGE_CAL:
        by_flag |= Window.DURING_CALC
    return by_code | by_flag, "battle_event" if by_code else "flag"


def _occasion(effect: ScriptEffect) -> tuple[str, Window]:
    """The kind of event, and the windows in which it may reach the effect."""
    what, windows = occasion(effect.code)
    if what == "flip" and effect.type & number.SINGLE:
        # processor.cpp: triggers of the flipped card itself wait while core.flip_delayed is set (steps 19 to 31).
        return what, Window.AFTER_CALC
    if effect.condition[7:] == "TF" and "T" in effect.condition[:7]:
        # Only a battle is cause enough: damage falls after the calculation, destruction and what follows from it at the end (steps 27, 34).
        return "by_battle", Window.AFTER_CALC if effect.code == number.DAMAGE else Window.END
    return what, windows


def _refused(effect: ScriptEffect) -> tuple[Window, Window]:
    """The windows in which one of its functions can never agree, and those where an answer is unknown (effect.cpp, is_activate_ready)."""
    closed, unknown = NONE, NONE
    condition = effect.condition
    if condition and effect.code == number.EVENT_FLIP and effect.type & number.SINGLE:
        # A delayed trigger's condition was asked when the card was flipped, before damage calculation (is_condition_check).
        condition = condition[:3] + condition[1] + condition[4:]
    for answers in (condition, effect.cost, effect.target):
        for window, letter in zip(_ORDER, answers, strict=False):
            if letter == "F":
                closed |= window
            elif letter == "U":
                unknown |= window
    return closed, unknown


def windows(effect: ScriptEffect, card: CardType | None = None, others: Sequence[ScriptEffect] = ()) -> Outcome:
    """The core's answer for one effect.

    ``card``: the card's type, which decides on Counter Traps, Spells and Continuous Traps; without it activations of cards count as
    Speed 2. ``others``: all effects of the card, among which a Continuous Trap's bare activation finds one to ride with.
    """
    kind = kind_of(effect)
    if kind == "continuous":
        return Outcome(kind, NONE, False, NONE, None, False, "high", "not_activated")
    mandatory = bool(effect.type & (number.TRIGGER_F | number.QUICK_F))
    if kind == "ignition":
        # processor.cpp, process(IdleCommand): offered there, and nowhere else.
        return Outcome(kind, NONE, False, NONE, None, False, "high", "ignition")
    notes: list[Note] = []
    if kind == "card_activation":
        if card is None:
            notes.append("type_unknown")
        elif _speed_one(card) and not effect.flags2 & number.CHAINABLE_SPELL:
            # effect.cpp, is_chainable by get_speed; processor.cpp, process(QuickEffect) asks it of everything that it offers.
            return Outcome(kind, NONE, False, NONE, None, False, "high", "speed")
    what, reachable = _occasion(effect)
    permitted, reason = permission(effect, card)
    refused, unknown = _refused(effect)
    if what == "custom":
        notes.append("custom_event")
    elif what == "by_battle":
        notes.append("by_battle")
    mode: Mode = "open" if what == "free" else "response" if what == "chain" else "event"
    if kind == "card_activation" and _is_bare(effect) and (card is None or _continuous_trap(card)):
        notes.append("bare_activation")
        ridden, least = _companions(effect, others) if card is not None else (NONE, None)
        if opened := (permitted | ridden) & ~refused if ridden & ~permitted else NONE:
            return Outcome(kind, opened, True, permitted, least if not permitted else mode, False, "high", "companion", tuple(notes))
    found = reachable & permitted & ~refused
    if found & unknown:
        notes.append("condition_unknown")
    if found == Window.DURING_CALC and refused & _STEP == _STEP and not effect.flags & number.DAMAGE_CAL and what != "battle":
        notes.append("calculation_artefact")
    why: Reason = reason
    if not found:
        why = "no_occasion" if not reachable else "not_permitted" if not reachable & permitted else "condition"
    sure = not ({"custom_event", "calculation_artefact", "condition_unknown"} & set(notes)) and not (card is None and kind == "card_activation")
    return Outcome(kind, found, bool(reachable), permitted, mode if found else None, mandatory, "high" if sure else "low", why, tuple(notes))


def of_card(effects: Iterable[ScriptEffect], card: CardType | None = None) -> list[Outcome]:
    """The outcomes of all effects of one card, in their order."""
    all_ = tuple(effects)
    return [windows(effect, card, all_) for effect in all_]


def single_chain(engine: EngineName) -> Window:
    """Windows in which the core starts one chain only, the calls of PointEvent with skip_new in process(BattleCommand)."""
    return Window.END if engine == "edopro" else ALL & ~Window.BEFORE_CALC


def _speed_one(card: CardType) -> bool:
    """effect.cpp, get_speed of an activation: Spells other than Quick-Play have 1, monsters (Pendulum Cards) 0."""
    if card & CardType.MONSTER:
        return True
    return bool(card & CardType.SPELL and not card & CardType.QUICK_PLAY)


def _continuous_trap(card: CardType) -> bool:
    return card == CardType.TRAP | CardType.CONTINUOUS


def _is_bare(effect: ScriptEffect) -> bool:
    """field.cpp, get_cteffect: an activation at any time, without cost, target or operation."""
    return effect.code == number.FREE_CHAIN and not effect.parts & (2 | 4 | 8)


def _companions(activation: ScriptEffect, others: Sequence[ScriptEffect]) -> tuple[Window, Mode | None]:
    """The windows of the effects that may be activated in the same chain link (field.cpp, get_cteffect), and the freest mode among them."""
    found, modes = NONE, set()
    for other in others:
        # Those registered as effects of the field, in range while the card lies there.
        fits = other is not activation and other.place == "card" and other.type & number.FIELD and not other.type & number.ACTIVATE
        if fits and other.type & (number.TRIGGER_F | number.TRIGGER_O | number.QUICK_O) and other.range & 0x8:
            outcome = windows(other)
            if outcome.windows:
                found |= outcome.windows
                modes.add(outcome.mode)
    order: tuple[Mode, ...] = ("open", "event", "response")
    return found, next((mode for mode in order if mode in modes), None)
