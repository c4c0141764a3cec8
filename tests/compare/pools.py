"""Invented card pools, and the datasets that are built from them."""

import json
from pathlib import Path
from typing import Any

from pipeline.cli import main

DRAW = "You can discard 1 card; draw 1 card."
SHINE = "If this card is sent to the GY: You can add 1 Fairy from your Deck to your hand, then lose 300 LP."
STRONG = "(Quick Effect): You can make this card gain 400 ATK until the end of this turn."


def entry(number: int, text: str = SHINE, **more: Any) -> dict[str, Any]:
    """One card as yaml-yugi gives it; ``number`` is its passcode, 9000 more its Konami id."""
    given = {
        "name": {"en": f"Invented Lamp {number}", "ja": f"架空の灯{number}"},
        "card_type": "Monster",
        "password": number,
        "konami_id": 9000 + number,
        "monster_type_line": "Fairy / Effect",
        "text": {"en": text},
    }
    return given | more


def pool(path: Path, *cards: dict[str, Any]) -> Path:
    """A file of these cards."""
    path.write_text(json.dumps(cards, ensure_ascii=False), encoding="utf-8")
    return path


def build(source: Path, out: Path, *more: str) -> int:
    """The exit code of building a dataset."""
    return main(["dataset", "--source", "yaml-yugi", "--input", str(source), "--out", str(out), "--fresh", *more])
