"""The official notes of half of all cards: understood, placed, and read as another reading of the same lines has them."""

from functools import cache
from pathlib import Path

import pytest

from pipeline.build import build
from pipeline.publish import write
from pipeline.scrape import source
from pipeline.validate.dataset import open_dataset
from pipeline.validate.supplement_report import Agreement, Placed, agreement, place, read_all

SHARED = Path(__file__).parents[2].parent / "shared"
CARDS, NOTES, GOLD = (
    SHARED / "corpus/yaml-yugi-cards.json.gz",
    SHARED / "corpus/official-supplements-dev.jsonl.gz",
    SHARED / "gold/official_dev.jsonl",
)
pytestmark = pytest.mark.skipif(
    not (CARDS.exists() and NOTES.exists() and GOLD.exists()),
    reason=f"the card texts, official notes and statements are not in {SHARED.name} beside the repository",
)


@cache
def placed() -> tuple[int, int, Placed]:
    """Lines that speak of the step, clauses that were not understood, and where the rest belongs."""
    loaded, read = read_all(NOTES)
    numbers = {notes.konami_id for notes in loaded.notes}
    cards = [card for card in source.load("yaml-yugi", CARDS, progress=lambda line: None).cards if card.konami_id in numbers]
    return sum(one.spoken for one in read), sum(len(one.unread) for one in read), place(read, loaded.revision, cards, "ocg")


@pytest.fixture(scope="module")
def agreed(tmp_path_factory: pytest.TempPathFactory) -> Agreement:
    found = placed()[2]
    spoken = {card.konami_id for card, _ in found.stated}
    loaded = source.load("yaml-yugi", CARDS, progress=lambda line: None)
    some = source.Loaded(tuple(card for card in loaded.cards if card.konami_id in spoken), loaded.source, loaded.revision)
    built = build(some, "ocg", no_text=True)
    out = tmp_path_factory.mktemp("ds")
    write(built.tables, out, built.provenance, {})
    return agreement(found, open_dataset(out), GOLD)


def test_what_speaks_of_the_step_is_understood() -> None:
    spoken, unread, _ = placed()
    assert spoken > 4_000 and unread <= 0.005 * spoken, f"{unread} clauses of {spoken} lines not understood"


def test_what_is_said_finds_its_effect() -> None:
    found = placed()[2]
    assert len(found.unplaced) <= 0.006 * (found.placed + len(found.unplaced)), len(found.unplaced)


def test_the_text_rules_say_the_same_of_nearly_all() -> None:
    stated = [one for _, one in placed()[2].stated if one.said.eligible != "depends"]
    same = sum((one.before.eligible == "yes") == (one.said.eligible == "yes") or one.agrees for one in stated)
    assert same >= 0.985 * len(stated), f"{same} of {len(stated)}"


def test_another_reading_of_the_same_lines_agrees(agreed: Agreement) -> None:
    assert agreed.facts > 4_000 and agreed.agree >= 0.995 * agreed.facts, [str(one) for one in agreed.differences]
    assert agreed.same_windows >= 0.99 * agreed.windows
