"""Checkouts of the mirrors: cards in two languages, answers, and files that are none."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape import load
from pipeline.scrape.faq import Answer, Supplement, json_lines, load_faq

HERON: dict[str, Any] = {
    "id": 90001, "type": "monster", "name": "Glass Heron", "englishAttribute": "water", "effectText": "Wade.", "pendEffect": "Fly.", "pendScale": 3,
    "level": 4, "atk": 500, "def": -1, "properties": ["Winged Beast", "Pendulum", "Effect"],
}  # fmt: skip
SAGI: dict[str, Any] = {
    **HERON, "name": "硝子の鷺", "effectText": "①：歩く。", "pendEffect": "①：飛ぶ。", "properties": ["鳥獣族", "ペンデュラム", "効果"],
}  # fmt: skip


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def test_cards_of_two_languages(tmp_path: Path) -> None:
    write(tmp_path / "en" / "90001.json", HERON)
    write(tmp_path / "ja" / "90001.json", SAGI)
    write(tmp_path / "ja" / "90002.json", {**SAGI, "id": 90002, "type": "spell", "englishProperty": "quickplay", "properties": None})
    write(tmp_path / "ja" / "90003.json", {**SAGI, "id": 90003, "type": "trap", "properties": None})
    write(
        tmp_path / "ja" / "90004.json", {**SAGI, "id": 90004, "linkRating": 2, "level": None, "properties": ["鳥獣族", "リンク", "効果", "特殊召喚"]}
    )
    write(tmp_path / "ja" / "90005.json", {**SAGI, "id": 90005, "type": "rule"})
    write(tmp_path / "ja" / "90006.json", "{")
    write(tmp_path / ".git" / "HEAD", "ref: refs/heads/main\n")
    write(tmp_path / ".git" / "refs" / "heads" / "main", "a" * 40 + "\n")
    found = load("card-history", tmp_path, progress=lambda _: None)
    assert found.cards[0] == Card(
        card_id="k90001", name="Glass Heron", card_type="Monster", konami_id=90001, name_ja="硝子の鷺",
        types=("Winged Beast", "Pendulum", "Effect"),
        attribute="WATER", level=4, scale=3, atk="500", defense="?", text_en="Wade.", text_ja="①：歩く。",
        pendulum_en="Fly.",
        pendulum_ja="①：飛ぶ。", text_source="Official card database (yugioh-card-history)",
    )  # fmt: skip
    assert [(card.name, card.property, card.types, card.level) for card in found.cards[1:]] == [
        ("硝子の鷺", "Quick-Play", (), None),
        ("硝子の鷺", "Normal", (), None),
        ("硝子の鷺", None, ("Winged Beast", "Link", "Effect"), 2),
    ]
    assert found.revision.startswith("a" * 40 + "+") and len(found.built_from) == 7
    assert [line.partition(":")[0] for line in found.skipped] == ["ja/90006.json", "90005"]


def test_answers_have_the_mirrors_form_on_the_way_in_and_out(tmp_path: Path) -> None:
    record = {"fid": 12, "databaseDate": "2024-01-02", "title": "t", "question": "q", "answer": "a", "tags": ["x"], "mentionedCards": [90001]}
    write(tmp_path / "12.json", record)
    write(tmp_path / "9.json", {"fid": "x"})
    write(tmp_path / "README.md", "hello")
    found = load_faq("qa-history", tmp_path, progress=lambda _: None)
    assert found.answers == (Answer(12, "t", "q", "a", "2024-01-02", ("x",), (90001,)),)
    assert len(found.skipped) == 1 and "9.json: Expected `int`, got `str`" in found.skipped[0]
    assert json.loads(json_lines(found.answers)) == record
    supplement = Supplement(90001, "2024-01-02", {"0": (), "1": ("notes",)})
    assert json.loads(json_lines([supplement])) == {"cid": 90001, "databaseDate": "2024-01-02", "FAQ": {"0": [], "1": ["notes"]}, "pendulumFAQ": {}}


@pytest.mark.parametrize("name", ["card-history", "cdb", "konami-pages", "japanese-wiki"])
def test_folders_without_a_card(tmp_path: Path, name: str) -> None:
    write(tmp_path / "x.txt", "none")
    with pytest.raises(InputError, match=r"no (card|page|such)"):
        load(name, tmp_path, progress=print)


@pytest.mark.parametrize("name", ["card-history", "konami-pages", "japanese-wiki", "ygoresources"])
def test_sources_that_need_an_input_say_so(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} needs an input: "):
        load(name, None, progress=print)


def test_unknown_and_empty_sources_of_answers(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown source 'x'; there are japanese-wiki, konami-pages, qa-history, ygoresources"):
        load_faq("x", None, progress=print)
    with pytest.raises(InputError, match="no answer in it"):
        load_faq("qa-history", tmp_path, progress=print)
    with pytest.raises(InputError, match="no such folder"):
        load_faq("qa-history", tmp_path / "none", progress=print)
