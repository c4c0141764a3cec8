"""The `reading` table back to the rows that were judged: what `pipeline.publish.reading` writes, undone.

Rules read the fields of an `Effect` and never the text, so a dataset built without texts can be judged again too.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import pyarrow as pa

from pipeline.publish.schema import READING, Columns
from pipeline.records import Action, Condition, Effect, Event, Kind, Row, Span, allowed
from pipeline.windows import Window

T = TypeVar("T")
_KINDS = frozenset(allowed(Kind))


def typed(file: Any, columns: Columns, wanted: Sequence[str]) -> pa.Table:
    """The wanted columns of an open table. `KeyError` or `TypeError` where one is missing or of another type."""
    types = {column.name: column.type for column in columns}
    for name in wanted:
        if name not in file.schema_arrow.names:
            raise KeyError(f"no column {name}")
        if file.schema_arrow.field(name).type != types[name]:
            raise TypeError(f"column {name} is of type {file.schema_arrow.field(name).type}, not {types[name]}")
    return file.read(columns=list(wanted))


def rows_of(file: Any) -> list[Row]:
    """The rows of an open ``reading.parquet``, in its order. `KeyError`, `TypeError` or `ValueError` where it is none."""
    table = typed(file, READING, [column.name for column in READING]).combine_chunks()
    found: dict[str, Row] = {}
    scores = table["alignment_score"].to_pylist()
    for effect_id, effect, score in zip(table["effect_id"].to_pylist(), _effects(table), scores, strict=True):
        row = found.get(effect_id)
        if effect.language == "en" and row is None:
            found[effect_id] = Row(effect_id, effect.number, effect.bullet, effect, None, score)
        elif row is None:
            found[effect_id] = Row(effect_id, effect.number, effect.bullet, None, effect, score)
        elif effect.language == "ja" and row.ja is None:
            found[effect_id] = Row(effect_id, row.number, row.bullet, row.en, effect, score)
        else:
            raise ValueError(f"{effect_id[:80]} stands there twice")
    return list(found.values())


def _effects(table: pa.Table) -> Iterator[Effect]:
    plain = {column.name: table[column.name].to_pylist() for column in READING if not column.is_list}
    unknown = set(plain["kind"]) - _KINDS
    if unknown:
        raise ValueError(f"unknown kind {min(unknown)[:40]!r}")
    lists: dict[str, list[Any]] = {
        "places": _tuples(table["places"], str),
        "events": _tuples(table["events"], _event),
        "responds_to": _tuples(table["responds_to"], str),
        "window": [Window.of(keys) for keys in table["window"].to_pylist()],
        "phases": _tuples(table["phases"], str),
        "states": _tuples(table["states"], _span),
        "cost": _tuples(table["cost"], _action),
        "actions": _tuples(table["actions"], _action),
        "applies_in": [Window.of(keys) for keys in table["applies_in"].to_pylist()],
        "residue": _tuples(table["residue"], _span),
    }
    columns = plain | lists
    names = list(columns)
    for values in zip(*columns.values(), strict=True):
        yield _effect(dict(zip(names, values, strict=True)))


def _effect(row: dict[str, Any]) -> Effect:
    start, end = row["condition_start"], row["condition_end"]
    return Effect(
        part=row["part"],
        number=row["effect_no"],
        span=(row["span_start"], row["span_end"]),
        kind=row["kind"],
        language=row["language"],
        bullet=row["bullet"],
        printed_no=row["printed_no"],
        speed=row["speed"],
        mandatory=row["mandatory"],
        places=row["places"],
        once=row["once"],
        condition=Condition(
            events=row["events"],
            responds_to=row["responds_to"],
            window=row["window"],
            names_step=row["names_step"],
            mark=row["mark"],
            phases=row["phases"],
            whose_turn=row["whose_turn"],
            mandatory_word=row["mandatory_word"],
            states=row["states"],
            battle_of=row["battle_of"],
            span=None if start is None or end is None else (start, end),
        ),
        cost=row["cost"],
        targets=row["targets"],
        actions=row["actions"],
        applies_in=row["applies_in"],
        granted=row["granted"],
        residue=row["residue"],
    )


def _tuples(column: pa.ChunkedArray, make: Callable[[Any], T]) -> list[tuple[T, ...]]:
    """The lists of a column as tuples, their members made in one pass over the flat values."""
    lists = column.combine_chunks()
    members = map(make, lists.flatten().to_pylist())
    return [tuple(next(members) for _ in range(length)) if length else () for length in lists.value_lengths().to_pylist()]


def _event(one: dict[str, Any]) -> Event:
    return Event(one["what"], one["subject"], one["cause"], (one["start"], one["end"]), one["past"])


def _action(one: dict[str, Any]) -> Action:
    return Action(one["what"], one["link"], one["optional"], one["object"], one["delayed"], one["treated_as"], (one["start"], one["end"]))


def _span(one: dict[str, int]) -> Span:
    return one["start"], one["end"]
