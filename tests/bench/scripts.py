"""How long it takes to run a simulator's scripts for what they register, as a multiple of merely compiling them.

Compiling is what any reading by running starts with: every file read and handed to Lua's compiler, on one core. Running includes the
worker process and its start, the helper files, every condition in every state, and the parsing of what comes back.
"""

import statistics
import time
from pathlib import Path

from pipeline.engine.script_facts import EngineName
from pipeline.engine.scripts import read_scripts

LIMIT = 10  # times the compiling


def _compiled(folder: Path) -> tuple[int, float]:
    """How many scripts there are, and the seconds that compiling them takes."""
    import lupa.lua53 as lua

    load = lua.LuaRuntime(encoding=None).eval(b'function(text) return load(text, "=script", "t") ~= nil end')
    began = time.perf_counter()
    many = sum(load(path.read_bytes()) for path in sorted(folder.glob("c*.lua")))
    return many, time.perf_counter() - began


def measured(engine: EngineName, checkout: Path, repeat: int) -> list[str]:
    """Lines for the terminal: seconds of compiling and of running, their ratio, and how many scripts were read."""
    folder = checkout / "official" if (checkout / "official").is_dir() else checkout
    compiling, running = [], []
    many = read = effects = 0
    for _ in range(repeat):
        many, seconds = _compiled(folder)
        compiling.append(seconds)
        began = time.perf_counter()
        facts, errors = read_scripts(engine, checkout)
        running.append(time.perf_counter() - began)
        read, effects = len(facts.scripts), len(facts.effects)
        many = read + len(errors)
    floor, whole = statistics.median(compiling), statistics.median(running)
    told = f"{whole / floor:9.2f} x compiling (at most {LIMIT}); {read:,} of {many:,} read, {effects:,} effects"
    return [f"{engine + ': compile scripts':26}{floor:9.3f}", f"{engine + ': run scripts':26}{whole:9.3f}{told}"]


def lines(checkouts: dict[EngineName, Path | None], repeat: int) -> list[str]:
    """The lines of each engine, or why there are none."""
    try:
        import lupa.lua53  # noqa: F401
    except ImportError:
        return ["scripts: skipped, lupa is not installed"]
    found = []
    for engine, checkout in checkouts.items():
        if checkout is None or not checkout.is_dir():
            found.append(f"{engine}: skipped, no checkout of its scripts; say where with --{engine} DIR or {engine.upper()}_SCRIPTS")
        else:
            found += measured(engine, checkout, repeat)
    return found
