"""Raw answers kept on disk, each beside a note of when it came, from where, and its SHA-256.

An answer counts only if it fits its note, so one that was cut short, changed by hand or half replaced is asked for again.
The notes are the journal of a run as well: what lies here whole is done, whenever the run was ended.
"""

import hashlib
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import blocks, gather, one_line

_DRAFT = ".part"
_STALE = 3600.0  # seconds after which a draft has nobody left who writes it


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a kept answer; stored as ``<name>.source.json``."""

    url: str
    fetched: str  # ISO 8601, UTC
    sha256: str  # of the body as kept, hex
    size: int  # bytes
    checked: str | None = None  # when the server last said that it has nothing newer; null where it was not asked since
    headers: dict[str, str] = {}  # of the answer, those that a later request or a reader needs; names in lower case

    def age(self, now: float) -> float:
        """Seconds since it came or was last confirmed, at `now` (seconds since 1970); infinite for a time that is unreadable or ahead."""
        passed = now - moment(self.checked or self.fetched)
        return passed if passed >= 0 else float("inf")


class Origin(msgspec.Struct, frozen=True, order=True):
    """One raw answer or file that a dataset was built from."""

    file: str  # below the source's folder of raw answers, or a file that was given
    sha256: str  # of the bytes as they lie there, hex
    size: int | None = None  # bytes
    url: str | None = None
    fetched: str | None = None


def stamp(now: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC, whole seconds."""
    return datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")


def moment(text: str) -> float:
    """Seconds since 1970 of an ISO 8601 time; minus infinity for what cannot be read."""
    try:
        read = datetime.fromisoformat(text)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError, OSError):
        return float("-inf")


def revision(origins: Iterable[Origin]) -> str:
    """One SHA-256 (hex) for many origins, in the order of their names: the same for the same bytes, whenever they came."""
    known = sorted(origins)
    if len(known) == 1:
        return known[0].sha256
    return hashlib.sha256("".join(f"{origin.sha256}\n" for origin in known).encode()).hexdigest()


class Shelf:
    """The kept answers of one source, in one directory; a name may hold a folder (``changes/00001.json``)."""

    def __init__(self, directory: Path, most: int) -> None:
        """`most`: the largest answer in bytes that is read back."""
        self.directory = directory
        self._most = most

    def find(self, name: str) -> tuple[bytes, Note] | None:
        """The answer kept as `name` and its note; null where there is none, or none that fits its note."""
        note = self.note(name)
        if note is None:
            return None
        try:
            with self.path(name).open("rb") as stream:
                body = bytes(gather(blocks(stream), self._most, name))
        except (OSError, InputError):
            return None
        return (body, note) if (note.size, note.sha256) == (len(body), hashlib.sha256(body).hexdigest()) else None

    def note(self, name: str) -> Note | None:
        """The note beside `name`, unverified; null where there is none."""
        try:
            return msgspec.json.decode(self._note(name).read_bytes(), type=Note)
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError):
            return None

    def put(self, name: str, url: str, body: bytes, now: float, headers: dict[str, str] | None = None) -> Note:
        """Keep `body` as `name`: first the answer, then its note, each whole or not at all. Raises `InputError`."""
        note = Note(url=url, fetched=stamp(now), sha256=hashlib.sha256(body).hexdigest(), size=len(body), headers=headers or {})
        self._write(self.path(name), body)
        self._write_note(name, note)
        return note

    def confirm(self, name: str, note: Note, now: float) -> Note:
        """The server has nothing newer than `name`. Raises `InputError`."""
        note = msgspec.structs.replace(note, checked=stamp(now))
        self._write_note(name, note)
        return note

    def path(self, name: str) -> Path:
        """Where the answer `name` lies."""
        return self.directory / name

    def sweep(self) -> None:
        """Remove the drafts that a run left behind which was ended while it wrote."""
        with suppress(OSError):
            for draft in self.directory.rglob(f".*{_DRAFT}"):
                with suppress(OSError):
                    if time.time() - draft.stat().st_mtime > _STALE:
                        draft.unlink()

    def _note(self, name: str) -> Path:
        return self.directory / f"{name}.source.json"

    def _write_note(self, name: str, note: Note) -> None:
        self._write(self._note(name), msgspec.json.format(msgspec.json.encode(note)) + b"\n")

    def _write(self, path: Path, content: bytes) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
        except OSError as error:
            raise InputError(f"{one_line(self.directory)}: the answer cannot be kept there ({error.strerror})") from error


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that it is seen old or new, never in between. Raises `OSError`."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", suffix=_DRAFT, delete=False) as stream:
        draft = Path(stream.name)
        try:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
            draft.chmod(0o644)
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
