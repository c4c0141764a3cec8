"""Simulators' databases made for the test: bits, halves, overlays, and files that are none."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import Loaded, cdb, load

DATAS = "CREATE TABLE datas(id integer primary key, ot integer, alias integer, setcode integer, type integer, atk integer, def integer, level integer, race integer, attribute integer, category integer)"  # noqa: E501
TEXTS = "CREATE TABLE texts(id integer primary key, name text, desc text, str1 text)"
HERON = {
    "id": 4831,
    "ot": 3,
    "alias": 0,
    "type": 0x1 | 0x20 | 0x1000,
    "atk": 500,
    "def": -2,
    "level": 3,
    "race": 0x200,
    "attribute": 2,
    "name": "Glass Heron",
    "desc": "Wade.\r\nSwim.",
}


def database(path: Path, *rows: dict[str, Any], schema: str = f"{DATAS};{TEXTS}") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(path) as connection:
        connection.executescript(schema)
        for row in rows:
            row = {**HERON, **row}
            connection.execute(
                "INSERT INTO datas VALUES (:id, :ot, :alias, 0, :type, :atk, :def, :level, :race, :attribute, 0)",
                row,
            )
            connection.execute("INSERT INTO texts VALUES (:id, :name, :desc, 'prompt')", row)
    connection.close()
    return path


def of(path: Path) -> Loaded:
    return load("cdb", path, progress=lambda _: None)


def one(tmp_path: Path, **fields: Any) -> Card:
    file = tmp_path / "cards.cdb"
    file.unlink(missing_ok=True)
    (card,) = of(database(file, fields)).cards
    return card


def test_a_monster(tmp_path: Path) -> None:
    assert one(tmp_path) == Card(
        card_id="00004831", name="Glass Heron", card_type="Monster", passcode="00004831", script_ids=(4831,),
        types=("Winged Beast", "Tuner", "Effect"), attribute="WATER", level=3, atk="500", defense="?", text_en="Wade.\nSwim.",
        text_source="Card database of a simulator (cdb)",
    )  # fmt: skip


def test_spells_traps_links_and_pendulums(tmp_path: Path) -> None:
    spell = one(tmp_path, type=0x2 | 0x10000)
    assert (spell.card_type, spell.property, spell.types, spell.atk, spell.level) == ("Spell", "Quick-Play", (), None, None)
    assert one(tmp_path, type=0x4).property == "Normal"
    assert one(tmp_path, type=0x4 | 0x100000).property == "Counter"
    link = one(tmp_path, type=0x4000021, level=2, **{"def": 0o102})
    assert (link.level, link.defense, link.types) == (2, None, ("Winged Beast", "Link", "Effect"))
    halves = "[ Pendulum Effect ]\r\nFly.\r\n----------------------------------------\r\n[ Monster Effect ]\r\nWade."
    pendulum = one(tmp_path, type=0x1000021, level=4 | 8 << 16 | 8 << 24, desc=halves)
    assert (pendulum.level, pendulum.scale, pendulum.pendulum_en, pendulum.text_en) == (4, 8, "Fly.", "Wade.")
    assert one(tmp_path, type=0x1000021, desc="Wade.").text_en == "Wade."


def test_where_a_card_comes_from(tmp_path: Path) -> None:
    assert not one(tmp_path).unofficial_translation
    assert one(tmp_path, ot=1).unofficial_translation and one(tmp_path, ot=0x103).unofficial_translation
    card = one(tmp_path, id=101_234_001, ot=0x103)
    assert (card.card_id, card.passcode, card.script_ids) == ("p101234001", None, (101_234_001,))
    for ot in (4, 8, 0x20, 0x200, 0):
        file = database(tmp_path / f"{ot}.cdb", {"ot": ot}, {"id": 7})
        assert of(file).skipped == (f"4831: not of this game's pool (ot {ot:#x})",)


def test_pictures_go_with_their_card_and_treated_as_does_not(tmp_path: Path) -> None:
    file = database(
        tmp_path / "cards.cdb", {}, {"id": 4832, "alias": 4831}, {"id": 9_000_000, "alias": 4831}, {"id": 50, "alias": 4831, "name": "Salt Heron"}
    )
    found = of(file)
    assert [(card.card_id, card.script_ids) for card in found.cards] == [("00000050", (50,)), ("00004831", (4831, 4832, 9_000_000))]
    assert found.skipped[0] == "4832: another picture of 4831 'Glass Heron'"


def test_a_program_folder_is_overlaid_by_its_updates_and_other_games_stay_out(tmp_path: Path) -> None:
    database(tmp_path / "expansions" / "cards.cdb", {}, {"id": 7, "desc": "Old."})
    database(tmp_path / "expansions" / "cards-rush.cdb", {"id": 160_000_001})
    database(tmp_path / "expansions" / "goat-entries.cdb", {"id": 504_000_001, "alias": 7})
    database(tmp_path / "repositories" / "delta-bagooska" / "cards.delta.cdb", {"id": 7, "desc": "New."})
    found = of(tmp_path)
    assert {card.card_id: card.text_en for card in found.cards} == {"00000007": "New.", "00004831": "Wade.\nSwim."}
    assert [one.file for one in found.built_from] == ["expansions/cards.cdb", "repositories/delta-bagooska/cards.delta.cdb"]


def test_the_file_is_not_touched(tmp_path: Path) -> None:
    file = database(tmp_path / "cards.cdb", {})
    before = (file.read_bytes(), file.stat().st_mtime_ns)
    file.chmod(0o444)
    of(file)
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert [one.name for one in tmp_path.iterdir()] == ["cards.cdb"]


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ("CREATE TABLE x(y)", "datas is missing or has another layout"),
        (f"{DATAS}; CREATE TABLE texts(id, name)", "texts is missing or has another layout"),
        (
            f"{TEXTS}; CREATE VIEW datas AS SELECT id, 1 ot, 0 alias, 1 type, 0 atk, 0 def, 0 level, 1 race, 1 attribute FROM texts",
            "datas is missing",
        ),
        (f"{DATAS};{TEXTS}", "no card in it"),
    ],
)
def test_other_databases(tmp_path: Path, schema: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        of(database(tmp_path / "x.cdb", schema=schema))


@pytest.mark.parametrize("content", [b"not a database", b"SQLite format 3\0" + b"\xff" * 4000, b"\0" * 5000])
def test_files_that_are_no_database(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cards.cdb"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"cards\.cdb: not a card database"):
        of(file)


def test_values_of_another_kind_are_skipped_with_a_reason(tmp_path: Path) -> None:
    loose = DATAS.replace(" integer", "").replace(" primary key", "")
    file = database(tmp_path / "cards.cdb", {"atk": "strong"}, {"id": 7}, {"id": 8, "name": b"\xff"}, schema=f"{loose};{TEXTS}")
    found = of(file)
    assert [card.card_id for card in found.cards] == ["00000007"]
    assert len(found.skipped) == 2 and all("of another kind than documented" in line for line in found.skipped)


def test_without_an_input_the_usual_folders_are_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdb, "usual_folders", lambda: iter([tmp_path / "none", tmp_path / "game"]))
    with pytest.raises(InputError, match="no card database in the usual folders"):
        load("cdb", None, progress=print)
    database(tmp_path / "game" / "expansions" / "cards.cdb", {})
    assert len(load("cdb", None, progress=lambda _: None).cards) == 1
    with pytest.raises(InputError, match=r"no card database .* in this folder"):
        (tmp_path / "none").mkdir()
        of(tmp_path / "none")


def test_the_usual_folders_are_absolute() -> None:
    assert all(folder.is_absolute() for folder in cdb.usual_folders())
