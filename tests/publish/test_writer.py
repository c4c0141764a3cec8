"""Whole or not at all: what stands in the folder after every way in which writing can fail."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.publish import Provenance, build_tables, write, writer
from pipeline.publish import files as files_module
from pipeline.publish.files import FILES
from tests.publish.invented import PROVENANCE, hostile, tables

ROOT = Path(__file__).parents[2]
OTHER = Provenance(source="other", source_revision="r2", ruleset="ocg", reader_version="2", rules_hash="beef")


class Killed(BaseException):
    """Stands for the end of the process: nothing may be tidied up after it."""


def content(folder: Path) -> dict[str, bytes]:
    """Every file below the folder, by its relative name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


SECOND = build_tables([hostile(1, "Second")], OTHER)


def write_second(out: Path) -> None:
    """Another dataset into the same folder."""
    write(SECOND, out, OTHER, {})


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds a dataset and somebody else's file."""
    folder = tmp_path_factory.mktemp("first")
    write(tables(), folder, PROVENANCE, {"revisions": {"yaml": "r1"}, "timings": {"read": 1.5}})
    (folder / "notes.txt").write_text("mine")
    return folder


@pytest.fixture
def out(first: Path, tmp_path: Path) -> Path:
    """A copy of it to work on."""
    return Path(shutil.copytree(first, tmp_path / "dataset"))


def test_all_files_are_there_and_nothing_else(out: Path) -> None:
    assert set(content(out)) == {*FILES, "notes.txt"}
    report = json.loads((out / "run.json").read_bytes())
    assert report["revisions"] == {"yaml": "r1"} and report["timings"]["read"] == 1.5 and report["timings"]["write"] >= 0
    assert report["counts"]["effects"] == tables().effects.num_rows
    assert report["counts"]["eligible"]["not_activated"] == 1


def test_the_same_input_gives_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    found = []
    for seed, fill in (("1", "0"), ("2", "170")):
        # The second setting fills fresh memory with a pattern, so that anything uninitialised would show.
        environment = os.environ | {"PYTHONHASHSEED": seed, "MALLOC_PERTURB_": fill}
        folder = tmp_path / seed
        subprocess.run([sys.executable, "-m", "tests.publish.invented", str(folder)], cwd=ROOT, env=environment, check=True, timeout=60)
        files = content(folder)
        del files["run.json"]
        found.append(files)
    assert found[0] == found[1]


def test_a_second_dataset_replaces_the_first_and_keeps_what_is_not_ours(out: Path) -> None:
    before = content(out)
    write_second(out)
    after = content(out)
    assert set(after) == set(before) and after["notes.txt"] == b"mine"
    assert [name for name in FILES if after[name] == before[name]] == []


def test_missing_folders_are_made_and_removed_again_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a" / "b" / "c"
    write(tables(), folder, PROVENANCE, {})
    assert set(content(folder)) == set(FILES)
    monkeypatch.setattr(writer, "write_files", _raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError, match="No space left on device"):
        write(tables(), tmp_path / "x" / "y", PROVENANCE, {})
    assert not (tmp_path / "x").exists()


def _raising(error: BaseException) -> Callable[..., object]:
    def fail(*args: object, **kwargs: object) -> object:
        raise error

    return fail


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), sqlite3.OperationalError("database or disk is full"), MemoryError()])
@pytest.mark.parametrize("place", ["write_sqlite", "write_csv", "_parquet", "_json"])
def test_a_failure_while_writing_leaves_everything_as_it_was(out: Path, monkeypatch: pytest.MonkeyPatch, place: str, error: Exception) -> None:
    before = content(out)
    monkeypatch.setattr(files_module, place, _raising(error))
    with pytest.raises(MemoryError if isinstance(error, MemoryError) else InputError) as caught:
        write_second(out)
    assert "\n" not in str(caught.value)
    assert content(out) == before
    assert sorted(path.name for path in out.iterdir()) == sorted({*FILES, "notes.txt"})


@pytest.mark.parametrize("kilobytes", [0, 1, 8, 20, 40])
def test_a_real_limit_on_file_sizes_leaves_everything_as_it_was(out: Path, kilobytes: int) -> None:
    assert max(path.stat().st_size for path in out.iterdir()) > 40_000
    before = content(out)
    code = f"""
import pathlib, resource, sys
from pipeline.errors import InputError
from tests.publish.invented import *
made = tables()
resource.setrlimit(resource.RLIMIT_FSIZE, ({kilobytes * 1024}, {kilobytes * 1024}))
try:
    write(made, pathlib.Path(sys.argv[1]), PROVENANCE, {{}})
except InputError as error:
    sys.exit(str(error))
"""
    done = subprocess.run([sys.executable, "-c", code, str(out)], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(f"cannot write the dataset into {out}: ")
    assert content(out) == before


@pytest.mark.parametrize("call", ["link", "replace"])
@pytest.mark.parametrize("number", range(1, len(FILES) + 1))
@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), KeyboardInterrupt()])
def test_a_failure_in_the_midst_of_the_moves_puts_the_earlier_files_back(
    out: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, error: BaseException
) -> None:
    before = content(out)
    monkeypatch.setattr(os, call, _failing_at(number, getattr(os, call), error, out))
    if call == "link" and isinstance(error, OSError):
        write_second(out)  # a filesystem without links: the earlier files are moved aside instead
        assert set(content(out)) == set(before) and content(out)["cards.csv"] != before["cards.csv"]
        return
    with pytest.raises(KeyboardInterrupt if isinstance(error, KeyboardInterrupt) else InputError):
        write_second(out)
    assert content(out) == before


