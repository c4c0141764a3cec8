"""``engine``: a dataset beside the hand-coded Damage Step engine, a check of consistency between two codings of the rulebook."""

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--dataset", type=Path, required=True, metavar="DIR", help="a built dataset")
    parser.add_argument("--list", metavar="RULE", help="the rows that differ and that this rule tagged")


def run(args: argparse.Namespace) -> int:
    """Compares and prints; differences are findings, not failures."""
    from pipeline.validate.engine_check import compare, summary

    ruleset, compared = compare(args.dataset)
    if args.list is not None:
        for one in compared:
            if not one.agree and one.rule == args.list:
                ours, theirs = "+".join(one.tag.keys()) or "never", "+".join(one.engine.windows.keys()) or "never"
                print(f"{one.effect_id}\t{one.name}\t{one.kind}\ttag {ours}\tengine {theirs}\t{' '.join(one.engine.rules)}")
        return 0
    print(f"ruleset {ruleset}")
    print("\n".join(summary(compared)))
    return 0
