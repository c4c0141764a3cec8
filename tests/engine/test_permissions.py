"""What a player may and may not do, at the edges: costs, objects, zones, attacks that never come, replacements that must."""

import pytest

from pipeline.engine.damage_step import Activate, Decide, IllegalAction, Pass, explain, legal_actions, step
from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.setup import first_state
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op, Target
from pipeline.engine.state import State
from pipeline.errors import InputError
from tests.engine.made import battle, continuous, monster, resolved, to, until

ATTACKER, DEFENDER = OnField("Vanilla", alias="Attacker", atk=2000), OnField("Vanilla", alias="Defender", atk=1000)
GAIN = Op("atk_def_change", "self", amount="+500")


def with_cost(*cost: Op, hand: int = 0, lp: int = 8000) -> State:
    """A battle whose attacker may raise its ATK at this cost."""
    cards = tuple(OnField("Vanilla", alias=f"Card {number}") for number in range(hand))
    payer = monster(EffectSpec(1, "quick", cost=cost, actions=(GAIN,)))
    return battle({"Payer": payer}, Side((OnField("Payer", alias="Attacker", atk=2000),), hand=cards, lp=lp), Side((DEFENDER,)))


@pytest.mark.parametrize(
    ("cost", "hand", "lp", "legal"),
    [
        ((Op("discard", "chosen"), Op("discard", "chosen")), 1, 8000, False),
        ((Op("discard", "chosen"), Op("discard", "chosen")), 2, 8000, True),
        ((Op("discard", "chosen", amount=2), Op("banish", "chosen", source="hand")), 2, 8000, False),
        ((Op("discard", "chosen", amount=2), Op("banish", "chosen", source="hand")), 3, 8000, True),
        ((Op("reveal", "chosen"), Op("discard", "chosen")), 1, 8000, True),
        ((Op("pay_lp", amount=5000), Op("pay_lp", amount=5000)), 0, 8000, False),
        ((Op("pay_lp", amount=3000), Op("pay_lp", amount=4000)), 0, 8000, True),
        ((Op("pay_lp", amount=3000), Op("discard", "chosen")), 1, 3001, True),
    ],
)
def test_no_card_and_no_points_pay_twice(cost: tuple[Op, ...], hand: int, lp: int, legal: bool) -> None:
    state = with_cost(*cost, hand=hand, lp=lp)
    permit = explain(state, "T", "Attacker", 1)
    assert (permit.legal, permit.rule) == (legal, "R-ATK-01" if legal else "R-ACT-22")
    if legal:
        paid = step(state, Activate("T", "Attacker", 1))
        assert paid.lp[0] > 0
        discarded = sum(int(op.amount or 1) for op in cost if op.do == "discard")
        assert sum(card.zone == "gy" for card in paid.cards.values()) == discarded


@pytest.mark.parametrize("negated", [True, False])
def test_a_lasting_trap_whose_activation_is_negated_does_not_stay(negated: bool) -> None:
    weaker = continuous(Op("atk_def_change", "all_opponent", amount="-500"))
    wall = CardSpec("Trap", property="Continuous", effects=(EffectSpec(0, "card_activation"), weaker))
    stop = EffectSpec(1, "card_activation", answers=("activation",), actions=(Op("negate_activation", "chained"),))
    judge = CardSpec("Trap", property="Counter", effects=(stop,))
    state = battle({"Wall": wall, "Judge": judge}, Side((ATTACKER,), set=("Judge",)), Side((DEFENDER,), set=("Wall",)))
    activations = (Activate("N", "Wall", 0), Activate("T", "Judge", 1))
    after = resolved(state, *(activations if negated else activations[:1]))
    assert after.cards["Wall"].zone == ("gy" if negated else "spell")
    assert to(after, "closed").lp[1] == (7000 if negated else 7500)


@pytest.mark.parametrize(
    ("op", "beside", "legal"),
    [
        (Op("destroy", "all_opponent", what="Wild"), "Vanilla", False),
        (Op("destroy", "all_opponent", what="Wild"), "Wild", True),
        (Op("return", "battled"), "Vanilla", False),
        (Op("draw", "you"), "Vanilla", True),
    ],
)
def test_an_optional_effect_needs_something_that_it_could_do(op: Op, beside: str, legal: bool) -> None:
    """The monster that is battled has left by the end of the step."""
    cards = {"Late": monster(EffectSpec(1, "trigger", window=("end",), actions=(op,))), "Wild": monster(words=("Wild",))}
    foes = Side((DEFENDER, OnField(beside, alias="Beside")))
    state = to(battle(cards, Side((OnField("Late", alias="Attacker", atk=2000),)), foes), "end")
    permit = explain(state, "T", "Attacker", 1)
    assert (permit.legal, permit.rule) == (legal, "R-ACT-13" if legal else "R-ACT-01")


def test_part_of_what_it_does_is_enough_and_a_mandatory_one_asks_for_nothing() -> None:
    both = (Op("destroy", "all_opponent"), Op("draw", "you", "also"))
    tied = (Op("destroy", "all_opponent"), Op("draw", "you", "and_if_you_do"))
    for actions, mandatory, legal in ((both, False, True), (tied, False, False), (tied, True, True)):
        late = monster(EffectSpec(1, "trigger", window=("end",), mandatory=mandatory, actions=actions))
        state = to(battle({"Late": late}, Side((OnField("Late", alias="Attacker", atk=2000),)), Side((DEFENDER,))), "end")
        assert explain(state, "T", "Attacker", 1).legal is legal


