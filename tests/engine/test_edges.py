"""Conditions that only a rare field shows: whom a continuous effect means, where a payment comes from, what a lock or a limit is about."""

import pytest

from pipeline.engine.battle_operations import calculate_now, redirect_attack
from pipeline.engine.damage_step import Activate, Decide, explain, step
from pipeline.engine.locks import locked
from pipeline.engine.negation import negated
from pipeline.engine.operations import perform, perform_all
from pipeline.engine.scenario_format import OnField, Side
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.engine.state import Link, State, change
from pipeline.engine.stats import current
from tests.engine.made import battle, continuous, monster, on, one_on_one, to, until

ATTACKER, DEFENDER = OnField("Vanilla", alias="Attacker", atk=2000), OnField("Vanilla", alias="Defender", atk=1000)


def field(turn: Side | None = None, other: Side | None = None, **cards: CardSpec) -> State:
    """A plain battle with these cards known."""
    return battle(cards, turn or Side((ATTACKER,)), other or Side((DEFENDER,)))


# Whom continuous effects mean.


def test_what_strengthens_all_own_monsters_leaves_hidden_ones_alone() -> None:
    banner = CardSpec("Spell", property="Continuous", effects=(continuous(Op("atk_def_change", "all_own", amount="+300")),))
    own = Side((ATTACKER, OnField("Vanilla", alias="Hidden", atk=500, position="face-down")), ("Banner",))
    state = field(own, Banner=banner)
    assert [current(state, state.cards[name])[0] for name in ("Attacker", "Hidden", "Defender")] == [2300, 500, 1000]


def test_what_protects_all_own_monsters_protects_no_hidden_and_no_foreign_one() -> None:
    wall = CardSpec("Spell", property="Continuous", effects=(continuous(Op("protect", "all_own", what="effect")),))
    state = field(Side((ATTACKER, OnField("Vanilla", alias="Hidden", position="face-down")), ("Wall",)), Wall=wall)
    for name, zone in (("Attacker", "monster"), ("Hidden", "gy"), ("Defender", "gy")):
        assert perform(state, Link("N", "Defender", 0, targets=(name,)), Op("destroy", "target")).cards[name].zone == zone


@pytest.mark.parametrize(("needs", "survives"), [((), True), (("lp_lower",), False)])
def test_a_protection_whose_condition_fails_protects_from_nothing(needs: tuple[str, ...], survives: bool) -> None:
    state = one_on_one(monster(), monster(continuous(Op("protect", "self"), needs=needs)))
    assert (perform(state, Link("T", "Attacker", 0, targets=("Defender",)), Op("destroy", "target")).cards["Defender"].zone == "monster") is survives


def test_a_monster_that_negates_all_others_is_not_negated_by_itself() -> None:
    state = one_on_one(monster(continuous(Op("negate_effect", "all"))), monster())
    assert (negated(state, state.cards["Attacker"]), negated(state, state.cards["Defender"])) == (False, True)


@pytest.mark.parametrize(("words", "expected"), [(("Fiend",), True), ((), False)])
def test_only_the_victory_of_the_named_kind_negates_what_it_beats(words: tuple[str, ...], expected: bool) -> None:
    judge = continuous(Op("negate_effect", "event"))
    judge = EffectSpec(1, "continuous", events=(Happening("destroys", "other", "battle", of="Fiend", whose="you"),), actions=judge.actions)
    own = Side((OnField("Winner", alias="Attacker", atk=2000), OnField("Judge", alias="Judge")))
    state = to(field(own, Winner=monster(words=words), Judge=monster(judge)), "after_calc")
    assert negated(state, state.cards["Defender"]) is expected
    assert to(state, "end").cards["Defender"].negated is expected


def test_what_is_applied_each_time_is_applied_for_battle_damage_too() -> None:
    tally = EffectSpec(1, "continuous", events=(Happening("battle_damage", "opponent"),), actions=(Op("counter", "self", amount=1),))
    state = to(one_on_one(monster(tally), monster()), "closed")
    assert state.cards["Attacker"].counters == (("counter", 1),)


def test_what_is_dated_to_the_end_is_not_applied_of_a_negated_or_doomed_monster() -> None:
    rest = EffectSpec(1, "continuous", applies_in=("end",), actions=(Op("change_position", "self", what="defense"),))
    state = one_on_one(monster(rest), monster())
    assert to(state, "end").cards["Attacker"].defending
    assert not to(change(state, "Attacker", negated=True), "end").cards["Attacker"].defending


