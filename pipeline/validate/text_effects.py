"""The activated effects of a dataset as alignment with scripts needs them: what the text says, and what the tag says of it.

A card's row of `effects.parquet` is joined with its readings; English speaks where there is one, Japanese where it is alone.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from pipeline.publish.lookup import effect_rows, opened, typed
from pipeline.publish.schema import EFFECTS, READING
from pipeline.records import ACTIVATED, DecidedBy, Eligible, Kind, Part
from pipeline.windows import COLUMNS, NONE, Window

_EFFECTS = (
    "effect_id", "passcode", "konami_id", "script_ids", "name", "card_type", "property", "part", "effect_no", "bullet", "kind", "mandatory",
    "eligible", "mode", "condition", "decided_by", "rule", "confidence", "reason", "source", "witness_en", "witness_ja",
)  # fmt: skip
_READING = (
    "effect_id", "language", "places", "events", "responds_to", "window", "phases", "cost", "targets", "actions", "granted", "once",
    "alignment_score",
)  # fmt: skip


class TextEffect(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One row: an effect, an option of it, or a card's own activation. ``row``: its place in the table, from 0."""

    row: int
    effect_id: str
    part: Part
    number: int
    bullet: int | None
    kind: Kind
    mandatory: bool | None
    places: frozenset[str]
    events: frozenset[str]
    responds_to: frozenset[str]
    named: frozenset[str]  # windows that the text names as its moment
    phases: frozenset[str]
    pays: bool
    targets: bool
    actions: frozenset[str]
    granted: bool
    limited: bool
    languages_agree: float | None
    eligible: Eligible
    windows: Window
    mode: str | None
    condition: str | None
    decided_by: DecidedBy
    rule: str | None
    confidence: float | None
    reason: str | None
    source: str | None  # a public citation behind the rule
    witness_en: str | None
    witness_ja: str | None

    @property
    def activated(self) -> bool:
        """Whether it starts a chain."""
        return self.kind in ACTIVATED


class TextCard(msgspec.Struct, frozen=True):
    """A card with all rows of its effects, in their order."""

    card_id: str
    konami_id: int | None
    script_ids: tuple[int, ...]  # the printed number first
    name: str
    card_type: str
    property: str | None
    effects: tuple[TextEffect, ...]


def read_text_cards(dataset: Path, card_id: str | None = None) -> list[TextCard]:
    """The cards of a built dataset that have effects, in its order, or one of them alone (then ``row`` counts within the card).

    `InputError` where the folder holds no dataset.
    """
    effect_columns = (*_EFFECTS, *COLUMNS.values())
    if card_id is not None:
        rows = effect_rows(dataset / "effects.parquet", card_id, EFFECTS, effect_columns)
        said = effect_rows(dataset / "reading.parquet", card_id, READING, _READING)
    else:
        with opened(dataset / "effects.parquet") as file:
            rows = file.read(columns=typed(file, EFFECTS, effect_columns)).to_pylist()
        with opened(dataset / "reading.parquet") as file:
            said = file.read(columns=typed(file, READING, _READING)).to_pylist()
    readings: dict[str, dict[str, Any]] = {}
    for one in said:
        # English comes first.
        readings.setdefault(one["effect_id"], one)
    return _cards(rows, readings)


def _cards(rows: Sequence[Mapping[str, Any]], readings: Mapping[str, Mapping[str, Any]]) -> list[TextCard]:
    cards: list[TextCard] = []
    effects: list[TextEffect] = []
    for place, row in enumerate(rows):
        card_id = row["effect_id"].partition("/")[0]
        if not cards or cards[-1].card_id != card_id:
            if cards:
                cards[-1] = msgspec.structs.replace(cards[-1], effects=tuple(effects))
            effects = []
            numbers = [int(row["passcode"])] if row["passcode"] and row["passcode"].isdecimal() else []
            scripts = tuple(dict.fromkeys([*numbers, *row["script_ids"]]))
            cards.append(TextCard(card_id, row["konami_id"], scripts, row["name"], row["card_type"], row["property"], ()))
        effects.append(_effect(place, row, readings.get(row["effect_id"], {})))
    if cards:
        cards[-1] = msgspec.structs.replace(cards[-1], effects=tuple(effects))
    return cards


def _effect(place: int, row: Mapping[str, Any], said: Mapping[str, Any]) -> TextEffect:
    windows = NONE
    for window, column in COLUMNS.items():
        if row[column]:
            windows |= window
    return TextEffect(
        row=place,
        effect_id=row["effect_id"],
        part=row["part"],
        number=row["effect_no"],
        bullet=row["bullet"],
        kind=row["kind"],
        mandatory=row["mandatory"],
        places=frozenset(said.get("places", ())),
        events=frozenset(one["what"] for one in said.get("events", ()) if not one["past"]),
        responds_to=frozenset(said.get("responds_to", ())),
        named=frozenset(said.get("window", ())),
        phases=frozenset(said.get("phases", ())),
        pays=bool(said.get("cost")),
        targets=bool(said.get("targets")),
        actions=frozenset(one["what"] for one in said.get("actions", ())),
        granted=bool(said.get("granted")),
        limited=said.get("once") is not None,
        languages_agree=said.get("alignment_score"),
        eligible=cast(Eligible, row["eligible"]),
        windows=windows,
        mode=row["mode"],
        condition=row["condition"],
        decided_by=row["decided_by"],
        rule=row["rule"],
        confidence=row["confidence"],
        reason=row["reason"],
        source=row["source"],
        witness_en=row["witness_en"],
        witness_ja=row["witness_ja"],
    )
