"""Mistakes in the files of wording cases end in one line that says what to put right, and a failing case in a message a player can read."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.records import Tag
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window
from tests.classify.wording_case import Expected, in_words, parse_expected
from tests.classify.wording_files import FOLDER, Files, load
from tests.classify.wording_run import run

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
EN_RUN, JA_RUN = 14, 40  # words, and characters, in a row that may not be shared with any printed text
WORD, JAPANESE = re.compile(r"[A-Za-z0-9']+"), re.compile(r"[ぁ-んァ-ヶ一-龯]")
RUBY = re.compile(r"<rt>.*?</rt>|<rp>.*?</rp>|</?ruby>|</?rb>")
GOOD = """\
- wording: W-04
  card: normal trap
  text: |-
    Target 1 "Tin Orchard" monster; it gains 700 ATK.
  expect: open in start, before_calc
"""


def read(tmp_path: Path, text: str, name: str = "cases.yml") -> Files:
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load(tmp_path)


def test_a_good_case_is_read_and_run(tmp_path: Path) -> None:
    files = read(tmp_path, GOOD)
    (case,) = files.cases
    assert not files.problems
    assert (case.name, case.where, case.runs) == ("W-04.1", "cases.yml, line 1", ("text",))
    assert run(case, "text").complaints == ()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("wording: W-04", "wording: W-4"), "cases.yml, line 1 (W-4): the wording 'W-4' is not known; it looks like W-04 or W-18b"),
        (
            ("card: normal trap", "card: normal tarp"),
            "cases.yml, line 1 (W-04): the card shape 'normal tarp' is not known; did you mean 'normal trap'?",
        ),
        (("  card: normal trap\n", ""), "cases.yml, line 1 (W-04): the line `card:` is missing"),
        (("expect:", "expct:"), "the key 'expct' is not known; did you mean 'expect'?"),
        (("before_calc", "before calculation"), "the window 'before calculation' is not known; windows are start, before_calc"),
        (("open in", "opened in"), "the answer 'opened in start, before_calc' is not known; write one of: open in ..."),
        (("card: normal trap", "card: normal trap\n  because: STAT-1"), "the rule 'STAT-1' is not known; did you mean 'STAT-01'?"),
        (("card: normal trap", "card: normal trap\n  because: {a: b}"), "`because:` needs the code of a rule such as STAT-02"),
        (("card: normal trap", "card: normal trap\n  ruleset: tgc"), "the ruleset 'tgc' is not known; did you mean 'tcg'?"),
        (("card: normal trap", "card: normal trap\n  part: hand"), "the part 'hand' is not known; known are: main, pendulum"),
        (("card: normal trap", "card: normal trap\n  effect: two"), "`effect:` needs a number from 0 on"),
        (("card: normal trap", "card: normal trap\n  option: 0"), "`option:` needs a number from 1 on"),
        (("card: normal trap", "card: normal trap\n  only: text_ja"), "`only: text_ja` needs a text that the case does not have"),
        (("card: normal trap", "card: normal trap\n  known_fault: {both: so}"), "`known_fault:` speaks of both, but the case has no such text"),
        (("card: normal trap", "card: normal trap\n  known_fault:"), "`known_fault:` needs a reason"),
        (("card: normal trap", "card: link monster"), "the first line of a link monster is its materials"),
        (("card: normal trap", "card: normal trap\n  card: normal spell"), "cases.yml: line 1: the key 'card' stands twice"),
        (("|-\n    Target", "@Target"), "cases.yml, line 3: this is not YAML"),
        (('  text: |-\n    Target 1 "Tin Orchard" monster; it gains 700 ATK.\n', ""), "a case needs `text:` or `text_ja:`"),
        ((GOOD, "wording: W-04\n"), 'a file holds a list: each entry begins with "- "'),
        ((GOOD, "- W-04\n"), "a case is a block of lines"),
        ((GOOD, ""), "a file holds a list"),
    ],
)
def test_a_mistake_is_told_in_one_line(tmp_path: Path, change: tuple[str, str], told: str) -> None:
    text = GOOD.replace(*change)
    assert text != GOOD
    files = read(tmp_path, text)
    (problem,) = files.problems
    assert told in problem and "\n" not in problem, problem
    assert problem.startswith("cases.yml")
    assert not files.cases


def test_other_mistakes_of_files(tmp_path: Path) -> None:
    (tmp_path / "latin.yml").write_bytes("- wording: é\n".encode("latin-1"))
    files = read(tmp_path, GOOD, "cases.yaml")
    assert files.problems == ("cases.yaml: cases are read from *.yml alone; give the file that ending", "latin.yml: the file is not saved as UTF-8")


def test_what_is_left_open_needs_a_reason(tmp_path: Path) -> None:
    assert read(tmp_path, "- wording: W-06\n  reason: Ruled card by card.\n", "open.yml").open == {"W-06": "Ruled card by card."}
    files = read(tmp_path, "- wording: W-06\n", "open.yml")
    assert files.problems == ("open.yml, line 1 (W-06): an entry here has the keys wording and reason, both texts, and no other",)


def test_a_failing_case_tells_a_player_why(tmp_path: Path) -> None:
    text = GOOD.replace("open in start, before_calc", "event in any").replace(
        "card: normal trap", "card: normal trap\n  because: OWN-01\n  shows: a gain"
    )
    (case,) = read(tmp_path, text).cases
    outcome = run(case, "text")
    assert outcome.complaints == ("the answer is another one", "the deciding rule is STAT-01, not OWN-01")
    for line in (
        "case       W-04.1 in cases.yml, line 1, English text alone",
        "shows      a gain",
        'text       Target 1 "Tin Orchard" monster; it gains 700 ATK.',
        "expected   event in any because OWN-01",
        "got        open in start, before_calc",
        "rule       STAT-01",
        "reason     It changes ATK or DEF right away",
        "read (en)  effect 1: card activation, Spell Speed 2",
        "actions: atk def change (of the target)",
    ):
        assert line in outcome.message, outcome.message


def test_an_effect_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD.replace("card: normal trap", "card: normal trap\n  effect: 2")).cases
    assert run(case, "text").complaints == ("there is no effect 2; the text was read to have: effect 1",)


def test_a_kind_that_the_card_promises_is_checked(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD.replace("normal trap", "quick effect monster")).cases
    assert "the effect was read as ignition, the case says quick" in run(case, "text").complaints


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("open in start, before_calc", Expected("yes", UNTIL_CALC, "open")),
        ("event in start and end", Expected("yes", Window.START | Window.END, "event")),
        ("first chain in during_calc", Expected("yes", Window.DURING_CALC, "first_chain")),
        ("response in any", Expected("yes", ALL, "response")),
        ("closed", Expected("no")),
        ("not activated", Expected("not_activated")),
        ("not activated, applies in end", Expected("not_activated", applies_in=Window.END)),
        ("undecided", Expected("uncertain")),
    ],
)
def test_answers_in_words(words: str, expected: Expected) -> None:
    assert parse_expected(words) == expected
    tag = Tag(
        effect_id="1/text/1",
        eligible=expected.eligible,
        ruleset="tcg",
        windows=expected.windows,
        mode=expected.mode,
        applies_in=expected.applies_in or NONE,
    )
    assert expected.met_by(tag)
    assert parse_expected(in_words(tag)) == expected
    assert not Expected("yes", Window.AFTER_CALC, "event").met_by(tag)


def test_where_it_applies_is_checked_only_if_asked() -> None:
    tag = Tag(effect_id="1/text/1", eligible="not_activated", ruleset="tcg", applies_in=Window.START)
    assert parse_expected("not activated").met_by(tag)
    assert not parse_expected("not activated, applies in end").met_by(tag)


def runs(text: str) -> list[str]:
    """Every run of English words and of Japanese characters that is long enough to be somebody's text."""
    words = WORD.findall(text.lower())
    english = [" ".join(words[n : n + EN_RUN]) for n in range(len(words) - EN_RUN + 1)]
    lines = text.splitlines() if JAPANESE.search(text) else []
    return english + [line[n : n + JA_RUN] for line in lines for n in range(len(line) - JA_RUN + 1)]


@pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of printed texts (../shared/corpus) is not beside this folder")
def test_no_printed_text() -> None:
    ours = {run_: case.name for case in load(FOLDER).cases for text in (case.text, case.text_ja) for run_ in runs(text or "")}
    assert len(ours) > 8000
    with gzip.open(CORPUS, "rt", encoding="utf-8") as handle:
        cards: list[dict[str, Any]] = json.load(handle)
    texts = [(card.get(part) or {}).get(language) or "" for card in cards for part in ("text", "pendulum_effect") for language in ("en", "ja")]
    shared = {(ours[run_], run_) for text in texts for run_ in runs(RUBY.sub("", text)) if run_ in ours}
    assert not shared