def test_what_weakens_all_opposing_monsters_leaves_hidden_ones_alone() -> None:
    state = battle(
        {"Gloom": monster(continuous(Op("protect", "all_opponent", what="effect")))},
        Side((OnField("Gloom", alias="Attacker"),)),
        Side((DEFENDER, OnField("Vanilla", alias="Hidden", position="face-down"))),
    )
    for name, zone in (("Defender", "monster"), ("Hidden", "gy")):
        assert perform(state, Link("T", "Attacker", 0, targets=(name,)), Op("destroy", "target")).cards[name].zone == zone


def test_one_is_meant_where_no_number_is_given() -> None:
    state = field(Side((OnField("Vanilla", alias="Attacker", materials=2),)))
    assert perform(state, Link("T", "Attacker", 0), Op("detach", "self")).cards["Attacker"].materials == 1
    payer = EffectSpec(1, "quick", cost=(Op("detach", "chosen"),), actions=(Op("atk_def_change", "self", amount="+500"),))
    state = battle({"Payer": monster(payer)}, Side((OnField("Payer", alias="Attacker", materials=1),)), Side((DEFENDER,)))
    assert step(state, Activate("T", "Attacker", 1)).cards["Attacker"].materials == 0


# The battle itself.


def test_a_stolen_attacker_ends_the_battle() -> None:
    state = perform(field(), Link("N", "Defender", 0, targets=("Attacker",)), Op("take_control", "target"))
    assert state.cards["Attacker"].controller == "N"
    assert not to(state, "closed").calculated


def test_control_is_taken_of_monsters_on_the_field_alone() -> None:
    state = field(Side((ATTACKER,)), Side((DEFENDER,), gy=("Vanilla",)))
    state = perform(state, Link("T", "Attacker", 0, targets=("Vanilla",)), Op("take_control", "target"))
    assert (state.cards["Vanilla"].controller, state.cards["Vanilla"].zone) == ("N", "gy")


def test_there_is_one_calculation_in_a_battle() -> None:
    state = to(field(), "after_calc")
    link, op = Link("T", "Attacker", 0), Op("calculate_damage")
    assert calculate_now(state, link, op, "Attacker") == state
    assert calculate_now(change(field(), "Attacker", zone="gy"), link, op, "Attacker").lp == (8000, 8000)


@pytest.mark.parametrize(("name", "changed"), [("Beside", True), ("Buried", False), ("Attacker", False)])
def test_an_attack_is_passed_on_to_monsters_of_the_other_side(name: str, changed: bool) -> None:
    foes = Side((DEFENDER, OnField("Vanilla", alias="Beside")), gy=(OnField("Vanilla", alias="Buried"),))
    state = field(None, foes)
    link, op = Link("N", "Defender", 0), Op("redirect_attack", "chosen")
    assert redirect_attack(state, link, op, name).target == (name if changed else "Defender")
    over = perform(state, link, Op("negate_attack"))
    assert redirect_attack(over, link, op, name).target == "Defender"
    assert redirect_attack(to(state, "after_calc"), link, op, name).target == "Defender"


# Costs and replacements.


def test_counters_that_are_not_there_pay_nothing() -> None:
    spends = {
        "any": Op("counter", "self", amount=-2),
        "kind": Op("counter", "self", amount=-2, what="spell"),
        "chosen": Op("counter", "chosen", amount=-2, what="spell", whose="you"),
    }
    gain = (Op("atk_def_change", "self", amount="+500"),)
    for name, op in spends.items():
        mage = monster(EffectSpec(1, "quick", cost=(op,), actions=gain))
        either = name == "any"
        tried: list[tuple[dict[str, int], bool]] = [({}, False), ({"spell": 1}, False), ({"spell": 2}, True), ({"ice": 2}, either)]
        for counters, legal in (*tried, ({"ice": 1, "spell": 1}, either)):
            state = field(Side((OnField("Mage", alias="Attacker", atk=2000, counters=counters),)), Mage=mage)
            permit = explain(state, "T", "Attacker", 1)
            assert (name, counters, permit.legal, permit.rule) == (name, counters, legal, "R-ATK-01" if legal else "R-ACT-22")


def test_its_own_material_is_its_own() -> None:
    payer = EffectSpec(1, "quick", cost=(Op("detach", "self", amount=1),), actions=(Op("atk_def_change", "self", amount="+500"),))
    own = (OnField("Vanilla", alias="Beside", materials=1), OnField("Payer", alias="Attacker", materials=1))
    paid = step(battle({"Payer": monster(payer)}, Side(own), Side((DEFENDER,))), Activate("T", "Attacker", 1))
    assert (paid.cards["Attacker"].materials, paid.cards["Beside"].materials) == (0, 1)


