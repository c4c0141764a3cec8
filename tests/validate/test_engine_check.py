"""Invented rows of a dataset beside the engine, and the explanations of what differs."""

from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.errors import InputError
from pipeline.validate.engine_check import Compared, compared, differences, summary
from pipeline.validate.explained import Explained, read_differences, read_misread
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window
from tests.validate.read_rows import effect, event, op, reading

OWN = reading("00000201/text/1", events=[event("special_summoned")])
OTHERS = reading("00000201/text/2", events=[event("special_summoned", "other")])


def rows() -> list[Compared]:
    """An own trigger tagged right, one on others tagged wrong, one of a mode that differs, and rows that do not count."""
    tagged = [
        effect("00000201/text/1", ALL),
        effect("00000201/text/2", Window.END, rule="R-02"),
        effect("00000201/text/3", UNTIL_CALC, kind="quick", rule="R-03"),
        effect("00000201/text/4", eligible="uncertain"),
        effect("00000201/text/5", kind="continuous", eligible="not_activated"),
        effect("00000201/text/6", ALL, decided_by="ruling"),
        effect("00000201/text/7"),
    ]
    read = [OWN, OTHERS, reading("00000201/text/3", kind="quick", actions=[op("atk_def_change")])]
    read += [OWN | {"effect_id": f"00000201/text/{n}"} for n in (4, 5, 6)]
    return list(compared(tagged, read, "tcg"))


def test_what_is_compared_and_agrees() -> None:
    first, second, third = rows()
    assert (first.effect_id, first.agree, first.engine.windows) == ("00000201/text/1", True, ALL)
    assert (second.agree, second.tag, second.engine.windows) == (False, Window.END, NONE)
    assert (third.agree, third.tag_mode, third.engine.mode) == (True, "event", "open")


def test_differences_in_windows_and_in_mode() -> None:
    found = differences(rows(), (), "tcg")
    assert [(one.what, one.row.rule, one.sides, one.explained) for one in found] == [
        ("windows", "R-02", ("end", "never"), None),
        ("mode", "R-03", ("event", "open"), None),
    ]


def test_the_summary_counts_kinds_and_shows_what_nothing_explains() -> None:
    known = Explained("a tin kind", "windows", "engine", "It is so.", tag=("R-02",), engine=("R-ACT-09",))
    found = differences(rows(), (known,), "tcg")
    lines = summary(rows(), found)
    assert lines[0].startswith("2 of 3 activated effects") and "66.67%" in lines[0]
    assert lines[1].startswith("1 of these 2 also the same mode")
    assert "    1  windows  engine   a tin kind" in lines
    assert lines[-2:] == ["1 differences without an explanation", "    1  mode     R-03, R-ATK-01: event / open"]


@pytest.mark.parametrize(
    ("changed", "covers"),
    [
        ({}, True),
        ({"differs": "mode"}, False),
        ({"tag": ("R-09",)}, False),
        ({"engine": ("R-ACT-09", "R-ACT-01")}, False),
        ({"effects": ("00000201/text/1",)}, False),
        ({"effects": ("00000201/text/2",)}, True),
        ({"rulesets": ("goat",)}, False),
        ({"rulesets": ("goat", "tcg")}, True),
    ],
)
def test_every_field_of_an_explanation_must_fit(changed: dict[str, object], covers: bool) -> None:
    given: dict[str, object] = {"kind": "k", "differs": "windows", "side": "open", "why": "w"}
    known = Explained(**(given | changed))  # type: ignore[arg-type]
    assert known.covers("windows", "00000201/text/2", "R-02", ("R-ACT-09",), "tcg") is covers


def test_an_option_of_a_trap_with_its_activation() -> None:
    tagged = [effect("00000202/text/0", Window.AFTER_CALC, card_type="Trap", property="Continuous", kind="card_activation", effect_no=0)]
    read = [
        reading("00000202/text/0", kind="card_activation", actions=[]),
        reading("00000202/text/1", events=[event("battle_damage", "you")]),
    ]
    tagged.append(effect("00000202/text/1", Window.AFTER_CALC, card_type="Trap", property="Continuous"))
    assert [one.agree for one in compared(tagged, read, "tcg")] == [True, True]


@pytest.mark.parametrize(
    "text", ["{}", "- kind: x", "- {kind: x, differs: windows, side: nobody, why: y}", "- {kind: x, differs: windows, side: open, why: y, z: 1}"]
)
def test_faulty_explanations_are_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "differences.yml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"differences\.yml"):
        read_differences(file)
    with pytest.raises(InputError, match=r"differences\.yml"):
        read_misread(file)


def test_the_command_compares_a_dataset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "--source", "sample", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["engine", "--dataset", str(tmp_path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "ruleset tcg" and "have the same windows in the engine" in shown[1]
    assert main(["engine", "--dataset", str(tmp_path), "--cards"]) == 0
    assert "cards of the scenarios with" in capsys.readouterr().out
    assert main(["engine", "--dataset", str(tmp_path / "none")]) != 0
