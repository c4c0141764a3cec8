"""Kept answers count only if they are whole."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.scrape.kept import Note, Shelf

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
