"""Invented cards by hand beside invented readings of their texts."""

from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.validate.cards_check import Beside, Field, beside, facts
from pipeline.validate.cards_report import report
from pipeline.validate.explained import Misread
from pipeline.windows import ALL
from tests.validate.read_rows import effect, event, op, reading

DRAWS = EffectSpec(1, "trigger", events=(Happening("special_summoned"),), actions=(Op("draw", "you"),))
HALVES = EffectSpec(2, "quick", actions=(Op("atk_def_change", "target", amount="/2"),))
ROWS = [effect("00000201/text/1", ALL), effect("00000201/text/2", kind="quick")]
READ = [reading("00000201/text/1", events=[event("special_summoned")]), reading("00000201/text/2", kind="quick", actions=[op("atk_def_change")])]


def by_hand(*effects: EffectSpec) -> dict[str, CardSpec]:
    return {"Tin Watchman": CardSpec("Monster", passcode="00000201", effects=effects), "Nobody": CardSpec("Monster", effects=effects)}


def test_the_same_by_hand_and_read() -> None:
    found = beside(by_hand(DRAWS, HALVES), ROWS, READ)
    assert [(one.key, one.effect_id, one.differs, one.one_text) for one in found] == [
        ("Tin Watchman/1", "00000201/text/1", (), True),
        ("Tin Watchman/2", "00000201/text/2", (), True),
    ]


def test_effects_find_each_other_by_what_they_are_not_by_number() -> None:
    moved = beside(by_hand(EffectSpec(2, "trigger", events=DRAWS.events, actions=DRAWS.actions)), ROWS, READ)
    assert [(one.key, one.effect_id, one.differs) for one in moved] == [("Tin Watchman/2", "00000201/text/1", ())]


def test_differing_facts_and_windows_are_named() -> None:
    other = EffectSpec(1, "trigger", events=(Happening("special_summoned", "other"),), actions=(Op("draw", "you"),))
    (one,) = beside(by_hand(other), ROWS[:1], READ[:1])
    assert [field.name for field in one.differs] == ["events", "windows"]
    assert one.differs[1] == Field("windows", (), ALL.keys())
    assert not one.one_text


def test_operations_that_the_step_does_not_ask_for_are_counted_apart() -> None:
    more = EffectSpec(1, "trigger", events=DRAWS.events, actions=(Op("draw", "you"), Op("discard", "you", "then")))
    (one,) = beside(by_hand(more), ROWS[:1], READ[:1])
    assert ([field.name for field in one.differs], one.step, one.one_text) == (["does"], (), True)


def test_either_text_may_tell_it() -> None:
    japanese = reading("00000201/text/1", language="ja", events=[event("special_summoned")])
    english = reading("00000201/text/1", events=[event("special_summoned", "other")])
    (one,) = beside(by_hand(DRAWS), ROWS[:1], [english, japanese])
    assert one.step and one.one_text


def test_an_effect_that_was_not_read() -> None:
    found = beside(by_hand(DRAWS, EffectSpec(3, "trigger", phases=("end",), actions=(Op("banish", "self"),))), ROWS[:1], READ[:1])
    assert found[1] == Beside("Tin Watchman", "3", None, (Field("effect", "trigger", None),), False)


def test_applied_or_activated_is_a_difference_and_ways_of_applying_are_none() -> None:
    applied = EffectSpec(1, "lock", actions=(Op("restrict", "opponent"),))
    assert beside(by_hand(applied), ROWS[:1], [reading("00000201/text/1", kind="continuous")])[0].differs == ()
    (one,) = beside(by_hand(applied), ROWS[:1], READ[:1])
    assert one.differs == (Field("kind", "lock", "trigger"),)


def test_facts_leave_out_what_no_limit_of_the_step_asks_for() -> None:
    plain = facts(HALVES)
    assert facts(EffectSpec(2, "quick", cost=(Op("choose"),), actions=(*HALVES.actions, Op("protect", link="also")))) == plain
    assert facts(EffectSpec(2, "quick", actions=(Op("destroy"), *HALVES.actions)))["changes"] == (True, "R-ATK-04")
    assert facts(EffectSpec(2, "quick", actions=(Op("destroy"), Op("atk_def_change", link="then", amount="/2")))) != plain
    three = tuple(Happening(what, "self") for what in ("normal_summoned", "flip_summoned", "special_summoned"))
    assert facts(EffectSpec(1, "trigger", events=three)) == facts(EffectSpec(1, "trigger", events=(Happening("summoned"),)))


def test_the_report_explains_and_lists_the_rest() -> None:
    other = EffectSpec(1, "trigger", events=(Happening("special_summoned", "other"),), actions=(Op("draw", "you"),))
    found = beside(by_hand(other, HALVES), ROWS, READ)
    known = (Misread("a slip of the pen", "reader", "It is so.", ("events",), ("Tin Watchman/1",)),)
    lines = report(found, known, every=False)
    assert lines[0].startswith("1 cards of the scenarios with 2 effects")
    assert "  0 cards (0.0%), 1 effects (50.0%) in every operation as well" in lines
    assert "    1  reader   a slip of the pen" in lines
    assert lines[-2] == "1 differing facts without an explanation"
    assert lines[-1].split("\t")[:3] == ["Tin Watchman/1", "00000201/text/1", "windows"]
    assert any(line.endswith("a slip of the pen") for line in report(found, known, every=True)[-2:])
