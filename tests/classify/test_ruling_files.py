"""A folder of rulings: everything in it is read or refused, with the file and the entry that are wrong."""

import datetime
from pathlib import Path

import pytest

from pipeline.classify.rulings import Rulings, load_rulings
from pipeline.errors import InputError

ENTRY = """
- id: RUL-0007
  card: Glass Heron
  passcode: "00004831"
  effect: {number: 2, ja_no: 1, bullet: 3, part: pendulum_effect}
  expect: {kind: [quick, trigger], first: banish, actions: [draw, {what: atk_def_change, link: [then, also]}]}
  rulings:
    - rulesets: [ocg, tcg]
      eligible: "yes"
      windows: [before_calc, start]
      mode: event
      condition: Only against monsters.
      authority: official_faq
      source: https://example.org/faq?cid=1
      date: 2024-05-01
      reason: It is ruled legal.
"""
SECOND = ENTRY.replace("RUL-0007", "RUL-0003").replace("00004831", "00004832")


def load(folder: Path, text: str, name: str = "some.yml") -> Rulings:
    (folder / name).write_text(text, encoding="utf-8")
    return load_rulings(folder)


def refused(folder: Path, text: str | bytes) -> str:
    """The message, without the path of the folder."""
    (folder / "some.yml").write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(InputError) as error:
        load_rulings(folder)
    message = str(error.value)
    assert len(message.splitlines()) == 1 and message.isprintable() and len(message) < 600
    assert message.startswith(f"{folder}/some.yml: ")
    return message.removeprefix(f"{folder}/some.yml: ")


def test_every_field(tmp_path: Path) -> None:
    (ruling,) = load(tmp_path, ENTRY).entries
    assert (ruling.id, ruling.card, ruling.passcode) == ("RUL-0007", "Glass Heron", "00004831")
    assert (ruling.effect.number, ruling.effect.ja_no, ruling.effect.bullet, ruling.effect.part) == (2, 1, 3, "pendulum_effect")
    (statement,) = ruling.rulings
    assert (statement.rulesets, statement.mode, statement.date) == (("ocg", "tcg"), "event", datetime.date(2024, 5, 1))
    assert statement.verdict().windows.keys() == ("start", "before_calc")


def test_files_come_together_and_others_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("- id: not a ruling", encoding="utf-8")
    (tmp_path / "b.yml").write_text(SECOND, encoding="utf-8")
    assert [ruling.id for ruling in load(tmp_path, ENTRY, "a.yml").entries] == ["RUL-0003", "RUL-0007"]


def test_an_empty_folder_is_no_rulings(tmp_path: Path) -> None:
    assert load_rulings(tmp_path).entries == ()