def test_a_doomed_monster_pays_for_what_is_mandatory() -> None:
    answer = EffectSpec(
        1, "quick", mandatory=True, answers=("activation",), cost=(Op("tribute", "chosen"),), actions=(Op("negate_activation", "chained"),)
    )
    loud = EffectSpec(1, "trigger", mandatory=True, window=("after_calc",), actions=(Op("draw", "you"),))
    cards = {"Loud": monster(loud), "Guard": CardSpec("Trap", property="Continuous", effects=(answer,))}
    state = battle(cards, Side((OnField("Loud", alias="Attacker", atk=2000),)), Side((DEFENDER,), ("Guard",)))
    state = step(to(state, "after_calc"), Activate("T", "Attacker", 1))
    assert step(state, Activate("N", "Guard", 1)).cards["Defender"].zone == "gy"
    optional = EffectSpec(1, "quick", answers=("activation",), cost=answer.cost, actions=answer.actions)
    cards["Guard"] = CardSpec("Trap", property="Continuous", effects=(optional,))
    state = battle(cards, Side((OnField("Loud", alias="Attacker", atk=2000),)), Side((DEFENDER,), ("Guard",)))
    state = step(to(state, "after_calc"), Activate("T", "Attacker", 1))
    assert explain(state, "N", "Guard", 1).rule == "R-DOOM-07"


@pytest.mark.parametrize(("place", "asked"), [("monsters", True), ("hand", False), ("gy", False)])
def test_what_falls_instead_comes_from_the_field_unless_the_text_says_otherwise(place: str, asked: bool) -> None:
    shield = EffectSpec(1, "replacement", events=(Happening("destroyed", cause="battle"),), actions=(Op("destroy", "chosen", what="Squire"),))
    cards = {"Knight": monster(shield), "Squire": monster(words=("Squire",))}
    knight = OnField("Knight", alias="Defender", atk=1000)
    squire = OnField("Squire", alias="Squire")
    foes = Side((knight, squire)) if place == "monsters" else Side((knight,), **{place: (squire,)})  # type: ignore[arg-type]
    state = until(battle(cards, Side((ATTACKER,)), foes), lambda one: bool(one.questions))
    assert bool(state.questions) is asked
    if asked:
        saved = to(step(state, Decide("N", True)), "after_calc")
        assert (saved.cards["Defender"].doomed, saved.cards["Squire"].zone) == (False, "gy")


# Conditions, locks, what depends on what.


def test_what_depends_on_an_operation_that_was_left_out_is_left_out_too() -> None:
    ops = (Op("draw", "you", needs=("lp_lower",)), Op("inflict_damage", "opponent", "and_if_you_do", amount=500))
    assert perform_all(field(), Link("T", "Attacker", 0), ops).lp == (8000, 8000)
    first = (Op("draw", "you", needs=("lp_higher",)), *ops[1:])
    ahead = field(Side((ATTACKER,), deck=("Vanilla",)), Side((DEFENDER,), lp=4000))
    assert perform_all(ahead, Link("T", "Attacker", 0), first).lp == (8000, 3500)


@pytest.mark.parametrize(
    ("what", "shut"),
    [("cards", {"Trick"}), ("monster", {"Defender"}), ("trap", {"Trick", "Banner"}), ("spell", set()), ("all", {"Defender", "Trick", "Banner"})],
)
def test_a_lock_is_about_what_it_names(what: str, shut: set[str]) -> None:
    quick = EffectSpec(1, "quick", actions=(Op("atk_def_change", "self", amount="+500"),))
    trick = EffectSpec(1, "card_activation", actions=(Op("atk_def_change", "all_own", amount="+500"),))
    cards = {
        "Jailer": monster(EffectSpec(1, "lock", actions=(Op("restrict", "opponent", what=what),))),
        "Quick": monster(quick),
        "Trick": CardSpec("Trap", property="Normal", effects=(trick,)),
        "Banner": CardSpec("Trap", property="Continuous", effects=(quick,)),
    }
    other = Side((OnField("Quick", alias="Defender"),), ("Banner",), set=("Trick",))
    state = battle(cards, Side((OnField("Jailer", alias="Attacker"),)), other)
    found = {name for name in ("Defender", "Trick", "Banner") if not locked(state, "N", state.cards[name], state.cards[name].spec.effects[0]).legal}
    assert found == shut


