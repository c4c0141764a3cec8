"""Tags to be kept with the code: the tables of a dataset without any card text, packed tightly, measured, and with what has changed.

What remains are facts: names, numbers, places in texts, kinds, tags, rules. In `reading` the places of effects (which `effects` has),
clauses, events and actions are left out as well (0, or null where they may be): they take a third of the room, and say no more than which
words of a text were meant.
"""

import hashlib
import io
import json
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.errors import InputError
from pipeline.publish.changelog import changelog, changes_table
from pipeline.publish.changes import Changes, compare_datasets
from pipeline.publish.datapackage import PACKAGE_NAME, Written, datapackage
from pipeline.publish.lookup import filled, opened, typed
from pipeline.publish.schema import CARDS, EFFECTS, READING, Columns, Provenance
from pipeline.publish.whole_folder import write_together

_TABLES: dict[str, Columns] = {"effects": EFFECTS, "cards": CARDS, "reading": READING}
_TEXTS = ("text_en", "text_ja", "pendulum_en", "pendulum_ja")
_IDS = ("effect_id", "card_id")
_RISING = ("span_start", "span_end", "ja_span_start", "ja_span_end")
_LEVEL = 19
_MOST_BYTES = 3_000_000


class Release(msgspec.Struct, frozen=True):
    """What was published: the size of each file, the changes since the last time (null the first time)."""

    sizes: dict[str, int]
    changes: Changes | None


def publish(dataset: Path, out: Path, measured: dict[str, object]) -> Release:
    """Write a dataset's tags into ``out``, whole or not at all. ``measured``: figures for `measured.json`.

    `InputError` where the folder holds no dataset of the real pool, where the tags take more than 3 MB, or where writing fails.
    """
    tables = {name: _table(dataset / f"{name}.parquet", columns) for name, columns in _TABLES.items()}
    provenance = _provenance(tables["effects"])
    if provenance.source == "sample":
        raise InputError(f"{dataset} holds the sample, which words its effects anew: publish a dataset of the real cards")
    packed = {f"{name}.parquet": _packed(_without_text(name, table)) for name, table in tables.items()}
    changes, same = _since(dataset, out, packed)
    described = {name: Written(name, len(data), hashlib.sha256(data).hexdigest()) for name, data in packed.items()}
    files = packed | {
        "measured.json": _json(provenance.as_dict() | {"cards": tables["cards"].num_rows, "effects": tables["effects"].num_rows} | measured),
        "CHANGELOG.md": changelog(_read(out / "CHANGELOG.md"), provenance, changes, tables["cards"].num_rows, tables["effects"].num_rows, same),
        "changes.parquet": (_read(out / "changes.parquet") if same else b"") or _packed(changes_table(changes)),
        # The descriptor comes last but one: whoever sees it knows that the data are all there.
        "datapackage.json": _json(datapackage(described, provenance) | {"published": True}),
    }
    files["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())).encode()
    total = sum(map(len, files.values()))
    if total > _MOST_BYTES:
        raise InputError(f"the tags take {total:,} bytes, more than the {_MOST_BYTES:,} that are kept with the code")
    write_together(out, files, _is_ours, "published tags")
    return Release({name: len(data) for name, data in files.items()}, changes)


def _table(path: Path, columns: Columns) -> pa.Table:
    with opened(path) as file:
        # Columns of nobody's are left behind.
        return filled(file.read(columns=typed(file, columns, [column.name for column in columns])), columns)


def _provenance(table: pa.Table) -> Provenance:
    found = {key.decode(errors="replace"): value.decode(errors="replace") for key, value in (table.schema.metadata or {}).items()}
    return Provenance(**{name: found.get(name, "") for name in Provenance.__struct_fields__})


def _without_text(name: str, table: pa.Table) -> pa.Table:
    for column in _TEXTS if name == "cards" else ():
        table = _replaced(table, column, pa.nulls(table.num_rows, pa.string()))
    if name == "reading":
        zeros = pa.array([0] * table.num_rows, pa.int32())
        for column in ("span_start", "span_end"):
            table = _replaced(table, column, zeros)
        for column in ("condition_start", "condition_end"):
            table = _replaced(table, column, pa.nulls(table.num_rows, pa.int32()))
        for place, field in enumerate(table.schema):
            if pa.types.is_list(field.type) and pa.types.is_struct(field.type.value_type):
                table = table.set_column(place, field, _without_places(table[field.name].combine_chunks()))
    return table


def _replaced(table: pa.Table, column: str, values: pa.Array) -> pa.Table:
    place = table.column_names.index(column)
    return table.set_column(place, table.schema.field(place), values)


def _without_places(lists: pa.ListArray) -> pa.ListArray:
    """The same lists of events, actions or spans, every ``start`` and ``end`` in them 0."""
    members = lists.flatten()
    kind = lists.type.value_type
    zeros = pa.array([0] * len(members), pa.int32())
    fields = [zeros if field.name in ("start", "end") else members.field(field.name) for field in kind]
    plain = pa.StructArray.from_arrays(fields, fields=list(kind))
    lengths = [0, *lists.value_lengths().to_pylist()]
    for place in range(1, len(lengths)):
        lengths[place] += lengths[place - 1]
    return pa.ListArray.from_arrays(pa.array(lengths, pa.int32()), plain, type=lists.type)


def _packed(table: pa.Table) -> bytes:
    """A table as Parquet in as few bytes as its columns allow."""
    sink = io.BytesIO()
    names = table.column_names
    encodings = {name: "DELTA_BYTE_ARRAY" for name in names if name in _IDS} | {name: "DELTA_BINARY_PACKED" for name in names if name in _RISING}
    pq.write_table(
        table,
        sink,
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=[name for name in names if name not in encodings and name != "text_sha256"],
        column_encoding=encodings,
        write_statistics=[name for name in names if name in _IDS],
        row_group_size=1 << 20,
    )
    return sink.getvalue()


def _since(dataset: Path, out: Path, packed: dict[str, bytes]) -> tuple[Changes | None, bool]:
    """The changes since the tags in ``out``, null where there are none, and whether those are the very same."""
    if not (out / "effects.parquet").is_file():
        return None, False
    same = all(_read(out / name) == data for name, data in packed.items())
    return compare_datasets(out, dataset), same


def _is_ours(path: Path) -> bool:
    """Whether an earlier publication wrote the file: the descriptor beside it says so."""
    try:
        package = json.loads((path.parent / "datapackage.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(package, dict) and package.get("name") == PACKAGE_NAME and package.get("published") is True


def _read(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")