def _failing_at(number: int, real: Callable[..., None], error: BaseException, out: Path) -> Callable[..., None]:
    """The call, failing once, the ``number``-th time that it touches a file of the dataset."""
    seen = 0

    def call(source: Path, target: Path) -> None:
        nonlocal seen
        if Path(target).parent == out or Path(source).parent == out:
            seen += 1
            if seen == number:
                raise error
        real(source, target)

    return call


@pytest.mark.parametrize("number", range(1, 2 * len(FILES) + 1))
@pytest.mark.parametrize("links", [True, False])
def test_what_a_killed_run_left_is_undone_by_the_next(out: Path, monkeypatch: pytest.MonkeyPatch, number: int, links: bool) -> None:
    before = content(out)
    with monkeypatch.context() as patch:
        real_link, real_replace = os.link, os.replace
        patch.setattr(writer, "_put_back", lambda *_: None)
        patch.setattr(writer, "_remove", lambda *_: None)
        calls = iter(range(1, 1000))

        def link(source: Path, target: Path) -> None:
            if not links:
                raise OSError(1, "Operation not permitted")
            if next(calls) == number:
                raise Killed
            real_link(source, target)

        def replace(source: Path, target: Path) -> None:
            if out in (Path(source).parent, Path(target).parent) and next(calls) == number:
                raise Killed
            real_replace(source, target)

        patch.setattr(os, "link", link)
        patch.setattr(os, "replace", replace)
        with pytest.raises(Killed):
            write_second(out)
    monkeypatch.setattr(writer, "write_files", _raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError):
        write_second(out)
    assert content(out) == before
    monkeypatch.undo()
    write_second(out)
    assert set(content(out)) == set(before)


