"""Every scenario comes out as ruled, under every ruleset it names; and one that does not is reported for what it is."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pipeline.cli import main
from pipeline.engine.library import FOLDER, read_cards, read_scenarios
from pipeline.engine.scenario import Played, play
from pipeline.errors import InputError
from pipeline.windows import Ruleset

SCENARIOS = read_scenarios()
LIBRARY = read_cards()
PLAYS = [(name, ruleset) for name, one in SCENARIOS.items() if one.open is None for ruleset in one.rulesets]

CARDS = """
Vanilla: {type: Monster, words: [Warrior]}
Meadow Guard:
  {type: Monster, atk: 500, def: 500, effects: [
    {no: 1, kind: trigger, on: [{what: destroyed, subject: self, cause: battle}], does: [{do: draw, to: you, amount: 1}]}]}
Lamp Oil:
  {type: Trap, property: Normal, effects: [
    {no: 1, kind: card_activation, target: {face_up: true}, does: [{do: atk_def_change, to: target, amount: "+500"}]}]}
Paper Wall: {type: Trap, property: Normal, effects: [{no: 1, kind: card_activation, does: [{do: destroy, to: attacker}]}]}
Loud Bell:
  {type: Monster, effects: [
    {no: 1, kind: trigger, mandatory: true, on: [{what: battles, subject: self}], does: [{do: inflict_damage, to: opponent, amount: 300}]}]}
"""
RULES = """
R-ACT-01: {says: Closed unless opened., source: ["https://example.org/rules"]}
R-ATK-01: {says: Changes of strength., source: ["https://example.org/rules"]}
R-ATK-02: {says: Their end., source: ["https://example.org/rules"]}
"""
ENTRY = """
- id: SC-901
  title: A guard falls
  source: ["https://example.org/fall"]
  rules: [R-ACT-01]
  rulesets: [tcg, edison]
  setup:
    attack: {by: Attacker, on: Meadow Guard}
    T: {monsters: [{card: Vanilla, as: Attacker, atk: 2000}], set: [Lamp Oil]}
    N: {monsters: [Meadow Guard], set: [Paper Wall], deck: [{card: Vanilla, as: Top}]}
  lines: LINES
"""
GOOD = """
    - {who: N, uses: Paper Wall, expect: illegal, rule: R-ACT-01}
    - {who: T, uses: Lamp Oil, targets: [Attacker], expect: legal, link: 1, rule: R-ATK-01}
    - {resolve: true, state: {Attacker.atk: 2500}}
    - {at: end, who: N, uses: Meadow Guard, expect: legal, link: 1}
    - {resolve: true, state: {Meadow Guard.place: gy, Top.place: hand, N.lp: 6000}}
