"""Small battles with cards made up on the spot, and play without anybody's will."""

from collections.abc import Callable, Mapping

from pipeline.engine.damage_step import Activate, Decide, Pass, begin, must, step
from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec, Op
from pipeline.engine.state import State
from pipeline.windows import Ruleset

_MOST_STEPS = 300


def monster(*effects: EffectSpec, words: tuple[str, ...] = ()) -> CardSpec:
    """A monster with these effects."""
    return CardSpec("Monster", effects=effects, words=words)


def continuous(*ops: Op, no: int = 1, needs: tuple[str, ...] = ()) -> EffectSpec:
    """A continuous effect."""
    return EffectSpec(no, "continuous", actions=ops, needs=needs)


def battle(
    cards: Mapping[str, CardSpec], turn: Side, other: Side, *, on: str = "Defender", ruleset: Ruleset = "tcg", battle_step: bool = False
) -> State:
    """``Attacker`` of T attacks; cards besides ``Vanilla`` are those that are given."""
    setup = Setup(Attack("Attacker", on), turn, other)
    return begin(first_state(setup, {**cards, "Vanilla": CardSpec("Monster")}, ruleset, battle_step=battle_step))


def one_on_one(attacker: CardSpec, defender: CardSpec, strengths: tuple[int, int] = (2000, 1000), *, ruleset: Ruleset = "tcg") -> State:
    """A battle of two monsters in Attack Position."""
    own, foe = OnField("A", alias="Attacker", atk=strengths[0]), OnField("D", alias="Defender", atk=strengths[1])
    return battle({"A": attacker, "D": defender}, Side((own,)), Side((foe,)), ruleset=ruleset)


def until(state: State, arrived: Callable[[State], bool]) -> State:
    """Play goes on without anybody's will until it has arrived or is over."""
    for _ in range(_MOST_STEPS):
        if arrived(state) or state.moment.key == "closed":
            return state
        state = on(state)
    raise AssertionError("it never comes to that")


def on(state: State) -> State:
    """One action without anybody's will: what must be done is done, the rest declined."""
    if state.questions:
        return step(state, Decide(state.questions[0].player, False))
    owed = must(state, state.priority)
    return step(state, owed[0] if owed else Pass(state.priority))


def to(state: State, key: str) -> State:
    """Play goes on to this moment."""
    return until(state, lambda one: one.moment.key == key)


def resolved(state: State, *actions: Activate) -> State:
    """The state after these activations have resolved; the other player passes where it is his turn."""
    for action in actions:
        while state.priority != action.player:
            state = step(state, Pass(state.priority))
        state = step(state, action)
    return until(state, lambda one: not one.chain)
