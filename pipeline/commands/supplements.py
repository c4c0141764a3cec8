"""``python -m pipeline supplements``: official notes on cards, and answers to questions, into files of one form."""

import argparse
import sys

from pipeline.commands.arguments import file
from pipeline.errors import InputError
from pipeline.scrape.faq import FAQ_SOURCES, json_lines, load_faq
from pipeline.scrape.kept import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--source", required=True, metavar="NAME", help="where they come from: " + ", ".join(sorted(FAQ_SOURCES)))
    parser.add_argument("--input", type=file, metavar="PATH", help="the source's folder, or its list of cards")
    parser.add_argument("--out", type=file, metavar="FILE", help="supplements, one JSON object a card, as in yugioh-faq-history")
    parser.add_argument("--answers", type=file, metavar="FILE", help="answers, one JSON object a question, as in yugioh-qa-history")
    parser.add_argument("--offline", action="store_true", help="live sources: use only what was fetched before")


def run(args: argparse.Namespace) -> int:
    """Read the source and write what was asked for; the counts go to standard output."""
    if args.out is None and args.answers is None:
        raise InputError("nothing to write: give --out, --answers or both")
    found = load_faq(args.source, args.input, offline=args.offline, progress=_talk)
    for line in found.skipped[:5]:
        _talk(f"skipped: {line}")
    if len(found.skipped) > 5:
        _talk(f"skipped: {len(found.skipped) - 5} more")
    for path, records in ((args.out, found.supplements), (args.answers, found.answers)):
        if path is not None:
            replace_file(path, json_lines(records))
    print(f"{len(found.supplements)} supplements, {len(found.answers)} answers, {len(found.skipped)} skipped; {found.source} {found.revision}")
    return 0


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
