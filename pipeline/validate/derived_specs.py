"""From what was read of a card to a specification for the engine: the bridge over which each can convict the other.

Made from the rows of the `reading` table, never from card text and never from what the classifier's rules say.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Selector, Target
from pipeline.records import ACTIVATED, Place
from pipeline.windows import COLUMNS

Record = Mapping[str, Any]
_OBJECTS: dict[str, Selector] = {"self": "self", "target": "target", "that": "event", "summoned": "summoned", "you": "you", "opponent": "opponent"}
_TO_CHAINED = frozenset({"negate_activation", "negate_effect"})
_ANSWERS_AN_ACT = frozenset({"activation", "targeting", "chain"})
_BATTLE_OF = frozenset({"battles", "attacks", "attack_declared", "attack_targeted"})
_OF_A_MONSTER = _BATTLE_OF | {"destroys", "battle_damage"}
_RESULTS = frozenset({"destroys", "destroyed", "battle_damage"})
# A continuation of the operation before it: as far off, and as much at choice, as that one.
_TIED = frozenset({"and", "and_if_you_do", "or"})


def speaking(effect: Record, readings: Iterable[Record]) -> Record | None:
    """The reading that speaks for a row of `effects`: that of the language whose witness the row follows.

    Where both are witnesses: that of the kind that the row has, of the text that is played with under its ruleset. A mark that only
    one language prints counts for both (R-ACT-11).
    """
    played = "ja" if effect["ruleset"] in ("ocg", "ocg-mr2") else "en"
    said = "no" if effect["eligible"] == "no" else "|".join(window.key for window, column in COLUMNS.items() if effect[column])
    found = sorted(
        readings,
        key=lambda row: (
            effect[f"witness_{row['language']}"] != said, row["kind"] != effect["kind"], not row["actions"], row["language"] != played
        ),
    )  # fmt: skip
    if not found:
        return None
    mark = next((row["mark"] for row in found if row["mark"] is not None), None)
    return {**found[0], "mark": mark}


def card_spec(card: Record, readings: Iterable[Record]) -> CardSpec:
    """A card (columns of `effects`: ``card_type``, ``property``) with the effects that `speaking` rows of `reading` give it."""
    effects: dict[tuple[int, int | None], EffectSpec] = {}
    for row in readings:
        spec = effect_spec(row, card_type=card["card_type"], lasting=card["property"] in ("Continuous", "Field", "Equip"))
        effects.setdefault((spec.no, spec.option), spec)
    return CardSpec(card["card_type"], property=card["property"], effects=tuple(effects.values()))


def number(effect_id: str) -> tuple[int, int | None]:
    """Number and option of an effect of the dataset, from its id: the languages number for themselves."""
    no, _, option = effect_id.rpartition("/")[2].partition(".")
    return int(no), int(option) if option else None


def effect_spec(row: Record, *, card_type: str, lasting: bool) -> EffectSpec:
    """One row of `reading`. ``lasting``: of a Continuous, Field or Equip card."""
    no, option = number(row["effect_id"])
    answers, events = _waits_for(row, card_type)
    kind = _kind(row, answers, events)
    activated = kind in ACTIVATED
    own_trap = lasting and card_type == "Trap"
    # "During damage calculation only" is how long a change lasts that is made there, not a later one.
    standing = kind == "continuous" or (own_trap and kind == "card_activation") or "during_calc" in row["window"]
    actions = _ops(row["actions"], card_type, standing=standing)
    if any(event["arrived"] for event in row["events"]):
        # What has been sent to the Graveyard is taken from there, not from the field (R-WIN-08).
        actions = tuple(msgspec.structs.replace(op, to="chosen") if op.to == "event" else op for op in actions)
    timed = bool(answers or events or row["window"] or row["names_step"] or row["phases"])
    # The newer Japanese wording of "during the Damage Step" for changes of ATK or DEF (R-ATK-11).
    until_calculation = kind == "quick" and row["window"] == ["start", "before_calc"] and any(one.do == "atk_def_change" for one in actions)
    return EffectSpec(
        no=no,
        kind=kind,
        # Without a moment nothing compels: the reader calls old texts so that merely give an order.
        mandatory=bool(row["mandatory"]) and kind != "card_activation" and (timed or not activated),
        speed=row["speed"] if activated and kind == row["kind"] else None,
        places=_places(row, kind),
        events=events,
        answers=answers,
        window=() if until_calculation else tuple(row["window"]),
        names_step=row["names_step"] or until_calculation,
        mark=row["mark"],
        phases=tuple(row["phases"]),
        needs=_needs(row, card_type),
        cost=_ops(row["cost"], card_type),
        target=Target() if row["targets"] else None,
        actions=actions,
        once=row["once"],
        option=option,
        applies_in=tuple(row["applies_in"]),
        with_card=own_trap and activated and kind != "card_activation" and _starts_with_card(row, events),
    )


def alternatives(effect: EffectSpec) -> tuple[EffectSpec, ...]:
    """A text that names a moment of the step *or* an event that is no result of battle is two occasions of one effect."""
    if not effect.window or not effect.events or all(event.what in _RESULTS or event.what in _BATTLE_OF for event in effect.events):
        return (effect,)
    return msgspec.structs.replace(effect, events=()), msgspec.structs.replace(effect, window=(), needs=())


def _starts_with_card(row: Record, events: tuple[Happening, ...]) -> bool:
    """Whether the effect can be used while its card is being turned up: on the field, and not because that card itself has gone."""
    goes = any(one["object"] == "self" for one in row["cost"])  # it would have to lie there face-up
    here = "field" in (row["places"] or ["field"]) and not row["granted"]
    return here and not goes and not any(event.subject == "self" for event in events)


def _places(row: Record, kind: str) -> tuple[Place, ...]:
    places = tuple(row["places"])
    if kind == "card_activation":
        return () if set(places) <= {"set", "field"} or set(places) == {"hand", "set"} else places
    return () if places == ("field",) else places


def _waits_for(row: Record, card_type: str) -> tuple[tuple[Any, ...], tuple[Happening, ...]]:
    """What the effect answers, and the events that it waits for."""
    does = {one["what"] for one in row["actions"]}
    events = [_event(one, card_type) for one in row["events"] if not _battle_state(one, row)]
    answers = list(row["responds_to"])
    if row["kind"] == "flip":
        return (), (Happening("flipped"),)
    if row["kind"] == "quick" or "negate_activation" in does:  # being targeted is then what it answers, no trigger (R-ACT-16)
        answers += ["targeting" for one in events if one.what == "targeted" and "targeting" not in answers]
        events = [one for one in events if one.what != "targeted"]
    if "negate_activation" in does and any("summoned" in one.what for one in events):
        return (), tuple(events)  # not two occasions: the answered activation must itself have waited for that Summon
    if "negate_activation" in does and answers:
        events = [one for one in events if one.what != "resolved"]  # what the answered effect would do
    if "negate_activation" in does and not events and not _ANSWERS_AN_ACT.intersection(answers):
        answers.append("activation")
    if "negate_summon" in does and not events and not answers:
        answers.append("summon")
    if row["kind"] == "trigger" and "activation" in answers and "negate_activation" not in does and not row["window"]:
        answers.remove("activation")  # a trigger comes once the chain has resolved
        events.append(Happening("activated", "other"))
    return tuple(answers), tuple(events)


def _kind(row: Record, answers: tuple[Any, ...], events: tuple[Happening, ...]) -> Any:
    """Old texts and those of Traps do not say that an effect is a fast one; what it waits for says so."""
    if row["kind"] != "trigger" or row["mandatory"]:
        return row["kind"]
    answering = _ANSWERS_AN_ACT.intersection(answers)
    whole_step = row["names_step"] and not (events or answers or row["window"])
    return "quick" if answering or whole_step else "trigger"


def _event(event: Record, card_type: str) -> Happening:
    what, subject, cause = event["what"], event["subject"], event["cause"]
    if card_type != "Monster" and subject == "self" and what in _OF_A_MONSTER:
        return Happening(what, "other", _by_battle(what, cause), whose="you")  # the monster that it equips or has chosen
    return Happening(what, subject, _by_battle(what, cause))


def _by_battle(what: str, cause: Any) -> Any:
    return "battle" if what == "destroys" and cause == "unsaid" else cause


def _battle_state(event: Record, row: Record) -> bool:
    """Of an effect that names its moment, "battles" and "attacks" say whose battle it must be: a state, not an event of its own."""
    named = bool(row["window"]) or row["names_step"]
    # Damage of a battle is an event only where it is dealt; before, it is what would come, and at the end it lies behind.
    apart = event["what"] == "battle_damage" and bool(row["window"]) and "after_calc" not in row["window"]
    return bool(event["past"] or apart or (named and event["what"] in _BATTLE_OF))


def _needs(row: Record, card_type: str) -> tuple[str, ...]:
    own = card_type == "Monster" and (
        row["battle_of"] == "self" or any(_battle_state(one, row) and one["subject"] == "self" for one in row["events"])
    )
    late = bool(row["window"]) and set(row["window"]) <= {"after_calc", "end"}
    if any(one["what"] == "battle_damage" and one["subject"] == "you" and _battle_state(one, row) for one in row["events"]) and not late:
        return ("damage_to_you",)
    return ("has_battled" if late else "battles",) if own else ()


def _ops(actions: Iterable[Record], card_type: str, *, standing: bool = False) -> tuple[Op, ...]:
    """``standing``: its changes of ATK and DEF hold while it lies there, and are never later ones, whatever they depend on."""
    found: list[Op] = []
    summoned = False
    for action in actions:
        before = found[-1] if found and action["link"] in _TIED else None
        to: Selector = _OBJECTS.get(action["object"], "chosen")
        if action["what"] in _TO_CHAINED:
            to = "chained"
        elif summoned and (to == "event" or (to == "self" and card_type != "Monster")):
            to = "summoned"  # "Special Summon this card, but banish it ...", or a Trap that has become a monster
        # Amounts are not read: that there is a change is what the limits of the step turn on.
        amount = "+100" if action["what"] == "atk_def_change" else None
        found.append(
            Op(
                action["what"], to, action["link"], treated_as=action["treated_as"], amount=amount,
                optional=action["optional"] or (before is not None and before.optional),
                delayed=not (standing and amount) and (action["delayed"] or (before is not None and before.delayed)),
            )
        )  # fmt: skip
        summoned = summoned or action["what"] == "special_summon"
    return tuple(found)
