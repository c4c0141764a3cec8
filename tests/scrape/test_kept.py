"""Kept answers count only if they are whole."""

import os
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.scrape.kept import Note, Origin, Shelf, revision

URL = "https://example.org/cards"


def test_an_answer_comes_back_with_time_url_and_sum(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "raw" / "x", 100)
    assert shelf.find("a.json") is None
    note = shelf.put("a.json", URL, b"[1]", 1_700_000_000.0)
    assert (note.url, note.fetched, note.size, len(note.sha256)) == (URL, "2023-11-14T22:13:20+00:00", 3, 64)
    assert shelf.find("a.json") == (b"[1]", note)
    assert sorted(file.name for file in (tmp_path / "raw" / "x").iterdir()) == ["a.json", "a.json.source.json"]


@pytest.mark.parametrize("damage", ["a.json", "a.json.source.json"])
@pytest.mark.parametrize("content", [b"", b"[2]", b"[1] ", b"\xff{", b'{"url": 1}', b"[" * 5000])
def test_one_that_was_changed_does_not_count(tmp_path: Path, damage: str, content: bytes) -> None:
    shelf = Shelf(tmp_path, 100)
    shelf.put("a.json", URL, b"[1]", 0.0)
    (tmp_path / damage).write_bytes(content)
    assert shelf.find("a.json") is None


def test_one_that_is_too_large_does_not_count(tmp_path: Path) -> None:
    Shelf(tmp_path, 100).put("a.json", URL, b"x" * 101, 0.0)
    assert Shelf(tmp_path, 100).find("a.json") is None


def test_a_write_that_fails_leaves_the_old_answer_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(tmp_path, 100)
    note = shelf.put("a.json", URL, b"[1]", 0.0)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(InputError, match=r"cannot be kept there \(No space left on device\)"):
        shelf.put("a.json", URL, b"[2]", 1.0)
    assert shelf.find("a.json") == (b"[1]", note)
    assert len(list(tmp_path.iterdir())) == 2


def test_age_is_infinite_for_times_that_make_no_sense() -> None:
    assert Note(URL, "1970-01-01T00:01:00+00:00", "", 0).age(100.0) == 40.0
    assert Note(URL, "1970-01-01T00:01:00+00:00", "", 0).age(10.0) == float("inf")
    assert Note(URL, "yesterday", "", 0).age(100.0) == float("inf")


def test_an_answer_that_was_confirmed_is_young_again_and_keeps_its_time(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 100)
    note = shelf.put("runs/a.json", URL, b"[1]", 100.0, {"etag": "x"})
    confirmed = shelf.confirm("runs/a.json", note, 500.0)
    assert (confirmed.fetched, confirmed.age(510.0), note.age(510.0)) == (note.fetched, 10.0, 410.0)
    assert shelf.find("runs/a.json") == (b"[1]", confirmed) and confirmed.headers == {"etag": "x"}


def test_one_revision_for_many_answers_whenever_they_came() -> None:
    one, two = Origin("a", "11", fetched="now"), Origin("b", "22")
    assert revision([one]) == "11"
    assert revision([one, two]) == revision([two, Origin("a", "11", fetched="later")]) != revision([one, Origin("b", "23")])


def test_drafts_of_runs_that_were_ended_are_swept_away(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    old, young, foreign = (tmp_path / "runs" / name for name in (".a.json.x1.part", ".b.json.x2.part", "c.part"))
    for file in (old, young, foreign):
        file.write_bytes(b"x")
    os.utime(old, (0, 0))
    os.utime(foreign, (0, 0))
    Shelf(tmp_path, 100).sweep()
    assert not old.exists() and young.exists() and foreign.exists()
    Shelf(tmp_path / "none", 100).sweep()
