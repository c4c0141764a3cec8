"""Files of two builds in one folder, as a build leaves them that was killed between two renames: every reader of a dataset says so."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.publish import one_build
from pipeline.publish.files import DATA, sha256_of
from tests.validate.judged_cards import gold_file, ruling

ROOT = Path(__file__).parents[2]
# Builds the sample for another ruleset and ends, without any tidying up, behind so many renames.
KILLED = """
import os, sys
from pipeline import cli
from pipeline.publish import writer

replace, moved = os.replace, []
def counted(source, target):
    replace(source, target)
    if "/new/" in str(source):
        moved.append(target)
        if len(moved) == int(sys.argv[1]):
            os._exit(9)
writer.os.replace = counted
cli.main(["dataset", "--source", "sample", "--out", sys.argv[2], "--ruleset", "edison"])
"""


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sample with and without its texts."""
    folder = tmp_path_factory.mktemp("builds")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        for name, more in (("texts", []), ("bare", ["--no-text"])):
            assert main(["dataset", "--source", "sample", "--out", str(folder / name), *more]) == 0
    return folder / "texts", folder / "bare"


def commands(folder: Path, gold: Path) -> dict[str, list[str]]:
    named = ["--dataset", str(folder)]
    return {
        "card": ["card", "honest", *named],
        "rules": ["rules", *named],
        "evaluate": ["evaluate", *named, "--gold", str(gold)],
        "reading": ["reading", *named],
    }


@pytest.mark.parametrize("command", ["card", "rules", "evaluate", "reading"])
def test_a_table_of_another_build_is_one_clear_line(
    command: str, builds: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(builds[0], tmp_path / "mixed"))
    gold = gold_file(tmp_path / "gold.jsonl", [ruling("37742478", 1)])
    shutil.copy(builds[1] / "cards.parquet", folder)
    assert main(commands(folder, gold)[command]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("error: ") and shown.err.count("\n") == 1
    assert "cards.parquet is not the file that datapackage.json tells of" in shown.err


@pytest.mark.parametrize("moved", [1, 3, len(DATA)])
def test_a_build_that_is_killed_between_its_renames_is_noticed_until_the_next_one(
    moved: int, builds: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = Path(shutil.copytree(builds[0], tmp_path / "killed"))
    killed = subprocess.run([sys.executable, "-c", KILLED, str(moved), str(folder)], cwd=ROOT, timeout=60, check=False)
    assert killed.returncode == 9
    assert main(["card", "honest", "--dataset", str(folder)]) == 2
    assert "not the file that datapackage.json tells of" in capsys.readouterr().err
    assert main(["dataset", "--source", "sample", "--out", str(folder)]) == 0
    assert main(["card", "honest", "--dataset", str(folder)]) == 0


def test_a_table_is_read_once_to_be_sure_of_it(builds: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(builds[0], tmp_path / "once"))
    read: list[str] = []

    def counted(path: Path) -> str:
        read.append(path.name)
        return sha256_of(path)

    monkeypatch.setattr(one_build, "sha256_of", counted)
    assert main(["card", "honest", "--dataset", str(folder)]) == 0
    assert sorted(read) == ["cards.parquet", "effects.parquet", "reading.parquet"]


@pytest.mark.parametrize(("content", "code"), [(None, 0), (b'{"name": "something else"}', 0), (b"{", 2), (b"[]", 2), (b'{"name": "damage-step"}', 2)])
def test_what_a_missing_foreign_or_damaged_descriptor_means(
    content: bytes | None, code: int, builds: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(builds[0], tmp_path / "dataset"))
    (folder / "datapackage.json").unlink()
    if content is not None:
        (folder / "datapackage.json").write_bytes(content)
    assert main(["card", "honest", "--dataset", str(folder)]) == code
    assert capsys.readouterr().err.count("\n") == (code != 0)
