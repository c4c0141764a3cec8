"""The whole pool through the Damage Step engine, beside its tags: a check of consistency, not a measure of accuracy.

The engine gets each effect as a specification derived from its reading and walks standard battles with it; the tag comes from the
classifier's rules. Both read the same fields, so agreement says that two independent codings of the rulebook agree, no more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow.parquet as pq

from pipeline.engine.spec import CardSpec, EffectSpec
from pipeline.engine.walk import Reach, either, windows_of
from pipeline.publish.lookup import opened
from pipeline.records import ACTIVATED
from pipeline.validate.derived_specs import Record, alternatives, card_spec, number, speaking
from pipeline.windows import COLUMNS, Ruleset, Window

_CARD = (
    "effect_id", "passcode", "name", "card_type", "property", "part", "effect_no", "bullet", "ja_no", "kind", "eligible", "mode", "decided_by",
    "rule", "witness_en", "witness_ja", "ruleset",
)  # fmt: skip


class Compared(msgspec.Struct, frozen=True):
    """One row of the dataset beside what the engine allows."""

    effect_id: str
    name: str
    kind: str
    rule: str | None
    decided_by: str
    tag: Window
    tag_mode: str | None
    engine: Reach

    @property
    def agree(self) -> bool:
        """Whether both name the same windows."""
        return self.tag == self.engine.windows


def compare(folder: Path) -> tuple[Ruleset, list[Compared]]:
    """Every activated effect of the dataset that is tagged (not ``uncertain``) by rules, beside the engine."""
    columns = [*_CARD, *COLUMNS.values()]
    with opened(folder / "effects.parquet") as file:
        effects = _rows(file, columns)
    with opened(folder / "reading.parquet") as file:
        readings = _rows(file, None)
    ruleset: Ruleset = effects[0]["ruleset"] if effects else "tcg"
    return ruleset, list(compared(effects, readings, ruleset))


def _rows(file: pq.ParquetFile, columns: list[str] | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = file.read(columns=columns).to_pylist()
    return rows


def card_specs(effects: Iterable[dict[str, Any]], readings: Iterable[dict[str, Any]]) -> dict[str, CardSpec]:
    """The derived specification of every text, by ``card/part``."""
    of_effect: dict[str, list[dict[str, Any]]] = {}
    for row in readings:
        of_effect.setdefault(row["effect_id"], []).append(row)
    texts: dict[str, tuple[dict[str, Any], list[Record]]] = {}
    for row in effects:
        spoken = speaking(row, of_effect.get(row["effect_id"], ()))
        if spoken is not None:
            texts.setdefault(text_of(row["effect_id"]), (row, []))[1].append(spoken)
    return {text: card_spec(card, rows) for text, (card, rows) in texts.items()}


def text_of(effect_id: str) -> str:
    """``card/part`` of an effect's id."""
    return effect_id.rpartition("/")[0]


def compared(effects: list[dict[str, Any]], readings: Iterable[dict[str, Any]], ruleset: Ruleset) -> Iterator[Compared]:
    """Rows of `effects` beside the engine, with the rows of `reading` that they were made from."""
    cards = card_specs(effects, readings)
    for row in effects:
        if row["eligible"] in ("uncertain", "not_activated") or row["decided_by"] != "rule":
            continue
        card = cards.get(text_of(row["effect_id"]))
        numbered = number(row["effect_id"])
        effect = None if card is None else next((one for one in card.effects if (one.no, one.option) == numbered), None)
        if card is None or effect is None or effect.kind not in ACTIVATED:
            continue
        tag = Window.of(key for key, column in _KEYS.items() if row[column])
        yield Compared(row["effect_id"], row["name"], effect.kind, row["rule"], row["decided_by"], tag, row["mode"], reach(card, effect, ruleset))


_KEYS = {window.key: column for window, column in COLUMNS.items()}


def reach(card: CardSpec, effect: EffectSpec, ruleset: Ruleset) -> Reach:
    """What the engine reaches with a derived effect, whichever of its occasions comes up."""
    return either([windows_of(card, one, ruleset) for one in alternatives(effect)], ruleset)


def summary(compared: list[Compared]) -> list[str]:
    """The share that agrees and, for what does not, counts by rule of the tag, rules of the engine and both answers."""
    agree = sum(one.agree for one in compared)
    share = agree / max(1, len(compared))
    lines = [f"{agree:,} of {len(compared):,} activated effects that rules decided have the same windows in the engine ({share:.2%})"]
    causes = Counter(
        (one.rule or "-", " ".join(one.engine.rules), "+".join(one.tag.keys()) or "never", "+".join(one.engine.windows.keys()) or "never")
        for one in compared
        if not one.agree
    )
    if causes:
        lines.append("rows  rule of the tag, rules of the engine: windows of the tag / of the engine")
    lines += [f"{count:4}  {tag}, {engine}: {ours} / {theirs}" for (tag, engine, ours, theirs), count in causes.most_common()]
    return lines
