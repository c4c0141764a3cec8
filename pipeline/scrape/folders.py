"""Folders of files that a user keeps: saved pages, checkouts of mirrors. They are read, never run and never changed."""

import os.path
import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.errors import InputError
from pipeline.scrape.intake import LIMIT, one_line, read_file
from pipeline.scrape.kept import Origin

_COMMIT = re.compile(r"[0-9a-f]{40}")
_MOST_FILES = 200_000


class Folder:
    """The files of one folder, in the order of their names (numbers by value). `origins` are those that were read."""

    def __init__(self, path: Path, endings: tuple[str, ...]) -> None:
        """`endings` in lower case (".html"). Raises `InputError` for what is no folder."""
        self.path, self._endings = path, endings
        self.origins: list[Origin] = []
        self.others = 0  # files with another ending
        if not os.path.isdir(path):
            raise InputError(f"{one_line(path)}: no such folder")

    def files(self, below: str = "") -> Iterator[tuple[str, bytes]]:
        """Name and content of every file, those of `below` alone where it is given. Raises `InputError`."""
        folder = self.path / below if below else self.path
        try:
            names = sorted(os.listdir(folder), key=lambda name: (len(name), name))
        except OSError as error:
            raise InputError(f"{one_line(folder)}: cannot be read ({error.strerror})") from error
        if len(names) > _MOST_FILES:
            raise InputError(f"{one_line(folder)}: more than {_MOST_FILES:,} files")
        room = LIMIT
        for name in names:
            file = folder / name
            if not name.lower().endswith(self._endings) or not os.path.isfile(file) or name.startswith("."):
                self.others += os.path.isfile(file) and not name.startswith(".")
                continue
            try:
                data, digest = read_file(file, room)
            except InputError as error:
                if "empty file" not in str(error):
                    raise
                data, digest = bytearray(), ""
            room -= len(data)
            self.origins.append(Origin(file=f"{below}/{name}" if below else name, sha256=digest))
            yield name, bytes(data)

    def commit(self) -> str | None:
        """The commit that a checkout stands at, as far as its loose files tell; nothing is run for that."""
        head = _small(self.path / ".git" / "HEAD")
        if head.startswith("ref: refs/") and ".." not in head:
            head = _small(self.path / ".git" / head[5:])
        return head if _COMMIT.fullmatch(head) else None


def _small(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return stream.read(400).decode("ascii", "replace").strip()
    except (OSError, ValueError):
        return ""
