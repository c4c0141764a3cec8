"""The same table in Parquet, CSV and SQLite: types survive, and no cell is dangerous to open."""

import csv
import io
import json
import math
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.publish import write
from pipeline.publish.csv_cells import write_csv
from pipeline.publish.schema import CARDS, EFFECTS, INTS, TEXTS, UNCERTAIN, Column, Columns
from pipeline.publish.sqlite_file import json_texts
from tests.publish.invented import PROVENANCE, tables

FORMULA = re.compile(r"[\s']*[=+\-@＝＋－＠]|'*[\t\r\n]")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
PUBLISHED: dict[str, Columns] = {"effects": EFFECTS, "cards": CARDS, "uncertain": UNCERTAIN}


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dataset")
    write(tables(), out, PROVENANCE, {})
    return out


def members(cell: str) -> list[str]:
    """The list in a CSV cell."""
    if not cell:
        return []
    return [re.sub(r"\\(.)", r"\1", part, flags=re.DOTALL) for part in re.findall(r"(?:[^|\\]|\\.)+", cell, flags=re.DOTALL)]


def undo(cell: str) -> str:
    """The text behind a defused cell."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


def from_csv(column: Column, cell: str) -> Any:
    """The value behind a CSV cell; an empty text and null look alike to the csv module."""
    if column.is_list:
        found: list[Any] = members(undo(cell))
        return found if pa.types.is_string(column.type.value_type) else [int(one) for one in found]
    if cell == "":
        return None
    if pa.types.is_boolean(column.type):
        return {"true": True, "false": False}[cell]
    if pa.types.is_integer(column.type):
        return int(cell)
    return float(cell) if pa.types.is_floating(column.type) else undo(cell)


def cleaned(value: Any) -> Any:
    """What CSV keeps of a value: no control characters."""
    if isinstance(value, list):
        return [cleaned(one) for one in value]
    return (CONTROL.sub("", value) or None) if isinstance(value, str) else value


@pytest.mark.parametrize("name", PUBLISHED)
def test_csv_gives_back_every_value(dataset: Path, name: str) -> None:
    raw = (dataset / f"{name}.csv").read_bytes().decode("utf-8")
    header, *lines = csv.reader(io.StringIO(raw, newline=""), strict=True)
    table = getattr(tables(), name)
    assert header == table.column_names
    got = [[from_csv(column, cell) for column, cell in zip(PUBLISHED[name], line, strict=True)] for line in lines]
    assert got == [[cleaned(value) for value in row.values()] for row in table.to_pylist()]


@pytest.mark.parametrize("name", ["effects", "cards", "reading"])
def test_parquet_gives_back_the_table_and_its_metadata(dataset: Path, name: str) -> None:
    found = pq.read_table(dataset / f"{name}.parquet")
    assert found.equals(getattr(tables(), name), check_metadata=False)
    metadata = found.schema.metadata
    assert {key.decode(): metadata[key].decode() for key in metadata if key in {b"source", b"ruleset", b"source_revision"}} == {
        "source": "invented",
        "source_revision": "r1",
        "ruleset": "tcg",
    }
    assert (metadata[b"reader_version"], metadata[b"rules_hash"]) == (b"1", b"c0ffee")
    assert all(field.metadata[b"description"] for field in found.schema)


@pytest.mark.parametrize(("name", "key"), [("effects", "effect_id"), ("cards", "card_id")])
def test_sqlite_gives_back_every_value(dataset: Path, name: str, key: str) -> None:
    with closing(sqlite3.connect(f"file:{dataset / 'dataset.sqlite'}?mode=ro", uri=True)) as db:
        got = db.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()
        info = {row[1]: row for row in db.execute(f"PRAGMA table_info({name})")}
        indexed = {row[2] for index in db.execute(f"PRAGMA index_list({name})").fetchall() for row in db.execute(f"PRAGMA index_info({index[1]})")}
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert dict(db.execute("SELECT key, value FROM provenance")) == PROVENANCE.as_dict()
    columns = PUBLISHED[name]

    def value(column: Column, cell: Any) -> Any:
        if column.is_list:
            return json.loads(cell)
        if pa.types.is_boolean(column.type) and cell is not None:
            assert cell in (0, 1)
            return bool(cell)
        return cell

    assert [[value(c, cell) for c, cell in zip(columns, row, strict=True)] for row in got] == [
        list(row.values()) for row in getattr(tables(), name).to_pylist()
    ]
    assert [c for c, row in info.items() if row[5]] == [key]
    assert {key, "passcode", "name"} <= indexed
    assert (info["konami_id"][2], info["name"][2]) == ("INTEGER", "TEXT")
    if name == "effects":
        assert info["confidence"][2] == "REAL"


def test_sqlite_refuses_what_is_no_boolean(dataset: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes((dataset / "dataset.sqlite").read_bytes())
    with closing(sqlite3.connect(copy)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("UPDATE effects SET start_of_damage_step = 2")


@pytest.mark.parametrize("name", PUBLISHED)
def test_no_cell_runs_in_a_spreadsheet(dataset: Path, name: str) -> None:
    raw = (dataset / f"{name}.csv").read_bytes()
    assert b"\x00" not in raw and b"\x1b" not in raw
    for line in csv.DictReader(io.StringIO(raw.decode(), newline="")):
        for column in PUBLISHED[name]:
            if pa.types.is_string(column.type) or column.is_list:
                assert not re.match(r"\s*[=+\-@＝＋－＠]|[\t\r\n]", line[column.name]), line[column.name]


def test_csv_is_rfc_4180(dataset: Path) -> None:
    raw = (dataset / "effects.csv").read_bytes()
    assert raw.startswith(b"effect_id,passcode,konami_id,") and raw.endswith(b",tcg\r\n") and not raw.startswith(b"\xef\xbb\xbf")
    outside = re.sub(rb'"(?:[^"]|"")*"', b"", raw)
    assert outside.count(b"\r\n") == outside.count(b"\n") == tables().effects.num_rows + 1
    assert b"true" in outside and b"True" not in outside


def as_csv(table: pa.Table) -> str:
    sink = io.BytesIO()
    write_csv(table, sink)
    return sink.getvalue().decode()


def test_numbers_stay_numbers_and_null_differs_from_an_empty_text() -> None:
    table = pa.table({"n": pa.array([-5, None], pa.int32()), "r": [-0.5, None], "b": [None, False], "s": ["", None], "t": ["-5", "a"]})
    assert as_csv(table) == 'n,r,b,s,t\r\n-5,-0.5,,"",\'-5\r\n,,false,,a\r\n'


@given(st.lists(st.one_of(st.none(), st.text(), st.text("='+-@\t\r\n \"|,＝").map(str)), min_size=1, max_size=8))
def test_any_text_comes_back_from_csv(values: list[str | None]) -> None:
    raw = as_csv(pa.table({"s": pa.array(values, pa.string()), "n": [1] * len(values)}))
    lines = list(csv.reader(io.StringIO(raw, newline=""), strict=True))[1:]
    assert [undo(line[0]) for line in lines] == [CONTROL.sub("", value or "") for value in values]
    assert not any(re.match(r"[=+\-@＝＋－＠\t\r\n]", line[0]) for line in lines)


@given(st.lists(st.lists(st.text(min_size=1).filter(lambda s: not CONTROL.search(s)), max_size=4), min_size=1, max_size=4))
def test_any_list_comes_back_from_csv_and_json(values: list[list[str]]) -> None:
    column = pa.array(values, TEXTS)
    raw = as_csv(pa.table({"s": column, "n": [1] * len(values)}))
    assert [members(undo(line[0])) for line in list(csv.reader(io.StringIO(raw, newline=""), strict=True))[1:]] == values
    assert [json.loads(cell) for cell in json_texts(column).to_pylist()] == values
    # A slice of a longer column must not bring its neighbours along.
    assert [json.loads(cell) for cell in json_texts(column.slice(1)).to_pylist()] == values[1:]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1), st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1))
def test_any_number_comes_back_from_csv(reals: list[float], numbers: list[int]) -> None:
    lines = as_csv(pa.table({"r": pa.array(reals, pa.float64())})).splitlines()[1:]
    assert all(math.isclose(float(line), real, rel_tol=0, abs_tol=0) for line, real in zip(lines, reals, strict=True))
    assert as_csv(pa.table({"l": pa.array([numbers], INTS)})).splitlines()[1].removeprefix("'").split("|") == [str(n) for n in numbers]


def test_many_rows_are_written_batch_by_batch() -> None:
    rows = 10_000
    raw = as_csv(pa.table({"n": pa.array(range(rows), pa.int32()), "l": pa.array([["a", "b"]] * rows, TEXTS)}))
    assert raw.splitlines()[1:] == [f"{n},a|b" for n in range(rows)]
