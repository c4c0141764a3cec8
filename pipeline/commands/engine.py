"""``engine``: a dataset beside the hand-coded Damage Step engine, a check of consistency between two codings of the rulebook."""

import argparse

from pipeline.commands.arguments import folder
from pipeline.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset")
    parser.add_argument("--list", metavar="RULE", help="the rows that differ and that this rule tagged; 'all' for every one")
    parser.add_argument("--cards", action="store_true", help="instead: the cards of the scenarios by hand beside what is read of their texts")


def run(args: argparse.Namespace) -> int:
    """Compares and prints; differences are findings, not failures."""
    if args.cards:
        return _cards(args)
    from pipeline.validate.engine_check import compare, differences, summary
    from pipeline.validate.explained import read_differences

    ruleset, rows = compare(args.dataset)
    found = differences(rows, read_differences(), ruleset)
    if args.list is None:
        print(f"ruleset {ruleset}")
        print("\n".join(summary(rows, found)))
        return 0
    if args.list != "all" and args.list not in {row.rule for row in rows}:
        raise InputError(f"--list {args.list[:60]!r}: no activated effect was tagged by such a rule; 'all' lists every difference")
    for one in found:
        if args.list in (one.row.rule, "all"):
            ours, theirs = one.sides
            why = "-" if one.explained is None else one.explained.kind
            print(f"{one.row.effect_id}\t{one.row.name}\t{one.row.kind}\t{one.row.rule} {ours}\t{' '.join(one.row.engine.rules)} {theirs}\t{why}")
    return 0


def _cards(args: argparse.Namespace) -> int:
    from pipeline.validate.cards_check import compare_cards
    from pipeline.validate.cards_report import report
    from pipeline.validate.explained import read_misread

    print("\n".join(report(compare_cards(args.dataset), read_misread(), every=args.list is not None)))
    return 0
