"""What turns a verdict: events that the text never meets, unknown answers, relays, forms and options."""

from typing import Any

import msgspec
import pytest

from pipeline.engine import core_numbers as number
from pipeline.engine.script_facts import ScriptEffect
from pipeline.validate.findings import Finding, compare, findings
from pipeline.validate.official import Official, by_row
from pipeline.validate.script_verdicts import Comparison, compare_card
from pipeline.validate.text_effects import TextCard
from pipeline.windows import ALL, NONE, Window
from tests.validate.invented_scripts import (
    BEFORE_CALC_ONLY,
    CAL,
    DELAY,
    FIELD_TRIGGER,
    GRAVE,
    IGNITION,
    MZONE,
    OWN_TRIGGER,
    QUICK,
    STEP,
    TARGETS,
    cards,
    changed,
    facts,
    right_scripts,
    script_effect,
)  # fmt: skip

CUSTOM = number.EVENT_CUSTOM + 202


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TextCard]:
    return cards(tmp_path_factory.mktemp("details"))


def _with(card: TextCard, *changes: dict[str, Any]) -> TextCard:
    """The card, its rows changed one by one; rows beyond the changes are left out."""
    pairs = zip(card.effects, changes, strict=False)
    return msgspec.structs.replace(card, effects=tuple(msgspec.structs.replace(text, **more) for text, more in pairs))


def _compared(card: TextCard, *effects: ScriptEffect) -> Comparison:
    """The first row beside these effects."""
    script = card.script_ids[0]
    found = compare_card(card, facts("edopro", *effects), {script: effects})
    return found[card.effects[0].row]


def test_where_the_script_raises_the_event_the_text_says_when(known: dict[str, TextCard]) -> None:
    custom = script_effect(202, 1, OWN_TRIGGER, CUSTOM, category=0x200)
    assert _compared(_with(known["00000202"], {"rule": "NOOC-02"}), custom).verdict == "agree"
    assert _compared(_with(known["00000202"], {"rule": "PHASE-02"}), custom).verdict == "agree"
    assert _compared(_with(known["00000202"], {}), custom).verdict == "more_permissive"
    some = {"eligible": "yes", "windows": Window.END, "rule": "BAT-02"}
    assert _compared(_with(known["00000202"], some), custom).verdict == "agree"


def test_a_relay_may_refuse_what_is_not_recorded(known: dict[str, TextCard]) -> None:
    custom = script_effect(202, 1, OWN_TRIGGER, CUSTOM, category=0x200)
    relay = script_effect(202, 2, number.CONTINUOUS | number.FIELD | number.ACTIONS, 1102, parts=9, range=MZONE)
    relayed = _compared(known["00000202"], custom, relay)
    assert (relayed.verdict, relayed.because) == ("not_comparable", "answers_unknown")
    assert _compared(known["00000202"], custom, msgspec.structs.replace(relay, parts=8)).verdict == "more_permissive"
    # What never was relayed stays a difference.
    open_ = script_effect(202, 1, FIELD_TRIGGER, 1102, DELAY | STEP, category=0x200, range=MZONE)
    assert _compared(known["00000202"], open_, relay).verdict == "more_permissive"


def test_an_event_of_the_battle_is_met_whatever_the_rule_says(known: dict[str, TextCard]) -> None:
    never = _with(known["00000202"], {"rule": "NOOC-02"})
    assert _compared(never, script_effect(202, 1, FIELD_TRIGGER, 1102, STEP | DELAY, category=0x200, range=MZONE)).verdict == "agree"
    both = [script_effect(202, n, FIELD_TRIGGER, code, DELAY, category=0x200, range=MZONE, string_no=0) for n, code in ((1, 1102), (2, 1138))]
    one = _compared(never, *both)
    assert (one.verdict, one.windows) == ("more_permissive", Window.AFTER_CALC)


@pytest.mark.parametrize("code", [number.EVENT_FLIP, 1016])
def test_flips_are_settled_after_calculation(known: dict[str, TextCard], code: int) -> None:
    flipped = {"events": frozenset({"flipped"}), "eligible": "yes", "windows": Window.AFTER_CALC, "rule": "FLIP-02"}
    watching = script_effect(202, 1, FIELD_TRIGGER, code, STEP | DELAY, category=0x200, range=MZONE)
    assert _compared(_with(known["00000202"], flipped), watching).verdict == "agree"
    if code == 1016:
        moved = flipped | {"events": frozenset({"position_changed"})}
        assert _compared(_with(known["00000202"], moved), watching).verdict == "more_permissive"


def test_an_ignition_effect_that_another_card_makes_quick(known: dict[str, TextCard]) -> None:
    ignition = script_effect(203, 1, IGNITION, 0, category=0x110000, range=MZONE, string_no=0)
    quick = script_effect(203, 2, QUICK, 1002, STEP, category=0x110000, range=MZONE, string_no=0, clone_of=1)
    one = _compared(_with(known["00000203"], {}), ignition, quick)
    assert (one.verdict, one.windows, len(one.effects)) == ("agree", NONE, 2)
    assert _compared(_with(known["00000203"], {}), quick).verdict == "more_permissive"


def test_unknown_answers_count_where_they_make_the_difference(known: dict[str, TextCard]) -> None:
    boost = changed(right_scripts(), 201, 1, condition="UUUFFTT")[0]
    card = _with(known["00000201"], {})
    assert _compared(card, boost).verdict == "agree"
    beyond = _compared(card, msgspec.structs.replace(boost, condition="TTTUFTT"))
    assert (beyond.verdict, beyond.because) == ("not_comparable", "answers_unknown")


