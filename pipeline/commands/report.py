"""``python -m pipeline report``: a dataset as pages that people look at."""

import argparse
import sys

from pipeline.commands.arguments import file, folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset")
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for the pages; made if absent")
    parser.add_argument(
        "--gold",
        type=file,
        metavar="FILE",
        action="append",
        default=[],
        help="judge the dataset by these rulings or official statements (may be repeated)",
    )
    parser.add_argument("--before", type=folder, metavar="DIR", help="an earlier dataset, to show what has changed since")


def run(args: argparse.Namespace) -> int:
    """Write the pages; a line for each goes to standard output."""
    from pipeline.publish.pages.report import pages
    from pipeline.publish.pages.site import write_site

    written = pages(args.dataset, args.gold, args.before, progress=lambda line: print(line, file=sys.stderr, flush=True))
    write_site(args.out, written)
    for name, page in written.items():
        print(f"{args.out / name}  {len(page.encode()) / 1e6:.2f} MB")
    return 0
