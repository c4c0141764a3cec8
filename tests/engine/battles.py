"""Plays random battles and looks for broken invariants: ``python -m tests.engine.battles --count 10000 --seed 1``.

Prints how many were played, how long it took and each broken invariant with what repeats it (``--only``); exit code 1 if there is one.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pipeline.engine.damage_step import Action, Activate, Decide, Pass, begin, legal_actions, step
from pipeline.engine.inspect import differences
from pipeline.engine.library import read_cards, read_rules
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec
from pipeline.engine.state import Player, State
from pipeline.windows import RULESETS, Ruleset
from tests.engine import invariants
from tests.engine.choices import Choices, Seeded, chance
from tests.engine.fields import random_setup
from tests.engine.inventions import invented_card

MOST_ACTIONS = 1000  # a battle of more has no end
_PASSES = 4  # once in so many times a player lets it be, whatever there is to do


class Battle(NamedTuple):
    """A battle that was played: every state, and what led from each to the next."""

    states: list[State]
    actions: list[Action]


class Broken(Exception):
    """An invariant that does not hold; `battle` is what was played until then."""

    def __init__(self, what: str, battle: Battle) -> None:
        super().__init__(what)
        self.battle = battle


def random_start(source: Choices, library: Mapping[str, CardSpec], ruleset: Ruleset) -> State:
    """The first state of a random battle, in which every fourth field has cards made up on the spot."""
    if chance(source, 4):
        made = {f"Invention {number}": invented_card(source) for number in range(12)}
        library = {**dict(list(library.items())[::8]), "Vanilla": library["Vanilla"], **made}
    setup = random_setup(source, library)
    if ruleset == "ocg-mr2" and chance(source, 3):
        setup = msgspec.structs.replace(setup, split_end=True)
    return first_state(setup, library, ruleset, battle_step=chance(source, 6))


def played(source: Choices, start: State, rules: Collection[str], *, thorough: bool = True) -> Battle:
    """A battle of random legal actions to its end. Raises `Broken` for what should not be."""
    battle = Battle([begin(start)], [])
    try:
        for _ in range(MOST_ACTIONS):
            state = battle.states[-1]
            _check(invariants.of_state(state), battle)
            if thorough:
                _check(invariants.of_actions(state, rules), battle)
            action = _choice(source, state)
            if action is None:
                _check(_same_again(battle), battle)
                return battle
            if thorough:
                _check(_refused(source, state, rules), battle)
            kept = dict(state.cards)
            after = step(state, action)
            battle.actions.append(action)
            battle.states.append(after)
            _check(invariants.of_step(state, action, after), battle)
            if state.cards != kept:
                raise Broken("a state was changed in place", battle)
    except Broken:
        raise
    except Exception as error:
        raise Broken(f"{type(error).__name__}: {error}", battle) from error
    raise Broken(f"no end after {MOST_ACTIONS} actions", battle)


def _check(found: Iterator[str], battle: Battle) -> None:
    for what in found:
        raise Broken(what, battle)


def _choice(source: Choices, state: State) -> Action | None:
    active = state.questions[0].player if state.questions else state.priority
    options = legal_actions(state, active)
    if not options:
        return None
    if Pass(active) in options and chance(source, _PASSES):
        return Pass(active)
    return source.pick(options[::-1])


def _refused(source: Choices, state: State, rules: Collection[str]) -> Iterator[str]:
    """Something that is not listed is tried, too."""
    for passing in (Pass("T"), Pass("N")):
        if passing not in legal_actions(state, passing.player):
            yield from invariants.of_refusal(state, passing, rules)
    card = source.pick(list(state.cards.values()))
    if not card.spec.effects:
        return
    effect = source.pick(card.spec.effects)
    players: tuple[Player, ...] = ("T", "N")
    player = source.pick(players)
    tried = {(one.card, one.effect, one.option) for one in legal_actions(state, player) if isinstance(one, Activate)}
    if (card.id, effect.no, effect.option) not in tried:
        yield from invariants.of_refusal(state, Activate(player, card.id, effect.no, effect.option), rules)


def _same_again(battle: Battle) -> Iterator[str]:
    state = battle.states[0]
    for action in battle.actions:
        state = step(state, action)
    if state != battle.states[-1]:
        yield "the same actions have led to another state"


def told(battle: Battle) -> str:
    """The battle in words, to see what went wrong."""
    first = battle.states[0]
    lines = [f"{first.rules.name}: {first.attacker} attacks {first.target or 'directly'}, LP {first.lp[0]} and {first.lp[1]}"]
    for card in first.cards.values():
        lines.append(f"  {card.controller} {card.zone} {card.id} {card.atk}/{card.defense}{'' if card.face_up else ' face-down'}")
    for before, action, after in zip(battle.states, battle.actions, battle.states[1:], strict=False):
        lines.append(f"{before.moment.key}: {_word(action)}")
        lines += [f"    {change}" for change in differences(before, after)]
    return "\n".join(lines)


def _word(action: Action) -> str:
    match action:
        case Pass():
            return f"{action.player} passes"
        case Decide():
            return f"{action.player} {'replaces' if action.yes else 'does not replace'} the destruction"
        case Activate():
            aimed = f" at {', '.join(action.targets)}" if action.targets else ""
            return f"{action.player} activates {action.card} ({action.effect}){aimed}"


def fingerprint(battle: Battle) -> bytes:
    """A digest of everything that was allowed and done: equal before and after a change of structure."""
    digest = hashlib.sha256()
    for state in battle.states:
        active = state.questions[0].player if state.questions else state.priority
        digest.update(repr((state.moment.key, state.lp, legal_actions(state, active))).encode())
    return digest.digest()


def main(given: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.battles", description="Random battles through the engine.")
    parser.add_argument("--count", type=int, default=1000, help="how many (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, help="of all choices (default: 1)")
    parser.add_argument("--only", type=int, help="this one battle, in words")
    parser.add_argument("--quick", action="store_true", help="compare no refusals and explanations")
    parser.add_argument("--digest", action="store_true", help="print one number for everything that was allowed and done")
    args = parser.parse_args(given)
    cards, rules = read_cards(), frozenset(read_rules())
    digest, seen, events = hashlib.sha256(), Counter[str](), Counter[str]()
    failed = actions = 0
    begun = time.perf_counter()
    for number in range(args.count) if args.only is None else (args.only,):
        source = Seeded(f"{args.seed}:{number}")
        ruleset = RULESETS[number % len(RULESETS)]
        try:
            battle = played(source, random_start(source, cards, ruleset), rules, thorough=not args.quick)
        except Broken as broken:
            failed += 1
            battle = broken.battle
            kind = str(broken)
            seen[kind.partition(":")[0]] += 1
            if failed <= 20 or args.only is not None:
                print(f"--seed {args.seed} --only {number} ({ruleset}): {kind}", flush=True)
            if args.only is not None and broken.__cause__ is not None:
                print(told(battle))
                raise broken.__cause__ from None
        actions += len(battle.actions)
        events += invariants.counted(battle.states[-1].log)
        if args.digest:
            digest.update(fingerprint(battle))
        if args.only is not None:
            print(told(battle))
    spent = time.perf_counter() - begun
    print(f"{args.count if args.only is None else 1} battles, {actions} actions, {spent:.1f} s, {failed} with a broken invariant")
    print("events: " + ", ".join(f"{what} {number}" for what, number in events.most_common(40)))
    if args.digest:
        print(f"digest {digest.hexdigest()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
