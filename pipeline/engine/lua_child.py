"""A worker process that runs scripts and reports each: it reads files, holds a `World`, and may do little else."""

import os
import re
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from pipeline.engine.lua_world import World, WorldError
from pipeline.engine.script_facts import EngineName

# Beyond what the interpreter itself takes; Lua's own bound comes first (`pipeline.engine.lua_world.MEMORY`).
_MEMORY = 512 << 20
_CPU_SECONDS = 120  # for one bundle of scripts, of which an honest one takes less than a second
_SCRIPT = re.compile(r"c[0-9]{1,9}\.lua")
_LARGEST = 1 << 20  # bytes of a script


def _limit(seconds: int) -> None:
    """Bounds of this process: memory, files written (none), processes started (none), and time from now on. No effect where unknown."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds
    wanted = {resource.RLIMIT_CPU: until, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0}
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


def work(engine: EngineName, folder: str, helpers: Mapping[str, bytes], pipe: Connection) -> None:
    """Answer bundles of script numbers until the pipe closes: for each script ``b"+"`` and its lines, or ``b"-"`` and what went wrong.

    The first message says whether the helper files loaded.
    """
    try:
        world = World(engine, helpers)
    except WorldError as error:
        pipe.send_bytes(b"-" + str(error).encode())
        return
    pipe.send_bytes(b"+")
    _limit(_CPU_SECONDS)
    while True:
        try:
            bundle: list[int] = pipe.recv()
        except EOFError:
            return
        _limit(_CPU_SECONDS)
        for script in bundle:
            pipe.send_bytes(_answer(world, Path(folder), script))


def _answer(world: World, folder: Path, script: int) -> bytes:
    try:
        text = _text(folder / f"c{script}.lua")
        return b"+" + world.run(script, text, lambda name: _other(folder, name))
    except WorldError as error:
        return b"-" + str(error).encode()
    except MemoryError:
        return b"-out of memory"
    except OSError as error:
        return b"-" + (error.strerror or "unreadable").encode()


def _text(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise WorldError("no regular file")
    with path.open("rb") as stream:
        text = stream.read(_LARGEST + 1)
    if len(text) > _LARGEST:
        raise WorldError("longer than a script may be")
    return text


def _other(folder: Path, name: str) -> bytes | None:
    """A script that another one loads: a card's script beside it, and nothing else."""
    if not _SCRIPT.fullmatch(name):
        return None
    try:
        return _text(folder / name)
    except (OSError, WorldError):
        return None
