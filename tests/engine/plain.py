"""A plain battle: an Oracle attacks a wall."""

from pipeline.engine.damage_step import Activate, Pass, begin, legal_actions, step
from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Target
from pipeline.engine.state import State

TOKEN = CardSpec("Monster", words=("Token",))
ORACLE = CardSpec(
    "Monster",
    effects=(
        EffectSpec(1, "quick", target=Target(), actions=(Op("atk_def_change", "target", amount="+100"),), once="turn"),
        EffectSpec(2, "trigger", mandatory=True, events=(Happening("battles"),), actions=(Op("draw", "you"),)),
    ),
)


def plain() -> State:
    """A battle in which an Oracle attacks another monster."""
    library = {"Vanilla": CardSpec("Monster"), "Oracle": ORACLE, "Sheep": TOKEN}
    setup = Setup(
        Attack("Oracle", "Wall"),
        Side(("Oracle", "Sheep")),
        Side((OnField("Vanilla", alias="Wall", atk=1000),), hand=(OnField("Vanilla", alias="Card"),)),
    )
    return begin(first_state(setup, library, "tcg"))


def at(state: State, key: str) -> State:
    """Play goes on to this moment."""
    while state.moment.key != key:
        owed = [action for action in legal_actions(state, state.priority) if isinstance(action, Activate) and action.effect == 2]
        state = step(state, owed[0] if owed else Pass(state.priority))
    return state
