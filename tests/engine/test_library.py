"""Cards, rules and scenarios are read strictly: one line that names the file and the entry, before anything is played."""

import re
from pathlib import Path

import pytest

from pipeline.cli import main
from pipeline.engine.library import read_cards, read_rules, read_scenarios
from pipeline.errors import InputError
from pipeline.safe_yaml import load_yaml

CARD = "Tin Drummer:\n  {type: Monster, effects: [{no: 1, kind: quick, does: [{do: atk_def_change, to: self, amount: '+100'}]}]}\n"
RULE = "R-ACT-01: {says: Closed unless opened., source: ['https://example.org/rules']}\n"
SCENARIO = """- id: SC-901
  title: Nothing happens
  source: ["https://example.org/nothing"]
  rules: [R-ACT-01]
  setup: {attack: {by: Tin Drummer}, T: {monsters: [Tin Drummer]}}
  lines: [{at: start, who: T, uses: Tin Drummer, expect: illegal, rule: R-ACT-01}]
"""


def write(folder: Path, name: str, text: str) -> Path:
    """A file of this text."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def card_error(folder: Path, text: str) -> str:
    """The one line with which a file of cards is refused."""
    with pytest.raises(InputError) as caught:
        read_cards(write(folder, "cards.yml", text))
    return one_line(caught.value)


def scenario_error(folder: Path, text: str) -> str:
    """The one line with which a file of scenarios is refused."""
    write(folder, "rules.yml", RULE)
    write(folder, "made.yml", text)
    with pytest.raises(InputError) as caught:
        read_scenarios(folder)
    return one_line(caught.value)


def one_line(error: InputError) -> str:
    """The message, which must be one line without control characters."""
    text = str(error)
    assert "\n" not in text and text.isprintable() and len(text) < 500
    return text


def test_what_is_well_formed_is_read(tmp_path: Path) -> None:
    assert list(read_cards(write(tmp_path, "cards.yml", CARD))) == ["Tin Drummer"]
    write(tmp_path, "rules.yml", RULE)
    write(tmp_path, "made.yml", SCENARIO)
    assert list(read_scenarios(tmp_path)) == ["SC-901"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("to: self", "to: *somebody", "YAML aliases are not allowed"),
        ("type: Monster", "type: &kind Monster, property: *kind", "YAML aliases are not allowed"),
        ("no: 1", "no: 1, no: 2", "the key 'no' stands twice"),
        ("kind: quick", "kind: swift", "Tin Drummer: Invalid enum value 'swift'"),
        ("type: Monster", "type: Creature", "Tin Drummer: Invalid enum value 'Creature'"),
        ("no: 1", "no: one", "Tin Drummer: Expected `int`, got `str`"),
        ("no: 1", "no: 1, colour: red", "Tin Drummer: Object contains unknown field `colour`"),
        ("no: 1, ", "", "Tin Drummer: Object missing required field `no`"),
        ("{type: Monster", "{type: Monster, atk: '3000'", "Tin Drummer: Expected `int`, got `str`"),
        ("{type: Monster", "{type: Monster, passcode: '12'", "Tin Drummer: Expected `str` matching regex"),
        ("does: [", "does: [{do: sing}, ", "Tin Drummer: Invalid enum value 'sing'"),
        ("kind: quick", "kind: quick, needs: [tired]", "Tin Drummer: effect 1: no state that the engine knows: 'tired'"),
        ("kind: quick", "kind: quick, needs: ['battles:Warrior']", "no state that the engine knows: 'battles:Warrior'"),
        ("kind: quick", "kind: quick, needs: ['controls:']", "no state that the engine knows: 'controls:'"),
        ("kind: quick", "kind: quick, needs: ['took_battle_damage:much']", "no state that the engine knows: 'took_battle_damage:much'"),
        ("to: self", "to: self, needs: [tired]", "no state that the engine knows: 'tired'"),
        ("'+100'", "'+a lot'", "Tin Drummer: effect 1: no amount of 'atk_def_change': '+a lot'"),
        ("'+100'", "'100'", "no amount of 'atk_def_change': '100'"),
        ("'+100'", "''", "no amount of 'atk_def_change': ''"),
        ("'+100'", "'/0'", "no amount of 'atk_def_change': '/0'"),
        ("'+100'", "'/opposing'", "no amount of 'atk_def_change': '/opposing'"),
        ("'+100'", "half_lp", "no amount of 'atk_def_change': 'half_lp'"),
        ("'+100'", "100", "no amount of 'atk_def_change': 100"),
        ("'+100'", "'+100', defense: '+some'", "no change of DEF: '+some'"),
        ("atk_def_change", "inflict_damage", "no amount of 'inflict_damage': '+100'"),
        ("to: self, amount: '+100'", "to: self, amount: -1", "no amount of 'atk_def_change': -1"),
        ("atk_def_change, to: self, amount: '+100'", "draw, to: you, amount: -1", "no amount of 'draw': -1"),
        ("atk_def_change, to: self, amount: '+100'", "draw, to: you, amount: many", "no amount of 'draw': 'many'"),
        ("to: self", "to: self, of: 'Level high+'", "no Level: 'Level high+'"),
        ("kind: quick", "kind: continuous, needs: [atk_changed]", "what changes ATK or negates cannot be made to depend on ATK"),
        ("quick, does: [{do: atk_def_change, to: self, amount: '+100'", "lock, does: [{do: equip, amount: chained_atk", "no amount of 'equip'"),
        ("quick, does: [{do: atk_def_change, to: self, amount: '+100'", "lock, does: [{do: atk_def_change, amount: chained_atk", "has no chain"),
        ("]}\n", ", {no: 1, kind: ignition}]}\n", "Tin Drummer: two effects have the same number"),
        ("kind: quick", "kind: quick, ruled: [{source: nobody}]", "Expected `str` matching regex"),
        ("kind: quick", "kind: quick, speed: 4", "Expected `int` <= 3"),
        ("kind: quick", "kind: !!python/object/apply:os.system ['true']", "not valid YAML"),
        ("[{no: 1", "[[[[[[[[[[{no: 1", "nested too deeply"),
    ],
)  # fmt: skip
def test_a_card_that_is_none_is_refused_by_name(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert CARD.replace(old, new, 1) != CARD
    message = card_error(tmp_path, CARD.replace(old, new, 1))
    assert message.startswith(str(tmp_path / "cards.yml"))
    assert words in message


@pytest.mark.parametrize("text", ["", "[]", "just a line", "1: {type: Monster}", "- Tin Drummer", "? [a, b]\n: {}", "\x00", "\xff: {"])
def test_what_is_no_list_of_cards_is_refused(tmp_path: Path, text: str) -> None:
    assert card_error(tmp_path, text).startswith(str(tmp_path / "cards.yml"))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("rules: [R-ACT-01]", "rules: [R-ACT-99]", "SC-901: no rule 'R-ACT-99' in rules.yml"),
        ("rule: R-ACT-01", "rule: R-ACT-99", "SC-901: line 1: no rule 'R-ACT-99' in rules.yml"),
        ("expect: illegal", "expect: maybe", "SC-901: Invalid enum value 'maybe'"),
        ("at: start", "at: noon", "SC-901: Invalid enum value 'noon'"),
        ("at: start", "substep: 8", "SC-901: Expected `int` <= 7"),
        ("who: T", "who: X", "SC-901: Invalid enum value 'X'"),
        ("uses: Tin Drummer", "uses: 7", "SC-901: Expected `str | null`, got `int`"),
        ("title: Nothing happens", "title: [Nothing, happens]", "SC-901: Expected `str`, got `array`"),
        ("title: Nothing happens\n  ", "", "SC-901: Object missing required field `title`"),
        ("title: Nothing happens", "title: Nothing happens\n  rulesets: [ygo]", "SC-901: Invalid enum value 'ygo'"),
        ("id: SC-901", "id: SC-1", "SC-1: Expected `str` matching regex"),
        ("id: SC-901", "name: SC-901", "entry 1: Object contains unknown field `name`"),
        ("attack: {by: Tin Drummer}", "attack: {on: direct}", "SC-901: Object missing required field `by`"),
        ("lines: [", "lines: [{happens: {do: atk_def_change, amount: lots}, card: Tin Drummer}, ", "line 1: no amount of 'atk_def_change': 'lots'"),
        ("lines: [", "lines: [{happens: {do: destroy, needs: [tired]}}, ", "line 1: no state that the engine knows: 'tired'"),
        ("T: {monsters: [Tin Drummer]}", "T: {monsters: &all [Tin Drummer]}, N: {monsters: *all}", "YAML aliases are not allowed"),
    ],
)  # fmt: skip
def test_a_scenario_that_is_none_is_refused_by_id(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert SCENARIO.replace(old, new, 1) != SCENARIO
    message = scenario_error(tmp_path, SCENARIO.replace(old, new, 1))
    assert message.startswith(str(tmp_path / "made.yml"))
    assert words in message


def test_the_same_scenario_twice_is_refused(tmp_path: Path) -> None:
    assert "SC-901 stands twice" in scenario_error(tmp_path, SCENARIO + SCENARIO)


def test_a_file_of_scenarios_is_a_list(tmp_path: Path) -> None:
    assert "a list of entries" in scenario_error(tmp_path, "SC-901: {}")
    assert "made.yml: 5: Expected" in scenario_error(tmp_path, "- 5").replace("entry 1", "5")


def test_a_rule_needs_a_public_source(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="R-ACT-01: Expected `str` matching regex"):
        read_rules(write(tmp_path, "rules.yml", "R-ACT-01: {says: Because., source: [somebody]}\n"))


def test_a_folder_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        read_scenarios(tmp_path / "nowhere")


@pytest.mark.parametrize("key", ["no", "on", "yes", "off", "n", "y", "No", "ON"])
def test_keys_that_old_yaml_takes_for_truth_values_are_words(tmp_path: Path, key: str) -> None:
    assert load_yaml(write(tmp_path, "words.yml", f"{{{key}: 1}}\n")) == {key: 1}
    assert load_yaml(write(tmp_path, "words.yml", f"- deep:\n    - {key}: [a]\n")) == [{"deep": [{key: ["a"]}]}]


def test_values_stay_what_they_are(tmp_path: Path) -> None:
    assert load_yaml(write(tmp_path, "words.yml", "on: on\nno: no\nx: 'no'\n")) == {"on": True, "no": False, "x": "no"}


def test_a_key_twice_in_two_spellings_of_one_word(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="stands twice"):
        load_yaml(write(tmp_path, "words.yml", "no: 1\nno: 2\n"))


def test_numbers_and_events_of_effects_are_read_by_these_keys(tmp_path: Path) -> None:
    text = "Tin Drummer: {type: Monster, effects: [{no: 3, kind: trigger, on: [{what: destroyed}]}]}\n"
    effect = read_cards(write(tmp_path, "cards.yml", text))["Tin Drummer"].effects[0]
    assert (effect.no, effect.events[0].what) == (3, "destroyed")


def test_the_command_ends_with_2_before_anything_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "cards.yml", CARD.replace("kind: quick", "kind: quick, needs: [tired]"))
    write(tmp_path, "rules.yml", RULE)
    write(tmp_path, "made.yml", SCENARIO)
    assert main(["scenarios", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"error: {tmp_path / 'cards.yml'}: Tin Drummer: effect 1: no state that the engine knows: 'tired'\n"


def test_every_rule_that_the_engine_can_answer_with_is_written_down() -> None:
    rules = set(read_rules())
    folder = Path(__file__).resolve().parents[2] / "pipeline" / "engine"
    named = {rule for file in folder.glob("*.py") for rule in re.findall(r'"(R-[A-Z]+-[0-9]+)"', file.read_text(encoding="utf-8"))}
    assert len(named) > 30
    assert named <= rules
