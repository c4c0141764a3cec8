"""The engine beside tags and texts of real cards: every card of the scenarios, and every ninth of the pool."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.build import process
from pipeline.engine.library import read_cards, read_scenarios
from pipeline.publish import Provenance, build_tables, write
from pipeline.records import Card
from pipeline.scrape.source import load
from pipeline.validate.cards_check import Beside, compare_cards
from pipeline.validate.engine_check import Compared, compare, differences
from pipeline.validate.explained import read_differences, read_misread
from pipeline.windows import Ruleset

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
needs_corpus = pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of printed texts (../shared/corpus) is not on this machine")
RULESETS: tuple[Ruleset, ...] = ("tcg", "ocg", "ocg-mr2", "edison", "goat")


@pytest.fixture(scope="module")
def pool() -> list[Card]:
    cards = load("yaml-yugi", CORPUS, offline=True, progress=lambda line: None).cards
    wanted = {card.passcode for card in read_cards().values()} | {one.partition("/")[0] for kind in read_differences() for one in kind.effects}
    return [card for at, card in enumerate(cards) if at % 9 == 0 or card.passcode in wanted]


def dataset(folder: Path, cards: list[Card], ruleset: Ruleset) -> Path:
    items: list[Any] = []
    for card in cards:
        rows, tags = process(card, ruleset)
        items.append((card, list(zip(rows, tags, strict=True))))
    provenance = Provenance("corpus", "r1", ruleset, "1", "c0ffee")
    write(build_tables(items, provenance), folder, provenance, {})
    return folder


@pytest.fixture(scope="module")
def compared(pool: list[Card], tmp_path_factory: pytest.TempPathFactory) -> dict[Ruleset, list[Compared]]:
    return dict(compare(dataset(tmp_path_factory.mktemp(ruleset), pool, ruleset)) for ruleset in RULESETS)


@needs_corpus
@pytest.mark.parametrize("ruleset", RULESETS)
def test_engine_and_tags_agree_but_for_explained_kinds(compared: dict[Ruleset, list[Compared]], ruleset: Ruleset) -> None:
    rows = compared[ruleset]
    assert len(rows) > 1500
    assert sum(one.agree for one in rows) / len(rows) > 0.98  # the explained differences are all among these cards
    left = [one for one in differences(rows, read_differences(), ruleset) if one.explained is None]
    assert [(one.row.effect_id, one.what, one.row.rule, one.sides) for one in left] == []


@needs_corpus
def test_every_explanation_of_a_difference_is_still_needed(compared: dict[Ruleset, list[Compared]]) -> None:
    known = read_differences()
    used = {one.explained.kind for ruleset, rows in compared.items() for one in differences(rows, known, ruleset) if one.explained is not None}
    assert {entry.kind for entry in known} - used == set()


@pytest.fixture(scope="module")
def cards(pool: list[Card], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Beside]]:
    """By ruleset: the English texts speak for the first, the Japanese ones for the other."""
    wanted = {card.passcode for card in read_cards().values()}
    mine = [card for card in pool if card.passcode in wanted]
    rulesets: tuple[Ruleset, ...] = ("tcg", "ocg")
    return {ruleset: compare_cards(dataset(tmp_path_factory.mktemp("cards"), mine, ruleset)) for ruleset in rulesets}


@needs_corpus
@pytest.mark.parametrize("ruleset", ["tcg", "ocg"])
def test_cards_by_hand_are_what_their_texts_say(cards: dict[str, list[Beside]], ruleset: str) -> None:
    names = {one.card for one in cards[ruleset]}
    unlike = {one.card for one in cards[ruleset] if one.step and not one.one_text}
    assert len(names) > 300
    assert 1 - len(unlike) / len(names) >= 0.95, sorted(unlike)


@needs_corpus
def test_each_difference_of_a_card_is_explained_and_each_explanation_needed(cards: dict[str, list[Beside]]) -> None:
    differing = {(one.key, field.name) for found in cards.values() for one in found for field in one.differs}
    told = {(key, field) for entry in read_misread() for key in entry.effects for field in entry.fields}
    assert differing - told == set()
    idle = {key for entry in read_misread() for key in entry.effects if not any((key, field) in differing for field in entry.fields)}
    assert idle == set()


def test_explanations_name_effects_that_there_are() -> None:
    numbered = {
        f"{name}/{effect.no}" if effect.option is None else f"{name}/{effect.no}.{effect.option}"
        for name, card in read_cards().items()
        for effect in card.effects
    }
    named = [one for entry in read_misread() for one in entry.effects]
    assert set(named) <= numbered and named


def test_the_files_of_explanations_are_no_scenarios() -> None:
    assert all(scenario.lines or scenario.open for scenario in read_scenarios().values())
    assert len({entry.kind for entry in read_differences()}) == len(read_differences())
