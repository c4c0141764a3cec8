"""The whole pool through the Damage Step engine, beside its tags: a check of consistency, not a measure of accuracy.

The engine gets each effect as a specification derived from its reading and walks standard battles with it; the tag comes from the
classifier's rules. Both read the same fields, so agreement says that two independent codings of the rulebook agree, no more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import pyarrow.parquet as pq

from pipeline.engine.spec import CardSpec, EffectSpec
from pipeline.engine.walk import Reach, either, windows_of
from pipeline.publish.lookup import opened
from pipeline.records import ACTIVATED
from pipeline.validate.derived_specs import Record, alternatives, card_spec, number, speaking
from pipeline.validate.explained import Explained
from pipeline.windows import COLUMNS, Ruleset, Window

EFFECT_COLUMNS = (
    "effect_id", "passcode", "name", "card_type", "property", "part", "effect_no", "bullet", "ja_no", "kind", "eligible", "mode", "decided_by",
    "rule", "witness_en", "witness_ja", "ruleset", *COLUMNS.values(),
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
    with opened(folder / "effects.parquet") as file:
        effects = table(file, EFFECT_COLUMNS)
    with opened(folder / "reading.parquet") as file:
        readings = table(file, None)
    ruleset: Ruleset = effects[0]["ruleset"] if effects else "tcg"
    return ruleset, list(compared(effects, readings, ruleset))


def table(file: pq.ParquetFile, columns: Sequence[str] | None) -> list[dict[str, Any]]:
    """The rows of a table, all columns for none."""
    rows: list[dict[str, Any]] = file.read(columns=None if columns is None else list(columns)).to_pylist()
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


class Difference(msgspec.Struct, frozen=True):
    """A row on which engine and tag differ, in their windows or, where those are the same, in the mode; with its explanation if there is one."""

    row: Compared
    what: Literal["windows", "mode"]
    explained: Explained | None

    @property
    def sides(self) -> tuple[str, str]:
        """What the tag says, what the engine says."""
        if self.what == "mode":
            return self.row.tag_mode or "-", self.row.engine.mode or "-"
        return "+".join(self.row.tag.keys()) or "never", "+".join(self.row.engine.windows.keys()) or "never"


def differences(rows: Iterable[Compared], known: Sequence[Explained], ruleset: Ruleset) -> list[Difference]:
    """The rows that differ."""
    found = []
    for row in rows:
        what: Literal["windows", "mode"]
        if not row.agree:
            what = "windows"
        elif row.tag_mode != row.engine.mode:
            what = "mode"
        else:
            continue
        why = next((one for one in known if one.covers(what, row.effect_id, row.rule, row.engine.rules, ruleset)), None)
        found.append(Difference(row, what, why))
    return found


def summary(rows: Sequence[Compared], found: Sequence[Difference]) -> list[str]:
    """The shares that agree, the explained kinds with their counts, and what nothing explains, by rules and answers of both sides."""
    agree = sum(one.agree for one in rows)
    alike = agree - sum(one.what == "mode" for one in found)
    lines = [
        f"{agree:,} of {len(rows):,} activated effects that rules decided have the same windows in the engine ({agree / max(1, len(rows)):.2%}),",
        f"{alike:,} of these {agree:,} also the same mode; a check of consistency, no measure of accuracy",
    ]
    explained = Counter((one.what, one.explained.side, one.explained.kind) for one in found if one.explained is not None)
    if explained:
        lines.append("explained differences: rows, what differs, what the rulebook supports, kind")
    lines += [f"{count:5}  {what:7}  {side:7}  {kind}" for (what, side, kind), count in explained.most_common()]
    unexplained = Counter((one.what, one.row.rule or "-", " ".join(one.row.engine.rules), *one.sides) for one in found if one.explained is None)
    lines.append(f"{unexplained.total():,} differences without an explanation")
    lines += [f"{count:5}  {what:7}  {tag}, {engine}: {ours} / {theirs}" for (what, tag, engine, ours, theirs), count in unexplained.most_common()]
    return lines
