"""The `reading` table: every field of every `Effect`, one row an effect and language, without a word of card text."""

from collections.abc import Sequence

import pyarrow as pa

from pipeline.publish.arrays import array, lists, spread, struct
from pipeline.publish.schema import ACTION, ACTIONS, EVENT, EVENTS, READING, SPAN, SPANS, TEXTS, Provenance, arrow_schema
from pipeline.records import Action, Effect, Row, Span
from pipeline.windows import Window


def reading_table(rows: Sequence[Row], provenance: Provenance) -> pa.Table:
    """The readings of the rows in their order, English before Japanese."""
    pairs = [(row, effect) for row in rows for effect in (row.en, row.ja) if effect is not None]
    effects = [effect for _, effect in pairs]
    columns = _identity(effects) | _condition(effects) | _deeds(effects)
    columns["effect_id"] = array([row.effect_id for row, _ in pairs])
    columns["alignment_score"] = array([row.score for row, _ in pairs], pa.float64())
    return pa.Table.from_arrays([columns[c.name] for c in READING], schema=arrow_schema(READING, provenance))


def _identity(effects: list[Effect]) -> dict[str, pa.Array]:
    return {
        "language": array([e.language for e in effects]),
        "part": array([e.part for e in effects]),
        "effect_no": array([e.number for e in effects], pa.int32()),
        "bullet": array([e.bullet for e in effects], pa.int32()),
        "printed_no": array([e.printed_no for e in effects], pa.int32()),
        "span_start": array([e.span[0] for e in effects], pa.int32()),
        "span_end": array([e.span[1] for e in effects], pa.int32()),
        "kind": array([e.kind for e in effects]),
        "speed": array([e.speed for e in effects], pa.int32()),
        "mandatory": array([e.mandatory for e in effects], pa.bool_()),
        "places": spread([e.places for e in effects], TEXTS),
        "once": array([e.once for e in effects]),
    }


def _condition(effects: list[Effect]) -> dict[str, pa.Array]:
    conditions = [e.condition for e in effects]
    events = [event for c in conditions for event in c.events]
    return {
        "condition_start": array([None if c.span is None else c.span[0] for c in conditions], pa.int32()),
        "condition_end": array([None if c.span is None else c.span[1] for c in conditions], pa.int32()),
        "events": lists(
            list(map(len, [c.events for c in conditions])),
            struct(
                EVENT,
                {
                    "what": [x.what for x in events],
                    "subject": [x.subject for x in events],
                    "cause": [x.cause for x in events],
                    "past": [x.past for x in events],
                    "arrived": [x.arrived for x in events],
                    "start": [x.span[0] for x in events],
                    "end": [x.span[1] for x in events],
                },
            ),
            EVENTS,
        ),
        "responds_to": spread([c.responds_to for c in conditions], TEXTS),
        "window": spread([c.window for c in conditions], TEXTS, Window.keys),
        "names_step": array([c.names_step for c in conditions], pa.bool_()),
        "mark": array([c.mark for c in conditions]),
        "phases": spread([c.phases for c in conditions], TEXTS),
        "whose_turn": array([c.whose_turn for c in conditions]),
        "mandatory_word": array([c.mandatory_word for c in conditions], pa.bool_()),
        "states": _spans([c.states for c in conditions]),
        "battle_of": array([c.battle_of for c in conditions]),
        "already_there": array([c.already_there for c in conditions], pa.bool_()),
    }


def _deeds(effects: list[Effect]) -> dict[str, pa.Array]:
    return {
        "cost": _actions([e.cost for e in effects]),
        "targets": array([e.targets for e in effects], pa.bool_()),
        "actions": _actions([e.actions for e in effects]),
        "applies_in": spread([e.applies_in for e in effects], TEXTS, Window.keys),
        "granted": array([e.granted for e in effects], pa.bool_()),
        "old_wording": array([e.old_wording for e in effects], pa.bool_()),
        "residue": _spans([e.residue for e in effects]),
    }


def _actions(actions: Sequence[tuple[Action, ...]]) -> pa.Array:
    flat = [action for some in actions for action in some]
    fields: dict[str, Sequence[object]] = {
        "what": [x.what for x in flat],
        "link": [x.link for x in flat],
        "object": [x.object for x in flat],
        "optional": [x.optional for x in flat],
        "delayed": [x.delayed for x in flat],
        "treated_as": [x.treated_as for x in flat],
        "start": [x.span[0] for x in flat],
        "end": [x.span[1] for x in flat],
    }
    return lists(list(map(len, actions)), struct(ACTION, fields), ACTIONS)


def _spans(spans: Sequence[tuple[Span, ...]]) -> pa.Array:
    flat = [span for some in spans for span in some]
    return lists(list(map(len, spans)), struct(SPAN, {"start": [s[0] for s in flat], "end": [s[1] for s in flat]}), SPANS)
