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
from pipeline.engine.walk import Reach, windows_of
from pipeline.publish.lookup import opened
from pipeline.records import ACTIVATED
from pipeline.validate.derived_specs import card_spec
from pipeline.windows import COLUMNS, NONE, Ruleset, Window

_CARD = ("effect_id", "name", "card_type", "property", "part", "effect_no", "bullet", "kind", "eligible", "mode", "decided_by", "rule", "ruleset")


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
    return ruleset, list(_compared(effects, _by_text(readings), ruleset))


def _rows(file: pq.ParquetFile, columns: list[str] | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = file.read(columns=columns).to_pylist()
    return rows


def _by_text(readings: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Readings of each text by ``card/part``: those that speak for the row, English where there is one."""
    chosen: dict[str, dict[str, Any]] = {}
    for row in readings:
        if row["effect_id"] not in chosen or row["language"] == "en":
            chosen[row["effect_id"]] = row
    found: dict[str, list[dict[str, Any]]] = {}
    for row in chosen.values():
        found.setdefault(row["effect_id"].rpartition("/")[0], []).append(row)
    return found


def _compared(effects: list[dict[str, Any]], readings: dict[str, list[dict[str, Any]]], ruleset: Ruleset) -> Iterator[Compared]:
    known: dict[tuple[object, ...], Reach] = {}
    cards: dict[str, CardSpec] = {}
    for row in effects:
        if row["eligible"] in ("uncertain", "not_activated") or row["decided_by"] != "rule":
            continue
        text = row["effect_id"].rpartition("/")[0]
        if text not in cards:
            cards[text] = card_spec(row, readings.get(text, ()))
        card = cards[text]
        effect = _effect(card, readings.get(text, ()), row["effect_id"])
        if effect is None or effect.kind not in ACTIVATED:
            continue
        tag = Window.of(key for key, column in _KEYS.items() if row[column])
        reach = _reach(card, effect, ruleset, known)
        yield Compared(row["effect_id"], row["name"], effect.kind, row["rule"], row["decided_by"], tag, row["mode"], reach)


_KEYS = {window.key: column for window, column in COLUMNS.items()}


def _effect(card: CardSpec, readings: Iterable[dict[str, Any]], effect_id: str) -> EffectSpec | None:
    for row in readings:
        if row["effect_id"] == effect_id:
            return next((one for one in card.effects if (one.no, one.option) == (row["effect_no"], row["bullet"])), None)
    return None


def _reach(card: CardSpec, effect: EffectSpec, ruleset: Ruleset, known: dict[tuple[object, ...], Reach]) -> Reach:
    whole = effect.no == 0
    key = (card.type, card.property, card.effects if whole else msgspec.structs.replace(effect, no=1, option=None))
    if key not in known:
        found = windows_of(card, effect, ruleset)
        if whole:
            found = _with_its_effects(card, found, ruleset)
        known[key] = found
    return known[key]


def _with_its_effects(card: CardSpec, bare: Reach, ruleset: Ruleset) -> Reach:
    """Turning up a lasting Trap together with an effect of its own that may start then (R-ACT-18)."""
    windows = bare.windows
    for effect in card.effects:
        if effect.with_card and bare.windows == NONE:
            windows |= windows_of(card, effect, ruleset).windows
    return msgspec.structs.replace(bare, windows=windows)


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
