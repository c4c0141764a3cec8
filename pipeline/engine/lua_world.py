"""A room of Lua 5.3 in which a simulator's scripts register their effects, watched by the stand-ins of ``engine/lua``.

Nothing of Python is handed in but text and numbers, and nothing but text comes out. The scripts see no ``io``, ``os``, ``package``, ``debug``,
``coroutine``, ``pcall`` or ``require``, and no chunk but text is loaded. What instructions and memory cannot stop (a search that takes for
ever) is ended from outside, see `pipeline.engine.script_workers`.
"""

from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from pipeline.engine.script_facts import EngineName
from pipeline.errors import InputError

MEMORY = 256 << 20  # bytes that Lua may have
# In units of 100,000 instructions: a fraction of a second, ten times what the longest honest script takes.
PATIENCE = 400
HELPER_PATIENCE = 1_000
QUESTIONS = 240  # how often a condition is asked in one state before it counts as unknown
_MOST_OTHERS = 8  # scripts that one script may load
_PARTS = ("oracle", "stubs", "recorder", "sandbox")
# What each engine's core loads at its start; these load the others.
_FIRST: dict[EngineName, bytes] = {"edopro": b"constant.lua utility.lua", "ygopro": b"constant.lua utility.lua procedure.lua"}


class WorldError(Exception):
    """A script, or a helper file, ended with an error: its message is one line."""


def need_lupa() -> None:
    """`InputError` where the package that runs Lua is not installed."""
    try:
        import lupa.lua53  # noqa: F401
    except ImportError as error:
        raise InputError("running scripts needs the package lupa with Lua 5.3: pip install 'damage-step-pipeline[engines]'") from error


def _deny(thing: object, name: object, setting: bool) -> str:
    raise AttributeError("nothing of Python can be reached")


class World:
    """One engine's constants and helper files, and what runs scripts on top of them.

    ``broken``: an error came from outside the script that ran, so that what it left behind may not have been put back; take a new one.
    """

    broken = False

    def __init__(self, engine: EngineName, helpers: Mapping[str, bytes]) -> None:
        """``helpers``: texts of the files that scripts may load, by name. `WorldError` where they do not load."""
        import lupa.lua53 as lua

        self._errors: tuple[type[Exception], ...] = (lua.LuaError, lua.LuaSyntaxError, MemoryError)
        self._edopro = engine == "edopro"
        runtime = lua.LuaRuntime(
            encoding=None,
            register_eval=False,
            register_builtins=False,
            unpack_returned_tuples=True,
            attribute_filter=_deny,
            max_memory=MEMORY,
        )
        runtime.globals()[b"python"] = None
        load = runtime.globals()[b"load"]
        shared = runtime.table()
        api: Any = None
        for name in _PARTS:
            api = load((files("pipeline.engine") / "lua" / f"{name}.lua").read_bytes(), b"=recorder", b"t")(shared)
        self._file, self._run = api[b"file"], api[b"run"]
        for name, text in helpers.items():
            self._file(name.encode(), text)
        self._runtime = runtime
        ok, why, _ = self._asked(api[b"helpers"], _FIRST[engine], HELPER_PATIENCE)
        if not ok:
            raise WorldError(f"the helper files do not load: {_line(why)}")

    def run(self, script: int, text: bytes, find: Callable[[str], bytes | None] = lambda name: None) -> bytes:
        """Run a script's registration; a line of tab-parted fields for each effect (see `recorder.lua`). `WorldError` where it fails.

        ``find`` gives the text of another script that this one loads, by its file's name.
        """
        if text[:1] == b"\x1b":
            raise WorldError("not a text but compiled code")
        arguments = (f"c{script}.lua".encode(), script, text, self._edopro, PATIENCE, QUESTIONS)
        ok, told, missing = self._asked(self._run, *arguments)
        if missing:
            found = {name: other for name in missing.decode().split()[:_MOST_OTHERS] if (other := find(name)) is not None}
            for name, other in found.items():
                self._file(name.encode(), other)
            if found:
                ok, told, _ = self._asked(self._run, *arguments)
        if not ok:
            raise WorldError(_line(told))
        return told

    def _asked(self, function: Any, *arguments: object) -> tuple[bool, bytes, bytes]:
        try:
            ok, told, *rest = function(*arguments)
        except self._errors as error:
            self.broken = True
            return False, str(error).encode(errors="replace"), b""
        return bool(ok), told, rest[0] if rest else b""


def _line(text: bytes) -> str:
    """An error's text on one line of bounded length."""
    return " ".join(text[:400].decode("utf-8", "replace").split())[:200]