def test_the_order_of_files_changes_nothing(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    one.mkdir()
    two.mkdir()
    (two / "z.yml").write_text(ENTRY, encoding="utf-8")
    assert load(one, ENTRY + SECOND) == load(two, SECOND, "a.yml")
    assert load_rulings(one).digest == load_rulings(two).digest


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('eligible: "yes"', "eligible: yes", "bool"),
        ('eligible: "yes"', 'eligible: "maybe"', "maybe"),
        ('eligible: "yes"', 'eligible: "no"', "go with eligible"),
        ("mode: event", "", "go with eligible"),
        ("mode: event", "mode: always", "always"),
        ("windows: [before_calc, start]", "windows: []", "go with eligible"),
        ("windows: [before_calc, start]", "windows: [start, start]", "stands twice"),
        ("windows: [before_calc, start]", "windows: [lunch]", "lunch"),
        ("rulesets: [ocg, tcg]", "rulesets: []", "length"),
        ("rulesets: [ocg, tcg]", "rulesets: [ocg, ocg]", "stands twice"),
        ("rulesets: [ocg, tcg]", "rulesets: [speed]", "speed"),
        ("rulesets: [ocg, tcg]", "rulesets: [tcg, goat]", "needs its `substeps`"),
        ("mode: event", "mode: event\n      substeps: [1]", "for edison and goat"),
        ("rulesets: [ocg, tcg]", "rulesets: [goat]\n      substeps: [1, 4]", "exactly the windows"),
        ("rulesets: [ocg, tcg]", "rulesets: [goat]\n      substeps: [9]", "<= 7"),
        ("authority: official_faq", "authority: merged_fix", "merged_fix"),
        ("https://example.org/faq?cid=1", "see the forum", "regex"),
        ("https://example.org/faq?cid=1", "https://github.com/someone/CardScripts/blob/1/c1.txt", "no source of a ruling"),
        ("https://example.org/faq?cid=1", "https://github.com/someone/rules/commit/12ab", "no source of a ruling"),
        ("https://example.org/faq?cid=1", "https://github.com/someone/rules/blob/1/c4831.lua", "no source of a ruling"),
        ("date: 2024-05-01", "date: last week", "date"),
        ("reason: It is ruled legal.", "", "reason"),
        ("reason: It is ruled legal.", "reason: |-\n        It is.\n        And more.", "regex"),
        ("kind: [quick, trigger]", "kind: magic", "magic"),
        ("kind: [quick, trigger], first: banish, actions: [draw, {what: atk_def_change, link: [then, also]}]", "kind: quick", "the kind alone"),
        ("first: banish", "frist: banish", "frist"),
        ("link: [then, also]", "link: maybe", "maybe"),
        ("number: 2", "number: -1", ">= 0"),
        ("part: pendulum_effect", "part: flavour", "flavour"),
        ('"00004831"', "00001234", "passcode"),  # unquoted, an octal number to YAML
        ('"00004831"', '"4831"', "passcode"),
        ("  card: Glass Heron\n", "", "card"),
        ("  card: Glass Heron\n", "  card: Glass Heron\n  note: hello\n", "note"),
    ],
)
def test_a_wrong_entry_is_named(tmp_path: Path, old: str, new: str, why: str) -> None:
    assert old in ENTRY
    message = refused(tmp_path, SECOND.replace("{number: 2, ja_no: 1", "{number: 1, ja_no: 1") + ENTRY.replace(old, new, 1))
    assert message.startswith("RUL-0007: ") and why in message


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (ENTRY.replace("RUL-0007", "rule seven"), "rule seven: "),
        (ENTRY.replace("id: RUL-0007", "id: 7"), "entry 1: "),
        ("- just a word", "entry 1: "),
        ("id: RUL-0007", "list of entries"),
        ("", "list of entries"),
        ("--- []\n--- []\n", "not valid YAML"),
        (ENTRY + "  card: Glass Heron\n", "stands twice"),
        (ENTRY.replace("ocg, tcg", "ocg") + ENTRY.partition("rulings:\n")[2], "two statements for one ruleset"),
        ("- [&a x, *a]", "aliases"),
        ("&a [*a]", "aliases"),
        ("[" * 20_000, "nest"),
        ("- " * 20_000, "nested too deeply"),
        ("{a: " * 100, "nested too deeply"),
        ("- !!python/object/apply:os.system [exit 1]", "not valid YAML"),
        ("- !!python/name:os.system", "not valid YAML"),
        ("- !!int nothing", "not valid YAML"),
        ("- {date: 2024-99-99}", "not valid YAML"),
        ("- {[a]: b}", "plain word"),
        ("- \x00", "not valid YAML"),
        ("- \x1b[31mred", "not valid YAML"),
        (b"- \xff\xfe\xfd", "not valid YAML"),
        ("\t- a", "not valid YAML"),
        ("#" * (1 << 20) + "#", "no file of rulings or scenarios has"),
    ],
)
def test_hostile_files(tmp_path: Path, text: str | bytes, why: str) -> None:
    assert why in refused(tmp_path, text)


def test_an_id_or_an_effect_that_stands_twice(tmp_path: Path) -> None:
    (tmp_path / "a.yml").write_text(ENTRY, encoding="utf-8")
    assert "this id is also in" in refused(tmp_path, ENTRY.replace("00004831", "00004832"))
    assert "has a ruling for this effect already (RUL-0007)" in refused(tmp_path, ENTRY.replace("RUL-0007", "RUL-0008"))


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    for folder in (tmp_path / "nowhere", tmp_path / "file", Path("\0")):
        (tmp_path / "file").write_text("", encoding="utf-8")
        with pytest.raises(InputError, match="not a folder of rulings"):
            load_rulings(folder)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "some.yml").mkdir()
    with pytest.raises(InputError, match="not a regular file"):
        load_rulings(tmp_path)


def test_a_file_with_another_ending_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"read from \*\.yml alone"):
        load(tmp_path, ENTRY, "some.yaml")
