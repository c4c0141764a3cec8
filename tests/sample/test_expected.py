"""What the pipeline must answer for the sample cards that are easiest to get wrong (`expected.yml`, which needs no Python)."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from pipeline.build import process
from pipeline.classify.rulings import Rulings, load_rulings
from pipeline.records import Card
from pipeline.scrape import load

EXPECTED: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("expected.yml").read_text(encoding="utf-8"))


def _name(entry: dict[str, Any]) -> str:
    option = f" option {entry['bullet']}" if entry.get("bullet") else ""
    return f"{entry['card']} {entry.get('part', 'text')} {entry['effect']}{option}"


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    return {card.name: card for card in load("sample", None, progress=lambda line: None).cards}


@pytest.fixture(scope="module")
def rulings() -> Rulings:
    return load_rulings()


@pytest.mark.parametrize("entry", EXPECTED, ids=_name)
def test_the_answer_is_the_expected_one(entry: dict[str, Any], cards: dict[str, Card], rulings: Rulings) -> None:
    card = cards[entry["card"]]
    rows, tags = process(card, "tcg", rulings)
    place = (entry.get("part", "text"), entry["effect"], entry.get("bullet"))
    found = {(row.effect.part, row.number, row.bullet): tag for row, tag in zip(rows, tags, strict=True)}
    assert place in found, f"there is no such effect; there are {sorted(found, key=str)}"
    tag = found[place]
    expected = (entry["eligible"], tuple(entry.get("windows") or ()))
    assert (tag.eligible, tag.windows.keys()) == expected, f"{tag.rule}: {tag.reason}"
