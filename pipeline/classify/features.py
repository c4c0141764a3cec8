"""Cheap features of an effect: what a rule can say that it needs, so that most rules need not be asked about most effects.

A rule that lacks a feature it `needs` keeps silent; `registry.Panel` relies on that, and the tests hold every rule to it. Features
are bits of a whole number here, since they are gathered for every effect in both languages.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal

from pipeline.classify.events import ATTACKS, TREATED_ONLY, TURN_SUMMONS, answers_activation, free_timing, of_battle, own_change
from pipeline.records import PROCEDURE_SUMMONS, Card, Cause, Effect, Event, EventWhat, Subject, allowed
from pipeline.windows import NONE

Feature = Literal[
    # Of the activation clause: a mark, phases, a window or the step are named; it answers an activation, a target or a chain link.
    "marked", "names_phases", "names_window", "names_step", "answers_activation",
    # It answers or negates a Summon, an attack.
    "stops_summon", "stops_attack",
    # Of some event that is the moment of activation (not of what happened earlier): whose it is, what it is about.
    "own_change", "of_others", "of_battle", "attack", "turn_summon", "material", "treated_summon", "life_points", "flipped", "targeted",
    # It may be activated at some other moment than that of a change of its own.
    "beside_own",
    # Of the effect: it is owed; nothing but phases and states limits its moment; some processing is of this sort.
    "mandatory", "free", "changes_stats", "negates_activation", "negates_effect", "procedure_summon",
    # Of the card.
    "counter_trap", "lasting_trap",
]  # fmt: skip

_BITS: dict[str, int] = {name: 1 << n for n, name in enumerate(allowed(Feature))}
_LIFE = frozenset({"damage", "effect_damage", "lp_gained", "lp_paid"})
_OF_EVENTS: dict[Feature, Callable[[Event], bool]] = {
    "own_change": own_change,
    "of_others": lambda event: event.subject != "self",
    "of_battle": of_battle,
    "beside_own": lambda event: event.subject != "self",
    "attack": lambda event: event.what in ATTACKS,
    "turn_summon": lambda event: event.what in TURN_SUMMONS,
    "material": lambda event: event.what == "used_as_material",
    "treated_summon": lambda event: event.what in TREATED_ONLY,
    "life_points": lambda event: event.what in _LIFE,
    "flipped": lambda event: event.what == "flipped",
    "targeted": lambda event: event.what == "targeted",
}
_OF_ACTIONS: dict[str, int] = {
    "atk_def_change": _BITS["changes_stats"],
    "negate_activation": _BITS["negates_activation"],
    "negate_effect": _BITS["negates_effect"],
    "negate_summon": _BITS["stops_summon"],
    "negate_attack": _BITS["stops_attack"],
    **{what: _BITS["procedure_summon"] for what in PROCEDURE_SUMMONS},
}
_MARKED, _PHASES, _WINDOW, _STEP = (_BITS[name] for name in ("marked", "names_phases", "names_window", "names_step"))
_ANSWERS = _BITS["answers_activation"] | _BITS["beside_own"]
_SUMMON, _ATTACK, _TARGETED, _MANDATORY, _FREE = (_BITS[name] for name in ("stops_summon", "stops_attack", "targeted", "mandatory", "free"))
_COUNTER, _LASTING = _BITS["counter_trap"], _BITS["lasting_trap"]


def bits(needs: tuple[Feature, ...]) -> int:
    """These features as one number."""
    return sum(_BITS[name] for name in set(needs))


@cache
def _of_event(what: EventWhat, subject: Subject, cause: Cause) -> int:
    event = Event(what, subject, cause)
    return sum(_BITS[name] for name, holds in _OF_EVENTS.items() if holds(event))


def features(card: Card, effect: Effect) -> int:
    """Every feature of an effect of the card, as one number."""
    condition = effect.condition
    found = 0
    for event in condition.events:
        if not event.past:
            found |= _of_event(event.what, event.subject, event.cause)
    if condition.responds_to:
        if answers_activation(condition):
            found |= _ANSWERS
        if "summon" in condition.responds_to:
            found |= _SUMMON
        if "attack" in condition.responds_to:
            found |= _ATTACK
        if "targeting" in condition.responds_to:
            found |= _TARGETED
    if condition.window is not NONE:
        found |= _WINDOW
    if condition.names_step:
        found |= _STEP
    # What has one of the features above is bound to a moment.
    if not found and free_timing(effect):
        found = _FREE
    if condition.mark is not None:
        found |= _MARKED
    if condition.phases:
        found |= _PHASES
    if effect.mandatory:
        found |= _MANDATORY
    for action in effect.actions:
        if action.what in _OF_ACTIONS:
            found |= _OF_ACTIONS[action.what]
    if effect.kind == "card_activation":
        if card.property == "Counter":
            found |= _COUNTER
        elif card.property == "Continuous" and card.card_type == "Trap":
            found |= _LASTING
    return found
