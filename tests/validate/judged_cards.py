"""A small judged dataset of invented cards, made to measure for what a fact may point at, and invented gold to hold against it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pipeline.publish import Provenance, build_tables, write
from pipeline.records import Card, Effect, Row, Tag
from pipeline.validate.dataset import Dataset, open_dataset
from pipeline.validate.gold import Gold, read_gold
from pipeline.validate.score import Scored, score
from pipeline.windows import ALL, UNTIL_CALC, Ruleset, Window

PASSCODES = ("00000101", "00000102", "00000103", "00000104", "00000105")


def effect(number: int, span: tuple[int, int], kind: str = "trigger", **more: Any) -> Effect:
    """An effect of the main text."""
    return Effect(part=more.pop("part", "text"), number=number, span=span, kind=kind, **more)  # type: ignore[arg-type]


def row(card: Card, en: Effect | None, ja: Effect | None = None) -> Row:
    """The row of an effect in one language or two."""
    lead = en or ja
    assert lead is not None
    option = "" if lead.bullet is None else f".{lead.bullet}"
    return Row(f"{card.card_id}/{lead.part}/{lead.number}{option}", lead.number, lead.bullet, en, ja)


def tag(of: Row, eligible: str, windows: Window | None = None, **more: Any) -> Tag:
    """A verdict by rule R-01 unless told otherwise."""
    given: dict[str, Any] = {"decided_by": "rule", "rule": "R-01", "confidence": 0.9, "reason": "It is so.", "source": "https://example.org/r"}
    if eligible == "yes":
        given |= {"windows": windows or ALL, "mode": "event"}
    if eligible == "uncertain":
        given |= {"decided_by": "nobody", "rule": None, "confidence": None}
    return Tag(effect_id=of.effect_id, eligible=eligible, ruleset="tcg", **(given | more))  # type: ignore[arg-type]


def _card(passcode: str, name: str, card_type: str, konami_id: int, **more: Any) -> Card:
    return Card(card_id=passcode, passcode=passcode, name=name, card_type=card_type, konami_id=konami_id, **more)  # type: ignore[arg-type]


def items() -> list[tuple[Card, list[tuple[Row, Tag]]]]:
    """Cards 101 to 105: options, a lasting Trap, a Spell decided by data, and two cards of one Konami id with unnumbered Japanese texts."""
    watch = _card("00000101", "Tin Watchman", "Monster", 8101, text_en="e" * 60, text_ja="j" * 40)
    one = row(watch, effect(1, (0, 20)), effect(1, (0, 10), language="ja", printed_no=1))
    left = row(watch, effect(2, (30, 40), "quick", bullet=1), effect(2, (20, 25), "quick", language="ja", printed_no=2, bullet=1))
    right = row(watch, effect(2, (40, 60), "quick", bullet=2), effect(2, (25, 40), "quick", language="ja", printed_no=2, bullet=2))
    trap = _card("00000102", "Slow Fence", "Trap", 8102, property="Continuous", text_en="e" * 30, pendulum_en="p" * 9)
    bare, fence = row(trap, effect(0, (0, 0), "card_activation")), row(trap, effect(1, (0, 30), "continuous"))
    odd = row(trap, effect(1, (0, 9), "quick", part="pendulum_effect"))
    spell = _card("00000103", "Quick Nail", "Spell", 8103, property="Quick-Play", text_en="e" * 50)
    whole, inner = row(spell, effect(1, (0, 50), "card_activation")), row(spell, effect(2, (20, 40)))
    twins = [_card(f"0000010{n}", f"Twin {n}", "Monster", 8104, text_ja="j" * 20) for n in (4, 5)]
    wide = [row(twin, None, effect(1, (0, 20), language="ja")) for twin in twins]
    narrow = row(twins[0], None, effect(2, (5, 9), language="ja"))
    return [
        (
            watch,
            [
                (one, tag(one, "yes", Window.END, witness_en="end", witness_ja="no")),
                (left, tag(left, "yes", UNTIL_CALC, rule="R-02", condition="only at dawn")),
                (right, tag(right, "no", rule="R-03")),
            ],
        ),
        (trap, [(bare, tag(bare, "yes")), (fence, tag(fence, "not_activated", rule="R-04")), (odd, tag(odd, "no"))]),
        (spell, [(whole, tag(whole, "no", decided_by="ruling", rule="RUL-01")), (inner, tag(inner, "uncertain"))]),
        (twins[0], [(wide[0], tag(wide[0], "no")), (narrow, tag(narrow, "yes", Window.END, decided_by="supplement", rule="SUP"))]),
        (twins[1], [(wide[1], tag(wide[1], "yes"))]),
    ]


def write_dataset(folder: Path, ruleset: Ruleset = "tcg", no_text: bool = False) -> Path:
    """Write the dataset; the folder."""
    provenance = Provenance("invented", "r1", ruleset, "1", "c0ffee")
    write(build_tables(items(), provenance, no_text), folder, provenance, {})
    return folder


def judged(folder: Path, ruleset: Ruleset = "tcg") -> Dataset:
    """The dataset, written and read back."""
    return open_dataset(write_dataset(folder, ruleset))


def ruling(passcode: str | None, offset: int, legal: object = True, **more: object) -> dict[str, object]:
    """One line of invented rulings."""
    place: dict[str, object] = {"passcode": passcode, "part": "text", "offset": offset, "bullet": None, "whole_card_activation": False}
    said: dict[str, object] = {"legal": legal, "windows": None if legal else [], "condition": None, "source_url": "https://example.org/1"}
    line = place | said | {"name": f"Card {passcode}", "effect": "some effect", "authority": "official_faq", "era": "psct", "note": "-"}
    line |= {"era_of_ruling": "current", "stale": False, "suspicious": False, "confident": True}
    return line | more


def statement(konami_id: int, legal: object = True, **more: object) -> dict[str, object]:
    """One line of invented official statements."""
    line: dict[str, object] = {
        "konami_id": konami_id, "passcode": None, "name": f"Card {konami_id}", "part": "text", "ja_no": None, "ja_offset": None, "what": "effect",
        "legal": legal, "windows": None if legal else [], "date": "2020-01-02",
    }  # fmt: skip
    return line | more


def gold_file(path: Path, lines: Sequence[dict[str, object]]) -> Path:
    """A file of these lines."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def scored(dataset: Dataset, *lines: dict[str, object]) -> Scored:
    """These facts beside the dataset."""
    return score(gold(dataset.folder, *lines), dataset)


def gold(folder: Path, *lines: dict[str, object]) -> Gold:
    """These facts, written to a file and read back."""
    return read_gold(gold_file(folder / "gold.jsonl", lines))
