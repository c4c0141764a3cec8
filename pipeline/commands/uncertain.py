"""``uncertain``: what stays uncertain, for a judge to settle; and a judge's answers as rulings data."""

import argparse
import sys

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset, with its texts")
    parser.add_argument("--model", type=file, metavar="FILE", help="the fallback model (default: the one that builds read)")
    parser.add_argument(
        "--answers", type=file, metavar="FILE", help="uncertain_groups.csv with answers filled in: write rulings instead of the report"
    )
    parser.add_argument(
        "--out", type=file, required=True, metavar="PATH", help="folder for uncertain.html and uncertain_groups.csv; with --answers, a new *.yml file"
    )


def run(args: argparse.Namespace) -> int:
    """Write the report, or the rulings; a line about it goes to standard output."""
    from pipeline.classify.fallback import FILE, load_fallback
    from pipeline.classify.rulings import load_rulings
    from pipeline.publish.uncertain_page import uncertain_page
    from pipeline.publish.uncertain_table import uncertain_csv
    from pipeline.publish.whole_file import write_bytes
    from pipeline.safe_yaml import parse_yaml
    from pipeline.validate.reviewed import reviewed, rulings_yaml
    from pipeline.validate.uncertain import uncertain_report

    if args.model is not None and not args.model.is_file():
        raise InputError(f"{args.model}: no model is there")
    report = uncertain_report(args.dataset, load_fallback(FILE if args.model is None else args.model))
    count = sum(len(group.effects) for group in report.groups)
    if args.answers is not None:
        if args.out.suffix != ".yml" or args.out.exists():
            raise InputError(f"{args.out}: a new file that ends in .yml is expected, nothing is overwritten")
        rulings = reviewed(args.answers, report, load_rulings())
        text = rulings_yaml(rulings)
        parse_yaml(text.encode(), str(args.out))
        write_bytes(args.out, text.encode())
        print(f"{len(rulings)} of {count} uncertain effects settled: {args.out}; data/rulings is where builds read rulings")
        return 0
    write_bytes(args.out / "uncertain_groups.csv", uncertain_csv(report))
    write_bytes(args.out / "uncertain.html", uncertain_page(report).encode())
    print(f"{count} of {report.effects:,} effects are uncertain, in {len(report.groups)} groups")
    for group in report.groups[:10]:
        print(f"  {group.key}  {len(group.effects):3}  {group.title}")
    print(f"written to {args.out}", file=sys.stderr)
    return 0
