"""From what was read of a card to a specification for the engine: the bridge over which each can convict the other.

Made from the rows of the `reading` table, never from card text and never from what the classifier's rules say.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Selector, Target
from pipeline.records import Part

Record = Mapping[str, Any]
_OBJECTS: dict[str, Selector] = {"self": "self", "target": "target", "that": "event", "summoned": "summoned", "you": "you", "opponent": "opponent"}
_TO_CHAINED = frozenset({"negate_activation", "negate_effect"})


def card_spec(card: Record, readings: Iterable[Record]) -> CardSpec:
    """A card (columns of `effects`: ``card_type``, ``property``) with the effects that one language gives it (rows of `reading`)."""
    lasting = card["property"] in ("Continuous", "Field", "Equip")
    effects: dict[tuple[int, int | None], EffectSpec] = {}
    for row in readings:
        spec = effect_spec(row, lasting=lasting and card["card_type"] == "Trap", card_type=card["card_type"])
        effects.setdefault((spec.no, spec.option), spec)
    return CardSpec(card["card_type"], property=card["property"], effects=tuple(effects.values()))


def effect_spec(row: Record, *, lasting: bool, card_type: str) -> EffectSpec:
    """One row of `reading`. ``lasting``: of a Continuous Trap, whose effects may be used while it is being turned up."""
    kind = row["kind"]
    activated = kind in ("trigger", "quick", "ignition", "flip", "card_activation")
    places = () if kind == "card_activation" and row["places"] in ([], ["set"], ["field"], ["hand", "set"], ["set", "hand"]) else tuple(row["places"])
    return EffectSpec(
        no=row["effect_no"],
        kind=kind,
        mandatory=bool(row["mandatory"]) and kind != "card_activation",
        speed=row["speed"] if activated else None,
        places=() if places == ("field",) else places,
        events=_events(row),
        answers=tuple(row["responds_to"]),
        window=tuple(row["window"]),
        names_step=row["names_step"],
        mark=row["mark"],
        phases=tuple(row["phases"]),
        needs=_needs(row, card_type),
        cost=tuple(_op(one) for one in row["cost"]),
        target=Target() if row["targets"] else None,
        actions=tuple(_op(one) for one in row["actions"]),
        once=row["once"],
        option=row["bullet"],
        applies_in=tuple(row["applies_in"]),
        with_card=lasting and activated and kind != "card_activation",
    )


def _battle_state(event: Record, row: Record) -> bool:
    """Of an effect that names its moment, "battles" and "attacks" say whose battle it must be: a state, not an event of its own."""
    named = bool(row["window"]) or row["names_step"]
    return event["past"] or (named and event["what"] in ("battles", "attacks", "attack_declared", "attack_targeted"))


def _events(row: Record) -> tuple[Happening, ...]:
    events = tuple(Happening(one["what"], one["subject"], one["cause"]) for one in row["events"] if not _battle_state(one, row))
    return events or ((Happening("flipped"),) if row["kind"] == "flip" else ())


def _needs(row: Record, card_type: str) -> tuple[str, ...]:
    own = card_type == "Monster" and (
        row["battle_of"] == "self" or any(_battle_state(one, row) and one["subject"] == "self" for one in row["events"])
    )
    late = bool(row["window"]) and set(row["window"]) <= {"after_calc", "end"}
    return ("has_battled" if late else "battles",) if own else ()


def _op(action: Record) -> Op:
    to: Selector = _OBJECTS.get(action["object"], "chosen")
    if action["what"] in _TO_CHAINED:
        to = "chained"
    # Amounts are not read: that there is a change is what the limits of the step turn on.
    amount = "+100" if action["what"] == "atk_def_change" else None
    return Op(
        action["what"], to, action["link"], optional=action["optional"], delayed=action["delayed"], treated_as=action["treated_as"], amount=amount
    )


def facts(effect: EffectSpec) -> dict[str, object]:
    """What a hand-written and a derived specification must share: the facts on which the Damage Step turns."""
    return {
        "kind": effect.kind,
        "mandatory": effect.mandatory,
        "events": tuple(sorted((one.what, one.subject, one.cause) for one in effect.events)),
        "answers": tuple(sorted(effect.answers)),
        "window": tuple(sorted(effect.window)),
        "names_step": effect.names_step,
        "mark": effect.mark,
        "phases": tuple(sorted(effect.phases)),
        "cost": tuple(sorted(op.do for op in effect.cost)),
        "actions": tuple((op.do, op.link) for op in effect.actions if op.do not in _UNTOLD),
    }


# Choosing and looking are no change of the field; hand-written specifications leave them out.
_UNTOLD = frozenset({"choose", "target", "select", "look", "other", "shuffle_deck", "apply", "declare", "reveal"})


def part_of(row: Record) -> Part:
    """The part of the card in which the row's effect stands."""
    part: Part = row["part"]
    return part