@pytest.mark.parametrize("function", ["condition", "cost", "target"])
def test_what_never_agrees_anywhere_was_not_understood(known: dict[str, TextCard], function: str) -> None:
    boost = msgspec.structs.replace(right_scripts()[0], **{"condition": BEFORE_CALC_ONLY, function: "F" * 7})
    one = _compared(_with(known["00000201"], {}), boost)
    assert (one.verdict, one.because) == ("not_comparable", "answers_unknown")
    somewhere = msgspec.structs.replace(boost, **{function: "FFFFFTF"})
    assert _compared(_with(known["00000201"], {}), somewhere).verdict == "more_restrictive"


def _forms(second: int = DELAY) -> tuple[ScriptEffect, ScriptEffect]:
    own = script_effect(202, 1, OWN_TRIGGER, 1102, DELAY, category=0x200, string_no=0)
    return own, script_effect(202, 2, FIELD_TRIGGER, 1102, second, category=0x200, range=MZONE, string_no=0, clone_of=1)


def test_only_an_optional_trigger_hides_a_closed_form(known: dict[str, TextCard]) -> None:
    open_: dict[str, Any] = {"eligible": "yes", "windows": ALL, "rule": "OWN-02"}
    one = _compared(_with(known["00000202"], open_), *_forms())
    assert one.verdict == "more_restrictive" and one.refused is not None and one.refused.order == 2
    assert one.culprit is not None and one.culprit[0].order == 2
    assert _compared(_with(known["00000202"], open_ | {"mandatory": True}), *_forms()).verdict == "agree"
    own, other = _forms(STEP | CAL | DELAY)
    # Permitted, and closed by its condition: that is the script's intention.
    closed = msgspec.structs.replace(other, condition="FFFFFTT")
    assert _compared(_with(known["00000202"], open_), own, closed).verdict == "agree"


def test_the_effect_to_point_at_is_the_one_that_is_too_open(known: dict[str, TextCard]) -> None:
    right = right_scripts()[0]
    loose = msgspec.structs.replace(right, order=2, line=70, condition="", clone_of=1)
    one = _compared(_with(known["00000201"], {}), right, loose)
    assert one.verdict == "more_permissive" and one.culprit is not None and one.culprit[0].line == 70


def test_one_uncertain_option_leaves_all_open(known: dict[str, TextCard]) -> None:
    both = script_effect(203, 1, IGNITION, 0, category=0x110000, range=MZONE)
    one = _compared(_with(known["00000203"], {"eligible": "uncertain"}, {}), both)
    assert (one.verdict, one.because) == ("not_comparable", "tag_uncertain")
    # Windows of a row that is not legal do not count.
    assert _compared(_with(known["00000203"], {"windows": ALL}, {}), both).tag == NONE


def _found(cards_: list[TextCard], effects: list[ScriptEffect], *officials: Official) -> list[Finding]:
    engines = [facts("edopro", *effects)]
    return findings(compare(cards_, engines, by_row(officials)), engines)


def test_of_rows_that_share_an_effect_the_heaviest_speaks(known: dict[str, TextCard]) -> None:
    both = script_effect(203, 1, QUICK, 1002, STEP, category=0x110000, range=MZONE)
    kind: dict[str, Any] = {"kind": "quick"}
    card = _with(known["00000203"], kind | {"confidence": 0.9}, kind | {"confidence": 0.99})
    (one,) = _found([card], [both])
    assert one.text.bullet == 2 and set(one.comparison.peers) == {text.effect_id for text in card.effects}


def test_a_statement_on_one_option_is_not_one_on_its_sister(known: dict[str, TextCard]) -> None:
    both = script_effect(203, 1, QUICK, 1002, STEP, category=0x110000, range=MZONE)
    card = _with(known["00000203"], {"kind": "quick"}, {"kind": "quick"})
    (one,) = _found([card], [both], Official(False, NONE, (card.effects[0].row,), "s"))
    assert not one.contradicts_official
    closed = msgspec.structs.replace(both, flags=0)
    (other,) = _found([card], [closed], Official(True, NONE, (card.effects[0].row,), "s"))
    assert other.contradicts_official


@pytest.mark.parametrize(
    ("legal", "windows", "opened", "against"),
    [
        (False, NONE, ALL, True), (False, NONE, NONE, False), (True, NONE, ALL, False), (True, NONE, NONE, True),
        (True, Window.END, Window.END, False), (True, Window.END, ALL, True), (True, Window.END, Window.START, True),
    ],
)  # fmt: skip
def test_what_contradicts_a_statement(legal: bool, windows: Window, opened: Window, against: bool) -> None:
    assert Official(legal, windows, (0,), "s").against(opened) is against


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({"confidence": 0.96}, "medium"),
        ({"confidence": 0.93}, "medium"),
        ({"confidence": 0.86}, "low"),
        ({"confidence": 0.95, "decided_by": "model"}, "low"),
    ],
)
def test_severities(known: dict[str, TextCard], more: dict[str, Any], severity: str) -> None:
    (one,) = _found([_with(known["00000201"], more)], changed(right_scripts(), 201, 1, condition="")[:1])
    assert one.severity == severity


def test_a_trigger_from_elsewhere_is_compared_with_its_own(known: dict[str, TextCard]) -> None:
    """Where the one effect is taken, the other is not blamed for it."""
    avenge = script_effect(201, 2, FIELD_TRIGGER, 1140, DELAY, category=0x10000, range=GRAVE)
    found = compare_card(known["00000201"], facts("edopro", avenge), {201: (avenge,)})
    boost, revenge = known["00000201"].effects
    assert found[revenge.row].verdict == "agree" and found[revenge.row].level == "effect"
    assert found[boost.row].level == "card" and found[boost.row].because == "no_script_effect"
    assert TARGETS & right_scripts()[0].flags
