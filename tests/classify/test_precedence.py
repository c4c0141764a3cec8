"""Which rule decides: the order of the rulebook's decision procedure, on effects built by hand."""

import pytest

from pipeline.records import Action, Effect
from pipeline.windows import UNTIL_CALC, Window
from tests.classify.hand import action, card, effect, event, judged

ALL = "start|before_calc|during_calc|after_calc|end"
SB = "start|before_calc"
ATK = action("atk_def_change")
TRAP, QUICK_PLAY, COUNTER, LASTING = card("Trap", "Normal"), card("Spell", "Quick-Play"), card("Trap", "Counter"), card("Trap", "Continuous")


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        # A mark goes before everything that is activated.
        (effect("quick", ATK, mark="except"), "MARK-01 no"),
        (effect("trigger", events=(event("special_summoned"),), mark="even"), f"MARK-02 yes {ALL} event"),
        (effect("quick", action("destroy"), responds_to=("activation",), mark="even"), f"MARK-02 yes {ALL} response"),
        # Another phase shuts out even a change of ATK; the Battle Phase does not.
        (effect("quick", ATK, phases=("main",)), "PHASE-01 no"),
        (effect("quick", ATK, phases=("main", "battle")), f"STAT-01 yes {SB} open"),
        (effect("quick", ATK, phases=("battle_step",)), "PHASE-02 no"),
        (effect("trigger", phases=("battle_end",), events=(event("battles", "self", past=True),)), "PHASE-03 no"),
        (effect("quick", action("special_summon"), phases=("battle",)), "FREE-03 no"),
        # A named window goes before events, and before the change of ATK.
        (effect("quick", ATK, window=Window.DURING_CALC), "WIN-04 yes during_calc first_chain"),
        (effect("trigger", window=Window.END, events=(event("attacks", "self"),)), "WIN-04 yes end first_chain"),
        (effect("trigger", window=Window.BEFORE_CALC), "WIN-04 yes before_calc first_chain"),
        (effect("quick", window=Window.BEFORE_CALC), "WIN-03 yes before_calc open"),
        (effect("quick", ATK, window=UNTIL_CALC), f"WIN-03 yes {SB} open"),
        (effect("quick", ATK, names_step=True, events=(event("battles"),)), f"WIN-05 yes {SB} open"),
        (effect("quick", action("special_summon"), names_step=True, responds_to=("activation",)), f"WIN-02 yes {SB} response"),
        (effect("quick", action("negate_activation"), names_step=True, responds_to=("activation",)), f"NEG-01 yes {ALL} response"),
        # Answers.
        (effect("quick", action("negate_activation"), ATK, responds_to=("activation",)), f"NEG-01 yes {ALL} response"),
        (effect("quick", action("negate_effect"), ATK, responds_to=("activation",)), "NEG-02 no"),
        (effect("quick", action("negate_effect"), responds_to=("activation",), mandatory=True), f"MAND-02 yes {ALL} event"),
        (effect("quick", ATK, responds_to=("activation",)), "ANS-01 no"),
        (effect("quick", action("special_summon"), responds_to=("targeting",)), "ANS-02 no"),
        (effect("quick", action("special_summon"), events=(event("attack_targeted", "self"), event("targeted", "self"))), "ANS-02 no"),
        (effect("quick", action("negate_summon"), responds_to=("summon",)), "NOOC-04 no"),
        (effect("quick", action("negate_activation"), responds_to=("summon", "activation")), f"NEG-01 yes {ALL} response"),
        # Events of this card, of battles, of others.
        (effect("trigger", ATK, events=(event("sent_to_gy", "self"),)), f"OWN-01 yes {ALL} event"),
        (effect("trigger", events=(event("destroyed", "self", "battle"),)), "OWN-01 yes end event"),
        (effect("trigger", events=(event("special_summoned", "self"), event("attack_declared", "self"))), f"OWN-01 yes {ALL} event"),
        (effect("trigger", action("fusion_summon"), events=(event("special_summoned", "self"),)), "PROC-01 no"),
        (effect("trigger", action("fusion_summon", optional=True), events=(event("special_summoned", "self"),)), f"OWN-01 yes {ALL} event"),
        (effect("trigger", events=(event("link_summoned", "self"), event("special_summoned", "opponent"))), f"OWN-02 yes {ALL} event"),
        (effect("trigger", events=(event("attack_targeted", "self"), event("special_summoned", "opponent"))), "OTH-01 no"),
        (effect("trigger", events=(event("link_summoned", "self"),)), f"NOOC-06 yes {ALL} event"),
        (effect("trigger", events=(event("normal_summoned", "self"),)), "NOOC-02 no"),
        (effect("trigger", events=(event("normal_summoned", "self"),), mandatory=True), "NOOC-02 no"),
        (effect("trigger", events=(event("used_as_material", "self"),)), "NOOC-03 no"),
        (effect("trigger", events=(event("battle_damage", "you"),)), "BAT-02 yes after_calc event"),
        (effect("trigger", events=(event("destroyed", "other", "battle"),)), "BAT-02 yes end event"),
        (effect("trigger", events=(event("destroyed", "other", "either"),)), f"BAT-03 yes {ALL} event"),
        (effect("trigger", events=(event("destroyed", "other", "battle"), event("leaves_field", "other", "effect"))), f"BAT-03 yes {ALL} event"),
        (effect("trigger", action("banish", object="that"), events=(event("destroys", "self", "battle"),)), "BAT-01 yes after_calc event"),
        (effect("trigger", events=(event("damage", "you"),)), f"BAT-04 yes {ALL} event"),
        (effect("trigger", events=(event("lp_gained", "you"),)), "BAT-05 no"),
        (effect("trigger", events=(event("lp_gained", "you"),), mandatory=True), f"MAND-01 yes {ALL} event"),
        (effect("trigger", events=(event("destroyed", "other", "effect"),)), "OTH-02 no"),
        (effect("trigger", events=(event("destroyed"),)), "UND-01 uncertain"),
        (effect("trigger", events=(event("destroyed"),), mandatory=True), f"MAND-01 yes {ALL} event"),
        (effect("trigger", events=(event("drawn", "opponent"),)), "OTH-03 no"),
        (effect("trigger", events=(event("flipped", "self"),)), "FLIP-02 yes after_calc event"),
        (effect("flip", mandatory=True), "FLIP-01 yes after_calc event"),
        (effect("trigger", events=(event("flipped"),)), "FLIP-03 yes after_calc event"),
        (effect("trigger", events=(event("flipped"),), language="ja"), "FLIP-03 uncertain"),
        # What happened before is a state: a free effect stays free.
        (effect("quick", action("special_summon"), events=(event("destroyed", "other", "battle", past=True),)), "FREE-01 no"),
        # A trigger of which nothing was understood is nobody's.
        (effect("trigger", action("draw")), "silent"),
        (effect("ignition", ATK), "SPEED-01 no"),
        (effect("continuous", ATK), "PASS-01 not_activated"),
    ],
)
def test_monster_effects(what: Effect, expected: str) -> None:
    assert judged(what) == expected


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ((ATK, action("draw", "then")), f"STAT-01 yes {SB} open"),
        ((action("target"), ATK), f"STAT-01 yes {SB} open"),
        ((action("return"), action("atk_def_change", "and_if_you_do")), f"STAT-02 yes {SB} open"),
        ((action("protect"), action("atk_def_change", "also")), f"STAT-02 yes {SB} open"),
        ((action("destroy"), action("atk_def_change", "sentence")), f"STAT-03 yes {SB} open"),
        ((action("equip"), action("atk_def_change", "sentence")), f"STAT-04 yes {SB} open"),
        ((action("destroy"), action("atk_def_change", "then")), "UND-02 uncertain"),
        ((action("draw"), action("discard", "then"), action("atk_def_change", "and_if_you_do")), "UND-02 uncertain"),
        ((action("draw"), action("discard", "then"), action("atk_def_change", "sentence")), f"STAT-03 yes {SB} open"),
        ((action("destroy"), action("atk_def_change", "then", optional=True)), "STAT-05 no"),
        ((action("destroy", optional=True), action("atk_def_change", "and_if_you_do")), "STAT-05 no"),
        ((action("special_summon"), action("atk_def_change", "and_if_you_do", object="that")), "STAT-06 no"),
        ((action("special_summon"), action("negate_effect", "also"), action("atk_def_change", "also", object="that")), "STAT-06 no"),
        ((action("special_summon"), action("atk_def_change", "and_if_you_do", object="other")), f"STAT-02 yes {SB} open"),
        ((action("special_summon", object="self"), action("atk_def_change", "and_if_you_do", object="target")), f"STAT-02 yes {SB} open"),
        ((action("opponent_chooses"), action("atk_def_change", "and_if_you_do")), "STAT-07 no"),
        ((action("atk_def_change"), action("skip", "or")), "STAT-07 no"),
        ((action("atk_def_change"), action("atk_def_change", "or")), f"STAT-01 yes {SB} open"),
        ((action("destroy"), action("atk_def_change", "and_if_you_do", delayed=True)), "FREE-02 no"),
        ((action("return", delayed=True), action("atk_def_change", "and_if_you_do")), "FREE-02 no"),
        ((action("return", delayed=True), action("atk_def_change", "sentence")), f"STAT-03 yes {SB} open"),
        ((action("atk_def_change", optional=True),), f"STAT-01 yes {SB} open"),
        ((action("fusion_summon"), action("atk_def_change", "sentence")), "PROC-01 no"),
        ((ATK, action("fusion_summon", "then", optional=True)), f"STAT-01 yes {SB} open"),
        ((ATK, action("destroy", "then", optional=True), action("synchro_summon", "and_if_you_do")), f"STAT-01 yes {SB} open"),
        ((action("inflict_damage"),), "FREE-02 no"),
    ],
)
def test_changes_of_free_timing(actions: tuple[Action, ...], expected: str) -> None:
    what = effect("card_activation", *actions, speed=2)
    assert judged(what, TRAP) == judged(what, QUICK_PLAY) == expected


