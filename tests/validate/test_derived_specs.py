"""What a reading of an invented effect becomes for the engine."""

import pytest

from pipeline.engine.spec import EffectSpec, Happening
from pipeline.validate.derived_specs import alternatives, card_spec, effect_spec, speaking
from pipeline.windows import UNTIL_CALC, Window
from tests.validate.read_rows import Row, effect, event, op, reading


def spec(card_type: str = "Monster", lasting: bool = False, **row: object) -> EffectSpec:
    return effect_spec(reading(**row), card_type=card_type, lasting=lasting)  # type: ignore[arg-type]


def test_the_number_is_that_of_the_dataset_not_of_the_language() -> None:
    derived = effect_spec(reading("00000201/text/3.2") | {"effect_no": 1, "bullet": None}, card_type="Monster", lasting=False)
    assert (derived.no, derived.option) == (3, 2)


def test_destroying_is_by_battle_unless_said_otherwise() -> None:
    assert spec(events=[event("destroys")]).events == (Happening("destroys", "self", "battle"),)
    assert spec(events=[event("destroys", cause="either")]).events[0].cause == "either"
    assert spec(events=[event("destroyed")]).events[0].cause == "unsaid"


def test_what_an_equipped_monster_does_is_not_done_by_the_spell() -> None:
    (happens,) = spec("Spell", events=[event("battle_damage")]).events
    assert (happens.subject, happens.whose) == ("other", "you")
    assert spec("Spell", events=[event("sent_to_gy")]).events[0].subject == "self"


def test_a_trigger_upon_an_activation_waits_for_it_and_a_negation_answers_it() -> None:
    trigger = spec(responds_to=["activation"])
    assert (trigger.kind, trigger.answers, trigger.events) == ("trigger", (), (Happening("activated", "other"),))
    negation = spec(responds_to=["activation"], actions=[op("negate_activation")])
    assert (negation.kind, negation.answers, negation.events) == ("quick", ("activation",), ())


def test_being_targeted_is_answered_by_fast_effects_and_triggers_the_others() -> None:
    assert spec(kind="quick", events=[event("targeted")]).answers == ("targeting",)
    forced = spec(mandatory=True, events=[event("targeted")])
    assert (forced.answers, forced.events) == ((), (Happening("targeted"),))


def test_negations_of_old_texts_answer_something() -> None:
    assert spec("Trap", kind="card_activation", actions=[op("negate_summon")]).answers == ("summon",)
    assert spec("Trap", kind="card_activation", actions=[op("negate_activation")]).answers == ("activation",)


def test_an_answer_to_what_waits_for_a_summon_is_one_condition() -> None:
    derived = spec(responds_to=["activation"], events=[event("normal_summoned", "other")], actions=[op("negate_activation")])
    assert (derived.answers, derived.events) == ((), (Happening("normal_summoned", "other"),))


def test_effects_of_the_whole_step_are_fast() -> None:
    named = spec(names_step=True, events=[event("battles")])
    assert (named.kind, named.events, named.needs) == ("quick", (), ("battles",))
    newer = spec(kind="quick", window=["start", "before_calc"], actions=[op("atk_def_change")])
    assert (newer.names_step, newer.window) == (True, ())
    other = spec(kind="quick", window=["start", "before_calc"])
    assert (other.names_step, other.window) == (False, ("start", "before_calc"))


def test_flip_effects_wait_for_the_flip_alone() -> None:
    assert spec(kind="flip", mandatory=True, events=[event("destroyed")]).events == (Happening("flipped"),)


def test_nothing_compels_without_a_moment() -> None:
    assert not spec(kind="quick", mandatory=True).mandatory
    assert spec(mandatory=True, events=[event("drawn", "you")]).mandatory


