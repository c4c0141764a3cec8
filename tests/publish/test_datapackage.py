"""`datapackage.json` says what the tables are."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.publish import write
from pipeline.publish.schema import CARDS, EFFECTS, READING, UNCERTAIN, Columns
from tests.publish.invented import PROVENANCE, tables

COLUMNS: dict[str, Columns] = {"effects": EFFECTS, "cards": CARDS, "reading": READING, "uncertain": UNCERTAIN}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dataset")
    write(tables(), out, PROVENANCE, {})
    return out


@pytest.fixture(scope="module")
def package(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "datapackage.json").read_bytes())
    return found


def test_it_is_a_data_package_whose_csv_files_are_tables(package: dict[str, Any]) -> None:
    assert package["profile"] == "data-package"
    assert re.fullmatch(r"[-a-z0-9._/]+", package["name"])
    assert package["sources"] == [{"title": "invented r1"}] and package["provenance"] == PROVENANCE.as_dict()
    names = [resource["name"] for resource in package["resources"]]
    tables = {"effects", "cards", "uncertain", "effects-parquet", "cards-parquet", "reading-parquet"}
    assert sorted(names) == sorted({*tables, "dataset-sqlite"})
    for resource in package["resources"]:
        assert {"profile", "type", "name", "path", "format", "mediatype", "bytes", "hash", "title"} <= set(resource)
        assert ("schema" in resource) == (resource["name"] in tables)
        # Only CSV can be read as a table by everybody who reads data packages: no nested columns.
        kind = ("tabular-data-resource", "table") if resource["format"] == "csv" else ("data-resource", "file")
        assert (resource["profile"], resource["type"]) == kind
        assert re.fullmatch(r"[-a-z0-9._/]+", resource["name"])


def test_every_column_is_described_and_typed(package: dict[str, Any]) -> None:
    for resource in (one for one in package["resources"] if "schema" in one):
        columns = COLUMNS[resource["path"].split(".")[0]]
        fields = resource["schema"]["fields"]
        assert [field["name"] for field in fields] == [column.name for column in columns]
        for field, column in zip(fields, columns, strict=True):
            assert field["description"].startswith(column.description)
            assert field["type"] in {"string", "integer", "number", "boolean", "array"}
            if column.is_list:
                assert field["type"] == ("string" if resource["format"] == "csv" else "array")
            assert field.get("constraints", {}).get("enum", []) == list(column.values)


def test_the_csv_files_hold_what_the_descriptor_says(package: dict[str, Any], folder: Path) -> None:
    """Types, required cells, closed lists, keys and references of the descriptor, checked on the files."""
    cells = {}
    for resource in package["resources"]:
        if resource["format"] != "csv":
            continue
        dialect = resource["dialect"]
        assert (dialect["delimiter"], dialect["lineTerminator"], resource["encoding"]) == (",", "\r\n", "utf-8")
        with (folder / resource["path"]).open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream, strict=True))
        cells[resource["name"]] = rows
        for field in resource["schema"]["fields"]:
            column = [row[field["name"]] for row in rows]
            constraints = field.get("constraints", {})
            assert not constraints.get("required") or "" not in column
            assert "enum" not in constraints or set(column) - {""} <= set(constraints["enum"])
            pattern = {"integer": r"-?\d+", "number": r"-?\d+(\.\d+)?", "boolean": "true|false"}.get(field["type"], r"[\s\S]*")
            assert all(re.fullmatch(pattern, cell) for cell in column if cell)
        keys = [tuple(row[key] for key in resource["schema"]["primaryKey"]) for row in rows]
        assert len(set(keys)) == len(keys)
    assert {row["effect_id"] for row in cells["uncertain"]} <= {row["effect_id"] for row in cells["effects"]}
    [reference] = next(r for r in package["resources"] if r["name"] == "uncertain")["schema"]["foreignKeys"]
    assert reference["reference"]["resource"] == "effects"
