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
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Target
from pipeline.engine.spec_checks import faults_of_card
from pipeline.engine.state import Change, Piece, State, change
from pipeline.windows import RULESETS, Ruleset, Window
from tests.engine import invariants
from tests.engine.battles import Battle, Broken, main, played, random_start, told
from tests.engine.choices import Drawn, Seeded
from tests.engine.inventions import invented_card

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


# The invariants themselves: each must object to what it is there for.

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


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"doomed": True, "fixed": (0, 0)}, "Wall is doomed in start"),
        ({"id": "Fence"}, "Wall is called Fence"),
        ({"counters": (("counter", -1),)}, "Wall has fewer than no counters or materials"),
        ({"zone": "gy", "changes": (Change("+100"),)}, "Wall in gy keeps what was done to it on the field"),
        ({"zone": "gy", "equipped_to": "Sheep"}, "Wall in gy is equipped to Sheep in monster"),
    ],
)
def test_an_impossible_card_is_seen(changed: dict[str, object], words: str) -> None:
    state = plain()
    assert list(invariants.of_state(state)) == []
    broken = msgspec.structs.replace(state.cards["Wall"], **changed)
    assert words in list(invariants.of_state(msgspec.structs.replace(state, cards={**state.cards, "Wall": broken})))


def test_a_sixth_monster_is_seen() -> None:
    state = plain()
    more = {f"Copy {number}": msgspec.structs.replace(state.cards["Wall"], id=f"Copy {number}") for number in range(5)}
    assert list(invariants.of_state(msgspec.structs.replace(state, cards={**state.cards, **more}))) == ["N has 6 monsters"]


def test_life_points_out_of_nowhere_are_seen() -> None:
    state = plain()
    after = msgspec.structs.replace(state, lp=(8000, 7900))
    assert list(invariants.of_step(state, Pass("T"), after)) == ["the Life Points of N change by -100, of which 0 are accounted for"]


def test_a_card_that_vanishes_is_seen_and_a_token_is_none() -> None:
    state = plain()
    assert list(invariants.of_step(state, Pass("T"), change(state, "Card", zone="gone"))) == ["Card has vanished"]
    assert list(invariants.of_step(state, Pass("T"), change(state, "Sheep", zone="gone"))) == []
    fewer = {name: card for name, card in state.cards.items() if name != "Card"}
    with pytest.raises(KeyError):
        list(invariants.of_step(msgspec.structs.replace(state, cards=fewer), Pass("T"), state))


def test_windows_out_of_order_are_seen() -> None:
    early, late = plain(), at(plain(), "end")
    assert "from end back to start" in list(invariants.of_step(late, Pass("T"), early))
    assert "from start straight to during_calc" in list(invariants.of_step(early, Pass("T"), msgspec.structs.replace(early, at=3)))


def test_a_doomed_target_is_seen() -> None:
    state = plain()
    after = step(state, Activate("T", "Oracle", 1, targets=("Wall",)))
    doomed = change(state, "Wall", doomed=True, fixed=(0, 0))
    assert any("has targeted a doomed monster" in words for words in invariants.of_step(doomed, Activate("T", "Oracle", 1, targets=("Wall",)), after))


def test_an_unknown_rule_is_seen() -> None:
    assert any("which is no rule" in words for words in invariants.of_actions(plain(), RULES - {"R-ATK-01"}))


def test_an_activation_that_should_be_refused_is_seen() -> None:
    state = plain()
    assert list(invariants.of_refusal(state, Activate("T", "Oracle", 1, targets=("Wall",)), RULES)) != []
    assert list(invariants.of_refusal(state, Activate("N", "Oracle", 1, targets=("Wall",)), RULES)) == []


def test_what_is_broken_is_told_with_the_battle(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Broken, match="no rule") as caught:
        played(Seeded("1"), plain_start(), frozenset(), thorough=True)
    assert told(caught.value.battle).startswith("tcg: Oracle attacks Wall, LP 8000 and 8000")


def plain_start() -> State:
    """The plain battle before it has begun."""
    return msgspec.structs.replace(plain(), at=1)


def test_the_command_plays_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--count", "20", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith("20 battles, ")
    assert main(["--seed", "5", "--only", "7"]) == 0
    first = capsys.readouterr().out
    assert " attacks " in first and "start: " in first
    assert main(["--seed", "5", "--only", "7"]) == 0
    assert capsys.readouterr().out.partition(" s, ")[0].rpartition(",")[0] == first.partition(" s, ")[0].rpartition(",")[0]


# What step refuses, and by which rule.


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Pass("N"), "R-STR-02"),
        (Decide("T", True), "R-CAL-06"),
        (Activate("T", "Nobody", 1), "R-STR-02"),
        (Activate("N", "Oracle", 1, targets=("Wall",)), "R-STR-02"),
        (Activate("T", "Oracle", 1, targets=("Card",)), "R-DOOM-02"),
        (Activate("T", "Oracle", 1), "R-DOOM-02"),
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
    assert Piece.__struct_config__.frozen and Window.END.key == "end"


def test_the_second_of_two_mandatory_triggers_that_only_one_may_use_does_not_block_play() -> None:
    draws = EffectSpec(1, "trigger", mandatory=True, window=("start",), actions=(Op("draw", "you"),), once="turn_by_name")
    twin = CardSpec("Monster", effects=(draws,))
    setup = Setup(Attack("A", "B"), Side((OnField("Twin", alias="A"), OnField("Twin", alias="C"))), Side((OnField("Twin", alias="B"),)))
    state = begin(first_state(setup, {"Twin": twin}, "tcg"))
    state = step(state, Activate("T", "A", 1))
    assert legal_actions(state, "T") == [Pass("T")]
    state = step(state, Pass("T"))
    assert legal_actions(state, "N") == [Activate("N", "B", 1)]