@pytest.mark.parametrize("number", range(1, len(FILES) + 1))
def test_a_run_of_the_same_data_may_be_killed_and_its_undoing_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Files put back then have the bytes of those that were moved in, and must not be taken for them."""
    write(tables(), tmp_path, PROVENANCE, {})
    before = content(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(writer, "_put_back", lambda *_: None)
        patch.setattr(writer, "_remove", lambda *_: None)
        patch.setattr(os, "replace", _failing_at(len(FILES), os.replace, Killed(), tmp_path))
        with pytest.raises(Killed):
            write(tables(), tmp_path, PROVENANCE, {})
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", _failing_at(number, os.replace, Killed(), tmp_path))
        with pytest.raises(Killed):
            write(tables(), tmp_path, PROVENANCE, {})
    monkeypatch.setattr(writer, "write_files", _raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError):
        write(tables(), tmp_path, PROVENANCE, {})
    assert content(tmp_path) == before


@pytest.mark.parametrize("number", range(1, len(FILES) + 1))
def test_a_first_run_killed_in_the_midst_does_not_stand_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(writer, "_put_back", lambda *_: None)
        patch.setattr(writer, "_remove", lambda *_: None)
        patch.setattr(os, "replace", _failing_at(number, os.replace, Killed(), folder))
        with pytest.raises(Killed):
            write(tables(), folder, PROVENANCE, {})
    write(tables(), folder, PROVENANCE, {})
    assert set(content(folder)) == set(FILES)


def test_a_file_put_there_after_a_kill_is_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer, "_put_back", lambda *_: None)
        patch.setattr(writer, "_remove", lambda *_: None)
        patch.setattr(os, "replace", _failing_at(3, os.replace, Killed(), tmp_path))
        with pytest.raises(Killed):
            write(tables(), tmp_path, PROVENANCE, {})
    (tmp_path / FILES[0]).write_text("mine")
    with pytest.raises(InputError, match="is in the way"):
        write(tables(), tmp_path, PROVENANCE, {})
    assert content(tmp_path) == {FILES[0]: b"mine"}


def test_a_run_killed_while_it_tidies_up_does_not_bring_the_old_dataset_back(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer, "_remove", _raising(Killed()))
        with pytest.raises(Killed):
            write_second(out)
    after = {name: raw for name, raw in content(out).items() if "/" not in name}
    monkeypatch.setattr(writer, "write_files", _raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError):
        write_second(out)
    assert content(out) == after and b"Second" in after["cards.csv"]


def test_a_folder_that_only_looks_like_ours_is_left_alone(out: Path) -> None:
    strange = {".damage-step-staging-a": "journal.json", ".damage-step-staging-b": "new.txt"}
    for folder, name in strange.items():
        (out / folder).mkdir()
        (out / folder / name).write_text('{"what": "something else", "sha256": {}}')
    kept = out / ".damage-step-staging-c"
    kept.mkdir()
    (kept / "journal.json").write_text(json.dumps({"what": "staging folder of a damage-step dataset", "sha256": {}}))
    (kept / "thesis.txt").write_text("mine")
    elsewhere = out.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "journal.json").write_bytes((kept / "journal.json").read_bytes())
    (out / ".damage-step-staging-d").symlink_to(elsewhere)
    write_second(out)
    assert (elsewhere / "journal.json").is_file()
    assert all((out / folder / name).is_file() for folder, name in strange.items())
    assert (kept / "thesis.txt").read_text() == "mine" and (out / ".damage-step-staging-d").is_symlink()


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_we_did_not_write_is_never_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"name": "somebody else"}')
    with pytest.raises(InputError, match="is in the way"):
        write(tables(), tmp_path, PROVENANCE, {})
    assert content(tmp_path) == {name: b'{"name": "somebody else"}'}


@pytest.mark.parametrize("package", [b"", b"[1]", b"\xff", b'{"name": "damage-step", "resources": [3, {}], "files": 7}', b"[" * 100_000])
def test_a_broken_descriptor_proves_nothing(tmp_path: Path, package: bytes) -> None:
    (tmp_path / "datapackage.json").write_bytes(package)
    (tmp_path / "cards.csv").write_text("mine")
    with pytest.raises(InputError, match="is in the way"):
        write(tables(), tmp_path, PROVENANCE, {})
    assert content(tmp_path) == {"datapackage.json": package, "cards.csv": b"mine"}


def test_a_folder_or_link_in_the_place_of_a_file_is_refused(out: Path) -> None:
    (out / "cards.csv").unlink()
    (out / "cards.csv").symlink_to(out / "notes.txt")
    with pytest.raises(InputError, match="not a regular file"):
        write_second(out)
    (out / "cards.csv").unlink()
    (out / "cards.csv").mkdir()
    with pytest.raises(InputError, match="not a regular file"):
        write_second(out)
    assert (out / "notes.txt").read_text() == "mine"


def test_an_output_that_is_a_file_or_lies_under_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for target in (file, file / "below"):
        with pytest.raises(InputError) as caught:
            write(tables(), target, PROVENANCE, {})
        assert "\n" not in str(caught.value) and str(target) in str(caught.value)
    assert content(tmp_path) == {"file": b"mine"}


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write into any folder")
def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for target in (tmp_path, tmp_path / "new"):
        with pytest.raises(InputError, match="Permission denied"):
            write(tables(), target, PROVENANCE, {})
    tmp_path.chmod(0o700)


def test_a_folder_that_nobody_may_write_into_is_refused() -> None:
    target = Path("/proc/self")
    if not target.is_dir():
        pytest.skip("no /proc on this system")
    with pytest.raises(InputError, match="cannot write the dataset into /proc/self"):
        write(tables(), target, PROVENANCE, {})


def test_two_runs_never_meet_in_one_folder(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(out)
    refused = []

    def meanwhile(*args: object, **kwargs: object) -> object:
        try:
            write_second(out)
        except InputError as error:
            refused.append(str(error))
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "write_files", meanwhile)
    with pytest.raises(InputError, match="No space left"):
        write_second(out)
    assert refused == [f"another run is writing into {out}"] and content(out) == before


def test_a_put_back_that_fails_too_keeps_the_earlier_files_for_the_next_run(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(out)
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", _failing_from(3, os.replace, out))
        with pytest.raises(InputError, match="Input/output error"):
            write_second(out)
    monkeypatch.setattr(writer, "write_files", _raising(OSError(28, "No space left on device")))
    with pytest.raises(InputError):
        write_second(out)
    assert content(out) == before


def _failing_from(number: int, real: Callable[..., None], out: Path) -> Callable[..., None]:
    seen = 0

    def call(source: Path, target: Path) -> None:
        nonlocal seen
        if Path(target).parent == out:
            seen += 1
            if seen >= number:
                raise OSError(5, "Input/output error")
        real(source, target)

    return call


def test_the_descriptor_states_sizes_and_hashes(out: Path) -> None:
    package = json.loads((out / "datapackage.json").read_bytes())
    entries = package["resources"]
    assert {entry["path"] for entry in entries} == set(FILES) - {"datapackage.json", "run.json"}
    for entry in entries:
        raw = (out / entry["path"]).read_bytes()
        assert (entry["bytes"], entry["hash"]) == (len(raw), f"sha256:{hashlib.sha256(raw).hexdigest()}")


def test_a_dataset_described_in_the_older_form_is_replaced(out: Path) -> None:
    package = json.loads((out / "datapackage.json").read_bytes())
    package["files"] = [{"path": entry["path"]} for entry in package["resources"] if entry["format"] == "sqlite"]
    package["resources"] = [entry for entry in package["resources"] if entry["format"] != "sqlite"]
    (out / "datapackage.json").write_text(json.dumps(package))
    write_second(out)
    assert set(content(out)) == {*FILES, "notes.txt"}
    # Without the mention of that file it is somebody else's.
    (out / "datapackage.json").write_text(json.dumps(package | {"files": []}))
    with pytest.raises(InputError, match=r"dataset\.sqlite is in the way"):
        write_second(out)