@pytest.mark.parametrize(
    ("window", "subject", "events", "needs"),
    [
        (["end"], "self", (), ("has_battled",)),
        (["during_calc"], "you", (), ("damage_to_you",)),
        (["after_calc"], "you", (Happening("battle_damage", "you"),), ()),
        ([], "you", (Happening("battle_damage", "you"),), ()),
    ],
)
def test_battle_damage_is_an_event_where_it_is_dealt(window: list[str], subject: str, events: tuple[Happening, ...], needs: tuple[str, ...]) -> None:
    derived = spec(window=window, events=[event("battle_damage", subject)])
    assert (derived.events, derived.needs) == (events, needs)


def test_what_follows_a_later_or_optional_operation_is_as_late_and_as_optional() -> None:
    later = spec(actions=[op("banish"), op("return", "sentence", delayed=True), op("atk_def_change", "and_if_you_do")])
    assert [one.delayed for one in later.actions] == [False, True, True]
    optional = spec(actions=[op("destroy"), op("apply", "then", optional=True), op("atk_def_change", "or"), op("draw", "sentence")])
    assert [one.optional for one in optional.actions] == [False, True, True, False]


def test_changes_that_hold_while_a_card_lies_there_are_not_late() -> None:
    late = [op("atk_def_change", delayed=True), op("destroy", "sentence", delayed=True)]
    assert [one.delayed for one in spec("Trap", True, kind="card_activation", actions=late).actions] == [False, True]
    assert [one.delayed for one in spec("Trap", False, kind="card_activation", actions=late).actions] == [True, True]
    assert not spec(kind="continuous", actions=late).actions[0].delayed


def test_that_card_is_the_summoned_one_once_something_was_summoned() -> None:
    actions = [op("special_summon", object="self"), op("banish", "and", object="that")]
    assert [one.to for one in spec(actions=actions).actions] == ["self", "summoned"]
    assert spec(actions=[op("banish", object="that")]).actions[0].to == "event"
    became = [op("special_summon"), op("atk_def_change", "sentence", object="self")]
    assert [one.to for one in spec("Trap", actions=became).actions] == ["chosen", "summoned"]
    assert spec(actions=became).actions[1].to == "self"


@pytest.mark.parametrize(
    ("row", "together"),
    [
        ({}, True),
        ({"places": ["gy"]}, False),
        ({"granted": True}, False),
        ({"events": [event("destroyed")]}, False),
        ({"cost": [op("send_to_gy", object="self")]}, False),
        ({"kind": "card_activation"}, False),
    ],
)
def test_what_a_lasting_trap_may_start_with(row: Row, together: bool) -> None:
    assert spec("Trap", True, **row).with_card is together
    assert not spec("Spell", True, **row).with_card


def test_a_moment_or_a_summon_are_two_occasions() -> None:
    both = spec(window=["start"], events=[event("special_summoned"), event("battles")])
    first, second = alternatives(both)
    assert (first.window, first.events) == (("start",), ())
    assert (second.window, second.events) == ((), (Happening("special_summoned"),))
    won = spec(window=["after_calc"], events=[event("destroys")])
    assert alternatives(won) == (won,)


def test_the_language_that_speaks_for_a_row() -> None:
    texts = [reading(language="ja", mark="even"), reading(language="en", kind="quick")]
    row = effect(windows=UNTIL_CALC, kind="quick")
    assert speaking(row, []) is None
    found = speaking(row, texts)
    assert found is not None and (found["language"], found["mark"]) == ("en", "even")
    followed = speaking(row | {"witness_en": "no", "witness_ja": "start|before_calc"}, texts)
    assert followed is not None and followed["language"] == "ja"
    japanese = speaking(effect(windows=Window.END, ruleset="ocg"), [reading(language="en"), reading(language="ja")])
    assert japanese is not None and japanese["language"] == "ja"
    silent = speaking(effect(), [reading(language="en", actions=[]), reading(language="ja")])
    assert silent is not None and silent["language"] == "ja"


def test_a_card_has_each_number_once() -> None:
    rows = [reading("00000201/text/1"), reading("00000201/text/2", kind="quick"), reading("00000201/text/1", kind="continuous")]
    card = card_spec(effect(card_type="Trap", property="Continuous"), rows)
    assert [(one.no, one.kind, one.with_card) for one in card.effects] == [(1, "trigger", True), (2, "quick", True)]
