"""The battles that a card is tried in: as attacker, attacked, face-down, in a direct attack, as a bystander, winning or losing."""

from collections.abc import Iterator
from functools import cache

from pipeline.engine.damage_step import Decide, Pass, begin, must, step
from pipeline.engine.rulesets import RULES
from pipeline.engine.spec import CardSpec
from pipeline.engine.state import Piece, Player, State, other
from pipeline.windows import Ruleset

PROBE, MATE, FOE, FOE_MATE, BAIT = "probe", "mate", "foe", "foe's mate", "bait"


@cache
def moments_of_battles(ruleset: Ruleset) -> tuple[State, ...]:
    """All moments of the standard battles, as they open, with a monster without effects in the place of the card."""
    return tuple(state for battle in _BATTLES for state in _walked(_battle(ruleset, battle)))


# Who attacks, who is attacked, and their strength; "probe" is the card under test.
_BATTLES: tuple[tuple[str, int, str | None, int, bool], ...] = (
    (PROBE, 2000, FOE, 1000, False), (PROBE, 1000, FOE, 2000, False), (PROBE, 2000, FOE, 1000, True), (PROBE, 2000, None, 0, False),
    (FOE, 1000, PROBE, 2000, False), (FOE, 2000, PROBE, 1000, False), (FOE, 1000, PROBE, 2000, True), (FOE, 2000, PROBE, 1000, True),
    (MATE, 2000, FOE, 1000, False), (MATE, 1000, FOE, 2000, False), (MATE, 2000, None, 0, False), (MATE, 2000, FOE, 1000, True),
    (FOE, 1000, MATE, 2000, False), (FOE, 2000, MATE, 1000, False), (FOE, 2000, None, 0, False), (FOE, 1000, MATE, 2000, True),
)  # fmt: skip


def _battle(ruleset: Ruleset, battle: tuple[str, int, str | None, int, bool]) -> State:
    attacker, strength, target, held, hidden = battle
    mine: Player = "N" if attacker == FOE else "T"
    plain = CardSpec("Monster", words=("Warrior", "LIGHT"))
    cards = {}
    for name, owner in ((PROBE, mine), (MATE, mine), (FOE, other(mine)), (FOE_MATE, other(mine)), (BAIT, other(mine))):
        face_down = hidden and name == target
        value = strength if name == attacker else held if name == target else 500
        cards[name] = Piece(
            id=name, name=name, spec=plain, owner=owner, controller=owner, zone="monster", face_up=not face_down, defending=face_down, atk=value,
            defense=value, words=frozenset(plain.words),
        )  # fmt: skip
    return begin(State(rules=RULES[ruleset], cards=cards, lp=(8000, 8000), attacker=attacker, target=target, at=1))


def _walked(state: State) -> Iterator[State]:
    while not state.over:
        yield state
        before = state.at
        while state.at == before:
            if state.questions:
                state = step(state, Decide(state.questions[0].player, False))
            else:
                owed = must(state, state.priority)
                state = step(state, owed[0] if owed else Pass(state.priority))
