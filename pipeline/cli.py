"""The front door: arguments in, exit code out. Each command lives in its own module of `pipeline.commands`."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from pipeline import __version__
from pipeline.errors import InputError

# By name: the module that runs it and the line that the help shows. Imported only when asked for.
COMMANDS: dict[str, str] = {
    "dataset": "collect cards, tag every effect, write the tables",
    "supplements": "collect the official notes on cards, and answers to questions",
    "merge": "lay card sources beside each other: what they say differently, by cause",
    "diff": "show which tags changed between two builds, with the text change that caused them",
    "card": "show one card: each effect, its windows, the reason and the rule",
    "report": "write a dataset as pages to look at: an explorer of its cards and four reports",
    "publish": "write the tags of a dataset without card texts, measured, with a changelog, to be kept with the code",
    "reading": "measure how well the texts were read, against public witnesses",
    "rules": "show the rules, or judge them by a dataset: coverage, overlaps, conflicts, accuracy",
    "engine": "compare a dataset with the hand-coded engine: where two codings of the rulebook part",
    "scenarios": "play rulings through the hand-coded engine and explain what differs",
    "scripts": "run the simulators' scripts and record what they register",
    "validate": "compare a dataset with the simulators' scripts and rank where the scripts are likely wrong",
    "backtest": "put past corrections of scripts back and see whether validate would have found them",
    "official": "read the official supplements: what they say, and where they contradict the printed text",
    "train": "fit the fallback model to a dataset of a real source and to official statements",
    "evaluate-model": "score the fallback model: held-out texts, rule drop-out, the lift over the rules; and write its card",
    "uncertain": "report what stays uncertain, sorted for a judge; or turn a judge's answers into rulings",
    "evaluate": "score a dataset against public rulings or official statements",
}


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m pipeline",
        description="Tags every effect of every Yu-Gi-Oh! card with whether, when and why it may be activated in the Damage Step.",
        epilog="Results go to standard output, progress to standard error; bad input ends with one line and exit code 2.",
    )
    parser.add_argument("--version", action="version", version=f"damage-step-pipeline {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, line in COMMANDS.items():
        sub = commands.add_parser(name, help=line, description=line[0].upper() + line[1:] + ".")
        if name == chosen:
            import_module(f"pipeline.commands.{name.replace('-', '_')}").add_arguments(sub)
    return parser


def _speak_anyway() -> None:
    """A terminal that knows no Japanese gets escapes instead of an end with an error; a closed one gets nothing."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence() -> None:
    """What is still waiting to be written cannot be: the interpreter shall not try it again at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the process' exit code: 0, 1 (the command says what failed) or 2 (bad input)."""
    given = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in given if not word.startswith("-")), None)
    _speak_anyway()
    try:
        args = _parser(chosen).parse_args(given)
        code: int = import_module(f"pipeline.commands.{args.command.replace('-', '_')}").run(args)
        sys.stdout.flush()
    except InputError as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output closed it ("| head"): nothing more to say, and nothing wrong.
        _silence()
        return 0
    except OSError as error:
        where = error.filename if error.filename is not None else "the output"
        print(f"error: {where}: {error.strerror or error}", file=sys.stderr)
        _silence()
        return 2
    except KeyboardInterrupt as stop:
        print("stopped; nothing was written by halves", file=sys.stderr)
        return 128 + getattr(stop, "signum", 2)
    return code
