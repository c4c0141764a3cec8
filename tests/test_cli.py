"""The front door: arguments in, exit code out; bad input is one line and code 2, and what was there before stays."""

import gzip
import json
from pathlib import Path

import pytest

from pipeline.cli import COMMANDS, main

_CARD = {
    "konami_id": 1, "password": 123, "fake_password": None, "name": {"en": "Invented Card", "ja": None}, "text": {"en": "Draw 1 card.", "ja": None},
    "card_type": "Spell", "property": "Normal", "yugipedia_page_id": 7,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def _dataset(source: Path, out: Path) -> int:
    return main(["dataset", "--source", "yaml-yugi", "--input", str(source), "--out", str(out)])


@pytest.fixture
def built(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    out = tmp_path / "built"
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def test_the_sample_is_tagged_and_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "--source", "sample", "--out", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr()
    assert "cards" in shown.out and "uncertain" in shown.out
    assert "not the printed card texts" in shown.out
    assert {"effects.parquet", "cards.csv", "dataset.sqlite", "uncertain.csv", "datapackage.json", "run.json"} <= {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_a_card_is_shown_with_its_windows_reason_and_rule(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "honest", "--dataset", str(built)]) == 0
    shown = capsys.readouterr().out
    assert "Honest" in shown and "WIN-" in shown


def test_an_unknown_card_is_answered_with_its_like(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "Honnest", "--dataset", str(built)]) == 1
    assert "Honest" in capsys.readouterr().err


def _hostile(tmp_path: Path) -> dict[str, Path]:
    whole = gzip.compress(json.dumps([_CARD] * 500).encode())
    contents = {
        "cut gzip": whole[: len(whole) // 2],
        "broken JSON": b'[{"name": ',
        "deeply nested JSON": b"[" * 200_000,
        "wrong type": json.dumps([{**_CARD, "password": ["x"]}]).encode(),
        "missing field": json.dumps([{k: v for k, v in _CARD.items() if k != "name"}]).encode(),
        "empty file": b"",
        "not UTF-8": b'[{"name": "\xff"}]',
    }
    paths = {}
    for name, content in contents.items():
        paths[name] = tmp_path / name.replace(" ", "_")
        paths[name].write_bytes(content)
    paths["missing file"] = tmp_path / "not there"
    paths["directory without cards"] = tmp_path / "empty folder"
    paths["directory without cards"].mkdir()
    return paths


_FAULTS = ["cut gzip", "broken JSON", "deeply nested JSON", "wrong type", "missing field", "empty file", "not UTF-8", "missing file"]


@pytest.mark.parametrize("name", [*_FAULTS, "directory without cards"])
def test_bad_input_is_one_line_and_leaves_the_earlier_output(name: str, tmp_path: Path, built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name: path.read_bytes() for path in built.iterdir()}
    assert _dataset(_hostile(tmp_path)[name], built) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    lines = [line for line in shown.err.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1 and "Traceback" not in shown.err
    assert {path.name: path.read_bytes() for path in built.iterdir()} == before


def test_output_that_is_a_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "place"
    place.write_text("mine")
    assert main(["dataset", "--source", "sample", "--out", str(place)]) == 2
    assert capsys.readouterr().err.count("error: ") == 1
    assert place.read_text() == "mine"


def test_an_empty_output_is_not_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "--source", "sample", "--out", ""])
    assert ended.value.code == 2 and "--out" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_source_names_the_known_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "--source", "nowhere", "--out", str(tmp_path / "out")]) == 2
    assert "sample" in capsys.readouterr().err


def test_no_text_leaves_no_card_text_behind(tmp_path: Path) -> None:
    source = tmp_path / "cards.json"
    source.write_text(json.dumps([{**_CARD, "text": {"en": "Draw exactly 1 unmistakable card.", "ja": None}}]))
    assert main(["dataset", "--source", "yaml-yugi", "--input", str(source), "--out", str(tmp_path / "out"), "--no-text"]) == 0
    assert all(b"unmistakable" not in path.read_bytes() for path in (tmp_path / "out").iterdir())


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert command in capsys.readouterr().out


def test_without_a_dataset_card_answers_from_the_published_tags_or_says_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["card", "Honest"]) == 0
    assert "by rule" in capsys.readouterr().out
    monkeypatch.setattr("pipeline.commands.card.data_folder", lambda _: tmp_path / "absent")
    assert main(["card", "Honest"]) == 2
    assert "make dataset" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["validate", "--dataset", "x", "--out", ""],
        ["validate", "--dataset", "x", "--out", "y", "--sarif", " "],
        ["uncertain", "--dataset", "x", "--out", ""],
        ["scripts", "--engine", "edopro=x", "--out", ""],
        ["card", "x", "--dataset", ""],
    ],
)
def test_an_empty_path_names_nothing(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert "names no f" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_is_asked_for_and_does_not_exist_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "sc-025"]) == 0
    assert main(["scenarios", "SC-025", "--ruleset", "goat"]) == 2
    assert "none of these scenarios is ruled under goat" in capsys.readouterr().err
    assert main(["dataset", "--source", "sample", "--out", str(tmp_path / "ds")]) == 0
    assert main(["engine", "--dataset", str(tmp_path / "ds"), "--list", "NOPE-01"]) == 2
    assert "NOPE-01" in capsys.readouterr().err
    assert main(["validate", "--dataset", str(tmp_path / "ds"), "--out", str(tmp_path / "f"), "--sarif", str(tmp_path / "no" / "x.sarif")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert not (tmp_path / "f").exists() and not (tmp_path / "no").exists()
