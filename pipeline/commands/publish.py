"""``python -m pipeline publish``: the tags of a dataset, without card texts, to be kept with the code."""

import argparse
from pathlib import Path

from pipeline.commands.arguments import file, folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset of the real cards")
    parser.add_argument("--out", type=folder, default=Path("data/published"), metavar="DIR", help="where the tags go (default: data/published)")
    parser.add_argument(
        "--gold", type=file, metavar="FILE", action="append", default=[], help="rulings or official statements to measure by (may be repeated)"
    )


def run(args: argparse.Namespace) -> int:
    """Measure, write, and say what has changed."""
    from pipeline.publish.changelog import WORDS
    from pipeline.publish.release import publish
    from pipeline.validate.beside import facts_at_hand
    from pipeline.validate.measured import measured

    done = publish(args.dataset, args.out, measured(args.dataset, args.gold, facts_at_hand()))
    for name, size in done.sizes.items():
        print(f"{args.out / name}  {size:,} bytes")
    print(f"{sum(done.sizes.values()) / 1e6:.2f} MB in total")
    if done.changes is None:
        print("first publication in this folder")
    elif not done.changes.changes:
        print("no tag has changed since the last publication")
    else:
        print("since the last publication: " + ", ".join(f"{count:,} {WORDS[what]}" for what, count in done.changes.counts().items()))
    return 0
