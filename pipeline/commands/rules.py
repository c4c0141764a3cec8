"""``python -m pipeline rules``: the rules as a table, as a catalogue, or judged by a dataset and by gold."""

import argparse
import sys

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--markdown", action="store_true", help="the catalogue: every rule with its reasons, sources and examples")
    parser.add_argument("--dataset", type=folder, metavar="DIR", help="judge the rules by this dataset: coverage, overlaps, conflicts")
    parser.add_argument(
        "--gold", type=file, metavar="FILE", action="append", default=[], help="and by these rulings or official statements (may be repeated)"
    )
    parser.add_argument("--cell", metavar="CODE:COLUMN", help="list the rows behind one cell of the judged table")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes that share the reading (default: 1)")


def _jobs(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 256:
        raise argparse.ArgumentTypeError("a number of processes from 1 to 256")
    return number


def run(args: argparse.Namespace) -> int:
    """Print what was asked for."""
    if args.markdown and (args.dataset or args.gold or args.cell):
        raise InputError("--markdown goes alone: the catalogue is the same for every dataset")
    if args.markdown:
        from pipeline.classify.catalogue import markdown

        print(markdown(), end="")
        return 0
    if args.dataset is None:
        if args.gold or args.cell:
            raise InputError("--gold and --cell need a built dataset: name one with --dataset")
        from pipeline.validate.rule_report import plain_table

        print("\n".join(plain_table()))
        return 0
    from pipeline.validate.rule_report import judged

    report = judged(args.dataset, args.gold, args.cell, args.jobs)
    for line in report.remarks:
        print(line, file=sys.stderr)
    print("\n".join(report.lines))
    return 0
