"""What the events of an activation clause mean for the Damage Step: whose change they are, and in which windows they can fall."""

from functools import cache

from pipeline.records import Cause, Condition, Effect, Event, EventWhat
from pipeline.windows import ALL, NONE, Window

ATTACKS = frozenset({"attack_declared", "attack_targeted", "attacks", "attack_negated"})
# Summons that are never performed in the step, nor anything treated as one.
TURN_SUMMONS = frozenset({"normal_summoned", "tribute_summoned", "flip_summoned", "pendulum_summoned"})
# What no effect does and no battle brings about once the step has begun (rules R-ACT-12, R-ACT-14 and 7 step 5 of the rulebook).
NO_OCCASION = ATTACKS | TURN_SUMMONS | {"used_as_material"}
# Summons that the step knows only as "treated as" one.
TREATED_ONLY = frozenset({"fusion_summoned", "ritual_summoned", "synchro_summoned", "xyz_summoned", "link_summoned"})
SUMMONS = TREATED_ONLY | TURN_SUMMONS | {"summoned", "special_summoned"}
# A battle's own events, whatever cause the text adds.
BATTLE_RESULTS = frozenset({"battle_damage", "battles", "destroys"})
# Clauses about this card that tell no change of its state.
_NO_CHANGE = BATTLE_RESULTS | {
    "targeted", "attack_targeted", "attack_declared", "attacks", "attack_negated", "activated", "resolved", "negated", "counter", "lp_gained",
    "lp_paid", "damage", "effect_damage", "other",
}  # fmt: skip
_ANSWERED = frozenset({"activation", "targeting", "chain"})


def live(condition: Condition) -> tuple[Event, ...]:
    """The events that are the moment of activation; what happened earlier this turn is a state."""
    events = condition.events
    for event in events:
        if event.past:
            return tuple(e for e in events if not e.past)
    return events


def unknown(event: Event, effect: Effect) -> bool:
    """Whether the event stands for a clause that the reader did not understand."""
    return event.what == "other" and event.span in effect.residue


def window_of(event: Event) -> Window:
    """The windows in which one event can fall; none where the step has no occasion for it."""
    return _window_of(event.what, event.cause)


@cache
def _window_of(what: EventWhat, cause: Cause) -> Window:
    if what in NO_OCCASION:
        return NONE
    if what in ("battle_damage", "battles", "flipped"):
        return Window.AFTER_CALC
    if what == "destroys":
        return ALL if cause in ("either", "effect") else Window.END
    if cause == "battle":
        return Window.AFTER_CALC if what == "damage" else Window.END
    return ALL


def windows_of(events: tuple[Event, ...]) -> Window:
    """The windows in which one of several alternatives can fall."""
    found = NONE
    for event in events:
        window = _window_of(event.what, event.cause)
        if window is not found and window is not NONE:
            found = window if found is NONE else found | window
    return found


def own_change(event: Event) -> bool:
    """Whether the event is a change of this card's own state (R-ACT-06)."""
    return event.subject == "self" and event.what not in _NO_CHANGE


def changes_own(events: tuple[Event, ...]) -> bool:
    """Whether some event is a change of this card's own state."""
    # A loop, since this is asked of most triggers: a generator costs more than what it does here.
    for event in events:  # noqa: SIM110
        if own_change(event):
            return True
    return False


def all_own(events: tuple[Event, ...]) -> bool:
    """Whether every event is about this card."""
    for event in events:  # noqa: SIM110
        if event.subject != "self":
            return False
    return True


def of_battle(event: Event) -> bool:
    """Whether battle is named as the cause, alone or beside another (R-ACT-07, R-ACT-08)."""
    return event.cause in ("battle", "either") or event.what in BATTLE_RESULTS


def either_cause(events: tuple[Event, ...]) -> bool:
    """Whether battle and effect stand beside each other as causes, in one event or in two alternatives (R-ACT-08)."""
    causes = {event.cause for event in events}
    return "either" in causes or {"battle", "effect"} <= causes


def answers_activation(condition: Condition) -> bool:
    """Whether the clause is about the activation of a card or effect, or about being targeted by one."""
    return not _ANSWERED.isdisjoint(condition.responds_to)


def free_timing(effect: Effect) -> bool:
    """Whether it is a fast effect, and nothing but phases and states limits the moment of its activation."""
    condition = effect.condition
    if effect.speed == 1:
        return False
    return not (condition.responds_to or condition.names_step) and condition.window is NONE and not live(condition)
