"""All pools together: one card of several sources, and cards that only share a number."""

from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import Loaded, every, load
from pipeline.scrape.kept import Origin


def card(card_id: str, name: str = "Glass Heron", **more: object) -> Card:
    return Card(card_id=card_id, name=name, card_type="Monster", **more)  # type: ignore[arg-type]


def pool(source: str, *cards: Card) -> Loaded:
    return Loaded(cards=cards, source=source, revision="r", skipped=("x: no card",), built_from=(Origin("a.json", "hash", 3, "https://a", "now"),))


def test_the_first_source_gives_the_texts_and_all_give_numbers() -> None:
    first = card("00000007", passcode="00000007", text_en="Wade.", script_ids=(7,))
    second = card("00000007", passcode="00000007", page_id=5, text_en="Other.", text_ja="歩く。")
    third = card("00000007", passcode="00000007", konami_id=90001, script_ids=(7, 8))
    found = every.combine([pool("a", first), pool("b", second), pool("c", third, card("00000009", passcode="00000009"))])
    assert found.cards == (
        card("00000007", passcode="00000007", konami_id=90001, page_id=5, text_en="Wade.", text_ja="歩く。", script_ids=(7, 8)),
        card("00000009", passcode="00000009"),
    )
    assert found.skipped == ("a: x: no card", "b: x: no card", "c: x: no card")
    assert found.built_from[1] == Origin("b/a.json", "hash", 3, "https://a", "now")


def test_different_passcodes_are_different_cards_whatever_else_they_share() -> None:
    one, other = card("00000007", passcode="00000007", konami_id=4), card("00000008", passcode="00000008", konami_id=4)
    assert every.combine([pool("a", one), pool("b", other)]).cards == (one, other)
    without = card("k4", konami_id=4, text_ja="歩く。")
    assert [found.text_ja for found in every.combine([pool("a", one, other), pool("b", without)]).cards] == ["歩く。", None]


def test_two_cards_of_one_source_are_never_one() -> None:
    twins = (card("y1", "A", page_id=1, konami_id=4), card("y2", "B", page_id=2, konami_id=4))
    assert len(every.combine([pool("a", *twins)]).cards) == 2


def test_it_takes_no_input_and_asks_every_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="all takes no input"):
        load("all", tmp_path, progress=print)
    with pytest.raises(InputError, match="offline, and no earlier answer"):
        load("all", None, offline=True, progress=print)
    monkeypatch.setattr(every, "load_one", lambda name, path, **_: pool(name, card("00000007", name, passcode="00000007")))
    assert [found.name for found in load("all", None, progress=lambda _: None).cards] == ["yaml-yugi"]
