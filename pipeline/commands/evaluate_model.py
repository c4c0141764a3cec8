"""``evaluate-model``: the fallback model on texts that it has not seen, on wording whose rules were taken away, and beside simpler ways."""

import argparse
import hashlib
import sys
import time

from pipeline.commands.arguments import file, folder
from pipeline.errors import InputError
from pipeline.processes import stoppable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--dataset", type=folder, required=True, metavar="DIR", help="the dataset that the model was trained on")
    parser.add_argument("--gold", type=file, metavar="FILE", help="the official statements that it was trained on, one JSON object a line")
    parser.add_argument("--model", type=file, metavar="FILE", help="the model (default: the one that builds read)")
    parser.add_argument("--quick", action="store_true", help="leave out the rule drop-out, which fits a model for every rule group")
    parser.add_argument("--write", action="store_true", help="write MODEL_CARD.md and scores.json beside the model, too")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes and threads that share the work (default: 2)")


def run(args: argparse.Namespace) -> int:
    """Print the model card."""
    if not 1 <= args.jobs <= 256:
        raise InputError("--jobs: a number of processes from 1 to 256")
    if args.quick and args.write:
        raise InputError("--write goes with the whole evaluation: leave --quick away")
    with stoppable():
        return _run(args)


def _talk(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _run(args: argparse.Namespace) -> int:
    from pipeline.classify.fallback import FILE
    from pipeline.classify.fallback_file import read_model
    from pipeline.classify.fallback_fit import require_solver
    from pipeline.classify.fallback_table import table_of
    from pipeline.publish.model_card import model_card, scores_json
    from pipeline.publish.whole_file import write_bytes
    from pipeline.validate.dataset import open_dataset
    from pipeline.validate.fallback_examples import read_examples
    from pipeline.validate.model_lift import lift
    from pipeline.validate.model_scores import score_model

    started = time.perf_counter()
    path = FILE if args.model is None else args.model
    model = read_model(path)
    data = path.read_bytes()
    if not args.quick:
        require_solver()
    examples = read_examples(args.dataset, args.gold, args.jobs)
    table = table_of(examples.rows, examples.official, model.names)
    scores = score_model(table, model, args.jobs, not args.quick, _talk)
    about = (model, hashlib.sha256(data).hexdigest(), len(data), scores, lift(table, open_dataset(args.dataset), scores))
    card = model_card(*about)
    if args.write:
        write_bytes(path.with_name("scores.json"), scores_json(*about))
        write_bytes(path.with_name("MODEL_CARD.md"), card.encode())
    print(card, end="")
    _talk(f"evaluated in {time.perf_counter() - started:.1f} s")
    return 0
