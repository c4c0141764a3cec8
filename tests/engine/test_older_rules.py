"""What older rulesets do otherwise: older texts, two chains at the end of the step; and negation that follows the destroyed."""

import pytest

from pipeline.engine.damage_step import Action, Activate, Pass, begin, legal_actions, must, step
from pipeline.engine.negation import negated
from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, Earlier, EffectSpec, Happening, Op
from pipeline.engine.state import State
from pipeline.errors import InputError
from pipeline.windows import Ruleset

WEARS_OUT = (Op("counter", "self", amount=-1), Op("destroy", "self", "or"))
DRONE = CardSpec(
    "Monster",
    effects=(EffectSpec(1, "trigger", mandatory=True, window=("end",), needs=("has_battled",), actions=WEARS_OUT),),
    earlier=(Earlier(("edison", "goat"), (EffectSpec(1, "maintenance", applies_in=("end",), needs=("has_battled",), actions=WEARS_OUT),)),),
)
MOLE = CardSpec("Monster", effects=(EffectSpec(1, "trigger", mandatory=True, window=("end",), actions=(Op("draw", "you"),)),))
MOUSE = CardSpec(
    "Monster",
    effects=(EffectSpec(1, "trigger", events=(Happening("destroyed", cause="battle"),), actions=(Op("draw", "you"),)),),
)
JUDGE = CardSpec(
    "Monster",
    effects=(EffectSpec(1, "continuous", events=(Happening("destroys", cause="battle"),), actions=(Op("negate_effect", "battled"),)),),
)
VOID = CardSpec(
    "Trap",
    property="Continuous",
    effects=(EffectSpec(1, "continuous", events=(Happening("sent_to_gy", "other"),), actions=(Op("banish", "event"),)),),
)
LIBRARY = {"Drone": DRONE, "Mole": MOLE, "Mouse": MOUSE, "Judge": JUDGE, "Void": VOID, "Vanilla": CardSpec("Monster")}


def battle(attacker: str, target: str, ruleset: Ruleset, *, counters: int = 0, split_end: bool = False, spells: tuple[str, ...] = ()) -> State:
    """A battle that the attacker wins, as it begins."""
    own = OnField(attacker, alias="Attacker", atk=2000, counters={"counter": counters} if counters else {})
    foe = OnField(target, alias="Target", atk=1000)
    setup = Setup(Attack("Attacker", "Target"), Side((own,), spells), Side((foe,)), split_end=split_end)
    return begin(first_state(setup, LIBRARY, ruleset))


def to_end(state: State) -> State:
    """The state as the end of the Damage Step opens."""
    while not state.moment.entry or state.moment.entry[-1] != "leave":
        state = on(state)
    return state


def on(state: State) -> State:
    """One action without anybody's will."""
    owed: list[Activate] = must(state, state.priority)
    action: Action = owed[0] if owed else Pass(state.priority)
    return step(state, action)


def closed(state: State) -> State:
    """The state once the step is over."""
    while not state.over:
        state = on(state)
    return state


@pytest.mark.parametrize(("counters", "left", "zone"), [(2, 1, "monster"), (1, 0, "monster"), (0, 0, "gy")])
@pytest.mark.parametrize("ruleset", ["tcg", "ocg", "ocg-mr2", "edison", "goat"])
def test_a_counter_is_removed_or_the_monster_destroyed(ruleset: Ruleset, counters: int, left: int, zone: str) -> None:
    drone = closed(battle("Drone", "Vanilla", ruleset, counters=counters)).cards["Attacker"]
    assert (sum(number for _, number in drone.counters), drone.zone) == (left, zone)


def test_by_the_older_text_it_is_no_activation() -> None:
    now = to_end(battle("Drone", "Vanilla", "tcg", counters=2))
    assert [one.card for one in must(now, "T")] == ["Attacker"]
    assert dict(now.cards["Attacker"].counters) == {"counter": 2}
    then = to_end(battle("Drone", "Vanilla", "edison", counters=2))
    assert must(then, "T") == []
    assert dict(then.cards["Attacker"].counters) == {"counter": 1}


def test_one_chain_at_the_end_of_the_step() -> None:
    state = to_end(battle("Mole", "Mouse", "ocg-mr2"))
    state = step(state, Activate("T", "Attacker", 1))
    assert Activate("N", "Target", 1) in legal_actions(state, "N")
    assert len(step(state, Activate("N", "Target", 1)).chain) == 2


def test_before_mid_2009_the_destroyed_came_first_in_a_chain_of_their_own() -> None:
    state = to_end(battle("Mole", "Mouse", "ocg-mr2", split_end=True))
    assert [player for player, _ in state.stages] == ["N"]
    state = step(state, Activate("N", "Target", 1))
    assert len(state.chain) == 1
    state = step(step(state, Pass("T")), Pass("N"))
    assert (state.chain, [one.card for one in must(state, "T")]) == ((), ["Attacker"])


def test_the_second_chain_comes_also_where_the_first_is_declined_or_nobody_has_one() -> None:
    declined = step(to_end(battle("Mole", "Mouse", "ocg-mr2", split_end=True)), Pass("N"))
    assert [one.card for one in must(declined, "T")] == ["Attacker"]
    nobody = to_end(battle("Mole", "Vanilla", "ocg-mr2", split_end=True))
    assert [one.card for one in must(nobody, "T")] == ["Attacker"]
    assert closed(nobody).moment.key == "closed"


def test_other_rulesets_never_had_two() -> None:
    with pytest.raises(InputError, match="split_end is how ocg-mr2 began"):
        battle("Mole", "Mouse", "ocg", split_end=True)


def test_what_the_winner_negates_stays_negated_in_the_graveyard() -> None:
    state = to_end(battle("Judge", "Mouse", "tcg"))
    assert state.cards["Target"].zone == "gy" and negated(state, state.cards["Target"])


def test_but_nowhere_else() -> None:
    state = to_end(battle("Judge", "Mouse", "tcg", spells=("Void",)))
    assert state.cards["Target"].zone == "banished" and not negated(state, state.cards["Target"])


def test_a_winner_without_such_an_effect_negates_nothing() -> None:
    state = to_end(battle("Vanilla", "Mouse", "tcg"))
    assert state.cards["Target"].zone == "gy" and not negated(state, state.cards["Target"])
