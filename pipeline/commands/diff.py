"""``python -m pipeline diff OLD NEW``: which tags changed between two builds, card by card, with the text change that caused them."""

import argparse
import sys

from pipeline.commands.arguments import file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("old", type=file, metavar="OLD", help="a built dataset")
    parser.add_argument("new", type=file, metavar="NEW", help="a later one")
    parser.add_argument("--csv", action="store_true", help="a row a change, as CSV")
    parser.add_argument("--limit", type=_limit, metavar="N", help="show at most N cards (the sums are of all)")


def _limit(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number of cards, 0 or more")
    return number


def run(args: argparse.Namespace) -> int:
    """Print the changes. That there are some is a result, not an error: the exit code is 0."""
    from pipeline.compare.builds import open_build
    from pipeline.compare.changes import card_changes
    from pipeline.compare.report import HEADS, lines, rows, summary

    old, new = open_build(args.old), open_build(args.new)
    found = list(card_changes(old, new))
    if not args.csv:
        print("\n".join(lines(found, old, new, args.limit)))
        return 0
    import pyarrow as pa

    from pipeline.publish.csv_cells import write_csv

    cells = list(zip(*rows(found[: args.limit]), strict=True)) or [()] * len(HEADS)
    table = pa.table({head: pa.array(column, pa.string()) for head, column in zip(HEADS, cells, strict=True)})
    sys.stdout.flush()
    write_csv(table, sys.stdout.buffer)
    for line in summary(found, old, new):
        print(line, file=sys.stderr)
    return 0
