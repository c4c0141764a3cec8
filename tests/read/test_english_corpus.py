"""The English reader on every card that a source has: nothing lost, little not understood."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pipeline.read.english import read_english
from pipeline.records import Condition, Effect, Part, Reading
from pipeline.scrape import source

CORPUS = Path(__file__).parents[2].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
pytestmark = pytest.mark.skipif(
    not CORPUS.exists(), reason=f"the card texts of yaml-yugi are not at {CORPUS.parent.name}/{CORPUS.name} beside the repository"
)


@cache
def readings() -> tuple[tuple[str, Part, str, Reading], ...]:
    """Name, part, text and reading of every English text."""
    found: list[tuple[str, Part, str, Reading]] = []
    for card in source.load("yaml-yugi", CORPUS, progress=lambda line: None).cards:
        if card.text_en:
            found.append((card.name, "text", card.text_en, read_english(card.text_en, "text", card)))
        if card.pendulum_en:
            found.append((card.name, "pendulum_effect", card.pendulum_en, read_english(card.pendulum_en, "pendulum_effect", card)))
    return tuple(found)


def activated() -> Iterator[tuple[str, str, Effect]]:
    """Name, text and record of every effect that starts a chain, bare activations left out."""
    for name, _, text, reading in readings():
        for effect in reading.effects:
            if effect.activated and effect.number > 0:
                yield name, text, effect


def test_there_are_enough_cards_to_speak_of() -> None:
    assert len(readings()) > 13_000
    assert sum(1 for _ in activated()) > 18_000


def test_every_text_is_given_back_by_its_segments() -> None:
    lost = [name for name, _, text, reading in readings() if "".join(text[s.start : s.end] for s in reading.segments) != text]
    assert lost == []


def test_numbers_and_spans_are_sound() -> None:
    for name, _, text, reading in readings():
        numbers = [e.number for e in reading.effects]
        assert sorted({n for n in numbers if n}) == list(range(1, len({n for n in numbers if n}) + 1)), name
        assert all(0 <= e.span[0] <= e.span[1] <= len(text) for e in reading.effects), name
        keys = [(e.number, e.bullet) for e in reading.effects]
        assert len(keys) == len(set(keys)), name


def test_at_most_three_percent_of_activated_effects_are_residue() -> None:
    whole = sum(effect.span[1] - effect.span[0] for _, _, effect in activated())
    left = sum(end - start for _, _, effect in activated() for start, end in effect.residue)
    assert left <= 0.03 * whole, f"{left} of {whole} characters"


@pytest.mark.xfail(reason='"conduct" is no verb, and a list behind "to Special Summon ...:" is cut as a clause')
def test_every_activated_effect_says_when_or_what() -> None:
    empty = []
    for name, text, effect in activated():
        condition = effect.condition
        bare = Condition(span=condition.span)
        if condition == bare and not effect.actions:
            empty.append((name, text[slice(*effect.span)]))
    assert empty == []


def test_flavour_text_is_never_an_effect() -> None:
    normal = {"Bunilla", "Megalosmasher X", "Noble Knight Artorigus", "Dragoons of Draconia", "Wattaildragon", "Blue-Eyes White Dragon"}
    found = {name: len(reading.effects) for name, part, _, reading in readings() if name in normal and part == "text"}
    assert found == dict.fromkeys(normal, 0)
