"""What earlier builds found out: rows and tags of unchanged cards, so that only what changed is read again.

One file for each source and ruleset in the user's cache directory (``XDG_CACHE_HOME``, else ``~/.cache``). It belongs to one
state of the code: another hash of rules, readers or rulings makes it worthless, and it is written anew. A broken or foreign
file is the same as none. Nothing in it is executed: it is decoded into the typed records and nothing else.
"""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from pipeline.records import Card, Row, Tag

Found = tuple[tuple[Row, ...], tuple[Tag, ...]]


class _File(msgspec.Struct, frozen=True):
    code: str
    cards: dict[str, Found]


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(_File)


def default_folder() -> Path:
    """Where caches of this project live for the user who runs it."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "damage-step-pipeline"


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
            stored = _DECODER.decode(self._path.read_bytes())
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
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
                with os.fdopen(handle, "wb") as file:
                    file.write(_ENCODER.encode(_File(self._code, fresh)))
                os.replace(temporary, self._path)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)
                raise
