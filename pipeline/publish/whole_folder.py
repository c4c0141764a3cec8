"""Files that appear in a folder together or not at all: written and synced beside their places first, put back where a move fails."""

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from pipeline.errors import InputError
from pipeline.publish.datapackage import Written
from pipeline.publish.files import HashedFile

_PREFIX = ".damage-step-new-"


def write_together(out: Path, files: Mapping[str, bytes], ours: Callable[[Path], bool], what: str) -> None:
    """Write these files into the folder ``out``, made where missing.

    ``ours`` tells whether a file that stands in the place of one of them was written by an earlier run; others are left alone.
    `InputError`, which calls the files ``what``, where one is in the way or where writing fails; then all is as before.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file, but {what} need a folder")
    made = [path for path in (out, *out.parents) if not path.exists()]
    try:
        out.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(out, files, ours, what)
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=out) as staging:
            for name, data in files.items():
                written(Path(staging) / name, data)
            _move_in(Path(staging), out, list(files))
    except OSError as error:
        _remove_empty(made)
        raise InputError(f"cannot write {what} into {out}: {error.strerror or error}") from error
    except BaseException:
        _remove_empty(made)
        raise


def written(path: Path, data: bytes) -> Written:
    """Write one new file, forced to the disk; its size and hash."""
    with HashedFile(path) as sink:
        cast(BinaryIO, sink).write(data)
    return sink.written()


def _move_in(staging: Path, out: Path, names: list[str]) -> None:
    kept: list[str] = []
    moved: list[str] = []
    try:
        for name in names:
            if (out / name).exists():
                os.replace(out / name, staging / f"{name}.old")
                kept.append(name)
            os.replace(staging / name, out / name)
            moved.append(name)
    except BaseException:
        for name in moved:
            (out / name).unlink(missing_ok=True)
        for name in kept:
            os.replace(staging / f"{name}.old", out / name)
        raise


def _refuse_foreign(out: Path, files: Mapping[str, bytes], ours: Callable[[Path], bool], what: str) -> None:
    for name in files:
        path = out / name
        if not os.path.lexists(path):
            continue
        if path.is_symlink() or not path.is_file():
            raise InputError(f"{path} is in the way: it is not a regular file")
        if not ours(path):
            raise InputError(f"{path} is in the way: it is none of {what} of an earlier run; move it or choose another folder")


def _remove_empty(made: list[Path]) -> None:
    with suppress(OSError):
        for path in made:
            path.rmdir()
