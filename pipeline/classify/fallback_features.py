"""What the fallback model sees of an effect: its fields as named categories.

A category is a name such as ``event=destroyed/other/unsaid``; the model keeps a list of those that it has met. What it counts of the words
themselves is in `fallback_text`.
"""

from collections.abc import Iterator, Sequence

import msgspec

from pipeline.classify.events import free_timing, live, unknown
from pipeline.classify.stats import stat_role
from pipeline.records import PROCEDURE_SUMMONS, Action, Card, Effect, Event

_NEGATIONS = frozenset({"negate_activation", "negate_effect", "negate_summon", "negate_attack"})


class Named(msgspec.Struct, frozen=True, gc=False):
    """The categories of an effect, each once.

    ``joint``: those of them that stand for the clause, for the deeds and for both as a whole: what was never met of these is new to the model.
    """

    names: tuple[str, ...]
    joint: tuple[str, ...]


def named(card: Card, effect: Effect, siblings: Sequence[Effect]) -> Named:
    """The categories of an effect of the card; ``siblings``: all effects of its part in its language."""
    clause, deeds = whole_clause(effect), _whole_deeds(card, effect)
    joint = (clause, deeds, f"{clause} {deeds}")
    return Named(tuple(dict.fromkeys([*_names(card, effect, siblings), *joint])), joint)


def unread(effect: Effect) -> bool:
    """Whether some event of the activation clause was not understood."""
    return any(unknown(event, effect) for event in effect.condition.events)


def blotted(effect: Effect) -> Effect | None:
    """The effect as it would be read if the verb of its activation clause were not understood; null where no event starts it."""
    condition, events = effect.condition, live(effect.condition)
    if not events or condition.span is None or unread(effect):
        return None
    event = Event("other", events[0].subject, "unsaid", condition.span)
    past = tuple(event for event in condition.events if event.past)
    # Readers take what they do not understand for a state, too.
    clause = msgspec.structs.replace(condition, events=(event, *past), states=(*condition.states, condition.span))
    # Where it is activated from would tell what happened to it.
    return msgspec.structs.replace(effect, condition=clause, places=("field",), residue=(*effect.residue, condition.span))


def _names(card: Card, effect: Effect, siblings: Sequence[Effect]) -> Iterator[str]:
    condition = effect.condition
    kind, must = effect.kind, {True: "must", False: "may", None: "plain"}[effect.mandatory]
    yield f"kind={kind}"
    yield f"kind={kind}/{must}"
    yield f"speed={effect.speed}"
    yield f"type={card.card_type}"
    yield f"part={effect.part}"
    if card.property:
        yield f"property={card.property} {card.card_type}"
        yield f"property={card.property} {card.card_type}/{kind}"
    yield f"wording={'old' if effect.old_wording else 'new'}"
    free = free_timing(effect)
    yield f"free timing={free}/{kind}"
    for place in effect.places:
        yield f"from={place}"
    if effect.targets:
        yield "targets"
    if effect.granted:
        yield "granted"
    yield from _clause(effect, must)
    yield from _deeds("action", effect.actions)
    for action in effect.cost:
        yield f"cost={action.what}"
    role = stat_role(effect)
    if role is not None:
        yield f"changes ATK or DEF={role}"
        yield f"changes ATK or DEF={role}/{'free' if free else 'bound'}"
    if not effect.number:
        yield "bare activation"
        for sibling in siblings:
            if sibling.number:
                yield f"beside={sibling.kind}"
                if (other := stat_role(sibling)) is not None:
                    yield f"beside={sibling.kind}/changes ATK or DEF/{other}"
    if condition.battle_of:
        yield f"battle of={condition.battle_of}"


def _clause(effect: Effect, must: str) -> Iterator[str]:
    condition = effect.condition
    live = 0
    for event in condition.events:
        if event.past:
            yield f"earlier={event.what}"
            continue
        live += 1
        whose = event.subject if event.subject in ("self", "other") else "player"
        yield f"event={event.what}"
        yield f"event={event.what}/{event.subject}/{event.cause}"
        yield f"event of={whose}/{must}"
        yield f"event of={whose}/{event.cause}/{must}"
        yield f"event={event.what}/{whose}/{event.cause}/{must}"
        if event.span in effect.residue:
            yield "event=not understood"
        if event.arrived:
            yield "event=arrived"
    yield f"events={min(live, 3)}"
    for answered in condition.responds_to:
        yield f"answers={answered}"
        yield from (f"answers={answered}/{action.what}" for action in effect.actions[:1])
    for window in condition.window:
        key = window.key
        yield f"window={key}"
        yield f"window={key}/{must}"
    if condition.names_step:
        yield f"names the step/{effect.kind}"
    if condition.mark:
        yield f"mark={condition.mark}"
    for phase in condition.phases:
        yield f"phase={phase}"
        yield f"phase={phase}/{effect.kind}"
    if condition.whose_turn:
        yield f"turn={condition.whose_turn}"
    if condition.states:
        yield "needs a state"


def _deeds(role: str, actions: Sequence[Action]) -> Iterator[str]:
    for n, action in enumerate(actions):
        yield f"{role}={action.what}"
        if not n:
            yield f"first {role}={action.what}"
        if action.what in _NEGATIONS or action.what == "atk_def_change":
            yield f"{role}={action.what}/{action.link}/{action.object}{'/delayed' if action.delayed else ''}{'/optional' if action.optional else ''}"
        if action.treated_as:
            yield f"{role}=treated as"


def whole_clause(effect: Effect) -> str:
    """The category that stands for all of the activation clause."""
    condition = effect.condition
    parts = [
        effect.kind,
        str(effect.mandatory),
        "+".join(sorted({f"{event.what} {event.subject} {event.cause}" for event in live(condition)})),
        "+".join(sorted(condition.responds_to)),
        "+".join(condition.window.keys()),
        "step" if condition.names_step else "",
        condition.mark or "",
        "+".join(sorted(condition.phases)),
    ]
    return "clause=" + "/".join(parts)


def _whole_deeds(card: Card, effect: Effect) -> str:
    done = {action.what for action in effect.actions}
    parts = [
        effect.kind,
        f"{card.property or ''} {card.card_type}" if effect.kind == "card_activation" else "",
        "free" if free_timing(effect) else "",
        stat_role(effect) or "",
        "+".join(sorted(done & _NEGATIONS)),
        "procedure" if done & PROCEDURE_SUMMONS else "",
    ]
    return "deeds=" + "/".join(parts)
