"""A simulator's scripts, run for what they register: from a checkout to `Facts`.

A checkout is only read, and its scripts run in worker processes without access to files, processes or network
(`pipeline.engine.lua_world`, `pipeline.engine.script_workers`). EDOPro: https://github.com/ProjectIgnis/CardScripts (the cards of
``official/``); YGOPro: https://github.com/Fluorohydride/ygopro-scripts.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import get_args

from pipeline.engine.checkout_files import NoSuchText, read_regular
from pipeline.engine.lua_world import need_lupa
from pipeline.engine.script_facts import EngineName, Facts, Place, ScriptEffect
from pipeline.engine.script_workers import PATIENCE, START, run_all
from pipeline.errors import InputError

_SCRIPT = re.compile(r"c([0-9]{1,9})\.lua")
_HELPER = re.compile(r"[A-Za-z0-9_-]+\.lua")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_BRANCH = re.compile(r"ref: (refs/(?!.*\.\.)[A-Za-z0-9._/-]+)")
_LONGEST_LINE = 4096  # bytes of a file that names a commit
_PLACES: dict[str, Place] = {place: place for place in get_args(Place)}
_LARGEST_HELPER = 4 << 20  # bytes
# How far a card's own strings go: number and bits of `aux.Stringid`.
_STRINGS: dict[EngineName, int] = {"edopro": 20, "ygopro": 4}


def read_scripts(
    engine: EngineName,
    checkout: Path,
    *,
    jobs: int = 1,
    revision: str | None = None,
    only: Sequence[int] | None = None,
    patience: float = PATIENCE,
    start: float = START,
    progress: Callable[[str], None] = lambda _: None,
) -> tuple[Facts, dict[int, str]]:
    """The facts of all scripts of a checkout, and the errors of those that could not be read, by number.

    ``only``: no other scripts than these. ``patience``: seconds that one may take, ``start``: that the
    helper files may take. `InputError` where there are no scripts, the helper
    files do not load, or the package that runs Lua is missing.
    """
    need_lupa()
    folder = checkout / "official" if (checkout / "official").is_dir() else checkout
    scripts = sorted(int(match[1]) for path in _listed(folder) if (match := _SCRIPT.fullmatch(path.name)) and f"c{int(match[1])}.lua" == path.name)
    if only is not None:
        wanted = set(only)
        scripts = [script for script in scripts if script in wanted]
    if not scripts:
        raise InputError(f"{checkout}: no scripts here (c<number>.lua, or a folder official with them)")
    helpers = _helpers(checkout)
    if "constant.lua" not in helpers or "utility.lua" not in helpers:
        raise InputError(f"{checkout}: constant.lua and utility.lua are missing; a checkout of the scripts has them")
    effects: list[ScriptEffect] = []
    errors: dict[int, str] = {}
    digests: dict[int, bytes] = {}
    for done, answer in enumerate(run_all(engine, folder, helpers, scripts, jobs=jobs, patience=patience, start=start), 1):
        script = answer.script
        digests[script] = answer.sha256
        if answer.read:
            try:
                effects += parsed(engine, script, answer.told)
            except (ValueError, TypeError):
                errors[script] = "its effects are not what effects are"
        else:
            errors[script] = answer.told.decode("utf-8", "replace")
        if done % 1000 == 0:
            progress(f"{engine}: {done} of {len(scripts)} scripts")
    effects.sort(key=lambda effect: (effect.script, effect.order))
    read_ones = frozenset(scripts) - set(errors)
    prefix = "" if folder == checkout else "official/"
    digest = _digest(digests, helpers)
    kinds = {script: _kind(why) for script, why in errors.items()}
    facts = Facts(engine, revision or _revision(checkout), prefix, digest, read_ones, kinds, tuple(effects))
    return facts, dict(sorted(errors.items()))


def parsed(engine: EngineName, script: int, lines: bytes) -> list[ScriptEffect]:
    """The effects that a world tells of a script; `ValueError` where these are no such lines."""
    bits = _STRINGS[engine]
    found = []
    for order, line in enumerate(lines.decode("ascii").split("\n") if lines else (), 1):
        (place, *numbers, value, parts, clone_of, made, registered, name, condition, cost, target) = line.split("\t")
        where = _PLACES.get(place)
        if where is None or len(numbers) != 14:
            raise ValueError("not a line of an effect")
        (kind, code, flags, flags2, category, area, own, other, hint, hint_other, description, count, count_code, count_flag) = map(int, numbers)
        own_string = description >> bits == script
        found.append(
            ScriptEffect(
                script, order, where, kind, code, flags, flags2, category, area, own, other, hint, hint_other,
                0 if own_string else description, description & ((1 << bits) - 1) if own_string else None, count, count_code, count_flag,
                int(value) if value else None, int(parts), int(clone_of), int(made), int(registered), name, condition, cost, target,
            )
        )  # fmt: skip
    return found


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror or error}") from error


def _helpers(checkout: Path) -> dict[str, bytes]:
    """Texts of the helper files, which lie at the checkout's root; those that no script could name, and links, are none."""
    found = {}
    for path in _listed(checkout):
        if _HELPER.fullmatch(path.name) and not _SCRIPT.fullmatch(path.name):
            try:
                found[path.name] = read_regular(str(path), _LARGEST_HELPER)
            except NoSuchText:
                # What needs it says that it is missing.
                continue
    return found


def _kind(why: str) -> str:
    """The kind of an error, without words of the script."""
    for words in ("too many instructions", "memory", "took for ever", "ended its process", "regular file", "compiled code", "without a path"):
        if words in why:
            return words
    return "error"


def _digest(digests: dict[int, bytes], helpers: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name in sorted(helpers):
        whole.update(f"{name}\0{len(helpers[name])}\0".encode() + helpers[name])
    for script in sorted(digests):
        whole.update(f"c{script}.lua\0".encode() + digests[script])
    return whole.hexdigest()


def _revision(checkout: Path) -> str:
    """The commit that a checkout stands at, without running anything; empty where it does not say."""
    try:
        head = _line(checkout / ".git" / "HEAD")
        if match := _BRANCH.fullmatch(head):
            head = _line(checkout / ".git" / match[1])
    except (OSError, ValueError, NoSuchText):
        return ""
    return head if _COMMIT.fullmatch(head) else ""


def _line(path: Path) -> str:
    return read_regular(str(path), _LONGEST_LINE).decode().strip()
