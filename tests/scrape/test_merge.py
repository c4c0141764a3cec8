"""One card out of several sources, and what they say differently. All cards are invented."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.cli import main
from pipeline.records import Card
from pipeline.scrape.merge import Merged, merge
from pipeline.scrape.merge_texts import cause_of

Capture = pytest.CaptureFixture[str]


def card(card_id: str, name: str = "Glass Heron", **more: Any) -> Card:
    given: dict[str, Any] = {"card_type": "Monster", "types": ("Fairy", "Effect"), "text_source": "x"}
    if card_id.isdecimal():
        given |= {"passcode": card_id, "script_ids": (int(card_id),)}
    elif card_id.startswith("k"):
        given |= {"konami_id": int(card_id[1:])}
    else:
        given |= {"page_id": int(card_id[1:])}
    return Card(card_id=card_id, name=name, **(given | more))


def said(merged: Merged) -> list[tuple[str, str, str]]:
    return [(one.cause, one.card_id, one.field) for one in merged.differences if one.cause != "only here"]


def ids(merged: Merged) -> list[str]:
    return [one.card_id for one in merged.cards]


def test_the_same_passcode_is_the_same_card_and_each_adds_what_it_knows() -> None:
    one = card("00000007", text_en="Wade.", script_ids=(7,), text_source="a")
    two = card("00000007", konami_id=9001, page_id=5, text_ja="歩く。", script_ids=(7, 8), text_source="b")
    merged = merge({"a": [one], "b": [two]})
    assert merged.cards == (card("00000007", konami_id=9001, page_id=5, text_en="Wade.", text_ja="歩く。", script_ids=(7, 8), text_source="a, b"),)
    assert merged.differences == ()


def test_different_passcodes_are_different_cards() -> None:
    merged = merge({"a": [card("00000007", konami_id=9001)], "b": [card("00000008", konami_id=9001)]})
    assert ids(merged) == ["00000007", "00000008"] and merged.by_cause() == {"only here": 2}


def test_alternate_art_is_the_same_card_unless_a_source_has_both() -> None:
    listed = card("00000007", script_ids=(7, 8))
    alone = merge({"a": [listed], "b": [card("00000008", text_ja="歩く。")]})
    assert ids(alone) == ["00000007"] and alone.cards[0].text_ja == "歩く。"
    assert said(alone) == [("alternate art", "00000007", "card"), ("number", "00000007", "passcode")]
    both = merge({"a": [card("00000007"), card("00000008")], "b": [listed]})
    assert ids(both) == ["00000007", "00000008"] and both.cards[0].script_ids == (7, 8) and both.cards[1].script_ids == (8,)


def test_without_a_passcode_the_konami_id_tells() -> None:
    merged = merge({"a": [card("k9001", text_ja="歩く。")], "b": [card("00000007", konami_id=9001)]})
    assert ids(merged) == ["00000007"] and merged.cards[0].konami_id == 9001
    merged = merge({"a": [card("k9001")], "b": [card("y5", konami_id=9001)]})
    assert ids(merged) == ["k9001"] and merged.cards[0].page_id == 5


def test_of_cards_that_share_a_konami_id_the_first_stands_for_all() -> None:
    merged = merge({"a": [card("00000007", konami_id=9001), card("00000008", konami_id=9001)], "b": [card("k9001", text_ja="歩く。")]})
    assert ids(merged) == ["00000007", "00000008"] and [one.text_ja for one in merged.cards] == ["歩く。", None]


def test_provisional_numbers_and_names_of_what_is_not_printed() -> None:
    early = card("y5", script_ids=(101_234_001,))
    merged = merge({"a": [early], "b": [card("00000007", "Glass Heron!", script_ids=(7, 101_234_001))]})
    assert ids(merged) == ["00000007"] and merged.cards[0].script_ids == (101_234_001, 7)
    by_name = merge({"a": [card("00000007")], "b": [card("y5", "GLASS HERON")]})
    assert ids(by_name) == ["00000007"] and ("found by name", "00000007", "card") in said(by_name)
    assert ids(merge({"a": [card("00000007")], "b": [card("00000009")]})) == ["00000007", "00000009"], "a like name is no number"
    twins = merge({"a": [card("00000007"), card("00000008")], "b": [card("y5")]})
    assert ids(twins) == ["00000007", "00000008", "y5"], "a name that fits two cards tells neither"


def test_a_number_goes_before_a_name() -> None:
    merged = merge({"a": [card("k1", "Heron"), card("k2", "Stork")], "b": [card("y9", "Heron", konami_id=2), card("y8", "Heron")]})
    assert [(one.card_id, one.page_id) for one in merged.cards] == [("k1", 8), ("k2", 9)]


def test_two_cards_of_one_source_are_never_one() -> None:
    assert len(merge({"a": [card("y1", konami_id=4), card("y2", konami_id=4)]}).cards) == 2


OLD, NEW = "When this is lit: Hum one long tune.", "If this is lit: You can hum two short tunes."


def test_the_newest_text_wins_and_the_older_is_kept_with_its_date() -> None:
    pools = {"a": [card("00000007", text_en=OLD)], "b": [card("00000007", text_en=NEW)]}
    assert merge(pools).cards[0].text_en == OLD, "without dates, the first source has the say"
    merged = merge(pools, {"a": "2025-01-01", "b": "2026-01-01"})
    assert merged.cards[0].text_en == NEW and merged.cards[0].text_source == "b"
    (older,) = merged.older_texts
    assert (older.other, older.other_source, older.date, older.kept_source, older.cause) == (OLD, "a", "2025-01-01", "b", "another text")
    assert merge(pools, {"a": "2026-01-01"}).cards[0].text_en == OLD


def test_typography_is_no_newer_text() -> None:
    pools = {"a": [card("00000007", text_en="Hum “one” tune.")], "b": [card("00000007", text_en='Hum  "one"\r\ntune.')]}
    merged = merge(pools, {"b": "2026-01-01"})
    assert merged.cards[0].text_en == "Hum “one” tune." and said(merged) == [("typography", "00000007", "text_en")] and not merged.older_texts


def test_an_official_text_goes_before_a_newer_translation() -> None:
    mine = card("00000007", text_en=NEW, unofficial_translation=True)
    merged = merge({"a": [mine], "b": [card("00000007", text_en=OLD)]}, {"a": "2026-01-01", "b": "2020-01-01"})
    assert merged.cards[0].text_en == OLD and merged.cards[0].unofficial_translation is False


def test_facts_by_the_first_source_and_what_others_have_otherwise() -> None:
    one = card("00000007", level=4, types=("Fairy", "Effect"), atk="1000")
    two = card("00000007", "Glass-Heron", level=5, types=("effect", "fairy"), atk="1000", konami_id=3, attribute="WIND")
    three = card("00000007", konami_id=4)
    merged = merge({"a": [one], "b": [two], "c": [three]})
    assert (merged.cards[0].level, merged.cards[0].konami_id, merged.cards[0].attribute) == (4, 3, "WIND")
    assert said(merged) == [("number", "00000007", "konami_id"), ("fact", "00000007", "level")]
    assert [(d.kept, d.kept_source, d.other, d.other_source) for d in merged.differences] == [("3", "b", "4", "c"), ("4", "a", "5", "b")]


@pytest.mark.parametrize(
    ("one", "other", "halves", "expected"),
    [
        ("Hum.", "Hum.", (None, None), None),
        ("<ruby>灯<rt>ひ</rt></ruby>る", "灯る", (None, None), "typography"),
        ("１つ灯す。", "1つ灯す｡", (None, None), "typography"),
        (
            "Hum.",
            "[ Pendulum Effect ]\nGlow.\n----------------------------------------\n[ Monster Effect ]\nHum.",
            ("Glow.", None),
            "pendulum halves",
        ),
        ("Hum one long tune and rest for a while.", "Hum one long tune and rest for a day.", (None, None), "small change"),
        ("Hum one long tune.", "Draw three lines.", (None, None), "another text"),
        ("灯りを一つ灯し、しばらく休む。その後、歌う。", "灯りを二つ灯し、しばらく休む。その後、歌う。", (None, None), "small change"),
    ],
)
def test_why_two_texts_differ(one: str, other: str, halves: tuple[str | None, str | None], expected: str | None) -> None:
    assert cause_of(one, other, *halves) == expected
    assert cause_of(other, one, *reversed(halves)) == expected


def test_the_order_of_the_cards_and_the_result_are_those_of_the_sources() -> None:
    pools = {"a": [card("00000009"), card("k3", "Stork")], "b": [card("00000007", "Crane"), card("00000009")]}
    assert merge(pools) == merge(dict(pools)) and ids(merge(pools)) == ["00000009", "k3", "00000007"]
    assert merge({}) == Merged((), ())


def entry(number: int, text: str) -> dict[str, Any]:
    return {"name": {"en": f"Heron {number}"}, "card_type": "Spell", "password": number, "property": "Normal", "text": {"en": text}}


def test_the_command(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.json").write_text(json.dumps([entry(1, OLD), entry(2, "Hum.")]))
    rows = [{"id": 1, "name": "Heron 1", "type": "Spell Card", "frameType": "spell", "race": "Normal", "desc": NEW}]
    (tmp_path / "b.json").write_text(json.dumps({"data": rows}))
    pools = [f"yaml-yugi={tmp_path / 'a.json'}", f"ygoprodeck={tmp_path / 'b.json'}"]
    assert main(["merge", *pools]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "2 cards of yaml-yugi (2), ygoprodeck (1)" and "another text" in out
    assert main(["merge", *pools, "--date", "ygoprodeck=2026-01-01", "--cause", "another text"]) == 0
    assert capsys.readouterr().out.startswith("Heron 1 (00000001) · text_en · yaml-yugi -> ygoprodeck: ")
    assert main(["merge", *pools, "--csv"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert ("another text", "text_en", NEW) in [(row["cause"], row["field"], row["other"]) for row in table]
    for wrong in (["merge", pools[0], pools[0]], ["merge", *pools, "--cause", "x"], ["merge", *pools, "--date", "z=1"], ["merge", "nowhere"]):
        assert main(wrong) == 2 and capsys.readouterr().err.startswith(("error: ", "yaml-yugi: ", "ygoprodeck: "))
