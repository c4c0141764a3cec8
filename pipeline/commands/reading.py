"""``python -m pipeline reading``: how well the texts of a dataset were read, measured against public witnesses."""

import argparse
import sys

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset, with its texts")
    parser.add_argument("--effect-types", type=file, metavar="PAGES", help="wiki pages as JSON lines (pageid, title, content), plain or gzip")
    parser.add_argument("--supplements", type=file, metavar="FILE", help="official supplements as JSON lines (cid, FAQ, pendulumFAQ), plain or gzip")
    parser.add_argument("--list", metavar="CAUSE", dest="cause", help="print the cards that disagree for one cause instead of the report")
    parser.add_argument("--limit", type=_limit, metavar="N", help="at most N cards with --list, N examples a cause without")


def _limit(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("a number of cards, 0 or more")
    return number


def run(args: argparse.Namespace) -> int:
    """Print the report, or the cards of one cause. Falling short of a goal is a result, not an error: the exit code is 0."""
    from pipeline.validate.checks import CAUSES, needed_for
    from pipeline.validate.reading_report import cases, measure, report
    from pipeline.validate.reading_text import rendered, rendered_cases

    if args.cause is not None and args.cause not in CAUSES:
        raise InputError(f"no cause {args.cause[:60]!r}; the report names those that occur, among them {', '.join(list(CAUSES)[:6])}")
    if args.cause is not None:
        given = {"pages": args.effect_types, "supplements": args.supplements, None: args.dataset}
        if given[needed_for(args.cause)] is None:
            option = "--effect-types" if needed_for(args.cause) == "pages" else "--supplements"
            raise InputError(f"the cause {args.cause} is found by the file that {option} names, and none was given")
    measured = measure(args.dataset, args.effect_types, args.supplements)
    if measured.dataset.stale:
        print("note: the dataset was built by other code than this; its Japanese texts are read again by the code at hand", file=sys.stderr)
    if args.cause is None:
        print(rendered(report(measured) if args.limit is None else report(measured, args.limit)))
    else:
        print(rendered_cases(args.cause, cases(measured, args.cause), args.limit))
    return 0
