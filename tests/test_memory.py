"""What is remembered between builds: damaged, foreign or odd files count as none, and edited code forgets everything."""

import os
import shutil
from pathlib import Path

import pytest

from pipeline import build as build_module
from pipeline.build import process, rules_hash
from pipeline.memory import Found, Memory, default_folder, key_of
from pipeline.records import Card
from pipeline.scrape import load


@pytest.fixture(scope="module")
def card() -> Card:
    return load("sample", None, progress=lambda line: None).cards[0]


@pytest.fixture
def kept(card: Card, tmp_path: Path) -> tuple[Path, Found]:
    """A file with one remembered card, and what it holds."""
    rows, tags = process(card, "tcg")
    found = (tuple(rows), tuple(tags))
    Memory(tmp_path, "name", "code").keep([key_of(card)], [found])
    return tmp_path / "name.msgpack", found


def _get(path: Path, card: Card) -> Found | None:
    return Memory(path.parent, "name", "code").get(key_of(card))


def test_what_was_kept_is_found(kept: tuple[Path, Found], card: Card) -> None:
    assert _get(kept[0], card) == kept[1]


@pytest.mark.parametrize("at", [0, 31, 32, 40, -1])
def test_one_wrong_byte_anywhere_and_nothing_is_found(kept: tuple[Path, Found], card: Card, at: int) -> None:
    content = bytearray(kept[0].read_bytes())
    content[at] ^= 1
    kept[0].write_bytes(bytes(content))
    assert _get(kept[0], card) is None


@pytest.mark.parametrize("size", [0, 5, 32, 100])
def test_a_cut_file_is_none(kept: tuple[Path, Found], card: Card, size: int) -> None:
    kept[0].write_bytes(kept[0].read_bytes()[:size])
    assert _get(kept[0], card) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_its_place_is_none_and_does_not_block(card: Card, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "name.msgpack")
    assert _get(tmp_path / "name.msgpack", card) is None


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_an_endless_file_in_its_place_is_none(card: Card, tmp_path: Path) -> None:
    (tmp_path / "name.msgpack").symlink_to("/dev/zero")
    assert _get(tmp_path / "name.msgpack", card) is None


def test_a_user_without_a_home_has_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", staticmethod(homeless))
    assert default_folder() is None


@pytest.mark.parametrize(
    "name",
    ["read/align.py", "read/en_verbs.py", "classify/decide.py", "classify/rules/free/free_01_speed.py", "build.py", "windows.py", "records.py"],
)
def test_an_edit_of_whatever_makes_a_tag_changes_the_hash(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pipeline"
    shutil.copytree(Path(build_module.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(build_module, "_PACKAGE", package)
    before = rules_hash()
    edited = package / name
    if not edited.exists():
        edited = next(edited.parent.glob("*_01_*.py"))
    edited.write_text(edited.read_text(encoding="utf-8") + "# another line\n", encoding="utf-8")
    assert rules_hash() != before
