"""The embedded sample: complete, true to the facts, and in nobody's words but ours."""

import gzip
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from pipeline.records import Card, Eligible, Part
from pipeline.scrape import load
from pipeline.windows import TERMS, Window

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
EXPECTED = Path(__file__).with_name("expected.yml")
EN_RUN = 14  # words in a row that may not be shared with any printed text
JA_RUN = 20  # characters in a row that may not be shared with the printed text of the same card
WORD = re.compile(r"[A-Za-z0-9']+")
RUBY = re.compile(r"<rt>.*?</rt>|</?ruby>")
# Formulas that have no second wording; a run is looked for on either side of them.
JA_FORMULAS = re.compile(
    r"の効果は(?:それぞれ)?１ターンに１度しか(?:使用|発動)できない|戦闘を行うダメージステップ開始時からダメージ計算前まで|（ダメージステップでも発動可能）"
)
EXTRA_DECK = {"Fusion", "Synchro", "Xyz", "Link"}
needs_corpus = pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of printed texts (../shared/corpus) is not on this machine")


@cache
def sample() -> tuple[Card, ...]:
    return load("sample", None, progress=lambda _: None).cards


@cache
def corpus() -> tuple[dict[str, Any], ...]:
    with gzip.open(CORPUS, "rt", encoding="utf-8") as handle:
        return tuple(json.load(handle))


@cache
def expected() -> tuple[dict[str, Any], ...]:
    return tuple(yaml.safe_load(EXPECTED.read_text(encoding="utf-8")))


def runs(text: str, length: int) -> set[str]:
    words = WORD.findall(text.lower())
    return {" ".join(words[i : i + length]) for i in range(len(words) - length + 1)}


def test_every_card_has_facts_and_english_text() -> None:
    for card in sample():
        assert card.passcode is not None and re.fullmatch(r"[0-9]{8}", card.passcode), card.name
        assert card.konami_id is not None and card.name_ja and card.text_en, card.name
        assert (card.property is None) == (card.card_type == "Monster"), card.name
        monster = bool(card.types) and card.attribute is not None and card.level is not None and card.atk is not None
        assert monster == (card.card_type == "Monster"), card.name
        if monster:
            assert (card.defense is None) == ("Link" in card.types), card.name
        assert (card.scale is None) == ("Pendulum" not in card.types) == (card.pendulum_en is None), card.name


def test_languages_come_together() -> None:
    assert sum(card.text_ja is not None for card in sample()) >= 45
    for card in sample():
        if card.text_ja is not None and card.pendulum_en is not None:
            assert card.pendulum_ja is not None, card.name


def test_no_card_stands_twice_and_all_are_sorted() -> None:
    names = [card.name for card in sample()]
    assert names == sorted(names)
    for values in (names, [card.passcode for card in sample()], [card.konami_id for card in sample()]):
        assert len(values) == len(set(values))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("window", list(Window), ids=lambda window: window.key)
def test_every_window_is_named(language: str, window: Window) -> None:
    texts = [card.text_en if language == "en" else card.text_ja for card in sample()]
    term = TERMS[language][window].lower()
    assert any(text is not None and term in text.lower() for text in texts)


def test_every_kind_of_card_is_there() -> None:
    properties = {(card.card_type, card.property) for card in sample()}
    spells = {("Spell", name) for name in ("Normal", "Quick-Play", "Continuous", "Field", "Equip", "Ritual")}
    assert spells | {("Trap", name) for name in ("Normal", "Continuous", "Counter")} <= properties
    types = {name for card in sample() for name in card.types}
    assert {"Normal", "Flip", "Ritual", "Pendulum", "Spirit", "Union", "Tuner"} | EXTRA_DECK <= types


def test_expected_verdicts_are_well_formed() -> None:
    texts = {card.name: card.text_en or "" for card in sample()}
    keys = [(row["card"], row["part"], row["effect"], row.get("bullet")) for row in expected()]
    assert len(keys) == len(set(keys))
    for row in expected():
        where = f"{row['card']} {row['effect']}"
        assert row.keys() <= {"card", "part", "effect", "bullet", "eligible", "windows"}, where
        assert row["card"] in texts and row["part"] in get_args(Part) and row["eligible"] in get_args(Eligible), where
        assert row["windows"] == list(Window.of(row["windows"]).keys()), f"{where}: windows in the order of play"
        assert bool(row["windows"]) == (row["eligible"] == "yes"), where
        assert 0 < row.get("bullet", 1) <= max(1, texts[row["card"]].count("●")), where


@needs_corpus
def test_facts_equal_the_corpus() -> None:
    by_passcode = {f"{entry['password']:08d}": entry for entry in corpus() if entry["password"] is not None}
    for card in sample():
        entry = by_passcode[card.passcode or ""]
        level = next((entry[key] for key in ("level", "rank") if entry.get(key) is not None), None)
        links = entry.get("link_arrows")
        facts = Card(
            card_id=f"{entry['password']:08d}",
            name=entry["name"]["en"],
            card_type=entry["card_type"],
            passcode=f"{entry['password']:08d}",
            konami_id=entry["konami_id"],
            script_ids=(entry["password"],),
            name_ja=RUBY.sub("", entry["name"]["ja"]),
            property=entry.get("property"),
            types=tuple(entry["monster_type_line"].split(" / ")) if "monster_type_line" in entry else (),
            attribute=entry.get("attribute"),
            level=len(links) if links else level,
            scale=entry.get("pendulum_scale"),
            atk=None if entry.get("atk") is None else str(entry["atk"]),
            defense=None if entry.get("def") is None else str(entry["def"]),
            text_en=card.text_en,
            text_ja=card.text_ja,
            pendulum_en=card.pendulum_en,
            pendulum_ja=card.pendulum_ja,
            text_source=card.text_source,
        )
        assert card == facts


@needs_corpus
def test_no_printed_english_text() -> None:
    ours: dict[str, str] = {}
    for card in sample():
        for text in filter(None, (card.text_en, card.pendulum_en)):
            ours.update(dict.fromkeys(runs(text, EN_RUN), card.name))
    assert ours
    shared = set()
    for entry in corpus():
        for part in ("text", "pendulum_effect"):
            printed = (entry.get(part) or {}).get("en") or ""
            shared |= {(ours[run], entry["name"]["en"], run) for run in runs(printed, EN_RUN) & ours.keys()}
    assert not shared


@needs_corpus
def test_no_printed_japanese_text() -> None:
    by_id = {entry["konami_id"]: entry for entry in corpus() if entry["password"] is not None}
    shared = []
    for card in sample():
        effects = card.text_ja or ""
        if EXTRA_DECK & set(card.types):
            effects = effects.partition("\n")[2] or effects  # materials are facts
        for part, text in (("text", effects), ("pendulum_effect", card.pendulum_ja or "")):
            printed = RUBY.sub("", (by_id[card.konami_id].get(part) or {}).get("ja") or "")
            for piece in JA_FORMULAS.split(text):
                shared += [(card.name, piece[i : i + JA_RUN]) for i in range(len(piece) - JA_RUN + 1) if piece[i : i + JA_RUN] in printed]
    assert not shared
