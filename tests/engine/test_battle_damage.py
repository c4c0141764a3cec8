"""How battle damage is changed on its way, step by step (R-CAL-04), and who would take some."""

import pytest

from pipeline.engine.battle_damage import would_take
from pipeline.engine.scenario_format import OnField, Side
from pipeline.engine.spec import EffectSpec, Op
from pipeline.engine.spec_checks import faults_of_card, faults_of_operation
from tests.engine.made import battle, continuous, monster, one_on_one, to


def ways(*changes: tuple[str, str]) -> EffectSpec:
    """A continuous effect that changes damage: to whom, how."""
    return continuous(*(Op("damage_modify", whom, what=what) for whom, what in changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("own", "foe", "points"),
    [
        ((), (), (8000, 7000)),
        ((("self", "half"),), (), (8000, 7500)),
        ((("self", "double"),), (), (8000, 6000)),
        ((("self", "half"), ("self", "double")), (), (8000, 7000)),  # one of each cancel out
        ((("self", "half"), ("opponent", "half")), (), (8000, 7500)),  # two of a kind count once
        ((("self", "inflict_double"), ("self", "half")), (), (8000, 7000)),
        ((("self", "double"),), (("you", "zero"),), (8000, 8000)),
        ((), (("you", "gain"),), (8000, 9000)),
        ((), (("you", "redirect"),), (7000, 8000)),
        ((("you", "redirect"),), (("you", "redirect"),), (7000, 8000)),  # passed on once at most
        ((("you", "zero"),), (("you", "redirect"),), (8000, 8000)),  # what guards the one who takes it in the end
        ((("you", "half"),), (("you", "redirect"),), (7500, 8000)),
        ((), (("you", "redirect"), ("you", "zero")), (7000, 8000)),  # and not the one who is rid of it
        ((("both", "both_take"),), (), (7000, 7000)),
        ((("both", "both_take"),), (("you", "zero"),), (7000, 8000)),
        ((("both", "both_take"),), (("you", "double"),), (7000, 6000)),
        ((("both", "both_take"),), (("you", "redirect"),), (6000, 8000)),
        ((), (("you", "fixed 300"),), (8000, 7700)),
        ((), (("you", "fixed 300"), ("you", "fixed 200")), (8000, 7800)),  # the lowest
        ((("self", "double"),), (("you", "fixed 300"),), (8000, 7700)),
        ((), (("you", "zero"), ("you", "fixed 300")), (8000, 8000)),
        ((), (("you", "none_from 1000"),), (8000, 8000)),
        ((), (("you", "none_from 1001"),), (8000, 7000)),
        ((), (("you", "none_to 1000"),), (8000, 8000)),
        ((), (("you", "none_to 999"),), (8000, 7000)),
        ((), (("you", "none_to atk"),), (8000, 8000)),  # the defender has 1000
        ((("self", "half"),), (("you", "none_from 1000"),), (8000, 7500)),  # limits look at what is left
    ],
)
def test_in_its_order(own: tuple[tuple[str, str], ...], foe: tuple[tuple[str, str], ...], points: tuple[int, int]) -> None:
    state = one_on_one(monster(ways(*own)), monster(ways(*foe)))
    assert to(state, "closed").lp == points
    taken = (points[0] < 8000, points[1] < 8000)
    assert (would_take(to(state, "during_calc"), "T"), would_take(to(state, "during_calc"), "N")) == taken


@pytest.mark.parametrize(("position", "points"), [("attack", (8000, 7000)), ("defense", (8000, 8000))], ids=["attack position", "defense position"])
def test_nobody_takes_what_is_not_dealt(position: str, points: tuple[int, int]) -> None:
    foe = OnField("Vanilla", alias="Defender", atk=1000, defense=1000, position=position)  # type: ignore[arg-type]
    state = battle({}, Side((OnField("Vanilla", alias="Attacker", atk=2000),)), Side((foe,)))
    assert would_take(state, "N") == (points[1] < 8000)
    assert to(state, "closed").lp == points


def test_piercing_of_a_negated_attacker_is_none() -> None:
    lancer = monster(ways(("self", "piercing")))
    foe = OnField("Vanilla", alias="Defender", position="defense")
    for negated in (False, True):
        own = OnField("Lancer", alias="Attacker", atk=2000, negated=negated)
        state = battle({"Lancer": lancer}, Side((own,)), Side((foe,)))
        assert would_take(state, "N") is not negated
        assert to(state, "closed").lp == (8000, 8000 if negated else 6000)


def test_damage_as_effect_damage_is_an_event_of_its_own() -> None:
    state = to(one_on_one(monster(), monster(ways(("you", "as_effect")))), "closed")
    assert state.lp == (8000, 7000)
    assert [one.what for one in state.log if one.amount] == ["effect_damage"]


def test_words_that_say_nothing_of_damage_are_faults() -> None:
    wrong = ("zer0", "fixed", "fixed many", "none_from", "half of it")
    for what in wrong:
        assert list(faults_of_operation(Op("damage_modify", "you", what=what))) == [f"no change of damage: {what!r}"]
    for right in ("zero", "fixed 500", "none_to atk", "effect half", "no effect damage", None):
        assert list(faults_of_operation(Op("damage_modify", "you", what=right))) == []


def test_what_changes_damage_cannot_ask_for_the_damage() -> None:
    asking = monster(continuous(Op("damage_modify", "you", what="zero"), needs=("damage_to_you",)))
    assert list(faults_of_card(asking)) == ["effect 1: what changes damage cannot be made to depend on the damage ('damage_to_you')"]
