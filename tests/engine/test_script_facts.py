"""Facts as a file: the same after a round trip, the same bytes for the same facts, and clear errors for anything else."""

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.engine.script_facts import Facts, ScriptEffect, read_facts, write_facts
from pipeline.engine.scripts import parsed
from pipeline.errors import InputError

LINE = "card\t138\t1029\t4\t0\t65536\t4\t0\t0\t8192\t64\t{}\t1\t{}\t1\t-300\t9\t1\t12\t20\te1\tTTTTTTTTF\t\tTTFFFFF"


def facts() -> Facts:
    lines = [LINE.format((7 << 20) + 3, 7), LINE.format(1160, 0), LINE.format(0, 7 | 0x10000000), LINE.format((8 << 20) + 1, 4_294_967_295)]
    effects = [*parsed("edopro", 7, "\n".join(lines).encode()), *parsed("edopro", 2_000_000_001, LINE.format(0, 0).encode())]
    return Facts("edopro", "0" * 40, "official/", "ab", frozenset({7, 9, 2_000_000_001}), {8: "error"}, tuple(effects))


def test_round_trip(tmp_path: Path) -> None:
    some = facts()
    write_facts(some, tmp_path / "a.parquet")
    assert read_facts(tmp_path / "a.parquet") == some
    write_facts(msgspec.structs.replace(some, effects=tuple(reversed(some.effects))), tmp_path / "b.parquet")
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]
    empty = msgspec.structs.replace(some, effects=())
    write_facts(empty, tmp_path / "c.parquet")
    assert read_facts(tmp_path / "c.parquet") == empty


def test_what_a_line_says() -> None:
    first, second, third, fourth = facts().effects[:4]
    assert (first.string_no, first.description, first.count_code, first.value) == (3, 0, 7, -300)
    assert (second.string_no, second.description) == (None, 1160)
    assert (third.string_no, third.count_code) == (None, 7 | 0x10000000)
    assert (fourth.string_no, fourth.description) == (None, (8 << 20) + 1)
    (ygopro,) = parsed("ygopro", 7, LINE.format(7 * 16 + 2, 0).encode())
    assert ygopro.string_no == 2
    assert first.has_condition and first.has_operation and not first.has_cost and not first.has_target
    assert parsed("edopro", 7, b"") == []


@pytest.mark.parametrize("line", ["", "card", LINE.replace("card", "hand"), LINE + "\t1", LINE.replace("138", "x"), LINE.replace("e1", "é")])
def test_lines_that_are_none(line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parsed("edopro", 7, (line.format(0, 0) or "\n").encode())


def test_effects_by_script_and_paths() -> None:
    some = facts()
    assert {script: len(effects) for script, effects in some.by_script().items()} == {7: 4, 9: 0, 2_000_000_001: 1}
    assert some.path_of(7) == "official/c7.lua"


def test_other_files_are_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no table")
    pq.write_table(pa.table({"script": [1]}), tmp_path / "other")
    write_facts(facts(), tmp_path / "good")
    table = pq.read_table(tmp_path / "good")
    pq.write_table(table.replace_schema_metadata({"damage_step": '{"format": 99}'}), tmp_path / "newer")
    pq.write_table(table.replace_schema_metadata({"damage_step": '{"format": 1, "engine": "x"}'}), tmp_path / "half")
    pq.write_table(table.drop_columns(["name"]).replace_schema_metadata(table.schema.metadata), tmp_path / "narrow")
    for name in ("text", "other", "newer", "half", "narrow"):
        with pytest.raises(InputError, match=name):
            read_facts(tmp_path / name)


def test_a_flipped_bit_is_noticed(tmp_path: Path) -> None:
    """Pages carry checksums: what is read is what was written, or nothing is."""
    write_facts(facts(), tmp_path / "good")
    data = (tmp_path / "good").read_bytes()
    for place in range(4, len(data), 97):
        (tmp_path / "bad").write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        try:
            read = read_facts(tmp_path / "bad")
        except InputError as error:
            assert "bad: " in str(error)
        else:
            assert read.effects == facts().effects
    for length in (0, 3, len(data) // 2, len(data) - 1):
        (tmp_path / "short").write_bytes(data[:length])
        with pytest.raises(InputError, match="short"):
            read_facts(tmp_path / "short")
    with pytest.raises(InputError, match="nowhere: No such file"):
        read_facts(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("column", "value"),
    [("place", "hand"), ("condition", "T"), ("condition", "TTTTTTTT"), ("condition", "TTTXTTT"), ("cost", "TTTTTTTTT"), ("target", "T" * 40),
     ("order", 0), ("order", 2), ("script", -7)],
)  # fmt: skip
def test_what_no_run_can_have_written_is_no_fact(column: str, value: object, tmp_path: Path) -> None:
    write_facts(facts(), tmp_path / "good")
    table = pq.read_table(tmp_path / "good")
    field = table.schema.field(column)
    cells = [value, *table[column].to_pylist()[1:]]
    at = table.column_names.index(column)
    pq.write_table(table.set_column(at, field, pa.array(cells, field.type)), tmp_path / "odd")
    with pytest.raises(InputError, match="odd"):
        read_facts(tmp_path / "odd")


@pytest.mark.parametrize("more", [{"folder": "../../etc/"}, {"folder": "/"}, {"folder": "a\n"}, {"revision": "a b"}, {"revision": "\x1b[31m"}])
def test_what_goes_into_paths_and_reports_is_checked(more: dict[str, str], tmp_path: Path) -> None:
    write_facts(msgspec.structs.replace(facts(), **more), tmp_path / "odd")
    with pytest.raises(InputError, match="odd: no facts"):
        read_facts(tmp_path / "odd")


def test_tables_need_no_code_to_be_understood(tmp_path: Path) -> None:
    """Every column holds what its name says, for whoever reads the file without this project."""
    write_facts(facts(), tmp_path / "a.parquet")
    table = pq.read_table(tmp_path / "a.parquet")
    for field in ScriptEffect.__struct_fields__:
        assert table[field].to_pylist() == [getattr(effect, field) for effect in facts().effects]


def test_an_effect_has_the_fields_that_the_file_has() -> None:
    assert len(ScriptEffect.__struct_fields__) == 27
