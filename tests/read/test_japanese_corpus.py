"""The Japanese reader on every card that a source has: nothing lost, little not understood."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.read.japanese import read_japanese
from pipeline.records import Card, Condition, Effect, Part, Reading
from pipeline.scrape import source

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
pytestmark = pytest.mark.skipif(
    not CORPUS.exists(), reason=f"the card texts of yaml-yugi are not at {CORPUS.parent.name}/{CORPUS.name} beside the repository"
)


@cache
def readings() -> tuple[tuple[Card, Part, str, Reading], ...]:
    """Card, part, text and reading of every Japanese text."""
    found: list[tuple[Card, Part, str, Reading]] = []
    for card in source.load("yaml-yugi", CORPUS, progress=lambda line: None).cards:
        if card.text_ja:
            found.append((card, "text", card.text_ja, read_japanese(card.text_ja, "text", card)))
        if card.pendulum_ja:
            found.append((card, "pendulum_effect", card.pendulum_ja, read_japanese(card.pendulum_ja, "pendulum_effect", card)))
    return tuple(found)


def activated() -> Iterator[tuple[str, str, Effect]]:
    """Name, text and record of every effect that starts a chain, bare activations left out."""
    for card, _, text, reading in readings():
        for effect in reading.effects:
            if effect.activated and effect.number > 0:
                yield card.name, text, effect


def test_there_are_enough_cards_to_speak_of() -> None:
    assert len(readings()) > 13_000
    assert sum(1 for _ in activated()) > 18_000


def test_every_text_is_given_back_by_its_segments() -> None:
    lost = [card.name for card, _, text, reading in readings() if "".join(text[s.start : s.end] for s in reading.segments) != text]
    assert lost == []


def test_numbers_and_spans_are_sound() -> None:
    for card, _, text, reading in readings():
        numbers = {e.number for e in reading.effects if e.number}
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), card.name
        assert all(0 <= e.span[0] <= e.span[1] <= len(text) for e in reading.effects), card.name
        keys = [(e.number, e.bullet) for e in reading.effects]
        assert len(keys) == len(set(keys)), card.name


def test_every_circled_number_has_its_effect() -> None:
    missing = []
    for card, part, text, reading in readings():
        printed = {ord(mark) - 0x245F for mark, colon in pairwise(text) if "①" <= mark <= "⑳" and colon in "：:"}
        if printed != {e.printed_no for e in reading.effects if e.printed_no is not None}:
            missing.append((card.name, part))
    assert missing == []


def test_at_most_three_percent_of_activated_effects_are_residue() -> None:
    whole = sum(effect.span[1] - effect.span[0] for _, _, effect in activated())
    left = sum(end - start for _, _, effect in activated() for start, end in effect.residue)
    assert left <= 0.03 * whole, f"{left} of {whole} characters"


def test_nearly_every_activated_effect_says_when_or_what() -> None:
    empty = [name for name, _, e in activated() if not e.actions and not e.cost and e.condition == Condition(span=e.condition.span)]
    assert len(empty) <= 40, empty


def test_flavour_text_is_never_an_effect() -> None:
    normal = {"Bunilla", "Megalosmasher X", "Noble Knight Artorigus", "Wattaildragon", "Blue-Eyes White Dragon"}
    found = {card.name: len(reading.effects) for card, part, _, reading in readings() if card.name in normal and part == "text"}
    assert found == dict.fromkeys(normal, 0)
