"""Where the engine lets invented effects start when it walks the standard battles with them."""

import pytest

from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.engine.walk import Reach, windows_of
from pipeline.records import ResponseTo
from pipeline.windows import ALL, NONE, UNTIL_CALC, Ruleset, Window

RAISE = Op("atk_def_change", "target", amount="+700")
DRAW = Op("draw", "you")
WON = Happening("destroys", "self", "battle")


def walked(effect: EffectSpec, card_type: str = "Monster", prop: str | None = None, *siblings: EffectSpec, ruleset: Ruleset = "tcg") -> Reach:
    """The reach of an effect of a card that has it, and the siblings."""
    card = CardSpec(card_type, property=prop, effects=(effect, *siblings))  # type: ignore[arg-type]
    return windows_of(card, effect, ruleset)


def trigger(*events: Happening, does: tuple[Op, ...] = (DRAW,), mandatory: bool = False) -> EffectSpec:
    return EffectSpec(1, "trigger", mandatory=mandatory, events=events, actions=does)


def test_a_free_change_of_atk_opens_chains_until_the_calculation() -> None:
    found = walked(EffectSpec(1, "quick", actions=(RAISE,)))
    assert (found.windows, found.mode, found.rules) == (UNTIL_CALC, "open", ("R-ATK-01",))
    assert found.moments == ("start", "before_calc")


def test_in_goat_a_substep_has_one_chain() -> None:
    effect = EffectSpec(1, "quick", actions=(RAISE,))
    assert walked(effect, ruleset="goat").mode == "first_chain"
    assert walked(effect, ruleset="edison").mode == "open"
    assert walked(effect, ruleset="goat").moments == ("substep 1", "substep 2", "substep 3")


def test_a_change_for_the_whole_step_reached_the_calculation_before_master_rule_3() -> None:
    effect = EffectSpec(1, "quick", names_step=True, needs=("battles",), actions=(RAISE,))
    assert walked(effect).windows == UNTIL_CALC
    for ruleset in ("ocg-mr2", "edison", "goat"):
        assert walked(effect, ruleset=ruleset).windows == UNTIL_CALC | Window.DURING_CALC


@pytest.mark.parametrize("window", ["start", "during_calc", "after_calc", "end"])
def test_a_named_window_is_open_to_its_first_chain(window: str) -> None:
    found = walked(EffectSpec(1, "trigger", window=(window,), actions=(DRAW,)))  # type: ignore[arg-type]
    assert (found.windows.keys(), found.mode) == ((window,), "first_chain")


def test_before_the_calculation_fast_effects_are_repeated_and_triggers_are_not() -> None:
    assert walked(EffectSpec(1, "quick", window=("before_calc",), actions=(DRAW,))).mode == "open"
    assert walked(EffectSpec(1, "trigger", window=("before_calc",), actions=(DRAW,))).mode == "first_chain"


def test_what_happens_to_this_card_opens_every_window_and_what_happens_to_others_none() -> None:
    own = walked(trigger(Happening("special_summoned", "self")))
    assert (own.windows, own.mode, own.rules) == (ALL, "event", ("R-ACT-06",))
    assert walked(trigger(Happening("special_summoned", "other"))).rules == ("R-ACT-09",)
    assert walked(trigger(Happening("special_summoned", "other"), mandatory=True)).windows == ALL


@pytest.mark.parametrize("mandatory", [False, True])
def test_materials_are_used_in_no_window(mandatory: bool) -> None:
    found = walked(trigger(Happening("used_as_material", "self"), mandatory=mandatory))
    assert (found.windows, found.mode, found.rules) == (NONE, None, ("R-ACT-14",))


def test_a_half_about_this_card_opens_the_whole_condition_today() -> None:
    effect = trigger(Happening("normal_summoned", "self"), Happening("special_summoned", "other"))
    assert (walked(effect).windows, walked(effect).rules) == (ALL, ("R-ACT-10",))
    assert walked(effect, ruleset="edison").windows == NONE


def test_results_of_the_battle_have_their_windows() -> None:
    assert walked(trigger(WON)).windows == Window.END
    assert walked(trigger(Happening("destroyed", "self", "battle"))).windows == Window.END
    assert walked(trigger(Happening("battle_damage", "self"))).windows == Window.AFTER_CALC
    assert walked(trigger(Happening("destroys", "other", "either"))).windows == ALL


def test_only_what_banishes_the_beaten_monster_comes_before_it_leaves() -> None:
    assert walked(trigger(WON, does=(Op("banish", "event"),))).windows == Window.AFTER_CALC
    for does in ("attach", "equip", "return", "take_control"):
        assert walked(trigger(WON, does=(Op(does, "event"),))).windows == Window.END
    lost = trigger(Happening("destroyed", "other", "battle"), does=(Op("banish", "event"),))
    assert walked(lost).windows == Window.END


def test_a_named_time_after_the_calculation_takes_the_settled_destruction() -> None:
    for event in (WON, Happening("destroys", "other", "battle"), Happening("destroyed", "other", "battle")):
        assert walked(EffectSpec(1, "trigger", window=("after_calc",), events=(event,), actions=(DRAW,))).windows == Window.AFTER_CALC


@pytest.mark.parametrize(("does", "windows"), [("negate_activation", ALL), ("negate_effect", NONE), ("draw", NONE)])
def test_answers_to_an_activation(does: str, windows: Window) -> None:
    found = walked(EffectSpec(1, "quick", answers=("activation",), actions=(Op(does, "chained"),)))  # type: ignore[arg-type]
    assert (found.windows, found.mode) == (windows, "response" if windows else None)


