"""``python -m pipeline evaluate``: a dataset beside public rulings or official statements."""

import argparse
import sys

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError
from pipeline.windows import RULESETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset")
    parser.add_argument("--gold", type=file, required=True, metavar="FILE", help="rulings or official statements, one JSON object a line")
    parser.add_argument("--ruleset", choices=RULESETS, help="the ruleset that the dataset must have been built for")
    parser.add_argument("--list", choices=("wrong", "open", "windows"), help="instead of the score, each such fact beside what the dataset says")


def run(args: argparse.Namespace) -> int:
    """Print the score, or one list of facts."""
    from pipeline.validate.dataset import open_dataset
    from pipeline.validate.gold import read_gold
    from pipeline.validate.score import score
    from pipeline.validate.score_report import list_lines, required, score_lines

    gold = read_gold(args.gold)
    dataset = open_dataset(args.dataset)
    if args.ruleset is not None and args.ruleset != dataset.ruleset:
        raise InputError(f"the dataset in {args.dataset} was built for ruleset {dataset.ruleset}, not {args.ruleset}: build one with --ruleset")
    scored = score(gold, dataset)
    facts = required(scored, dataset, args.gold)
    if dataset.stale:
        print("note: the dataset was built by other code than the one at hand; its verdicts are scored as they are", file=sys.stderr)
    print("\n".join(list_lines(facts, dataset, args.list) if args.list else score_lines(facts, scored, dataset, args.gold)))
    return 0
