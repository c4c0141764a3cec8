"""``python -m pipeline merge``: card sources laid beside each other, and what they say differently, by cause."""

import argparse
import sys
from collections.abc import Collection
from pathlib import Path

from pipeline.errors import InputError
from pipeline.scrape.merge import Difference, merge
from pipeline.scrape.source import SOURCES, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("sources", nargs="+", metavar="NAME[=PATH]", help="sources, the most trusted first: " + ", ".join(sorted(SOURCES)))
    parser.add_argument("--date", action="append", default=[], metavar="NAME=DATE", help="when a source's texts are from: the newest text wins")
    parser.add_argument("--cause", metavar="CAUSE", help="list the differences of one cause instead of the sums")
    parser.add_argument("--csv", action="store_true", help="all differences (or those of one cause) as CSV")
    parser.add_argument("--offline", action="store_true", help="live sources: use only what was fetched before")


def run(args: argparse.Namespace) -> int:
    """Print the sums, or the differences."""
    pools = {}
    for given in args.sources:
        name, _, path = given.partition("=")
        if name in pools:
            raise InputError(f"the source {name[:60]!r} is named twice")
        pools[name] = load(name, Path(path) if path else None, offline=args.offline, progress=_talk).cards
    dates = dict(_date(given, pools.keys()) for given in args.date)
    merged = merge(pools, dates)
    found = [one for one in merged.differences if args.cause in (None, one.cause)]
    if args.cause is not None and not found:
        raise InputError(f"no difference of the cause {args.cause[:60]!r}; there are {', '.join(merged.by_cause()) or 'none at all'}")
    if args.csv:
        _csv(found)
    elif args.cause is not None:
        print("\n".join(_lines(found)))
    else:
        print("\n".join(_sums(merged.by_cause(), {name: len(cards) for name, cards in pools.items()}, len(merged.cards))))
    return 0


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _date(given: str, names: Collection[str]) -> tuple[str, str]:
    name, mark, date = given.partition("=")
    if not mark or not date or name not in names:
        raise InputError(f"--date {given[:60]!r} is not NAME=DATE with the name of a source that was given")
    return name, date


def _sums(causes: dict[str, int], pools: dict[str, int], cards: int) -> list[str]:
    from pipeline.validate.text_table import aligned

    lines = [f"{cards:,} cards of {', '.join(f'{name} ({n:,})' for name, n in pools.items())}"]
    return [*lines, *aligned(["cause", "differences"], [[cause, n] for cause, n in causes.items()], {"differences"}, "  ")]


def _lines(found: list[Difference]) -> list[str]:
    from pipeline.compare.words import changed_words
    from pipeline.publish.terminal import plain

    lines = []
    for one in found:
        words = changed_words(one.other, one.kept) if one.kept is not None and one.other is not None else ""
        lines.append(
            plain(f"{one.name} ({one.card_id}) · {one.field} · {one.other_source or one.kept_source} -> {one.kept_source}: {words}".rstrip(": "))
        )
    return lines


def _csv(found: list[Difference]) -> None:
    import pyarrow as pa

    from pipeline.publish.csv_cells import write_csv

    columns = {name: pa.array([getattr(one, name) for one in found], pa.string()) for name in Difference.__struct_fields__}
    sys.stdout.flush()
    write_csv(pa.table(columns), sys.stdout.buffer)
