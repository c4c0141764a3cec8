"""What a new build may take away unasked, and what it may not."""

from pathlib import Path

import pytest

from pipeline.compare.gate import Measured, compare
from tests.compare.pools import STRONG, build, entry, pool

Capture = pytest.CaptureFixture[str]
HUNDRED = [entry(number) for number in range(1, 101)]


def measured(cards: int, blank: int = 0, ruleset: str = "tcg", **counts: int) -> Measured:
    ids = [f"{n:08}" for n in range(cards)]
    nobody: frozenset[str] = frozenset()
    texts = {"text_en": frozenset(ids[blank:]), "text_ja": nobody, "pendulum_en": nobody, "pendulum_ja": nobody}
    found = {name.replace("_", " "): (n, n) for name, n in counts.items()}
    return Measured(ruleset, {card: frozenset({card}) for card in ids}, texts, {"cards": (cards, cards), **found})


def said(old: Measured, new: Measured) -> list[tuple[str, bool]]:
    return [(one.what, one.stops) for one in compare(old, new)]


def test_the_same_is_let_pass() -> None:
    assert said(measured(1000), measured(1000)) == []
    assert said(measured(1000), measured(1010)) == []


def test_one_in_a_hundred_is_let_pass_more_warns_and_more_than_five_stops() -> None:
    assert said(measured(1000), measured(990)) == []
    assert said(measured(1000), measured(989)) == [
        ("11 of 1,000 cards are gone (00000989, 00000990, 00000991 ...)", False),
        ("cards: 1,000 in the last build, 989 now", False),
    ]
    assert [stops for _, stops in said(measured(1000), measured(950))] == [False, False]
    assert [stops for _, stops in said(measured(1000), measured(949))] == [True, True]


def test_gains_count_like_losses() -> None:
    assert said(measured(1000, effects=100), measured(1000, effects=110)) == [("effects: 100 in the last build, 110 now", True)]


def test_texts_that_are_blank_now() -> None:
    assert said(measured(1000), measured(1000, blank=60)) == [("60 of 1,000 English texts are blank now (00000000, 00000001, 00000002 ...)", True)]
    without = measured(1000)._replace(texts={name: frozenset() for name in measured(1).texts})
    assert said(measured(1000), without) == [], "a build without texts has not lost them"


def test_of_a_few_no_share_tells_anything() -> None:
    assert said(measured(1000, effects_open=19), measured(1000, effects_open=0)) == []
    assert said(measured(10), measured(3)) == []


def test_verdicts_of_two_rulesets_are_not_compared() -> None:
    assert said(measured(1000, effects_legal=100), measured(1000, ruleset="goat", effects_legal=50)) == []
    assert said(measured(1000, effects=100), measured(1000, ruleset="goat", effects=50)) == [("effects: 100 in the last build, 50 now", True)]


def test_a_card_that_got_its_passcode_is_not_lost() -> None:
    old = measured(100)
    known = {f"k{n}": frozenset({f"k{n}"}) for n in range(100)}
    new = {f"{n:08}": frozenset({f"{n:08}", f"k{n}"}) for n in range(100)}
    assert said(old._replace(cards=known), old._replace(cards=new)) == []


def test_a_build_that_stops_changes_nothing(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "ds"
    assert build(pool(tmp_path / "a.json", *HUNDRED), out) == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}
    capsys.readouterr()
    short = pool(tmp_path / "b.json", *HUNDRED[:90])
    assert build(short, out) == 2
    err = capsys.readouterr().err
    assert "too much: 10 of 100 cards are gone (00000091, 00000092, 00000093 ...) (10.0%)" in err
    assert "error: stopped, nothing in" in err and "--accept" in err
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before
    assert build(short, out, "--accept") == 0
    assert "10 of 100 cards are gone" in (out / "run.json").read_text()
    assert build(short, out) == 0, "the accepted build is the last one now"


def test_a_warning_lets_the_build_pass(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "ds"
    assert build(pool(tmp_path / "a.json", *HUNDRED), out) == 0
    assert build(pool(tmp_path / "b.json", *HUNDRED[:97]), out) == 0
    assert "warning: 3 of 100 cards are gone" in capsys.readouterr().err


def test_blank_texts_stop_a_build(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "ds"
    assert build(pool(tmp_path / "a.json", *HUNDRED), out) == 0
    cards = [entry(number, "" if number <= 20 else STRONG) for number in range(1, 101)]
    assert build(pool(tmp_path / "b.json", *cards), out) == 2
    assert "20 of 100 English texts are blank now" in capsys.readouterr().err


def test_what_cannot_be_read_is_no_reason_to_stop(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "ds"
    assert build(pool(tmp_path / "a.json", *HUNDRED), out) == 0
    (out / "cards.parquet").write_bytes(b"broken")
    assert build(pool(tmp_path / "b.json", *HUNDRED[:50]), out) == 0
    assert "not compared with the last build" in capsys.readouterr().err
