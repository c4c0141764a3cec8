"""``train``: fits the fallback model to a dataset and official statements, and writes it."""

import argparse
import sys
import time

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError
from pipeline.processes import stoppable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="a dataset built from a real source, with its texts")
    parser.add_argument("--gold", type=file, metavar="FILE", help="official statements, one JSON object a line (default: rules alone)")
    parser.add_argument("--out", type=folder, metavar="DIR", help="folder for fallback.npz (default: the one that builds read)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes and threads that share the work (default: 2)")
    parser.add_argument("--risk", type=float, default=0.02, metavar="P", help="of what the model decides, at most this share wrong (default: 0.02)")


def run(args: argparse.Namespace) -> int:
    """Train and write; a few facts go to standard output."""
    if not 1 <= args.jobs <= 256:
        raise InputError("--jobs: a number of processes from 1 to 256")
    if not 0.001 <= args.risk <= 0.5:
        raise InputError("--risk: a share from 0.001 to 0.5")
    with stoppable():
        return _run(args)


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _run(args: argparse.Namespace) -> int:
    from pipeline.classify.fallback import FILE
    from pipeline.classify.fallback_file import packed
    from pipeline.classify.fallback_fit import require_solver
    from pipeline.classify.fallback_model import Facts
    from pipeline.classify.fallback_table import table_of
    from pipeline.classify.fallback_train import train
    from pipeline.publish.whole_file import write_bytes
    from pipeline.validate.fallback_examples import read_examples

    started = time.perf_counter()
    require_solver()
    examples = read_examples(args.dataset, args.gold, args.jobs)
    table = table_of(examples.rows, examples.official)
    _talk(f"{len(examples.rows):,} activated effects read, {len(table.names):,} categories, {int(table.cluster.max()) + 1:,} clusters of texts")
    labelled = table.labelled
    facts = Facts(
        source=examples.source,
        revision=examples.revision,
        rulesets=("tcg", "ocg"),
        examples=int(labelled.sum()),
        official=int((labelled & table.official).sum()),
        risk=args.risk,
        curves={},
        thresholds={},
    )
    model = train(table, facts, args.jobs, _talk)
    path = FILE if args.out is None else args.out / FILE.name
    data = packed(model)
    write_bytes(path, data)
    print(f"{path}: {len(data):,} bytes, {len(model.weights)} models, {facts.examples:,} examples, {facts.official:,} of them official statements")
    for name, bar in model.facts.thresholds.items():
        print(f"  {name:32} {'never decided' if bar > 1 else f'decided from {bar:.3f} on'}")
    _talk(f"trained in {time.perf_counter() - started:.1f} s")
    return 0
