"""``python -m pipeline dataset``: from a source to the tables."""

import argparse
import sys
import time
from pathlib import Path

from pipeline.build import build
from pipeline.classify.rulings import load_rulings
from pipeline.commands.arguments import folder
from pipeline.memory import default_folder
from pipeline.processes import stoppable
from pipeline.publish import write
from pipeline.publish.summary import summary
from pipeline.scrape.source import SOURCES, load
from pipeline.windows import RULESETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--source", required=True, metavar="NAME", help="where the cards come from: " + ", ".join(sorted(SOURCES)))
    parser.add_argument("--input", type=Path, metavar="PATH", help="the source's file or directory, where it has one")
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for the tables; made if absent")
    parser.add_argument("--ruleset", choices=RULESETS, default="tcg", help="rules to judge by (default: tcg)")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes that share the reading (default: 1)")
    parser.add_argument("--no-text", action="store_true", help="leave the card texts out of the tables")
    parser.add_argument("--fresh", action="store_true", help="read every card again, also those that an earlier build has read")
    parser.add_argument("--offline", action="store_true", help="live sources: use only what was fetched before")


def _jobs(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError("a number of processes from 1 to 256")
    return number


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
    loading = time.perf_counter() - started
    built = build(
        loaded,
        args.ruleset,
        rulings=load_rulings(),
        jobs=args.jobs,
        no_text=args.no_text,
        cache=None if args.fresh else default_folder(),
        progress=_talk,
    )
    timings = {"load": loading, **built.seconds}
    run_facts = {
        "source": loaded.source,
        "revision": loaded.revision,
        "ruleset": args.ruleset,
        "skipped": len(loaded.skipped),
        "jobs": args.jobs,
        "timings": {name: round(seconds, 3) for name, seconds in timings.items()},
    }
    write(built.tables, args.out, built.provenance, run_facts)
    print(summary(built.tables))
    if loaded.source == "sample":
        print("\nThe sample words its effects anew: these are not the printed card texts. Build from another source to ask about real cards.")
    _talk(f"written to {args.out} in {time.perf_counter() - started:.1f} s")
    return 0
