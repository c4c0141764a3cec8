"""The tables `effects` and `cards` as one SQLite file: typed columns, lists as JSON text, booleans as 0 and 1.

A table `provenance` (key, value) says where the dataset comes from. The file is written once, in one transaction and
without a journal, into a folder that nobody reads yet; the same tables give the same bytes under one version of SQLite.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.publish.arrays import with_members
from pipeline.publish.schema import CARDS, EFFECTS, TEXT, Column, Columns, Provenance

_BATCH = 4096


def write_sqlite(path: Path, effects: pa.Table, cards: pa.Table, provenance: Provenance) -> None:
    """Create the file, which must not exist yet. `sqlite3.Error` where it cannot be written."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        # Rows of about a kilobyte fill large pages better: a smaller file in less time.
        db.executescript("PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN;")
        db.execute("CREATE TABLE provenance (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL)")
        db.executemany("INSERT INTO provenance VALUES (?, ?)", provenance.as_dict().items())
        _fill(db, "cards", CARDS, "card_id", cards)
        _fill(db, "effects", EFFECTS, "effect_id", effects)
        db.execute("COMMIT")


def _fill(db: sqlite3.Connection, name: str, columns: Columns, key: str, table: pa.Table) -> None:
    db.execute(f"CREATE TABLE {name} ({', '.join(_declared(column, key) for column in columns)})")
    slots = ", ".join("?" * len(columns))
    for batch in table.to_batches(max_chunksize=_BATCH):
        db.executemany(f"INSERT INTO {name} VALUES ({slots})", _rows(batch))
    for column in ("passcode", "name"):
        db.execute(f"CREATE INDEX {name}_{column} ON {name} ({column})")


def _declared(column: Column, key: str) -> str:
    quoted = f'"{column.name}"'
    if column.name == key:
        return f"{quoted} TEXT PRIMARY KEY NOT NULL"
    null = " NOT NULL" if column.required else ""
    if pa.types.is_boolean(column.type):
        return f"{quoted} INTEGER{null} CHECK ({quoted} IN (0, 1))"
    kind = "INTEGER" if pa.types.is_integer(column.type) else "REAL" if pa.types.is_floating(column.type) else "TEXT"
    return f"{quoted} {kind}{null}"


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[object, ...]]:
    return zip(*(_values(column) for column in batch.columns), strict=True)


def _values(column: pa.Array) -> list[object]:
    if pa.types.is_list(column.type):
        column = json_texts(column)
    values: list[object] = column.to_pylist()
    return values


def json_texts(column: pa.Array) -> pa.Array:
    """A list column as one JSON text a cell."""
    members = column.flatten()
    if pa.types.is_string(members.type):
        words = members.dictionary_encode()
        members = pa.array([json.dumps(word, ensure_ascii=False) for word in words.dictionary.to_pylist()], TEXT).take(words.indices)
    else:
        members = members.cast(TEXT)
    return pc.binary_join_element_wise("[", pc.binary_join(with_members(column, members), ", "), "]", "")
