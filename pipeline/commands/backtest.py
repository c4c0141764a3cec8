"""``backtest``: corrections of the past put back into today's scripts, to see whether ``validate`` would have found them."""

import argparse
from collections import Counter

from pipeline.commands.arguments import file, folder
from pipeline.commands.validate import add_engine_argument, facts_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--fixes", type=file, required=True, metavar="FILE", help="corrections, one JSON object a line")
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset")
    add_engine_argument(parser)
    parser.add_argument("--list", action="store_true", help="every correction with its outcome, too")


def run(args: argparse.Namespace) -> int:
    """Prints recall, the share of corrected states that are quiet, and what was missed."""
    from pipeline.publish.terminal import plain
    from pipeline.validate.backtest import backtest, read_fixes
    from pipeline.validate.findings_report import share
    from pipeline.validate.text_effects import read_text_cards

    fixes = read_fixes(args.fixes)
    engines = facts_of(args.engine)
    tested = backtest(fixes, read_text_cards(args.dataset), engines)
    if args.list:
        for one in tested:
            now = "not compared" if one.quiet is None else "quiet" if one.quiet else "flagged"
            fix = one.fix
            print(plain(f"{one.outcome}; corrected: {now}; {one.engine} {fix.passcode} {fix.name or ''} {fix.effect_var or ''} {fix.change}"))
    for engine in (None, *(facts.engine for facts in engines)):
        some = [one for one in tested if engine in (None, one.engine)]
        quiet = [one.quiet for one in some if one.quiet is not None]
        flagged = sum(one.outcome == "flagged" for one in some)
        print(f"{engine or 'all'}: recall {share(flagged, len(some))}; the corrected state is quiet on {share(sum(quiet), len(quiet))}")
    missed = Counter(one.outcome for one in tested if one.outcome != "flagged")
    print("missed: " + (", ".join(f"{n} {why}" for why, n in missed.most_common()) or "none"))
    if len(tested) < len(fixes):
        print(f"left out: {len(fixes) - len(tested)} of engines that were not asked for")
    return 0
