"""Bytes in, within limits: files and gzip streams of unknown origin, and JSON decoded into types.

Whatever is wrong with the input ends in one `InputError` line that names the file and the reason.
"""

import hashlib
import os.path
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from pipeline.errors import InputError

LIMIT = 1 << 30  # bytes after decompression; the largest real source has 60 MB
# Small, since each end of a gzip member copies what is left of its block: many tiny members must not cost quadratic time.
BLOCK = 16 << 10
_CHUNK = 256 << 10
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"

T = TypeVar("T")


def one_line(text: object, limit: int = 200) -> str:
    """Foreign text for a message: on one line, without control characters, cut to `limit` characters."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(str(text).split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"


def blocks(stream: BinaryIO) -> Iterator[bytes]:
    """The rest of a binary stream in blocks of `BLOCK` bytes."""
    while block := stream.read(BLOCK):
        yield block


def inflate(source: Iterable[bytes], where: str) -> Iterator[bytes]:
    """Decompressed chunks (at most 256 KiB each) of a gzip stream of one or more members."""
    engine = zlib.decompressobj(31)
    fresh = True  # nothing of the current member has been read
    try:
        for block in source:
            while block:
                if engine.eof:
                    block = block.lstrip(b"\0")  # padding between members is allowed
                    if not block:
                        break
                    engine, fresh = zlib.decompressobj(31), True
                fresh = False
                yield engine.decompress(block, _CHUNK)
                block = engine.unconsumed_tail or engine.unused_data
    except zlib.error as error:
        raise InputError(f"{where}: broken gzip data ({one_line(error)})") from error
    if fresh or not engine.eof:
        raise InputError(f"{where}: gzip data cut short")


def gather(chunks: Iterable[bytes], limit: int, where: str, error: Callable[[int], Exception] | None = None) -> bytearray:
    """All chunks as one; never holds more than `limit` bytes and a chunk. What is larger raises `error` of the size, else `InputError`."""
    data = bytearray()
    for chunk in chunks:
        if len(data) + len(chunk) > limit:
            if error is not None:
                raise error(len(data) + len(chunk))
            raise InputError(f"{where}: more than {limit:,} bytes when unpacked, which no card source has")
        data += chunk
    return data


def read_file(path: Path, limit: int = LIMIT) -> tuple[bytearray, str]:
    """The content of a regular file, unpacked if it is gzip (by its first bytes), and the SHA-256 of the file as it lies there."""
    where = one_line(path)
    digest = hashlib.sha256()

    def hashed(parts: Iterable[bytes]) -> Iterator[bytes]:
        for part in parts:
            digest.update(part)
            yield part

    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError(f"{where}: not a regular file")
        with path.open("rb") as stream:
            packed = stream.read(2) == _GZIP
            stream.seek(0)
            parts = hashed(blocks(stream))
            data = gather(inflate(parts, where) if packed else parts, limit, where)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(f"{where}: cannot be read ({one_line(reason)})") from error
    if not data:
        raise InputError(f"{where}: empty file")
    return data, digest.hexdigest()


def decode(decoder: msgspec.json.Decoder[T], data: bytes | bytearray, where: str) -> T:
    """JSON into the decoder's type; the error says which field is wrong."""
    try:
        return decoder.decode(memoryview(data)[len(_BOM) :] if data.startswith(_BOM) else data)
    except msgspec.ValidationError as error:
        raise InputError(f"{where}: {one_line(error)}") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        raise InputError(f"{where}: not valid JSON in UTF-8 ({one_line(error)})") from error
    except RecursionError as error:
        raise InputError(f"{where}: JSON nested too deeply") from error


def salvage(error: InputError, raws: Callable[[], Sequence[msgspec.Raw]], decoder: msgspec.json.Decoder[T], where: str) -> tuple[list[T], list[str]]:
    """The sound records of an array that did not decode as a whole, and a line for each that is broken.

    `error` is what decoding the whole said; it is raised again where it is no matter of single records: other JSON, nothing
    sound, or more than one in twenty broken, which means another layout.
    """
    if not isinstance(error.__cause__, msgspec.ValidationError):
        raise error
    try:
        records = raws()
    except InputError:
        raise error from None
    sound: list[T] = []
    broken: list[str] = []
    for number, raw in enumerate(records, 1):
        try:
            sound.append(decode(decoder, bytes(raw), f"record {number}"))
        except InputError as reason:
            broken.append(str(reason))
    if not sound or too_many(len(broken), len(records)):
        raise error
    return sound, broken


def too_many(broken: int, of: int) -> bool:
    """Whether so many broken records mean that all are of another layout: more than one, and more than one in twenty."""
    return broken > max(1, of // 20)
