"""``python -m pipeline card``: one card as a person wants to see it."""

import argparse
import io
import shutil
import sys
from pathlib import Path

from pipeline.commands.arguments import folder
from pipeline.errors import InputError
from pipeline.resources import data_folder

_BUILDS = Path("data/build")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("card", metavar="NAME_OR_PASSCODE", help="a card's English or Japanese name, its passcode or its Konami id")
    known = f"the newest of real cards in {_BUILDS}, else the published tags"
    parser.add_argument("--dataset", type=folder, metavar="DIR", help=f"a built dataset (default: {known})")


def _at_hand() -> Path:
    """The dataset of real cards that was built last; else the published tags; else the sample."""
    built = [path.parent for path in _BUILDS.glob("*/cards.parquet")]
    real = [folder for folder in built if folder.name != "sample"]
    published = data_folder("published")
    if real:
        return max(real, key=lambda folder: (folder / "cards.parquet").stat().st_mtime)
    if (published / "cards.parquet").is_file():
        return published
    if not built:
        raise InputError(f"no dataset in {_BUILDS}: build one with `make dataset`, or name one with --dataset")
    return built[0]


def run(args: argparse.Namespace) -> int:
    """Print the card; exit code 1 where no card or more than one answers to the name."""
    from pipeline.publish import show_card, wants_colour
    from pipeline.validate.beside import engines_beside

    folder = args.dataset or _at_hand()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Japanese still shows the rest
    columns = max(60, min(120, shutil.get_terminal_size((88, 24)).columns))
    shown = show_card(folder, args.card, colour=wants_colour(sys.stdout), columns=columns, engines=engines_beside)
    print(shown.text, file=sys.stdout if shown.found else sys.stderr)
    if not shown.found:
        print(f"looked in {folder}; another dataset can be named with --dataset", file=sys.stderr)
    return 0 if shown.found else 1