def test_the_card_decides_whether_an_activation_is_fast() -> None:
    what = effect("card_activation", ATK)
    assert judged(what, card("Spell", "Normal")) == "SPEED-02 no"
    assert judged(effect("card_activation", number=0), card("Spell", "Field")) == "SPEED-03 no"


def test_counter_traps() -> None:
    assert judged(effect("card_activation", action("negate_effect"), responds_to=("activation",)), COUNTER) == f"CTR-01 yes {ALL} response"
    assert judged(effect("card_activation", events=(event("drawn", "opponent"),)), COUNTER) == f"CTR-02 yes {ALL} event"
    assert judged(effect("card_activation", action("negate_attack"), events=(event("attack_declared"),)), COUNTER) == "NOOC-01 no"
    assert judged(effect("card_activation", action("negate_summon"), responds_to=("summon",)), COUNTER) == "NOOC-04 no"


def test_lasting_traps_look_at_their_other_effects() -> None:
    bare = effect("card_activation", number=0)
    lowers = effect("continuous", ATK)
    damage = effect("trigger", events=(event("battle_damage", "you"),), number=2)
    from_grave = effect("quick", ATK, number=3, places=("gy",))
    owed = effect("trigger", events=(event("battle_damage", "you"),), number=2, mandatory=True)
    assert judged(bare, LASTING, siblings=(bare, lowers)) == f"ACT-01 yes {SB} open"
    assert judged(bare, LASTING, siblings=(bare, damage)) == "ACT-02 yes after_calc event"
    assert judged(bare, LASTING, siblings=(bare, from_grave, owed)) == "ACT-03 no"
    assert judged(bare, LASTING) == "ACT-03 no"
    paid_with_itself = effect("quick", ATK, number=2, cost=(action("send_to_gy", object="self"),))
    assert judged(bare, LASTING, siblings=(bare, paid_with_itself)) == "ACT-03 no"
    search = effect("card_activation", action("add_to_hand"), number=1)
    assert judged(bare, LASTING, siblings=(bare, search, damage)) == "ACT-03 no", "the activation has an effect of its own"
    halves = effect("card_activation", ATK, number=1)
    assert judged(bare, LASTING, siblings=(bare, halves)) == f"ACT-01 yes {SB} open"
    as_monster = effect("card_activation", action("special_summon"), action("atk_def_change", "sentence", object="summoned"), number=1)
    assert judged(bare, LASTING, siblings=(bare, as_monster)) == "ACT-03 no"
    negates = effect("quick", action("negate_activation"), number=2, responds_to=("activation",))
    assert judged(bare, LASTING, siblings=(bare, negates)) == f"ACT-02 yes {ALL} response"
    assert judged(bare, LASTING, siblings=(bare, negates, damage)) == f"ACT-02 yes {ALL} event", "the least restricted of both modes"
    itself = effect("card_activation", action("special_summon", object="self"), number=1)
    assert judged(bare, LASTING, siblings=(bare, itself, lowers)) == "ACT-03 no", "what the monster has is no change by the Trap"


def test_composites_are_left_open_before_the_current_rules() -> None:
    both = effect("trigger", events=(event("special_summoned", "self"), event("special_summoned")))
    assert judged(both, ruleset="ocg") == f"OWN-02 yes {ALL} event"
    assert judged(both, ruleset="edison") == "UND-03 uncertain"
