"""The rulings in data/rulings: each finds its effect on the real card, cites that card, and says what no rule does."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from pipeline.build import read_card
from pipeline.classify.cites import supplement
from pipeline.classify.registry import by_code
from pipeline.classify.ruling import Ruling
from pipeline.classify.ruling_audit import audit, without_rulings
from pipeline.classify.rulings import FOLDER, Rulings, load_rulings
from pipeline.records import Card, Row
from pipeline.scrape import load
from pipeline.windows import RULESETS, Ruleset

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
needs_corpus = pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of printed texts (../shared/corpus) is not on this machine")
ENTRIES = load_rulings().entries
# Cards that older lists of the TCG name as legal: (passcode, number of the effect). Rules or rulings have to say so.
NAMED_BY_THE_TCG = {
    "Attack and Receive": ("63689843", 1),
    "Numinous Healer": ("02130625", 1),
    "Michizure": ("37580756", 1),
    "Desrook Archfiend": ("72192100", 2),
    "Chthonian Blast": ("18271561", 1),
    "Muko": ("80863132", 1),
}


@cache
def rulings() -> Rulings:
    return load_rulings()


@cache
def printed() -> dict[str, tuple[Card, tuple[Row, ...]]]:
    """The cards of the corpus that are asked for here, read."""
    wanted = set(rulings().by_passcode) | {passcode for passcode, _ in NAMED_BY_THE_TCG.values()}
    cards = load("yaml-yugi", CORPUS, progress=lambda _: None).cards
    return {card.passcode: (card, read_card(card)) for card in cards if card.passcode in wanted}


def answer(card: Card, rows: Sequence[Row], number: int, ruleset: Ruleset) -> str:
    """Whether an effect is legal, by ruling or by rule."""
    (row,) = (row for row in rows if row.en is not None and row.en.number == number and row.en.part == "text")
    decision = rulings().decisions(card, rows, ruleset).get(row.effect_id)
    return decision.verdict.eligible if decision is not None else without_rulings(card, rows, row, ruleset).eligible


def test_the_folder_is_the_one_of_the_project() -> None:
    assert FOLDER.is_dir() and (FOLDER / "README.md").is_file() and len(ENTRIES) >= 15


def test_no_code_is_a_rules_code() -> None:
    assert not {ruling.id for ruling in ENTRIES} & set(by_code())


@pytest.mark.parametrize("ruling", ENTRIES, ids=lambda ruling: ruling.id)
def test_reasons_are_sentences_for_a_player(ruling: Ruling) -> None:
    for statement in ruling.rulings:
        assert statement.reason.endswith(".") and statement.reason[0].isupper() and statement.reason.count(". ") == 0
        assert len(statement.reason) <= 200 and '"' not in statement.reason
        assert statement.source.startswith("https://")
        assert (statement.authority == "official_faq") == ("db.yugioh-card.com" in statement.source)


def test_the_sample_speaks_of_rulings_as_the_cards_do() -> None:
    cards = [(card, read_card(card)) for card in load("sample", None, progress=lambda _: None).cards if card.passcode in rulings().by_passcode]
    found = audit(rulings(), cards)
    assert not found.stale and not found.ambiguous
    assert len(cards) >= 8


@needs_corpus
def test_every_ruling_finds_one_effect_and_says_what_no_rule_does() -> None:
    found = audit(rulings(), printed().values())
    assert not found.missing and not found.stale and not found.ambiguous
    assert not found.redundant, "the rules have caught up with these: remove them"


@needs_corpus
@pytest.mark.parametrize("ruling", ENTRIES, ids=lambda ruling: ruling.id)
def test_card_and_source_belong_together(ruling: Ruling) -> None:
    card, _ = printed()[ruling.passcode]
    assert card.name == ruling.card and card.konami_id is not None
    for statement in ruling.rulings:
        if statement.authority == "official_faq":
            assert statement.source == supplement(card.konami_id)


@needs_corpus
@pytest.mark.parametrize("ruling", ENTRIES, ids=lambda ruling: ruling.id)
def test_numbers_are_right_where_the_texts_have_them(ruling: Ruling) -> None:
    card, rows = printed()[ruling.passcode]
    (row,) = ruling.rows(card, rows, "ocg")
    numbers = [(row.en.number if row.en else None, ruling.effect.number), (row.ja.printed_no if row.ja else None, ruling.effect.ja_no)]
    assert all(there == said for there, said in numbers if there is not None)


@needs_corpus
@pytest.mark.parametrize("name", NAMED_BY_THE_TCG)
def test_the_six_that_the_older_tcg_allows(name: str) -> None:
    passcode, number = NAMED_BY_THE_TCG[name]
    card, rows = printed()[passcode]
    assert [answer(card, rows, number, ruleset) for ruleset in ("edison", "goat")] == ["yes", "yes"]


@needs_corpus
@pytest.mark.parametrize(
    ("passcode", "number", "expected"),
    [
        ("80863132", 1, {"ocg": "no", "ocg-mr2": "no", "edison": "yes", "goat": "yes"}),  # Muko
        ("74439492", 1, {"tcg": "yes", "ocg": "yes", "edison": "no"}),  # Scrap Sheen
        ("69243953", 2, {"tcg": "yes", "ocg": "yes", "edison": "no", "goat": "no"}),  # Butterfly Dagger - Elma
        ("18190572", 1, {"tcg": "yes", "ocg": "no", "ocg-mr2": "no", "edison": "yes", "goat": "yes"}),  # Micro Ray
        ("66742250", 1, dict.fromkeys(RULESETS, "no")),  # Curse of Anubis
        ("66809920", 2, {"tcg": "yes", "ocg": "yes"}),  # Valkyrie Erste
        ("82697249", 2, {"tcg": "no", "ocg": "no"}),  # Number 59: Crooked Cook
        ("13317419", 1, {"tcg": "yes", "ocg": "yes"}),  # Rocket Hand: the other effect keeps its rule
    ],
)
def test_sides_that_differ_keep_to_themselves(passcode: str, number: int, expected: dict[Ruleset, str]) -> None:
    card, rows = printed()[passcode]
    assert {ruleset: answer(card, rows, number, ruleset) for ruleset in expected} == expected
