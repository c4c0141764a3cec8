"""The older rulesets: what differs from the current windows."""

import pytest

from pipeline.classify.decide import judge
from pipeline.classify.rule import Case
from pipeline.records import Effect, Verdict
from pipeline.windows import UNTIL_CALC, Ruleset, Window
from tests.classify.hand import action, card, effect, event

ATK = action("atk_def_change")
HONEST = effect("quick", ATK, names_step=True, events=(event("battles"),))
RUSH = effect("quick", ATK)


def verdict(what: Effect, ruleset: Ruleset) -> Verdict:
    vote = judge(Case(card(), what, (), ruleset))
    assert vote is not None and isinstance(vote.answer, Verdict)
    return vote.answer


@pytest.mark.parametrize(
    ("what", "substeps"),
    [
        (HONEST, (1, 2, 3, 4)),
        (effect("quick", ATK, window=UNTIL_CALC), (1, 2, 3, 4)),
        (RUSH, (1, 2, 3)),
        (effect("trigger", window=Window.START), (1,)),
        (effect("trigger", window=Window.BEFORE_CALC), (3,)),
        (effect("trigger", window=Window.DURING_CALC), (4,)),
        (effect("trigger", window=Window.AFTER_CALC), (6,)),
        (effect("trigger", window=Window.END), (7,)),
        (effect("trigger", events=(event("battle_damage", "self"),)), (5,)),
        (effect("trigger", events=(event("battles", "self"),)), (6,)),
        (effect("trigger", events=(event("battle_damage", "self"), event("battles", "self"))), (5, 6)),
        (effect("flip", mandatory=True), (6,)),
        (effect("trigger", events=(event("destroyed", "self", "battle"),)), (7,)),
        (effect("trigger", events=(event("sent_to_gy", "self"),)), (1, 2, 3, 4, 5, 6, 7)),
        (effect("quick", action("negate_activation"), responds_to=("activation",)), (1, 2, 3, 4, 5, 6, 7)),
        (effect("quick", action("draw")), ()),
    ],
)
def test_seven_substeps(what: Effect, substeps: tuple[int, ...]) -> None:
    assert verdict(what, "edison").substeps == verdict(what, "goat").substeps == substeps
    assert verdict(what, "tcg").substeps == verdict(what, "ocg-mr2").substeps == ()


def test_windows_are_the_substeps_folded() -> None:
    assert verdict(HONEST, "edison").windows == UNTIL_CALC | Window.DURING_CALC
    assert verdict(RUSH, "edison").windows == UNTIL_CALC
    assert verdict(effect("trigger", window=Window.AFTER_CALC), "goat").windows == Window.AFTER_CALC


def test_effects_that_name_the_step_lasted_through_calculation_before_2014() -> None:
    assert verdict(HONEST, "ocg-mr2").windows == UNTIL_CALC | Window.DURING_CALC
    assert verdict(RUSH, "ocg-mr2").windows == UNTIL_CALC
    assert verdict(HONEST, "ocg").windows == verdict(HONEST, "tcg").windows == UNTIL_CALC


def test_goat_knows_one_chain_a_substep() -> None:
    assert verdict(RUSH, "edison").mode == "open"
    assert verdict(RUSH, "goat").mode == "first_chain"
    assert verdict(effect("quick", action("negate_activation"), responds_to=("activation",)), "goat").mode == "response"


def test_equal_answers_are_one_object() -> None:
    assert verdict(HONEST, "edison") is verdict(HONEST, "edison")
