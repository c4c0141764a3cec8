"""A dataset appears in its folder whole or not at all.

All files are first written and synced inside the target, in a hidden staging folder (so on the same filesystem), and then
moved into place one by one, each earlier file kept aside until the last move succeeded. Whatever goes wrong before that -
a full disk, an exception, an interrupt - puts the earlier files back. A run that was killed leaves its staging folder
behind; the next one undoes what it had begun. The folder is locked meanwhile, so that two runs never meet in it.

Files that were not written here are neither replaced nor deleted: an earlier `datapackage.json` says which are ours.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

try:
    import fcntl
except ImportError:  # pragma: no cover - not on Windows, where two runs at once are the user's own affair
    fcntl = None  # type: ignore[assignment]

from pipeline.errors import InputError
from pipeline.publish.datapackage import PACKAGE_NAME
from pipeline.publish.files import FILES, sha256_of, write_files
from pipeline.publish.schema import Provenance
from pipeline.publish.tables import Tables

_PREFIX = ".damage-step-staging-"
_JOURNAL = "journal.json"
_MARK = "staging folder of a damage-step dataset"


def write(tables: Tables, out: Path, provenance: Provenance, run: Mapping[str, object]) -> None:
    """Write the dataset into the folder ``out``, created where missing. `InputError` where that cannot be done.

    ``run`` goes into `run.json` beside the counts; its mapping ``timings`` (seconds a stage) is completed.
    """
    try:
        with _folder(out), _locked(out):
            _clear_stale(out)
            _refuse_foreign(out)
            _publish(tables, out, provenance, run)
    except OSError as error:
        raise InputError(f"cannot write the dataset into {out}: {error.strerror or error}") from error
    except sqlite3.OperationalError as error:
        raise InputError(f"cannot write the dataset into {out}: {error}") from error


def _publish(tables: Tables, out: Path, provenance: Provenance, run: Mapping[str, object]) -> None:
    staging = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=out))
    try:
        _write_journal(staging, {})
        for name in ("new", "old"):
            (staging / name).mkdir()
        written = write_files(staging / "new", tables, provenance, run)
        digests = {name: file.sha256 for name, file in written.items()}
        _write_journal(staging, digests)
        _sync_folder(staging / "new")
        _move_in(staging, out, digests)
    except BaseException:
        # Not where putting back failed: then the earlier files are still in there, and the next run tries again.
        if not any((staging / "old" / name).exists() for name in FILES):
            _remove(staging)
        raise
    _remove(staging)


def _move_in(staging: Path, out: Path, digests: Mapping[str, str]) -> None:
    kept: list[str] = []
    try:
        for name in FILES:
            if _keep(out / name, staging / "old" / name):
                kept.append(name)
        _sync_folder(staging / "old")
        _write_journal(staging, digests, kept)
        for name in FILES:
            os.replace(staging / "new" / name, out / name)
        _sync_folder(out)
        # From here on the new dataset stands: a run killed while it tidies up must not bring half of the old one back.
        _write_journal(staging, {})
    except BaseException:
        _put_back(staging, out, digests, kept)
        raise


def _keep(path: Path, aside: Path) -> bool:
    """Keep the file under a second name, if it is there; where the filesystem knows no links, move it."""
    try:
        os.link(path, aside)
    except FileNotFoundError:
        return False
    except OSError:
        os.replace(path, aside)
    return True


def _put_back(staging: Path, out: Path, digests: Mapping[str, str], predecessors: Collection[str]) -> None:
    """Undo `_move_in`, however far it came: earlier files return, moved ones without a predecessor go.

    It may itself have been killed half-way before, and a file that it had put back may have the bytes of the new one.
    """
    for name in FILES:
        kept, unmoved, path = staging / "old" / name, staging / "new" / name, out / name
        if kept.exists():
            os.replace(kept, path)
            # Two names of one file are left as they are by the system call.
            kept.unlink(missing_ok=True)
        elif name not in predecessors and not unmoved.exists() and path.is_file() and sha256_of(path) == digests.get(name):
            path.unlink()
    _sync_folder(out)


def _clear_stale(out: Path) -> None:
    """Undo and remove what a killed run left. Only ours: the name, the journal and nothing but known files must fit."""
    for staging in sorted(out.glob(_PREFIX + "*")):
        if staging.is_symlink() or not staging.is_dir():
            continue
        journal = _journal_of(staging)
        if journal is None:
            with suppress(OSError):
                staging.rmdir()
            continue
        if journal.digests:
            _put_back(staging, out, journal.digests, journal.predecessors)
        _remove(staging)


class _Journal(NamedTuple):
    digests: dict[str, str]  # of the new files; none where there is nothing to undo
    predecessors: list[str]  # the files that were there before


def _write_journal(staging: Path, digests: Mapping[str, str], predecessors: Sequence[str] = ()) -> None:
    draft = staging / (_JOURNAL + ".draft")
    with draft.open("w", encoding="utf-8") as stream:
        json.dump({"what": _MARK, "sha256": dict(digests), "predecessors": list(predecessors)}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(draft, staging / _JOURNAL)
    _sync_folder(staging)


def _journal_of(staging: Path) -> _Journal | None:
    found = _read_json(staging / _JOURNAL)
    if not isinstance(found, dict) or found.get("what") != _MARK or not isinstance(found.get("sha256"), dict):
        return None
    before = found.get("predecessors")
    digests = {str(name): str(digest) for name, digest in found["sha256"].items()}
    return _Journal(digests, [str(name) for name in before] if isinstance(before, list) else [])


def _read_json(path: Path) -> object:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _remove(staging: Path) -> None:
    """Remove a staging folder and the files that belong in it; whatever else is in there stays, and so does the folder."""
    with suppress(OSError):
        for folder in (staging / "new", staging / "old"):
            for name in FILES:
                (folder / name).unlink(missing_ok=True)
            if folder.exists():
                folder.rmdir()
        (staging / (_JOURNAL + ".draft")).unlink(missing_ok=True)
        (staging / _JOURNAL).unlink(missing_ok=True)
        staging.rmdir()


def _refuse_foreign(out: Path) -> None:
    """`InputError` where a file that we did not write, or something that is no file, stands in the place of one of ours."""
    ours = _listed(_read_json(out / "datapackage.json"))
    for name in FILES:
        path = out / name
        if not os.path.lexists(path):
            continue
        if path.is_symlink() or not path.is_file():
            raise InputError(f"{path} is in the way: it is not a regular file")
        if name not in ours:
            raise InputError(f"{path} is in the way: no earlier dataset there lists it; move it or choose another folder")


def _listed(package: object) -> frozenset[str]:
    """The files that a `datapackage.json` of ours names, itself and `run.json` included; none where it is not ours."""
    if not isinstance(package, dict) or package.get("name") != PACKAGE_NAME:
        return frozenset()
    entries = [entry for key in ("resources", "files") if isinstance(package.get(key), list) for entry in package[key]]
    return frozenset({"datapackage.json", "run.json"} | {str(entry.get("path")) for entry in entries if isinstance(entry, dict)})


@contextmanager
def _folder(out: Path) -> Iterator[None]:
    """Make the folder; where the block fails, remove again what was made and is still empty."""
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file, but the dataset needs a folder")
    made: list[Path] = []
    with ExitStack() as undo:
        undo.callback(_remove_empty, made)
        for path in reversed([out, *out.parents]):
            if not path.is_dir():
                path.mkdir()
                made.append(path)
        yield
        undo.pop_all()


def _remove_empty(made: list[Path]) -> None:
    with suppress(OSError):
        for path in reversed(made):
            path.rmdir()


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold the folder for this process. The lock goes with the process, so a killed run leaves none."""
    if fcntl is None:  # pragma: no cover
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(f"another run is writing into {out}") from None
        except OSError:
            pass  # some network filesystems know no locks
        yield
    finally:
        os.close(handle)


def _sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk, where the system can."""
    if os.name != "posix":  # pragma: no cover
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)
