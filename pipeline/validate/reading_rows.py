"""The `reading` table back to the rows that were judged: what `pipeline.publish.reading` writes, undone.

Rules read the fields of an `Effect` and never the text, so a dataset built without texts can be judged again too.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import pyarrow as pa

from pipeline.publish.schema import READING
from pipeline.records import ACTIVATED, Action, Condition, Effect, Event, Kind, Row, Span, allowed
from pipeline.windows import Window

T = TypeVar("T")
_KINDS = frozenset(allowed(Kind))
assert _KINDS >= ACTIVATED


def rows_of(file: Any) -> list[Row]:
    """The rows of an open ``reading.parquet``, in its order. `KeyError`, `TypeError` or `ValueError` where it is none."""
    for column in READING:
        if column.name not in file.schema_arrow.names:
            raise KeyError(f"no column {column.name}")
        if file.schema_arrow.field(column.name).type != column.type:
            raise TypeError(f"column {column.name} is of type {file.schema_arrow.field(column.name).type}, not {column.type}")
    table = file.read(columns=[column.name for column in READING]).combine_chunks()
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
    lengths = [len(cell) for cell in column] if column.null_count else column.combine_chunks().value_lengths().to_pylist()
    flat: Iterable[T] = map(make, column.combine_chunks().flatten().to_pylist())
    members = iter(flat)
    return [tuple(next(members) for _ in range(length)) if length else () for length in lengths]


def _event(one: dict[str, Any]) -> Event:
    return Event(one["what"], one["subject"], one["cause"], (one["start"], one["end"]), one["past"])


def _action(one: dict[str, Any]) -> Action:
    return Action(one["what"], one["link"], one["optional"], one["object"], one["delayed"], one["treated_as"], (one["start"], one["end"]))


def _span(one: dict[str, int]) -> Span:
    return one["start"], one["end"]
