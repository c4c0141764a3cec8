"""A folder of pages that appears whole or not at all. Only pages that an earlier report wrote are replaced."""

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, cast

from pipeline.errors import InputError
from pipeline.publish.files import HashedFile
from pipeline.publish.pages.templates import GENERATOR

_MARK = f'name="generator" content="{GENERATOR.rsplit(" ", 1)[0]} '.encode()
# The mark stands behind the policy, in the first lines of a page.
_HEAD = 4096


def write_site(out: Path, pages: Mapping[str, str]) -> None:
    """Write the pages by their names into the folder ``out``, made where missing. `InputError` where that cannot be done.

    All are written and synced beside their place before the first is moved there; where a move fails, what stood there before returns.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file, but the pages need a folder")
    try:
        made = not out.exists()
        out.mkdir(parents=True, exist_ok=True)
        try:
            _refuse_foreign(out, pages)
            with tempfile.TemporaryDirectory(prefix=".damage-step-pages-", dir=out) as staging:
                _move_in(Path(staging), out, pages)
        except BaseException:
            if made:
                with suppress(OSError):
                    out.rmdir()
            raise
    except OSError as error:
        raise InputError(f"cannot write the pages into {out}: {error.strerror or error}") from error


def _move_in(staging: Path, out: Path, pages: Mapping[str, str]) -> None:
    for name, page in pages.items():
        with HashedFile(staging / name) as sink:
            cast(BinaryIO, sink).write(page.encode("utf-8", "replace"))
    kept: list[str] = []
    moved: list[str] = []
    try:
        for name in pages:
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


def _refuse_foreign(out: Path, pages: Mapping[str, str]) -> None:
    for name in pages:
        path = out / name
        if not os.path.lexists(path):
            continue
        if path.is_symlink() or not path.is_file():
            raise InputError(f"{path} is in the way: it is not a regular file")
        with path.open("rb") as stream:
            if _MARK not in stream.read(_HEAD):
                raise InputError(f"{path} is in the way: no earlier report wrote it; move it or choose another folder")
