"""``python -m pipeline official``: what the official supplements say, how well they were read, and where they contradict the text."""

import argparse
import sys

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--input", type=file, required=True, metavar="PATH", help="official supplements: JSON lines (plain or gzip) or a checkout folder"
    )
    parser.add_argument("--dataset", type=folder, metavar="DIR", help="a built dataset with its texts, to find the effects that are meant")
    parser.add_argument("--gold", type=file, metavar="FILE", help="another reading of the same notes (official statements), to compare with")
    parser.add_argument(
        "--ruleset", choices=("ocg", "tcg"), default="ocg", help="rules to judge the texts by (default: ocg, which the notes speak of)"
    )
    parser.add_argument("--list", choices=("unread", "unplaced", "contradictions", "differences"), help="instead of the figures, one list")
    parser.add_argument("--csv", action="store_true", help="write the list as CSV")


def run(args: argparse.Namespace) -> int:
    """Print the figures, or one list."""
    from pipeline.publish.csv_cells import write_csv
    from pipeline.validate.dataset import open_dataset
    from pipeline.validate.supplement_report import HEADS, agreement, cards_of, figures, listed, place, read_all
    from pipeline.validate.text_table import aligned

    if args.dataset is None and (args.gold is not None or args.list in ("unplaced", "contradictions")):
        raise InputError("official: this needs --dataset DIR, a built dataset with its texts")
    if args.list == "differences" and args.gold is None:
        raise InputError("official: --list differences needs --gold FILE, another reading to compare with")
    if args.csv and args.list is None:
        raise InputError("official: --csv goes with --list")
    loaded, read = read_all(args.input)
    for line in loaded.skipped[:5]:
        print(f"skipped: {line}", file=sys.stderr)
    if len(loaded.skipped) > 5:
        print(f"skipped: {len(loaded.skipped) - 5} more", file=sys.stderr)
    placed = None if args.dataset is None else place(read, loaded.revision, cards_of(args.dataset), args.ruleset)
    agreed = None if placed is None or args.gold is None else agreement(placed, open_dataset(args.dataset), args.gold)
    if args.list is None:
        print("\n".join(figures(loaded, read, placed, agreed)))
        return 0
    lines, heads = listed(args.list, read, placed, agreed), HEADS[args.list]
    if args.csv:
        import pyarrow as pa

        columns = {head: [None if line[head] is None else str(line[head]) for line in lines] for head in heads}
        sys.stdout.flush()
        write_csv(pa.table({head: pa.array(cells, pa.string()) for head, cells in columns.items()}), sys.stdout.buffer)
    else:
        print("\n".join(aligned(heads, [[line[head] for head in heads] for line in lines])))
    return 0
