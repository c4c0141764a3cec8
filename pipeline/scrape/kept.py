"""Raw answers kept on disk, each beside a note of when it came, from where, and its SHA-256.

An answer counts only if it fits its note, so one that was cut short, changed by hand or half replaced is asked for again.
"""

import hashlib
import os
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import blocks, gather, one_line


class Note(msgspec.Struct, frozen=True):
    """What is known of a kept answer; stored as ``<name>.source.json``."""

    url: str
    fetched: str  # ISO 8601, UTC
    sha256: str  # of the body as kept, hex
    size: int  # bytes

    def age(self, now: float) -> float:
        """Seconds since it came, at `now` (seconds since 1970); infinite for a time that cannot be read or lies ahead."""
        try:
            passed = now - datetime.fromisoformat(self.fetched).timestamp()
        except (ValueError, OverflowError, OSError):
            return float("inf")
        return passed if passed >= 0 else float("inf")


class Shelf:
    """The kept answers of one source, in one directory."""

    def __init__(self, directory: Path, most: int) -> None:
        """`most`: the largest answer in bytes that is read back."""
        self.directory = directory
        self._most = most

    def find(self, name: str) -> tuple[bytes, Note] | None:
        """The answer kept as `name` and its note; null where there is none, or none that fits its note."""
        try:
            note = msgspec.json.decode(self._note(name).read_bytes(), type=Note)
            with self.path(name).open("rb") as stream:
                body = bytes(gather(blocks(stream), self._most, name))
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError, InputError):
            return None
        return (body, note) if (note.size, note.sha256) == (len(body), hashlib.sha256(body).hexdigest()) else None

    def put(self, name: str, url: str, body: bytes, now: float) -> Note:
        """Keep `body` as `name`: first the answer, then its note, each whole or not at all. Raises `InputError`."""
        fetched = datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds")
        note = Note(url=url, fetched=fetched, sha256=hashlib.sha256(body).hexdigest(), size=len(body))
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            _replace(self.path(name), body)
            _replace(self._note(name), msgspec.json.format(msgspec.json.encode(note)) + b"\n")
        except OSError as error:
            raise InputError(f"{one_line(self.directory)}: the answer cannot be kept there ({error.strerror})") from error
        return note

    def path(self, name: str) -> Path:
        """Where the answer `name` lies."""
        return self.directory / name

    def _note(self, name: str) -> Path:
        return self.directory / f"{name}.source.json"


def _replace(path: Path, content: bytes) -> None:
    """Write a file so that it is seen old or new, never in between."""
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as stream:
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
