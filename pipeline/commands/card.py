"""``python -m pipeline card``: one card as a person wants to see it."""

import argparse
import io
import sys
from pathlib import Path

from pipeline.errors import InputError

_DEFAULT = Path("data/build/sample")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("card", metavar="NAME_OR_PASSCODE", help="a card's English or Japanese name, its passcode or its Konami id")
    parser.add_argument("--dataset", type=Path, metavar="DIR", help=f"a built dataset (default: {_DEFAULT})")


def run(args: argparse.Namespace) -> int:
    """Print the card; exit code 1 where no card or more than one answers to the name."""
    from pipeline.publish import show_card, wants_colour

    folder = args.dataset or _DEFAULT
    if args.dataset is None and not (folder / "cards.parquet").exists():
        raise InputError(f"no dataset at {folder}: build one with `make dataset`, or name one with --dataset")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Japanese still shows the rest
    shown = show_card(folder, args.card, colour=wants_colour(sys.stdout))
    print(shown.text, file=sys.stdout if shown.found else sys.stderr)
    return 0 if shown.found else 1