@pytest.mark.parametrize(("others", "legal"), [(3, True), (4, False)])
def test_control_is_taken_only_where_there_is_a_zone(others: int, legal: bool) -> None:
    thief = monster(EffectSpec(1, "trigger", window=("start",), actions=(Op("take_control", "battled"),)))
    own = (OnField("Thief", alias="Attacker"), *(OnField("Vanilla", alias=f"Own {number}") for number in range(others)))
    assert explain(battle({"Thief": thief}, Side(own), Side((DEFENDER,))), "T", "Attacker", 1).legal is legal


def test_the_rule_of_a_missing_target_says_why_it_is_missing() -> None:
    sniper = monster(EffectSpec(1, "trigger", window=("after_calc",), target=Target(whose="opponent"), actions=(Op("destroy", "target"),)))
    own = Side((OnField("Sniper", alias="Attacker", atk=2000),))
    doomed = to(battle({"Sniper": sniper}, own, Side((DEFENDER,))), "after_calc")
    assert explain(doomed, "T", "Attacker", 1).rule == "R-DOOM-02"
    nobody = to(battle({"Sniper": sniper}, own, Side(), on="direct"), "after_calc")
    assert explain(nobody, "T", "Attacker", 1).rule == "R-ACT-01"


NO = CardSpec(
    "Trap",
    property="Normal",
    effects=(EffectSpec(1, "card_activation", events=(Happening("attack_declared", "other"),), actions=(Op("negate_attack"),)),),
)


def test_a_negated_attack_never_comes_to_the_damage_step() -> None:
    tired = monster(EffectSpec(1, "trigger", window=("end",), needs=("has_attacked",), actions=(Op("draw", "you"),)))
    own = Side((OnField("Tired", alias="Attacker", atk=2000),))
    state = battle({"Tired": tired, "No": NO}, own, Side((DEFENDER,), set=("No",)), battle_step=True)
    state = resolved(state, Activate("N", "No", 1))
    assert (state.moment.key, state.battle_on) == ("battle_step", False)
    after = until(state, lambda one: one.moment.key != "battle_step")
    assert (after.moment.key, after.attacked, after.calculated, after.lp) == ("closed", False, False, (8000, 8000))


@pytest.mark.parametrize("mandatory", [True, False])
def test_a_mandatory_replacement_cannot_be_declined(mandatory: bool) -> None:
    shield = EffectSpec(
        1, "replacement", mandatory=mandatory, events=(Happening("destroyed", cause="battle"),), actions=(Op("counter", "self", amount=-1),)
    )
    foe = OnField("Shield", alias="Defender", atk=1000, counters={"counter": 1})
    state = until(battle({"Shield": monster(shield)}, Side((ATTACKER,)), Side((foe,))), lambda one: bool(one.questions))
    declined, accepted = Decide("N", False), Decide("N", True)
    assert legal_actions(state, "N") == ([accepted] if mandatory else [accepted, declined])
    if mandatory:
        with pytest.raises(IllegalAction) as caught:
            step(state, declined)
        assert caught.value.permit.rule == "R-CAL-06"
    saved = to(step(state, accepted), "after_calc")
    assert (saved.cards["Defender"].doomed, saved.cards["Defender"].counters) == (False, (("counter", 0),))


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        (Attack("Defender", "Attacker"), "a monster of T attacks"),
        (Attack("Attacker", "Friend"), "a monster of T attacks"),
        (Attack("Hidden", "Defender"), "'Hidden' is face-down"),
        (Attack("Attacker", "Nobody"), "the attack names 'Nobody'"),
    ],
)
def test_an_attack_that_nobody_could_make_is_an_error_of_the_scenario(attack: Attack, words: str) -> None:
    own = Side((ATTACKER, OnField("Vanilla", alias="Friend"), OnField("Vanilla", alias="Hidden", position="face-down")))
    with pytest.raises(InputError, match=words):
        first_state(Setup(attack, own, Side((DEFENDER,))), {"Vanilla": CardSpec("Monster")}, "tcg")


def test_passing_and_acting_out_of_turn_are_refused() -> None:
    state = battle({}, Side((ATTACKER,)), Side((DEFENDER,)))
    with pytest.raises(IllegalAction):
        step(state, Pass("N"))


def test_each_of_two_monsters_is_asked_for_before_the_next_window() -> None:
    shield = EffectSpec(1, "replacement", events=(Happening("destroyed", cause="battle"),), actions=(Op("counter", "self", amount=-1),))
    own, foe = (OnField("Shield", alias=name, atk=1000, counters={"counter": 1}) for name in ("Attacker", "Defender"))
    state = until(battle({"Shield": monster(shield)}, Side((own,)), Side((foe,))), lambda one: bool(one.questions))
    assert [one.player for one in state.questions] == ["T", "N"]
    assert legal_actions(state, "N") == []
    state = step(state, Decide("T", True))
    assert (state.moment.key, [one.player for one in state.questions]) == ("during_calc", ["N"])
    state = step(state, Decide("N", False))
    assert (state.moment.key, state.cards["Attacker"].doomed, state.cards["Defender"].doomed) == ("after_calc", False, True)


def test_what_saves_its_own_monster_saves_no_other() -> None:
    shield = EffectSpec(1, "replacement", events=(Happening("destroyed", cause="battle"),), actions=(Op("counter", "self", amount=-1),))
    beside = OnField("Shield", alias="Beside", counters={"counter": 1})
    state = until(battle({"Shield": monster(shield)}, Side((ATTACKER,)), Side((DEFENDER, beside))), lambda one: bool(one.questions))
    assert (state.questions, state.cards["Defender"].zone) == ((), "gy")
