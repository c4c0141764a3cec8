"""``python -m pipeline dataset``: from a source to the tables."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from pipeline.build import build
from pipeline.classify.fallback import NO_FALLBACK, load_fallback
from pipeline.classify.rulings import load_rulings
from pipeline.classify.supplements import Stated, Supplements
from pipeline.commands.arguments import file, folder
from pipeline.compare.gate import Finding, findings, require
from pipeline.errors import InputError
from pipeline.memory import default_folder
from pipeline.processes import stoppable
from pipeline.publish import Tables, write
from pipeline.publish.summary import summary
from pipeline.read.supplement import read_notes
from pipeline.scrape.source import SOURCES, load
from pipeline.scrape.supplements import load_supplements
from pipeline.windows import RULESETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--source", required=True, metavar="NAME", help="where the cards come from: " + ", ".join(sorted(SOURCES)))
    parser.add_argument("--input", type=file, metavar="PATH", help="the source's file or directory, where it has one")
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for the tables; made if absent")
    parser.add_argument("--ruleset", choices=RULESETS, default="tcg", help="rules to judge by (default: tcg)")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes that share the reading (default: 1)")
    parser.add_argument("--supplements", type=file, metavar="PATH", help="official supplements (JSON lines or a checkout folder): they decide first")
    parser.add_argument("--accept", action="store_true", help="replace the last build even where it would lose or move more than 5 %%")
    parser.add_argument("--no-text", action="store_true", help="leave the card texts out of the tables")
    parser.add_argument("--no-model", action="store_true", help="leave open what no rule decides, without asking the model")
    parser.add_argument("--fresh", action="store_true", help="read every card again, also those that an earlier build has read")
    parser.add_argument("--offline", action="store_true", help="live sources: use only what was fetched before")


def _jobs(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError("a number of processes from 1 to 256")
    return number


def _supplements(path: Path) -> Supplements:
    notes = load_supplements(path)
    for line in notes.skipped[:5]:
        _talk(f"skipped: {line}")
    found = Supplements.of(map(read_notes, notes.notes), notes.revision)
    _talk(f"official supplements: {notes.cards:,} cards, the newest of {notes.newest or 'unknown date'}")
    return found


def _heard(stated: Sequence[Stated], supplements: Supplements) -> dict[str, object]:
    """What the supplements came to, for `run.json`; the user is told as well."""
    decided = sum(one.after.decided_by == "supplement" for one in stated)
    against = sum(one.contradicts for one in stated)
    _talk(f"official supplements decide {decided:,} effects; on {against:,} text or ruling had it otherwise (see the command official)")
    return {"revision": supplements.revision, "spoken_of": len(stated), "decided": decided, "contradictions": against}


def _compared(out: Path, tables: Tables) -> list[Finding]:
    """What moved since the build that lies there; one that cannot be read is no reason to keep it."""
    try:
        found = findings(out, tables)
    except InputError as error:
        _talk(f"not compared with the last build: {error}")
        return []
    for one in found:
        _talk(f"{'warning' if not one.stops else 'too much'}: {one.what} ({one.share:.1%})")
    return found


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def run(args: argparse.Namespace) -> int:
    """Build and write the dataset; the summary goes to standard output."""
    with stoppable():
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    started = time.perf_counter()
    loaded = load(args.source, args.input, offline=args.offline, progress=_talk)
    for line in loaded.skipped[:5]:
        _talk(f"skipped: {line}")
    if len(loaded.skipped) > 5:
        _talk(f"skipped: {len(loaded.skipped) - 5} more")
    supplements = None if args.supplements is None else _supplements(args.supplements)
    loading = time.perf_counter() - started
    built = build(
        loaded,
        args.ruleset,
        rulings=load_rulings(),
        supplements=supplements,
        fallback=NO_FALLBACK if args.no_model else load_fallback(),
        jobs=args.jobs,
        no_text=args.no_text,
        cache=None if args.fresh else default_folder(),
        progress=_talk,
    )
    timings = {"load": loading, **built.seconds}
    run_facts: dict[str, object] = {
        "source": loaded.source,
        "revision": loaded.revision,
        "ruleset": args.ruleset,
        "skipped": len(loaded.skipped),
        "skipped_records": list(loaded.skipped),
        "built_from": msgspec.to_builtins(loaded.built_from),
        "jobs": args.jobs,
        "timings": {name: round(seconds, 3) for name, seconds in timings.items()},
    }
    compared = _compared(args.out, built.tables)
    require(compared, args.out, args.accept)
    if compared:
        run_facts["since_last_build"] = [one.what for one in compared]
    if supplements is not None:
        run_facts["supplements"] = _heard(built.stated, supplements)
    write(built.tables, args.out, built.provenance, run_facts)
    print(summary(built.tables))
    if loaded.source == "sample":
        print("\nThe sample words its effects anew: these are not the printed card texts. Build from another source to ask about real cards.")
    _talk(f"written to {args.out} in {time.perf_counter() - started:.1f} s")
    return 0
