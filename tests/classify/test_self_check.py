"""The rulebook's self-check set, and its plainest cards, on the real texts: where they are at hand."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.classify.decide import decide
from pipeline.read.align import pair
from pipeline.read.english import read_english
from pipeline.read.japanese import read_japanese
from pipeline.records import Card, Tag

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
pytestmark = pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of card texts is not beside this folder")
ANY, SB = "start|before_calc|during_calc|after_calc|end", "start|before_calc"
# Card, number of the row, what its tag says: windows and mode, or why not.
EXPECTED = [
    ("Honest", 1, "no"),
    ("Honest", 2, f"{SB} open"),
    ("Kuriboh", 1, "during_calc first_chain"),
    ("Waboku", 1, "no"),
    ("Book of Moon", 1, "no"),
    ("Forbidden Chalice", 1, f"{SB} open"),
    ("Effect Veiler", 1, "no"),
    ("Ash Blossom & Joyous Spring", 1, "no"),
    ("Ghost Belle & Haunted Mansion", 1, f"{ANY} response"),
    ("Stardust Dragon", 1, f"{ANY} response"),
    ("Shooting Star Dragon", 2, "no"),
    ("Crystal Wing Synchro Dragon", 1, f"{ANY} response"),
    ("Crystal Wing Synchro Dragon", 2, "during_calc first_chain"),
    ("Code Hack", 0, "no"),
    ("Code Hack", 2, "no"),
    ("Code Hack", 3, f"{ANY} response"),
    ("Number 38: Hope Harbinger Dragon Titanic Galaxy", 1, "no"),
    ("Number 38: Hope Harbinger Dragon Titanic Galaxy", 2, "no"),
    ("Number 38: Hope Harbinger Dragon Titanic Galaxy", 3, f"{ANY} event"),
    ("Shura the Combat Star", 1, f"{SB} open"),
    ("Shura the Combat Star", 2, "during_calc first_chain"),
    ("Shura the Combat Star", 3, f"{ANY} event"),
    ("Unpossessed", 0, f"{SB} open"),
    ("Unpossessed", 3, f"{ANY} event"),
    ("Number 59: Crooked Cook", 2, "uncertain"),
    ("Lost Wind", 1, f"{SB} open"),
    ("Mist Valley Thunder Lord", 1, f"{SB} open"),
    ("Michizure", 1, f"{ANY} event"),
    ("Salamangreat Gazelle", 1, "no"),
    ("Salamangreat Gazelle", 2, f"{ANY} event"),
    ("Sky Striker Ace - Raye", 2, f"{ANY} event"),
    ("Phantasm Emperor Trilojig", 1, f"{ANY} event"),
    ("Marshmallon", 2, "after_calc first_chain"),
    ("Ancient Lamp", 2, "before_calc first_chain"),
    ("Spirit Ryu", 1, "no"),
    ("Triple Burst Dragon", 1, f"{ANY} response"),
    ("Naturia Stag Beetle", 1, f"{SB} response"),
    ("Scrap Sheen", 1, f"{SB} open"),
    ("War Rock Skyler", 2, f"{SB} open"),
    ("Melffy Puppy", 1, "no"),
    ("Crusadia Regulex", 3, "no"),
    ("Mystic Tomato", 1, "end event"),
    ("Injection Fairy Lily", 1, "during_calc first_chain"),
    ("Dandylion", 1, f"{ANY} event"),
    ("Mirror Force", 1, "no"),
    ("Limiter Removal", 1, f"{SB} open"),
    ("Maiden with Eyes of Blue", 1, "no"),
    ("Supply Squad", 0, "no"),
    ("Supply Squad", 1, f"{ANY} event"),
    ("Doomcaliber Knight", 2, f"{ANY} response"),
    ("Mirror Wall", 0, f"{SB} open"),
    ("Skill Drain", 0, "no"),
    ("Thunder Dragon Titan", 2, f"{ANY} response"),
    ("Airknight Parshath", 2, "after_calc event"),
]


@pytest.fixture(scope="module")
def corpus() -> dict[str, Any]:
    """The named cards, as the corpus gives them."""
    wanted = {name for name, _, _ in EXPECTED}
    with gzip.open(CORPUS, "rt", encoding="utf-8") as file:
        return {card["name"]["en"]: card for card in json.load(file) if card["name"]["en"] in wanted}


def tags(raw: dict[str, Any]) -> dict[int, Tag]:
    """The tags of a card's main text by the number of their row, for the TCG."""
    card = Card(
        card_id="1",
        name=raw["name"]["en"],
        card_type=raw["card_type"],
        property=raw.get("property"),
        types=tuple(word.strip() for word in raw.get("monster_type_line", "").split("/")),
        text_en=raw["text"]["en"],
        text_ja=raw["text"]["ja"],
    )
    english = read_english(card.text_en or "", "text", card).effects
    japanese = read_japanese(card.text_ja or "", "text", card).effects
    return {row.number: decide(card, row, english, japanese, "tcg") for row in pair(card, "text", english, japanese)}


@pytest.mark.parametrize(("name", "number", "expected"), EXPECTED, ids=[f"{name} {number}" for name, number, _ in EXPECTED])
def test_self_check(corpus: dict[str, Any], name: str, number: int, expected: str) -> None:
    tag = tags(corpus[name])[number]
    said = f"{'|'.join(tag.windows.keys())} {tag.mode}" if tag.eligible == "yes" else tag.eligible
    assert said == expected, (tag.rule, tag.witness_en, tag.witness_ja, tag.reason)