"""


def entry(lines: str, text: str = ENTRY) -> str:
    """The invented scenario with these lines."""
    return text.replace(" LINES", "\n" + lines.strip("\n"))


def put(folder: Path, text: str) -> Path:
    """A folder with the invented cards and rules and this text of scenarios."""
    for name, content in (("cards.yml", CARDS), ("rules.yml", RULES), ("made.yml", text)):
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def played(text: str, ruleset: Ruleset = "tcg") -> Played:
    """The scenario of this text, played with the invented cards."""
    with TemporaryDirectory() as name:
        folder = put(Path(name), text)
        return play(read_scenarios(folder)["SC-901"], read_cards(folder / "cards.yml"), ruleset)


def invented(lines: str, ruleset: Ruleset = "tcg") -> Played:
    """The invented scenario with these lines, played."""
    return played(entry(lines), ruleset)


def failing(lines: str, ruleset: Ruleset = "tcg") -> tuple[int, str, str, str | None]:
    """Where and how the invented scenario fails."""
    failure = invented(lines, ruleset).failure
    assert failure is not None
    return failure.line, failure.expected, failure.got, failure.rule


@pytest.mark.parametrize(("name", "ruleset"), PLAYS, ids=[f"{name}-{ruleset}" for name, ruleset in PLAYS])
def test_it_comes_out_as_ruled(name: str, ruleset: Ruleset) -> None:
    result = play(SCENARIOS[name], LIBRARY, ruleset)
    assert result.failure is None


def test_all_three_documents_and_the_official_answers_are_there() -> None:
    assert len(SCENARIOS) >= 400
    assert {name.partition("-")[0] for name in SCENARIOS} == {"SC", "QA"}


def test_the_map_of_the_documents_names_scenarios_that_there_are() -> None:
    named = re.findall(r"SC-\d+[a-z]?", (FOLDER / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 150 and set(named) <= set(SCENARIOS)


def test_open_questions_say_why() -> None:
    assert all(one.open.strip() for one in SCENARIOS.values() if one.open is not None)


def test_a_scenario_that_comes_out_has_no_failure() -> None:
    assert invented(GOOD).passed
    assert invented(GOOD, "edison").passed


def test_what_is_legal_and_should_not_be() -> None:
    assert failing("    - {who: T, uses: Lamp Oil, expect: illegal}") == (1, "T: Lamp Oil is not legal", "legal", "R-ATK-01")


def test_what_is_not_legal_and_should_be() -> None:
    line, expected, _, rule = failing("    - {at: during_calc, who: T, uses: Lamp Oil, expect: legal}")
    assert (line, expected, rule) == (1, "T: Lamp Oil is legal", "R-ATK-02")


def test_not_legal_by_another_rule() -> None:
    line, expected, _, rule = failing("    - {who: N, uses: Paper Wall, expect: illegal, rule: R-ATK-02}")
    assert (line, expected, rule) == (1, "N: Paper Wall is not legal by R-ATK-02", "R-ACT-01")


def test_legal_by_another_rule() -> None:
    assert failing("    - {who: T, uses: Lamp Oil, expect: legal, rule: R-ACT-01}") == (
        1, "T: Lamp Oil is legal by R-ACT-01", "legal by another rule", "R-ATK-01",
    )  # fmt: skip


def test_a_state_that_is_not_so() -> None:
    assert failing("    - {at: end, state: {N.lp: 6500}}\n    - {state: {Meadow Guard.place: monster}}")[:3] == (
        2, "Meadow Guard.place is monster", "Meadow Guard.place is gy",
    )  # fmt: skip


def test_what_may_be_declined_is_not_forced() -> None:
    assert failing("    - {at: end, who: N, uses: Meadow Guard, expect: forced}")[2] == "it may be declined"


def test_another_chain_link() -> None:
    assert failing("    - {who: T, uses: Lamp Oil, expect: legal, link: 2}")[1:3] == ("T: Lamp Oil is chain link 2", "chain link 1")


def test_a_window_that_is_past_never_comes() -> None:
    assert failing("    - {at: end}\n    - {at: start}")[:3] == (2, "play comes to start", "the Damage Step is over")


@pytest.mark.parametrize("moment", ["battle_end", "end_phase", "before_calc"])
def test_a_way_that_is_not_there(moment: str) -> None:
    assert invented(f"    - {{at: end, who: T}}\n    - {{at: {moment}, who: T, expect: illegal}}").passed


def test_a_way_that_is_there_after_all() -> None:
    line, expected, got, _ = failing("    - {at: end}\n    - {at: closed, expect: illegal}")
    assert (line, expected, got) == (2, "closed does not come next", "it does")


def test_no_chain_resolves_where_none_is_open() -> None:
    assert failing("    - {resolve: true}")[2] == "no chain is open"


def test_no_replacement_is_asked_for() -> None:
    assert failing("    - {decide: true, card: Meadow Guard}")[2] == "nothing is asked"


def test_a_target_that_may_not_be_chosen() -> None:
    assert failing("    - {who: T, uses: Lamp Oil, targets: [Top], expect: legal}")[3] is None
    assert invented("    - {who: T, uses: Lamp Oil, targets: [Top], expect: illegal}").passed


def test_a_line_of_another_ruleset_does_not_count() -> None:
    lines = "    - {rulesets: [edison], state: {N.lp: 1}}"
    assert invented(lines).passed
    assert not invented(lines, "edison").passed


def test_what_must_happen_happens_on_the_way() -> None:
    text = entry("    - {at: closed, state: {N.lp: 7700}}").replace("by: Attacker, on: Meadow Guard", "by: Loud Bell, on: Meadow Guard")
    text = text.replace("{card: Vanilla, as: Attacker, atk: 2000}", "{card: Loud Bell, atk: 500}").replace(
        "Meadow Guard]", "{card: Meadow Guard, position: defense}]"
    )
    assert played(text).failure is None


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("    - {who: T, uses: Lamp Grease, expect: legal}", "no card 'Lamp Grease' in this scenario"),
        ("    - {who: T, uses: Lamp Oil, effect: 7, expect: legal}", "Lamp Oil has no effect 7"),
        ("    - {state: {Lamp Grease.place: gy}}", "no card 'Lamp Grease' in this scenario"),
        ("    - {state: {Lamp Oil.colour: red}}", "nothing called 'colour'"),
    ],
)
def test_a_scenario_at_fault_is_an_error_of_the_user(lines: str, words: str) -> None:
    with pytest.raises(InputError, match=f"^SC-901, line 1: {words}"):
        invented(lines)


def written(folder: Path, lines: str) -> list[str]:
    """Arguments that play the invented scenario from a folder of its own."""
    return ["scenarios", "--data", str(put(folder, entry(lines)))]


def test_the_command_ends_with_0_when_all_come_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(written(tmp_path, GOOD)) == 0
    assert capsys.readouterr().out == "2 of 2 plays of 1 scenarios came out as ruled; 0 scenarios are open questions\n"


def test_the_command_ends_with_1_and_tells_what_came_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*written(tmp_path, "    - {at: before_calc, who: N, uses: Paper Wall, expect: legal}"), "--ruleset", "tcg"]) == 1
    told = capsys.readouterr().out
    assert "SC-901  tcg  FAILED  A guard falls" in told
    assert "line 1: expected: N: Paper Wall is legal" in told
    assert "got: not legal: " in told and "(R-ACT-01)" in told
    assert "the state: before_calc, chain of 0, LP 8000 and 8000" in told
    assert "0 of 1 plays" in told


def test_the_command_shows_every_window_that_was_passed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*written(tmp_path, GOOD), "SC-901", "--trace", "--ruleset", "tcg"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.strip() for line in told if line.startswith("  ") and line[2] != " "] == [
        "start: start of the Damage Step",
        "before_calc: before damage calculation",
        "during_calc: during damage calculation",
        "after_calc: after damage calculation",
        "end: end of the Damage Step",
    ]
    assert "    T: Lamp Oil becomes chain link 1 (R-ATK-01: it changes ATK or DEF)" in told
    assert "      N 8000 -> 6000 LP" in told
    assert (
        told.index("    damage calculation")
        < told.index("      Meadow Guard will be destroyed by battle")
        < told.index("  after_calc: after damage calculation")
    )
    assert told.index("  end: end of the Damage Step") < told.index("      Meadow Guard goes to gy")
    assert "      trigger: N: Meadow Guard (1), optional" in told


def test_the_substeps_of_the_old_game_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*written(tmp_path, "    - {at: closed}"), "SC-901", "--trace", "--ruleset", "edison"]) == 0
    told = capsys.readouterr().out
    assert [f"substep {number}:" in told for number in range(1, 8)] == [True] * 7
    assert "substep 4: during damage calculation" in told


def test_an_unknown_id_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "SC-999"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: no scenario 'SC-999'") and said.err.count("\n") == 1


def test_an_open_question_asserts_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = written(tmp_path, "    - {who: N, uses: Paper Wall, expect: legal}")
    (tmp_path / "made.yml").write_text(entry("    - {who: N, uses: Paper Wall, expect: legal}") + "  open: nobody has said\n", encoding="utf-8")
    assert main(arguments) == 0
    assert "0 of 0 plays of 0 scenarios came out as ruled; 1 scenarios are open questions" in capsys.readouterr().out
    assert main([*arguments, "SC-901"]) == 0
    assert "SC-901  open  A guard falls: nobody has said" in capsys.readouterr().out


def test_a_mandatory_replacement_that_is_declined_is_a_failure(tmp_path: Path) -> None:
    cards = CARDS + (
        "Pot Lid:\n  {type: Monster, effects: [{no: 1, kind: replacement, mandatory: true, on: [{what: destroyed, subject: self, cause: battle}],"
        " does: [{do: counter, to: self, amount: -1}]}]}\n"
    )
    text = (
        entry("    - {card: Pot Lid, decide: false}").replace("Meadow Guard", "Pot Lid").replace("[Pot Lid]", "[{card: Pot Lid, counters: {lid: 1}}]")
    )
    put(tmp_path, text)
    (tmp_path / "cards.yml").write_text(cards, encoding="utf-8")
    failure = play(read_scenarios(tmp_path)["SC-901"], read_cards(tmp_path / "cards.yml"), "tcg").failure
    assert failure is not None
    assert (failure.expected, failure.got) == ("the replacement may be declined", "the replacement is mandatory")