@pytest.mark.parametrize(("dealt", "legal"), [("battle", True), ("effect", False)])
def test_only_battle_damage_is_battle_damage(dealt: str, legal: bool) -> None:
    late = monster(EffectSpec(1, "trigger", window=("end",), needs=("opponent_took_battle_damage:1000",), actions=(Op("draw", "you"),)))
    state = one_on_one(late, monster(), (2000, 1000) if dealt == "battle" else (2000, 1001))
    if dealt == "effect":
        state = perform(state, Link("T", "Attacker", 0), Op("inflict_damage", "opponent", amount=1000))
    assert explain(to(state, "end"), "T", "Attacker", 1).legal is legal


def test_a_monster_of_the_kind_in_attack_position() -> None:
    quick = EffectSpec(1, "quick", needs=("attack_position:Guard",), actions=(Op("atk_def_change", "self", amount="+500"),))
    cards = {"Chief": monster(quick), "Guard": monster(words=("Guard",))}
    for position, card, legal in (("attack", "Guard", True), ("defense", "Guard", False), ("attack", "Vanilla", False)):
        beside = OnField(card, alias="Beside", position=position)  # type: ignore[arg-type]
        state = battle(cards, Side((OnField("Chief", alias="Attacker"), beside)), Side((DEFENDER,)))
        assert explain(state, "T", "Attacker", 1).legal is legal


@pytest.mark.parametrize(("to_whom", "left"), [("all", set()), ("all_own", {"Theirs"}), ("all_opponent", {"Mine"})])
def test_whose_hand_is_discarded(to_whom: str, left: set[str]) -> None:
    state = field(Side((ATTACKER,), hand=(OnField("Vanilla", alias="Mine"),)), Side((DEFENDER,), hand=(OnField("Vanilla", alias="Theirs"),)))
    state = perform(state, Link("T", "Attacker", 0), Op("discard", to_whom, source="hand"))  # type: ignore[arg-type]
    assert {name for name, card in state.cards.items() if card.zone == "hand"} == left


@pytest.mark.parametrize(
    ("answered", "legal"), [(("hand",), True), (("field",), False), (("spell_trap_card",), False), (("monster", "effect"), True), (("card",), False)]
)
def test_what_is_answered_is_what_is_asked_for(answered: tuple[str, ...], legal: bool) -> None:
    """The effect of a monster in the hand is answered."""
    trick = EffectSpec(1, "quick", places=("hand",), window=("during_calc",), actions=(Op("damage_modify", "you", what="zero"),))
    stop = EffectSpec(1, "card_activation", answers=("activation",), answered=answered, actions=(Op("negate_activation", "chained"),))
    cards = {"Trick": monster(trick), "Stop": CardSpec("Trap", property="Counter", effects=(stop,))}
    state = to(battle(cards, Side((ATTACKER,), set=("Stop",)), Side((DEFENDER,), hand=("Trick",))), "during_calc")
    state = step(on(state), Activate("N", "Trick", 1))
    assert explain(state, "T", "Stop", 1).legal is legal


@pytest.mark.parametrize(("answered", "legal"), [(("spell_trap_card",), True), (("trap_card",), True), (("hand",), False), (("effect",), False)])
def test_and_so_of_a_trap(answered: tuple[str, ...], legal: bool) -> None:
    rush = EffectSpec(1, "card_activation", actions=(Op("atk_def_change", "all_own", amount="+500"),))
    stop = EffectSpec(1, "card_activation", answers=("activation",), answered=answered, actions=(Op("negate_activation", "chained"),))
    cards = {"Rush": CardSpec("Trap", property="Normal", effects=(rush,)), "Stop": CardSpec("Trap", property="Counter", effects=(stop,))}
    state = battle(cards, Side((ATTACKER,), set=("Stop",)), Side((DEFENDER,), set=("Rush",)))
    state = step(on(state), Activate("N", "Rush", 1))
    assert explain(state, "T", "Stop", 1).legal is legal


def test_a_doomed_card_of_a_name_that_may_be_there_once_still_counts_itself() -> None:
    only = EffectSpec(1, "condition", actions=(Op("restrict", "you", what="one of its name"),))
    own = Side((ATTACKER,))
    kaiju = OnField("Kaiju", alias="Defender", position="face-down", defense=500)
    state = battle({"Kaiju": monster(only)}, own, Side((kaiju, OnField("Kaiju", alias="Elder"))))
    later = to(state, "after_calc")
    assert (later.cards["Defender"].zone, later.cards["Elder"].zone) == ("gy", "monster")
