"""What holds in every battle: random fields, random legal play, and the invariants that must not break on the way.

``python -m tests.engine.battles`` plays many more.
"""

from collections.abc import Iterator
from enum import Enum

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.engine.damage_step import Activate, Decide, IllegalAction, Pass, begin, legal_actions, step
from pipeline.engine.library import read_cards, read_rules
from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec, Op
from pipeline.engine.spec_checks import faults_of_card
from pipeline.windows import RULESETS, Ruleset
from tests.engine.battles import Battle, played, random_start
from tests.engine.choices import Drawn, Seeded
from tests.engine.inventions import invented_card
from tests.engine.plain import at, plain

CARDS = read_cards()
RULES = frozenset(read_rules())
FAST = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
SEEDS = range(50)


@pytest.mark.parametrize("ruleset", RULESETS)
@FAST
@given(data=st.data())
def test_random_legal_play_comes_to_an_end_and_breaks_nothing(ruleset: Ruleset, data: st.DataObject) -> None:
    source = Drawn(data)
    battle = played(source, random_start(source, CARDS, ruleset), RULES)
    assert battle.states[-1].moment.key == "closed"


@pytest.mark.parametrize("seed", SEEDS)
def test_seeded_battles_pass_the_windows_in_order(seed: int) -> None:
    battle = seeded(seed, thorough=False)
    rules = battle.states[0].rules
    passed = [state.at for state in battle.states if state.moment.key != "end_phase"]
    assert passed == sorted(passed)
    assert rules.moments[passed[-1]].key == "closed"
    windows = list(dict.fromkeys(state.moment.window for state in battle.states if state.moment.window))
    assert windows == sorted(windows, key=lambda window: window.value)


def test_random_battles_reach_everything_that_matters() -> None:
    """The generator is worth nothing where nothing happens."""
    seen: set[str] = set()
    for seed in range(200):
        battle = seeded(seed, thorough=False)
        seen |= {type(action).__name__ for action in battle.actions}
        seen |= {one.what for one in battle.states[-1].log}
        seen |= {state.moment.key for state in battle.states}
        seen |= {"doomed" for state in battle.states if any(card.doomed for card in state.cards.values())}
        seen |= {"long chain" for state in battle.states if len(state.chain) > 1}
    assert {"Activate", "Pass", "Decide", "doomed", "long chain", "destroyed", "battle_damage", "effect_damage", "flipped", "stat_changed"} <= seen
    assert {"banished", "special_summoned", "negated", "discarded", "start", "end", "substep 3", "battle_step"} <= seen


def seeded(seed: int, *, thorough: bool = True) -> Battle:
    """The battle with this number."""
    source = Seeded(f"test:{seed}")
    return played(source, random_start(source, CARDS, RULESETS[seed % len(RULESETS)]), RULES, thorough=thorough)


@FAST
@given(data=st.data())
def test_cards_that_are_made_up_keep_to_the_form(data: st.DataObject) -> None:
    assert list(faults_of_card(invented_card(Drawn(data)))) == []


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_a_state_is_made_of_what_cannot_change(seed: int) -> None:
    battle = seeded(seed, thorough=False)
    for state in battle.states[:: max(1, len(battle.states) // 4)]:
        assert list(changeable(state)) == ["dict"]  # the cards by name: never changed in place, as the next test sees


def changeable(value: object) -> Iterator[str]:
    """Types of containers and records below a value that could be changed."""
    if isinstance(value, msgspec.Struct):
        if not value.__struct_config__.frozen:
            yield type(value).__name__
        for field in value.__struct_fields__:
            yield from changeable(getattr(value, field))
    elif isinstance(value, tuple | frozenset):
        for one in value:
            yield from changeable(one)
    elif isinstance(value, dict):
        yield "dict"
        for one in value.values():
            yield from changeable(one)
    elif value is not None and not isinstance(value, str | int | Enum):
        yield type(value).__name__


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_an_earlier_state_stays_what_it_was(seed: int) -> None:
    battle = seeded(seed, thorough=False)
    state, kept = battle.states[0], [repr(battle.states[0])]
    for action in battle.actions:
        state = step(state, action)
        kept.append(repr(state))
    assert [repr(one) for one in battle.states] == kept


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_the_same_actions_give_the_same_states(seed: int) -> None:
    battle = seeded(seed, thorough=False)
    again = [battle.states[0]]
    for action in battle.actions:
        again.append(step(again[-1], action))
    assert again == battle.states


# What step refuses, and by which rule.


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Pass("N"), "R-STR-02"),
        (Decide("T", True), "R-CAL-06"),
        (Activate("T", "Nobody", 1), "R-STR-02"),
        (Activate("N", "Oracle", 1, targets=("Wall",)), "R-STR-02"),
        (Activate("T", "Oracle", 1, targets=("Card",)), "R-ACT-01"),
        (Activate("T", "Oracle", 1), "R-ACT-01"),
        (Activate("T", "Oracle", 1, targets=("Wall", "Wall")), "R-ACT-01"),
        (Activate("T", "Oracle", 9), "R-ACT-01"),
        (Activate("T", "Oracle", 2), "R-STR-05"),
    ],
)
def test_step_refuses_by_a_rule(action: Activate | Pass | Decide, rule: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        step(plain(), action)
    assert caught.value.permit.rule == rule


def test_passing_is_refused_while_something_is_owed() -> None:
    state = at(plain(), "after_calc")
    assert Pass("T") not in legal_actions(state, "T")
    with pytest.raises(IllegalAction) as caught:
        step(state, Pass("T"))
    assert caught.value.permit.rule == "R-ACT-05"


def test_nothing_is_left_to_do_once_the_step_is_over() -> None:
    state = at(plain(), "closed")
    assert legal_actions(state, "T") == legal_actions(state, "N") == []


def test_the_second_of_two_mandatory_triggers_that_only_one_may_use_does_not_block_play() -> None:
    twin = CardSpec(
        "Monster", effects=(EffectSpec(1, "trigger", mandatory=True, window=("start",), actions=(Op("draw", "you"),), once="turn_by_name"),)
    )
    setup = Setup(Attack("A", "B"), Side((OnField("Twin", alias="A"), OnField("Twin", alias="C"))), Side((OnField("Twin", alias="B"),)))
    state = begin(first_state(setup, {"Twin": twin}, "tcg"))
    state = step(state, Activate("T", "A", 1))
    assert legal_actions(state, "T") == [Pass("T")]
    state = step(state, Pass("T"))
    assert legal_actions(state, "N") == [Activate("N", "B", 1)]
