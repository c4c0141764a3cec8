"""A worker process that runs scripts and reports each: it reads files, holds a `World`, and may do little else."""

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import IO

import msgspec

from pipeline.engine.checkout_files import NoSuchText, read_regular
from pipeline.engine.lua_world import World, WorldError
from pipeline.engine.script_facts import EngineName

# Beyond what the interpreter itself takes; Lua's own bound comes first (`pipeline.engine.lua_world.MEMORY`).
_MEMORY = 512 << 20
_CPU_SECONDS = 120  # for one bundle of scripts, of which an honest one takes less than a second
_SCRIPT = re.compile(r"c[0-9]{1,9}\.lua")
_LARGEST = 1 << 20  # bytes of a script


def _limit(seconds: int) -> None:
    """Bounds of this process: memory, files written (none), processes started (none, unless it is the superuser's), and time from now on.

    No effect where the system knows of no such bounds.
    """
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds
    wanted = {resource.RLIMIT_CPU: until, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0, resource.RLIMIT_NPROC: 0}
    memory = _address_space()
    if memory is not None:
        wanted[resource.RLIMIT_AS] = memory + _MEMORY
    for what, soft in wanted.items():
        _, hard = resource.getrlimit(what)
        resource.setrlimit(what, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


def _address_space() -> int | None:
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


class Start(msgspec.Struct):
    """What a worker is told first."""

    engine: EngineName
    folder: str  # with the scripts
    helpers: dict[str, bytes]  # files that scripts may load, by name


class Answer(msgspec.Struct, array_like=True):
    """What a worker says of one script."""

    script: int
    read: bool
    told: bytes  # the lines of its effects, or what went wrong
    sha256: bytes = b""  # of its text, empty where that could not be had


def send(stream: IO[bytes], message: bytes) -> None:
    """One message, its length in front."""
    stream.write(len(message).to_bytes(4, "big") + message)
    stream.flush()


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message; ``None`` at the end, also where it comes in the middle of one."""
    head = stream.read(4)
    if len(head) < 4:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None


def main() -> None:
    """Answer bundles of script numbers until there are no more, a list of `Answer` for each.

    The first message is a `Start`; the first answer is ``+``, or ``-`` and why the helper files do not load.
    """
    # What anything may print is nobody's message.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    first = receive(sys.stdin.buffer)
    if first is None:
        return
    start = msgspec.msgpack.decode(first, type=Start)
    _limit(_CPU_SECONDS)
    try:
        world = World(start.engine, start.helpers)
    except WorldError as error:
        send(answers, b"-" + str(error).encode())
        return
    send(answers, b"+")
    bundles = msgspec.msgpack.Decoder(list[int])
    encoder = msgspec.msgpack.Encoder()
    while (bundle := receive(sys.stdin.buffer)) is not None:
        _limit(_CPU_SECONDS)
        told = []
        for script in bundles.decode(bundle):
            if world.broken:
                world = World(start.engine, start.helpers)
            told.append(_answer(world, start.folder, script))
        send(answers, encoder.encode(told))


def _answer(world: World, folder: str, script: int) -> Answer:
    digest = b""
    try:
        text = read_regular(f"{folder}{os.sep}c{script}.lua", _LARGEST)
        digest = hashlib.sha256(text).digest()
        return Answer(script, True, world.run(script, text, lambda name: _other(folder, name)), digest)
    except (WorldError, NoSuchText) as error:
        told = str(error)
    except MemoryError:
        told = "out of memory"
    except OSError as error:
        told = error.strerror or "unreadable"
    return Answer(script, False, told.encode(errors="replace"), digest)


def _other(folder: str, name: str) -> bytes | None:
    """A script that another one loads: a card's script beside it, and nothing else."""
    if not _SCRIPT.fullmatch(name):
        return None
    try:
        return read_regular(f"{folder}{os.sep}{name}", _LARGEST)
    except (OSError, NoSuchText):
        return None
