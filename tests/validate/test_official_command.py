"""``official`` and ``dataset --supplements`` from end to end, on invented cards and notes."""

import csv
import gzip
import io
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from tests.classify.test_supplements import MONSTER, NET

Capture = pytest.CaptureFixture[str]
NOTES = (
    {
        "cid": 9001,
        "databaseDate": "2021-02-03",
        "FAQ": {
            "1": ["【①の効果について】", "モンスターゾーンで発動できる誘発即時効果です。", "ダメージステップには発動できません。"],
            "2": ["【②の効果について】", "墓地で発動できる誘発効果です。", "ダメージステップには発動できません。"],
            "3": ["ダメージステップでも発動できます。"],
        },
    },
    {"cid": 9002, "databaseDate": "2022-02-03", "FAQ": {"0": ["ダメージステップ開始時の灯りの色を、発動の後に決めるものとします。"]}},
    {"cid": 9999, "FAQ": {"0": ["ダメージステップでも発動できます。"]}},
)
GOLD = (
    {"konami_id": 9001, "passcode": "00000001", "name": "Invented Lamp", "part": "text", "ja_no": 1, "what": "effect", "legal": False, "windows": []},
    {
        "konami_id": 9001,
        "passcode": "00000001",
        "name": "Invented Lamp",
        "part": "text",
        "ja_no": 2,
        "what": "effect",
        "legal": True,
        "windows": ["end"],
    },
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("supplements")
    cards = [
        {
            "name": {"en": card.name, "ja": card.name_ja},
            "card_type": card.card_type,
            "password": int(card.passcode or 0),
            "konami_id": card.konami_id,
            "property": card.property,
            "monster_type_line": " / ".join(card.types) or None,
            "text": {"en": card.text_en, "ja": card.text_ja},
        }
        for card in (MONSTER, NET)
    ]
    (here / "cards.json").write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
    (here / "notes.jsonl.gz").write_bytes(gzip.compress("\n".join(json.dumps(one, ensure_ascii=False) for one in NOTES).encode()))
    (here / "gold.jsonl").write_text("\n".join(map(json.dumps, GOLD)), encoding="utf-8")
    return here


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build(folder: Path, out: Path, *more: str) -> int:
    return main(["dataset", "--source", "yaml-yugi", "--input", str(folder / "cards.json"), "--out", str(out), *more])


def test_a_dataset_with_supplements_and_one_without(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert build(folder, tmp_path / "plain") == 0
    assert build(folder, tmp_path / "heard", "--supplements", str(folder / "notes.jsonl.gz")) == 0
    assert "official supplements decide 2 effects; on 1 text or ruling had it otherwise" in capsys.readouterr().err
    plain, heard = (pq.read_table(tmp_path / name / "effects.parquet") for name in ("plain", "heard"))
    assert b"supplements" not in plain.schema.metadata and len(heard.schema.metadata[b"supplements"]) == 64
    assert set(plain["decided_by"].to_pylist()) == {"rule"} and plain["witness_supplement"].null_count == plain.num_rows
    rows = {row["effect_id"]: row for row in heard.to_pylist()}
    lamp = rows["00000001/text/2"]
    assert (lamp["eligible"], lamp["decided_by"], lamp["witness_supplement"], lamp["witness_ja"] != "no") == ("no", "supplement", "no", True)
    assert rows["00000002/text/1"]["decided_by"] == "rule"
    run = json.loads((tmp_path / "heard" / "run.json").read_text())
    assert run["supplements"]["decided"] == 2 and run["supplements"]["contradictions"] == 1
    assert "supplements" not in json.loads((tmp_path / "plain" / "run.json").read_text())


def test_without_supplements_the_bytes_are_those_of_before(folder: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert build(folder, tmp_path / name) == 0
    for file in ("effects.parquet", "cards.parquet", "reading.parquet", "datapackage.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    assert "supplements" not in json.loads((tmp_path / "one" / "datapackage.json").read_text())["provenance"]


def command(folder: Path, *more: str) -> list[str]:
    return ["official", "--input", str(folder / "notes.jsonl.gz"), *more]


def test_figures_and_lists(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert build(folder, tmp_path / "ds") == 0
    capsys.readouterr()
    rest = ["--dataset", str(tmp_path / "ds"), "--gold", str(folder / "gold.jsonl")]
    assert main(command(folder, *rest)) == 0
    out = capsys.readouterr().out
    assert "3 cards, 3 texts with notes, the newest of 2022-02-03" in out
    assert "speak of activating in the Damage Step: 5, clauses not understood: 1" in out
    assert "placed: 2 of 3" in out and "of cards that the dataset lacks: 1" in out
    assert "1 of 2 statements agree" in out

    def rows(which: str) -> list[dict[str, str]]:
        assert main(command(folder, *rest, "--list", which, "--csv")) == 0
        return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))

    against = rows("contradictions")
    assert [(one["effect_id"], one["supplement"], one["text"][:3], one["date"]) for one in against] == [
        ("00000001/text/2", "no", "yes", "2021-02-03")
    ]
    assert [one["effect"] for one in rows("unplaced")] == ["no. 3"]
    assert [(one["konami_id"], one["section"], one["line"]) for one in rows("unread")] == [("9002", "0", "1")]
    assert [(one["effect"], one["other_reading"], one["our_reading"]) for one in rows("differences")] == [("effect no. 2", "yes: end", "no")]


def test_a_list_for_people(folder: Path, capsys: Capture) -> None:
    assert main(command(folder, "--list", "unread")) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["konami_id", "part", "section", "line", "text"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--list", "contradictions"], "needs --dataset"),
        (["--gold", "x"], "needs --dataset"),
        (["--list", "differences"], "needs --gold"),
        (["--csv"], "goes with --list"),
    ],
)
def test_what_a_list_needs(folder: Path, capsys: Capture, more: list[str], said: str) -> None:
    assert main(command(folder, *more)) == 2
    assert said in capsys.readouterr().err


def test_a_dataset_without_texts(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    assert build(folder, tmp_path / "ds", "--no-text") == 0
    assert main(command(folder, "--dataset", str(tmp_path / "ds"))) == 2
    assert "holds no texts" in capsys.readouterr().err


def test_broken_supplements_write_nothing(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    broken = tmp_path / "notes.jsonl.gz"
    broken.write_bytes((folder / "notes.jsonl.gz").read_bytes()[:-20])
    assert build(folder, tmp_path / "ds", "--supplements", str(broken)) == 2
    assert "cut short" in capsys.readouterr().err and not (tmp_path / "ds").exists()