@pytest.mark.parametrize(("answers", "windows"), [(("summon",), NONE), (("attack",), NONE), (("summon", "activation"), ALL), (("targeting",), ALL)])
def test_counter_traps_need_something_to_answer(answers: tuple[ResponseTo, ...], windows: Window) -> None:
    effect = EffectSpec(1, "card_activation", answers=answers, actions=(Op("negate_summon"), Op("negate_activation", "chained", "or")))
    assert walked(effect, "Trap", "Counter").windows == windows


def test_an_answer_that_names_the_calculation_besides_is_open_up_to_it() -> None:
    effect = EffectSpec(1, "quick", answers=("activation",), window=("during_calc",), actions=(DRAW,))
    assert walked(effect).windows == UNTIL_CALC | Window.DURING_CALC


def test_an_answer_in_the_battle_or_damage_step_ends_before_the_calculation() -> None:
    effect = EffectSpec(1, "quick", answers=("activation",), names_step=True, phases=("battle_step",), actions=(DRAW,))
    assert walked(effect).windows == UNTIL_CALC


@pytest.mark.parametrize(
    "does",
    [
        (Op("special_summon", "self"), Op("atk_def_change", "self", "sentence", amount="+100")),
        (Op("special_summon", "chosen"), Op("atk_def_change", "summoned", "and_if_you_do", amount="+100")),
        (Op("apply"), Op("atk_def_change", "target", "or", amount="=0"), Op("negate_effect", "target", "or")),
        (RAISE, Op("fusion_summon", link="then")),
    ],
)
def test_changes_that_are_not_what_the_effect_is_for(does: tuple[Op, ...]) -> None:
    assert walked(EffectSpec(1, "quick", actions=does)).windows == NONE
    assert walked(EffectSpec(1, "quick", actions=(*does[:1], RAISE))).windows == UNTIL_CALC


def test_a_needed_summon_by_procedure_closes_an_own_trigger() -> None:
    event = Happening("special_summoned", "self")
    for later in (Op("xyz_summon", link="and"), Op("synchro_summon", link="then")):
        assert walked(trigger(event, does=(Op("special_summon"), later))).rules == ("R-ACT-14",)
    assert walked(trigger(event, does=(DRAW, Op("xyz_summon", link="then", optional=True)))).windows == ALL


BARE = EffectSpec(0, "card_activation")


def lasting(*others: EffectSpec) -> Reach:
    """The bare activation of a Continuous Trap with these effects."""
    return walked(BARE, "Trap", "Continuous", *others)


def test_turning_up_a_lasting_trap() -> None:
    assert lasting().windows == NONE
    assert lasting(EffectSpec(1, "continuous", actions=(Op("protect", "all_own"),))).windows == NONE
    raised = lasting(EffectSpec(1, "continuous", actions=(Op("atk_def_change", "all_own", amount="+300"),)))
    assert (raised.windows, raised.mode) == (UNTIL_CALC, "open")
    becomes_a_monster = EffectSpec(1, "continuous", actions=(Op("special_summon", "self"),))
    assert lasting(becomes_a_monster, EffectSpec(2, "continuous", actions=(Op("atk_def_change", "self", amount="+300"),))).windows == NONE


def test_turned_up_together_with_an_effect_of_its_own() -> None:
    damage = EffectSpec(1, "trigger", events=(Happening("battle_damage", "you"),), actions=(DRAW,), with_card=True)
    assert (lasting(damage).windows, lasting(damage).mode) == (Window.AFTER_CALC, "event")
    negates = EffectSpec(1, "quick", answers=("activation",), actions=(Op("negate_activation", "chained"),), with_card=True)
    assert (lasting(negates).windows, lasting(negates).mode) == (ALL, "response")
    forced = EffectSpec(1, "trigger", mandatory=True, events=damage.events, actions=(DRAW,), with_card=True)
    buried = EffectSpec(1, "quick", places=("gy",), actions=(RAISE,), with_card=True)
    left = EffectSpec(1, "trigger", events=(Happening("destroyed", "self"),), actions=(DRAW,), with_card=True)
    for effect in (forced, buried, left):
        assert lasting(effect).windows == NONE


def test_an_effect_of_the_activation_leaves_no_room_for_another() -> None:
    damage = EffectSpec(2, "trigger", events=(Happening("battle_damage", "you"),), actions=(DRAW,), with_card=True)
    assert lasting(EffectSpec(1, "card_activation", actions=(DRAW,)), damage).windows == NONE
    assert lasting(EffectSpec(1, "card_activation", actions=(RAISE,)), damage).windows == UNTIL_CALC


def test_a_trap_that_has_become_a_monster_is_destroyed_by_battle() -> None:
    effect = EffectSpec(1, "trigger", mandatory=True, events=(Happening("destroyed", "self", "battle"),), actions=(DRAW,))
    assert walked(effect, "Trap", "Continuous").windows == Window.END


def test_what_can_be_arranged_beforehand_is_no_hindrance() -> None:
    bare = EffectSpec(1, "quick", actions=(RAISE,))
    rich = EffectSpec(1, "quick", needs=("controls:Tin Orchard",), cost=(Op("discard", amount=9),), once="turn", actions=(RAISE,))
    assert walked(rich) == walked(bare)
