"""What earlier builds found out: rows and tags of unchanged cards, so that only what changed is read again.

One file for each source and ruleset in the user's cache directory (``XDG_CACHE_HOME``, else ``~/.cache``). It belongs to one
state of the code: another hash of rules, readers or rulings makes it worthless, and it is written anew. A broken or foreign
file is the same as none: a checksum stands in front. Nothing in it is executed: it is decoded into the typed records and nothing else.
"""

import contextlib
import hashlib
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from pipeline.records import Card, Row, Tag

Found = tuple[tuple[Row, ...], tuple[Tag, ...]]


class _File(msgspec.Struct, frozen=True):
    code: str
    cards: dict[str, Found]


# A file beyond this is none of ours: the whole pool takes a tenth of it.
_MOST_BYTES = 512 * 2**20
_CHECKSUM_BYTES = 32
_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_File)


def default_folder() -> Path | None:
    """Where caches of this project live for the user who runs it; null for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME")
    if not base:
        try:
            base = str(Path.home() / ".cache")
        except RuntimeError:
            return None
    return Path(base) / "damage-step-pipeline"


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECKSUM_BYTES).digest()


def _content(path: Path) -> bytes:
    """The content behind the checksum; empty where the file is missing, no plain file, too large or damaged."""
    try:
        # Without blocking: something that is no plain file may never answer.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or about.st_size > _MOST_BYTES:
                return b""
            whole = file.read()
    except OSError:
        return b""
    content = whole[_CHECKSUM_BYTES:]
    return content if _checksum(content) == whole[:_CHECKSUM_BYTES] else b""


def key_of(card: Card) -> str:
    """A fingerprint of everything that reading and judging may look at: the whole card."""
    return hashlib.blake2b(_ENCODER.encode(card), digest_size=16).hexdigest()


class Memory:
    """Rows and tags by the fingerprint of their card. Without a folder it remembers nothing."""

    def __init__(self, folder: Path | None, name: str, code: str) -> None:
        self._path = None if folder is None else folder / f"{name}.msgpack"
        self._code = code
        self._known: Mapping[str, Found] = self._load()

    def _load(self) -> Mapping[str, Found]:
        if self._path is None:
            return {}
        try:
            stored = _DECODER.decode(_content(self._path))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return {}
        return stored.cards if stored.code == self._code else {}

    def get(self, key: str) -> Found | None:
        """What an earlier build found for the card with this fingerprint."""
        return self._known.get(key)

    def keep(self, keys: Sequence[str], found: Iterable[Found]) -> None:
        """Replaces what is remembered. A cache that cannot be written is no error: the next build reads again."""
        if self._path is None:
            return
        fresh = dict(zip(keys, found, strict=True))
        if fresh.keys() == self._known.keys():
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=f".{self._path.name}.", dir=self._path.parent)
            try:
                content = _ENCODER.encode(_File(self._code, fresh))
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(content))
                    file.write(content)
                os.replace(temporary, self._path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
