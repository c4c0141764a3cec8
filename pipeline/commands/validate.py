"""``validate``: a dataset beside the simulators' scripts, and where the scripts are likely wrong."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.commands.arguments import file, folder
from pipeline.engine.script_facts import ENGINES, EngineName
from pipeline.errors import InputError
from pipeline.processes import stoppable
from pipeline.publish.terminal import plain
from pipeline.resources import data_folder

if TYPE_CHECKING:
    from pipeline.engine.script_facts import Facts
    from pipeline.validate.findings import Finding

_SHOWN = 20  # scripts that could not be read
_SEVERITIES = ("high", "medium", "low")


def add_engine_argument(parser: argparse.ArgumentParser) -> None:
    """The option that names engines, shared with ``backtest``."""
    parser.add_argument(
        "--engine", action="append", default=[], metavar="NAME=PATH",
        help="edopro=PATH or ygopro=PATH: a checkout of the scripts, or facts that `scripts` wrote (default: those that come with the code)",
    )  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a built dataset")
    add_engine_argument(parser)
    parser.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for findings and compared, CSV and Parquet; made if absent")
    parser.add_argument("--gold", type=file, metavar="FILE", help="official statements or rulings, one JSON object a line")
    parser.add_argument("--alone", action="store_true", help="do not hear the other engine, whose facts come with the code, as a witness")
    parser.add_argument("--fail-on", choices=_SEVERITIES, help="exit code 1 where a finding is at least so likely")
    parser.add_argument("--sarif", type=file, metavar="FILE", help="write the findings as SARIF 2.1.0 too")
    parser.add_argument(
        "--baseline", type=file, metavar="FILE", help="an earlier --sarif: --fail-on and --github then speak only of findings that it lacks"
    )
    parser.add_argument("--github", action="store_true", help="print annotations for GitHub Actions instead of the likeliest findings")
    parser.add_argument("--least", choices=_SEVERITIES, default="low", help="leave findings below this out of SARIF and annotations (default: low)")
    parser.add_argument("--top", type=int, default=20, metavar="N", help="so many findings on the terminal (default: 20)")


def facts_of(given: list[str]) -> "list[Facts]":
    """The facts of the engines that the arguments name, in a fixed order. `InputError` where one cannot be read."""
    from pipeline.engine.script_facts import read_facts

    paths: dict[EngineName, Path] = {}
    for words in given:
        name, _, value = words.partition("=")
        engine = next((one for one in ENGINES if one == name), None)
        if engine is None or not value:
            raise InputError(f"--engine {words!r}: {' or '.join(f'{one}=PATH' for one in ENGINES)} is expected")
        if engine in paths:
            raise InputError(f"--engine names {engine} twice")
        paths[engine] = Path(value)
    if not paths:
        paths = {name: path for name in ENGINES if (path := data_folder("engines") / f"{name}.parquet").is_file()}
        if not paths:
            raise InputError("no facts of scripts come with this installation: name them with --engine")
    found = []
    for engine in ENGINES:
        if engine not in paths:
            continue
        path = paths[engine]
        if path.is_dir():
            found.append(_from_checkout(engine, path))
            continue
        if not path.is_file():
            raise InputError(f"{path}: no such file or folder")
        facts = read_facts(path)
        if facts.engine != engine:
            raise InputError(f"{path}: these are facts of {facts.engine}, not of {engine}")
        found.append(facts)
    return found


def witnesses(engines: "list[Facts]") -> "list[Facts]":
    """The facts that come with the code, of engines that were not named: they are heard, and not judged."""
    from pipeline.engine.script_facts import read_facts

    named = {facts.engine for facts in engines}
    paths = [path for name in ENGINES if name not in named and (path := data_folder("engines") / f"{name}.parquet").is_file()]
    return [read_facts(path) for path in paths]


def unread_lines(facts: "Facts", errors: Mapping[int, str]) -> list[str]:
    """The scripts that could not be read, and why; the first `_SHOWN` of them."""
    lines = [f"not read: {plain(facts.path_of(script))}: {plain(why)}" for script, why in list(errors.items())[:_SHOWN]]
    return lines + ([f"not read: {len(errors) - _SHOWN} more"] if len(errors) > _SHOWN else [])


def _from_checkout(engine: EngineName, path: Path) -> "Facts":
    from pipeline.engine.scripts import read_scripts

    with stoppable():
        facts, errors = read_scripts(engine, path, progress=lambda line: print(line, file=sys.stderr, flush=True))
    if errors:
        print(f"{engine}: {len(errors)} scripts could not be read; their cards are not compared", file=sys.stderr)
        print("\n".join(unread_lines(facts, errors)), file=sys.stderr)
    return facts


def run(args: argparse.Namespace) -> int:
    """Compares, writes, prints; 1 where ``--fail-on`` says so."""
    from pipeline.validate.dataset import open_dataset
    from pipeline.validate.findings import compare, findings
    from pipeline.validate.findings_formats import annotations, fingerprint, fingerprints, sarif, unread
    from pipeline.validate.findings_report import report
    from pipeline.validate.findings_tables import write_reports, write_text
    from pipeline.validate.official import by_row, officials
    from pipeline.validate.text_effects import read_text_cards

    if args.top < 0:
        raise InputError("--top: a number from 0 on is expected")
    if args.sarif is not None and not args.sarif.parent.is_dir():
        raise InputError(f"--sarif {args.sarif}: there is no folder {args.sarif.parent}")
    dataset = open_dataset(args.dataset)
    known = fingerprints(args.baseline) if args.baseline is not None else None
    statements = by_row(officials(args.gold, dataset)) if args.gold is not None else {}
    engines = facts_of(args.engine)
    heard = engines if args.alone else engines + witnesses(engines)
    compared = compare(read_text_cards(args.dataset), heard, statements)
    found = findings(compared, engines)
    about = {"dataset": dataset.source, "dataset_revision": dataset.revision, "ruleset": dataset.ruleset}
    about |= {f"{facts.engine}_revision": facts.revision for facts in heard}
    write_reports(args.out, found, compared, about)
    if dataset.stale:
        print("note: the dataset was built by other code than the one at hand; its verdicts are compared as they are", file=sys.stderr)
    told = _at_least(args.least, found)
    if args.sarif is not None:
        write_text(args.sarif, json.dumps(sarif(told, engines, known), ensure_ascii=False, indent=1) + "\n")
    print("\n".join(report(compared, found, engines, 0 if args.github else args.top)))
    fresh = [one for one in found if known is None or fingerprint(one) not in known]
    if known is not None:
        print(f"{len(fresh)} of {len(found)} findings are not in {plain(str(args.baseline))}")
    if args.github:
        print("\n".join(annotations(_at_least(args.least, fresh)) + unread(engines)))
    failing = [] if args.fail_on is None else _at_least(args.fail_on, fresh)
    if failing:
        new = "" if known is None else "new "
        print(f"--fail-on {args.fail_on}: {len(failing)} {new}findings are at least so likely", file=sys.stderr)
    return int(bool(failing))


def _at_least(severity: str, found: "list[Finding]") -> "list[Finding]":
    return [one for one in found if _SEVERITIES.index(one.severity) <= _SEVERITIES.index(severity)]
