"""``scenarios``: plays the rulings of ``data/scenarios`` through the engine; exit code 1 if one does not come out as ruled."""

import argparse

from pipeline.commands.arguments import folder
from pipeline.engine.library import FOLDER, read_cards, read_scenarios
from pipeline.engine.scenario import Played, play
from pipeline.engine.trace import traced
from pipeline.errors import InputError
from pipeline.windows import RULESETS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="scenarios to play (default: all)")
    parser.add_argument("--ruleset", choices=RULESETS, help="only under this ruleset (default: all that a scenario names)")
    parser.add_argument("--data", type=folder, default=FOLDER, metavar="DIR", help="folder with cards.yml, rules.yml and scenarios (default: ours)")
    parser.add_argument("--trace", action="store_true", help="show the battle window by window")


def run(args: argparse.Namespace) -> int:
    """Plays and reports; 1 if a scenario fails."""
    cards, scenarios = read_cards(args.data / "cards.yml"), read_scenarios(args.data)
    ids = [name.upper() for name in args.ids]
    unknown = [given for given, name in zip(args.ids, ids, strict=True) if name not in scenarios]
    if unknown:
        raise InputError(f"no scenario {unknown[0][:60]!r}; there are {len(scenarios)}, {next(iter(scenarios), 'none')} is the first")
    chosen = [scenarios[name] for name in ids] or list(scenarios.values())
    if args.ruleset is not None and not any(args.ruleset in one.rulesets for one in chosen):
        raise InputError(f"none of these scenarios is ruled under {args.ruleset}")
    played = failed = left_open = 0
    for scenario in chosen:
        if scenario.open is not None:
            left_open += 1
            if args.ids:
                print(f"{scenario.id}  open  {scenario.title}: {scenario.open}")
            continue
        for ruleset in scenario.rulesets:
            if args.ruleset in (None, ruleset):
                result = play(scenario, cards, ruleset)
                played += 1
                failed += not result.passed
                if args.trace:
                    print(_traced(result))
                if not result.passed or args.ids:
                    print(_verdict(result))
    print(f"{played - failed} of {played} plays of {len(chosen) - left_open} scenarios came out as ruled; {left_open} scenarios are open questions")
    return 1 if failed else 0


def _verdict(result: Played) -> str:
    head = f"{result.scenario.id}  {result.ruleset}  {'passed' if result.passed else 'FAILED'}  {result.scenario.title}"
    failure = result.failure
    if failure is None:
        return head
    state = result.states[-1][1] if result.states else None
    where = "" if state is None else f"\n  the state: {state.moment.key}, chain of {len(state.chain)}, LP {state.lp[0]} and {state.lp[1]}"
    rule = "" if failure.rule is None else f" ({failure.rule})"
    return f"{head}\n  line {failure.line}: expected: {failure.expected}\n  got: {failure.got}{rule}{where}"


def _traced(result: Played) -> str:
    return "\n".join((f"{result.scenario.id} under {result.ruleset}: {result.scenario.title}", *traced(result.states)))
