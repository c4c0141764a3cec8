"""``scripts``: runs the simulators' scripts and writes what they register, for alignment and validation."""

import argparse
import sys
import time
from pathlib import Path

from pipeline.commands.arguments import folder
from pipeline.commands.validate import unread_lines
from pipeline.engine.script_facts import ENGINES, EngineName, write_facts
from pipeline.errors import InputError
from pipeline.processes import stoppable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "--engine", action="append", required=True, metavar="NAME=DIR", help="a checkout of an engine's scripts: edopro=DIR or ygopro=DIR"
    )
    parser.add_argument("--revision", action="append", default=[], metavar="NAME=COMMIT", help="what it stands at, where it does not say so itself")
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for NAME.parquet; made if absent")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the scripts (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Reads and writes; scripts that cannot be read are reported, and no failure."""
    with stoppable():
        return _run(args)


def _named(given: list[str], what: str) -> dict[EngineName, str]:
    found: dict[EngineName, str] = {}
    for words in given:
        name, _, value = words.partition("=")
        engine = next((one for one in ENGINES if one == name), None)
        if engine is None or not value:
            raise InputError(f"--{what} {words!r}: {' or '.join(f'{one}=...' for one in ENGINES)} is expected")
        if engine in found:
            raise InputError(f"--{what} names {engine} twice")
        found[engine] = value
    return found


def _run(args: argparse.Namespace) -> int:
    from pipeline.engine.scripts import read_scripts

    if not 1 <= args.jobs <= 256:
        raise InputError("--jobs: a number of processes from 1 to 256")
    checkouts, revisions = _named(args.engine, "engine"), _named(args.revision, "revision")
    for engine, directory in checkouts.items():
        if not Path(directory).is_dir():
            raise InputError(f"{directory}: no such folder")
        if engine in revisions and not (revisions[engine].isascii() and revisions[engine].isalnum() and len(revisions[engine]) <= 64):
            raise InputError(f"--revision {engine}: a commit is expected")
    for engine, directory in checkouts.items():
        began = time.perf_counter()
        facts, errors = read_scripts(engine, Path(directory), jobs=args.jobs, revision=revisions.get(engine), progress=_talk)
        args.out.mkdir(parents=True, exist_ok=True)
        path = args.out / f"{engine}.parquet"
        write_facts(facts, path)
        for line in unread_lines(facts, errors):
            _talk(line)
        read, known = len(facts.scripts), len(facts.scripts) + len(errors)
        revision = facts.revision or "unknown"
        print(f"{engine}: {read:,} of {known:,} scripts read ({read / known:.2%}), {len(facts.effects):,} effects, revision {revision}")
        _talk(f"{engine}: {time.perf_counter() - began:.1f} s, {path} has {path.stat().st_size:,} bytes")
    return 0


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
