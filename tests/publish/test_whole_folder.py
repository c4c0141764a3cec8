"""Files that appear together: whatever goes wrong, what stood there before is back."""

import os
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.publish.whole_folder import write_together

OLD, NEW = {"a": b"old a", "b": b"old b"}, {"a": b"new a", "b": b"new b", "c": b"new c"}


def _state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("fails_at", range(1, 6))
def test_a_move_that_fails_is_undone(tmp_path: Path, fails_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    write_together(tmp_path, OLD, lambda _: True, "files")
    moves, replace = [], os.replace

    def failing(source: Path, target: Path) -> None:
        moves.append(target)
        if len(moves) == fails_at:
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(InputError, match=r"cannot write files into .*No space left"):
        write_together(tmp_path, NEW, lambda _: True, "files")
    assert _state(tmp_path) == OLD


def test_what_was_there_is_replaced(tmp_path: Path) -> None:
    write_together(tmp_path / "x" / "y", OLD, lambda _: True, "files")
    write_together(tmp_path / "x" / "y", NEW, lambda _: True, "files")
    assert _state(tmp_path / "x" / "y") == NEW


def test_foreign_files_links_and_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"mine")
    with pytest.raises(InputError, match="a is in the way: it is none of files of an earlier run"):
        write_together(tmp_path, NEW, lambda _: False, "files")
    (tmp_path / "a").unlink()
    (tmp_path / "b").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="not a regular file"):
        write_together(tmp_path, NEW, lambda _: True, "files")
    with pytest.raises(InputError, match="need a folder"):
        (tmp_path / "file").write_bytes(b"")
        write_together(tmp_path / "file", NEW, lambda _: True, "files")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "file"]
