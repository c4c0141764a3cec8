"""A built dataset as what changes are looked for in: cards with their texts, effects with their tags."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa

from pipeline.publish.lookup import opened, typed
from pipeline.publish.schema import CARDS, EFFECTS
from pipeline.records import Part, Span
from pipeline.windows import COLUMNS

_TAG = ("eligible", "mode", "condition", "substeps", "applies_in")
_EFFECT = (
    "effect_id", "part", "effect_no", "bullet", "ja_no", "span_start", "span_end", "ja_span_start", "ja_span_end", "kind", "decided_by", "rule",
    *_TAG, *COLUMNS.values(),
)  # fmt: skip
_TEXTS = ("text_en", "text_ja", "pendulum_en", "pendulum_ja")
_CARD = ("card_id", "passcode", "konami_id", "name", "text_sha256", *_TEXTS)


class EffectState(msgspec.Struct, frozen=True, kw_only=True):
    """One row of `effects`. ``windows``: short names of the open ones; null where they are unknown."""

    effect_id: str
    part: Part
    number: int
    bullet: int | None
    ja_no: int | None
    en: Span | None
    ja: Span | None
    kind: str
    eligible: str
    windows: tuple[str, ...] | None
    mode: str | None
    condition: str | None
    substeps: tuple[int, ...]
    applies_in: tuple[str, ...]
    decided_by: str
    rule: str | None

    @property
    def tag(self) -> tuple[object, ...]:
        """What makes it another tag when it changes; who decides does not."""
        return self.eligible, self.windows, self.mode, self.condition, self.substeps, self.applies_in


class CardState(msgspec.Struct, frozen=True, kw_only=True):
    """One card with its effects in order. ``texts`` by column; null where the build holds none."""

    card_id: str
    passcode: str | None
    konami_id: int | None
    name: str
    text_sha256: str
    texts: dict[str, str | None] | None
    effects: tuple[EffectState, ...]

    def words(self, effect: EffectState, japanese: bool = False) -> str | None:
        """The words of one of its effects; null where they are not known."""
        span = effect.ja if japanese else effect.en
        column = f"{'text' if effect.part == 'text' else 'pendulum'}_{'ja' if japanese else 'en'}"
        text = None if self.texts is None else self.texts[column]
        return None if span is None or text is None else text[slice(*span)]


class Build(msgspec.Struct, frozen=True):
    """A dataset: where it comes from, and its cards by id."""

    folder: Path
    provenance: dict[str, str]
    cards: dict[str, CardState]

    @property
    def has_texts(self) -> bool:
        """Whether texts can be compared word by word."""
        return any(card.texts is not None for card in self.cards.values())


def open_build(folder: Path) -> Build:
    """The dataset in a folder. `InputError` where there is none, or where it is damaged."""
    with opened(folder / "cards.parquet") as file:
        cards = file.read(columns=typed(file, CARDS, _CARD))
    with opened(folder / "effects.parquet") as file:
        effects = file.read(columns=typed(file, EFFECTS, _EFFECT))
        metadata = file.schema_arrow.metadata or {}
    provenance = {key.decode(errors="replace"): value.decode(errors="replace") for key, value in metadata.items() if not key.startswith(b"ARROW:")}
    by_card: dict[str, list[EffectState]] = {}
    for row in effects.to_pylist():
        by_card.setdefault(row["effect_id"].rsplit("/", 2)[0], []).append(_effect(row))
    without = all(cards[name].null_count == cards.num_rows for name in _TEXTS)
    return Build(folder, provenance, {card.card_id: card for card in _cards(cards, by_card, without)})


def _cards(table: pa.Table, effects: dict[str, list[EffectState]], without: bool) -> Iterable[CardState]:
    for row in table.to_pylist():
        yield CardState(
            card_id=row["card_id"],
            passcode=row["passcode"],
            konami_id=row["konami_id"],
            name=row["name"],
            text_sha256=row["text_sha256"],
            texts=None if without else {name: row[name] for name in _TEXTS},
            effects=tuple(effects.get(row["card_id"], ())),
        )


def _effect(row: dict[str, Any]) -> EffectState:
    unknown = any(row[column] is None for column in COLUMNS.values())
    return EffectState(
        effect_id=row["effect_id"],
        part=row["part"],
        number=row["effect_no"],
        bullet=row["bullet"],
        ja_no=row["ja_no"],
        en=_span(row["span_start"], row["span_end"]),
        ja=_span(row["ja_span_start"], row["ja_span_end"]),
        kind=row["kind"],
        eligible=row["eligible"],
        windows=None if unknown else tuple(window.key for window, column in COLUMNS.items() if row[column]),
        mode=row["mode"],
        condition=row["condition"],
        substeps=tuple(row["substeps"]),
        applies_in=tuple(row["applies_in"]),
        decided_by=row["decided_by"],
        rule=row["rule"],
    )


def _span(start: int | None, end: int | None) -> Span | None:
    return None if start is None or end is None else (start, end)
