"""Corrections of the past, put back into facts."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pipeline.cli import main
from pipeline.engine.script_facts import ScriptEffect, write_facts
from pipeline.errors import InputError
from pipeline.validate.backtest import Fix, Replayed, State, backtest, read_fixes, set_to
from pipeline.validate.text_effects import TextCard
from tests.validate.invented_scripts import CAL, GRAVE, OWN_TRIGGER, QUICK, STEP, cards, changed, facts, right_scripts, script_effect, write_dataset

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> list[TextCard]:
    return list(cards(tmp_path_factory.mktemp("history")).values())


def _state(flags: str = "", code: str = "EVENT_FREE_CHAIN", kind: str = "QUICK_O", condition: str = "none") -> dict[str, Any]:
    return {"flags": flags.split(), "code": code, "type": kind, "condition": condition}


def _fix(passcode: str, before: dict[str, Any], after: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = {
        "source": "ProjectIgnis/CardScripts",
        "passcode": passcode,
        "effect_var": "e1",
        "effect_kind": "quick",
        "change": "x",
        "still_true_at_HEAD": True,
    }
    return given | {"before": before, "after": after} | more


def _tested(known: list[TextCard], fix: dict[str, Any], effects: list[ScriptEffect] | None = None) -> Replayed:
    (one,) = backtest([msgspec.convert(fix, Fix)], known, [facts("edopro", *(effects or right_scripts()))])
    return one


NEW = _state("DAMAGE_STEP", condition="pre_calc")
ANOTHERS = "FIELD+TRIGGER_O"
TRIGGER = {"effect_kind": "trigger_o", "effect_var": "e2", "range": "LOCATION_GRAVE"}


@pytest.mark.parametrize(
    ("fix", "outcome"),
    [
        pytest.param(_fix("00000201", _state(), NEW), "flagged", id="flag forgotten"),
        pytest.param(_fix("00000201", _state("DAMAGE_STEP"), NEW), "flagged", id="condition forgotten"),
        pytest.param(_fix("00000201", _state("DAMAGE_STEP"), NEW, effect_var="gone"), "flagged", id="found by kind and flags"),
        pytest.param(_fix("00000201", NEW, NEW), "same windows", id="nothing changed"),
        pytest.param(
            _fix(
                "00000201",
                _state(code="EVENT_BATTLED", kind="FIELD+TRIGGER_O"),
                _state(code="EVENT_BATTLE_DESTROYED", kind="FIELD+TRIGGER_O"),
                **TRIGGER,
            ),
            "flagged",
            id="another event",
        ),
        pytest.param(_fix("00000777", _state(), NEW), "no script", id="unknown number"),
        pytest.param(
            _fix("00000201", _state(), NEW, effect_kind="trigger_o", effect_var="gone", range="LOCATION_HAND"), "no such effect", id="none is like it"
        ),
        pytest.param(_fix("00000203", _state(), NEW), "no such effect", id="no effect of the kind"),
    ],
)
def test_the_old_state(known: list[TextCard], fix: dict[str, Any], outcome: str) -> None:
    one = _tested(known, fix)
    assert one.outcome == outcome
    assert one.quiet is (None if outcome.startswith("no s") else True)


def test_a_corrected_state_that_is_not_right_is_not_quiet(known: list[TextCard]) -> None:
    half = changed(right_scripts(), 201, 1, condition="")
    assert _tested(known, _fix("00000201", _state(), _state("DAMAGE_STEP")), half).quiet is False
    # A correction that was undone since is put back as well.
    undone = changed(right_scripts(), 201, 1, flags=0, condition="")
    assert _tested(known, _fix("00000201", _state(), NEW, still_true_at_HEAD=False), undone).quiet is True


def test_what_cannot_be_held_against_the_text_is_missed(known: list[TextCard]) -> None:
    uncertain = _tested(known, _fix("00000204", _state(kind=ANOTHERS, code="EVENT_REMOVE"), NEW, effect_kind="trigger_o", effect_var="e2"))
    assert (uncertain.outcome, uncertain.quiet) == ("tag uncertain", True)
    unsaid = changed(right_scripts(), 201, 1, condition="UUUUUUU")
    assert _tested(known, _fix("00000201", _state("DAMAGE_STEP"), _state("DAMAGE_STEP")), unsaid).outcome == "not comparable"
    # An effect of the script that no effect of the text is matched with.
    stray = [*right_scripts(), script_effect(202, 2, QUICK, category=0x10000, range=GRAVE, name="stray")]
    alone = _tested(known, _fix("00000202", _state(), NEW, effect_var="stray"), stray)
    assert (alone.outcome, alone.quiet, alone.before) == ("not aligned", None, None)
    # Other windows than now, and still none that the text has not: seen by nobody.
    loose = changed(right_scripts(), 201, 1, flags=STEP | CAL, condition="FFFFFTT")
    never = [msgspec.structs.replace(card, effects=tuple(msgspec.structs.replace(text, eligible="no") for text in card.effects)) for card in known]
    assert _tested(never, _fix("00000201", _state(), _state("DAMAGE_STEP DAMAGE_CAL", condition="no_step")), loose).outcome == "same windows"


def test_states_are_put_back_whole() -> None:
    effect = script_effect(1, 1, OWN_TRIGGER, 1140, STEP | CAL | 0x10000, condition="TTTFFTTFT")
    old = set_to(effect, State(("DAMAGE_STEP",), "EVENT_CUSTOM+id", "FIELD+TRIGGER_O", "no_step"), True)
    assert old.flags == STEP | 0x10000 and old.code == 0x10000000 and old.condition == "FFFFFTTFT"
    assert old.type & 0x2 and not old.type & 0x1
    always = msgspec.structs.replace(effect, condition="TTTTTTTFT", cost="TTTTTTT", target="")
    for test, expected in (("pre_calc", "TTTFFTTFT"), ("no_step", "FFFFFTTFT"), ("step_only", "TTTTTFTFT"), ("none", "TTTTTTTFT")):
        state = set_to(always, State((), "EVENT_BATTLE_DESTROYED", "SINGLE+TRIGGER_O", test), True)
        assert (state.condition, state.cost, state.target) == (expected, "TTTTTTT", "")
        assert set_to(always, State((), "EVENT_BATTLE_DESTROYED", "SINGLE+TRIGGER_O", test), False).condition == always.condition
    opened = set_to(effect, State((), "EVENT_BATTLE_DESTROYED", "SINGLE+TRIGGER_O", "none"), True)
    assert opened.condition == "TTTTTTTFT" and set_to(effect, State((), "x", "SINGLE", "none"), False).condition == effect.condition


def test_the_command(tmp_path: Path, capsys: Capture) -> None:
    fixes = tmp_path / "fixes.jsonl"
    lines = [
        _fix("00000201", _state(), NEW, name="\x1b[31mred"),
        _fix("00000777", _state(), NEW),
        _fix("00000201", _state(), NEW, source="elsewhere"),
    ]
    fixes.write_text("".join(json.dumps(line) + "\n" for line in lines))
    write_facts(facts("edopro", *right_scripts()), tmp_path / "edopro.parquet")
    words = ["backtest", "--fixes", str(fixes), "--dataset", str(write_dataset(tmp_path / "ds")), "--engine", f"edopro={tmp_path / 'edopro.parquet'}"]
    assert main([*words, "--list"]) == 0
    out = capsys.readouterr().out
    assert "all: recall 1 of 2 (50.00%); the corrected state is quiet on 1 of 1 (100.00%)" in out
    assert "missed: 1 no script" in out and "left out: 1" in out and "\x1b" not in out
    assert sum(line.startswith(("flagged; ", "no script; ")) for line in out.splitlines()) == 2


def test_a_line_that_is_no_correction(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"source": 1}\n')
    with pytest.raises(InputError, match="line 1"):
        read_fixes(bad)
