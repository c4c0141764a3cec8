"""`datapackage.json`: what the files of a dataset are, column by column, with their sizes and hashes.

A Frictionless Data Package, version 1, that ``frictionless validate`` accepts. Its CSV files are tabular resources. Parquet, whose
nested columns its readers do not know, and SQLite are plain files to it (``type``); what is in a Parquet file is described all the
same. `run.json` differs between runs and is therefore left out.
"""

from collections.abc import Mapping

import msgspec
import pyarrow as pa

from pipeline.publish.schema import CARDS, EFFECTS, READING, UNCERTAIN, Column, Columns, Provenance

PACKAGE_NAME = "damage-step"
_KEYS: dict[str, list[str]] = {"effects": ["effect_id"], "cards": ["card_id"], "reading": ["effect_id", "language"], "uncertain": ["effect_id"]}
_TITLES = {
    "effects": "One row an effect, an option of it, or a Spell/Trap Card's own activation",
    "cards": "One row a card",
    "reading": "What was read of each effect in each language, without its text",
    "uncertain": "The effects without a verdict",
}
_COLUMNS: dict[str, Columns] = {"effects": EFFECTS, "cards": CARDS, "reading": READING, "uncertain": UNCERTAIN}
_CSV_LIST = r" A list: members joined with |, and | or \ inside a member escaped with \."
_CSV_CELLS = (
    "Booleans are true and false. An empty cell is null or an empty list. Control characters are left out. "
    "A text that a spreadsheet would run as a formula has an apostrophe in front."
)
_CSV_DIALECT = {"delimiter": ",", "lineTerminator": "\r\n", "quoteChar": '"', "doubleQuote": True, "skipInitialSpace": False, "header": True}


class Written(msgspec.Struct, frozen=True):
    """A file of the dataset: its name in the folder, its size in bytes and its SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str


def datapackage(files: Mapping[str, Written], provenance: Provenance) -> dict[str, object]:
    """The descriptor of these files, ready for JSON."""
    return {
        "profile": "data-package",
        "name": PACKAGE_NAME,
        "title": "Effects of Yu-Gi-Oh! cards and the Damage Step",
        "description": "For every effect of every card: whether it may be activated in the Damage Step, in which of five windows, and why.",
        "version": provenance.reader_version,
        "sources": [{"title": f"{provenance.source} {provenance.source_revision}".strip()}],
        "provenance": provenance.as_dict(),
        "resources": [_table(file) if file.name.endswith((".csv", ".parquet")) else _database(file) for file in files.values()],
    }


def _database(file: Written) -> dict[str, object]:
    name, format_ = file.name.rsplit(".", 1)
    return {
        "profile": "data-resource",
        "type": "file",
        "name": f"{name}-{format_}",
        "title": "The effects and cards as a database",
        "path": file.name,
        "format": format_,
        "mediatype": "application/vnd.sqlite3",
        **_size(file),
    }


def _table(file: Written) -> dict[str, object]:
    table, format_ = file.name.rsplit(".", 1)
    is_csv = format_ == "csv"
    schema: dict[str, object] = {
        "fields": [_field(column, is_csv) for column in _COLUMNS[table]],
        "missingValues": [""],
        "primaryKey": _KEYS[table],
    }
    if table in {"reading", "uncertain"}:
        owner = "effects" if is_csv else "effects-parquet"
        schema["foreignKeys"] = [{"fields": "effect_id", "reference": {"resource": owner, "fields": "effect_id"}}]
    return {
        "profile": "tabular-data-resource" if is_csv else "data-resource",
        "type": "table" if is_csv else "file",
        "name": table if is_csv else f"{table}-parquet",
        "title": _TITLES[table],
        "path": file.name,
        "format": format_,
        "mediatype": "text/csv" if is_csv else "application/vnd.apache.parquet",
        **({"description": _CSV_CELLS, "encoding": "utf-8", "dialect": _CSV_DIALECT} if is_csv else {}),
        **_size(file),
        "schema": schema,
    }


def _size(file: Written) -> dict[str, object]:
    return {"bytes": file.size, "hash": f"sha256:{file.sha256}"}


def _field(column: Column, is_csv: bool) -> dict[str, object]:
    as_text = is_csv and column.is_list
    field: dict[str, object] = {
        "name": column.name,
        "type": "string" if as_text else _type(column.type),
        "description": column.description + (_CSV_LIST if as_text else ""),
    }
    constraints: dict[str, object] = {}
    # An empty list is an empty cell, which a reader of CSV takes for a missing value.
    if column.required and not as_text:
        constraints["required"] = True
    if column.values:
        constraints["enum"] = list(column.values)
    return field | ({"constraints": constraints} if constraints else {})


def _type(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return "array"
    if pa.types.is_boolean(kind):
        return "boolean"
    if pa.types.is_integer(kind):
        return "integer"
    return "number" if pa.types.is_floating(kind) else "string"
