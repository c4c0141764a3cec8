"""Whether a new build may take the place of the last one: cards lost, texts blanked, counts that moved.

More than 1 % is worth a warning, more than 5 % stops the build: then a source has most likely changed its layout, or was cut short.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.errors import InputError
from pipeline.publish import Tables
from pipeline.publish.lookup import opened, typed
from pipeline.publish.schema import CARDS, EFFECTS
from pipeline.windows import COLUMNS, TERMS

WARN, STOP = 0.01, 0.05
_FEWEST = 20  # of what there are fewer, no share tells anything
_TEXTS = {
    "text_en": "English texts",
    "text_ja": "Japanese texts",
    "pendulum_en": "English Pendulum Effects",
    "pendulum_ja": "Japanese Pendulum Effects",
}
_CARD_COLUMNS = ("card_id", "passcode", "konami_id", *_TEXTS)
_EFFECT_COLUMNS = ("eligible", "effect_no", "span_start", "ja_span_start", *COLUMNS.values())


class Finding(NamedTuple):
    """One thing that is less, or other, than in the last build: ``share`` of what there was."""

    what: str
    share: float

    @property
    def stops(self) -> bool:
        """Whether it is too much to be let pass unasked."""
        return self.share > STOP


class Measured(NamedTuple):
    """What of a build is compared: the keys of its cards, which of them have which text, and counts with what they are a share of."""

    ruleset: str
    cards: dict[str, frozenset[str]]  # by card id, every key that another build may know it by
    texts: Mapping[str, frozenset[str]]  # by kind of text, the cards that have it; empty where the build holds no texts
    counts: Mapping[str, tuple[int, int]]


def findings(folder: Path, tables: Tables) -> list[Finding]:
    """What the tables would lose or move of the dataset in the folder; empty where there is none, or where it was built for other rules.

    `InputError` where a dataset is there and cannot be read.
    """
    if not (folder / "cards.parquet").is_file() or not (folder / "effects.parquet").is_file():
        return []
    with opened(folder / "cards.parquet") as file:
        cards = file.read(columns=typed(file, CARDS, _CARD_COLUMNS))
    with opened(folder / "effects.parquet") as file:
        effects = file.read(columns=typed(file, EFFECTS, _EFFECT_COLUMNS))
    return list(compare(measure(cards, effects), measure(tables.cards, tables.effects)))


def measure(cards: pa.Table, effects: pa.Table) -> Measured:
    """What is compared, of one build. Columns as published."""
    ids = cards["card_id"].to_pylist()
    keys = {
        card_id: frozenset({card_id, passcode or card_id, card_id if konami_id is None else f"k{konami_id}"})
        for card_id, passcode, konami_id in zip(ids, cards["passcode"].to_pylist(), cards["konami_id"].to_pylist(), strict=True)
    }
    texts = {}
    for column in _TEXTS:
        has = pc.fill_null(pc.greater(pc.utf8_length(cards[column]), 0), False).to_pylist()
        texts[column] = frozenset(card_id for card_id, there in zip(ids, has, strict=True) if there)
    metadata = effects.schema.metadata or {}
    return Measured(metadata.get(b"ruleset", b"").decode(errors="replace"), keys, texts, _counts(cards, effects))


def _counts(cards: pa.Table, effects: pa.Table) -> dict[str, tuple[int, int]]:
    rows = effects.num_rows
    found = {"cards": (cards.num_rows, cards.num_rows), "effects": (rows, rows)}
    for column, what in (("span_start", "effects read in English"), ("ja_span_start", "effects read in Japanese")):
        n = rows - effects[column].null_count
        found[what] = (n, n)
    said = {one["values"]: one["counts"] for one in pc.value_counts(effects["eligible"]).to_pylist()}
    for word, label in (("yes", "legal in the step"), ("no", "not legal"), ("not_activated", "not activated")):
        found[f"effects {label}"] = (said.get(word, 0), said.get(word, 0))
    # Few, and meant to become fewer: what counts is how much of the whole they are.
    found["effects without a verdict"] = (said.get("uncertain", 0), rows)
    for window, column in COLUMNS.items():
        n = int(pc.sum(effects[column]).as_py() or 0)
        found[f"effects open in: {TERMS['en'][window]}"] = (n, n)
    return found


def compare(old: Measured, new: Measured) -> Iterator[Finding]:
    """Every finding, in the order in which people want to read them. Verdicts are compared under one ruleset only."""
    by_key = {key: card_id for card_id, keys in new.cards.items() for key in keys}
    # A card that was known by another number until it was printed is not lost.
    by_key |= {card_id: card_id for card_id in new.cards}
    lost = [card_id for card_id in old.cards if card_id not in by_key]
    if lost and _judged(len(lost), len(old.cards)):
        yield Finding(f"{len(lost):,} of {len(old.cards):,} cards are gone{_names(lost)}", len(lost) / len(old.cards))
    without = not any(old.texts.values()) or not any(new.texts.values())
    for column, label in _TEXTS.items():
        if without:
            break
        had = old.texts[column]
        blank = sorted(card for card in had if card in by_key and by_key[card] not in new.texts[column])
        if blank and _judged(len(blank), len(had)):
            yield Finding(f"{len(blank):,} of {len(had):,} {label} are blank now{_names(blank)}", len(blank) / len(had))
    for what, (before, of) in old.counts.items():
        after = new.counts[what][0]
        if old.ruleset != new.ruleset and "effects" in what and what != "effects" and "read in" not in what:
            continue
        if _judged(abs(after - before), of):
            yield Finding(f"{what}: {before:,} in the last build, {after:,} now", abs(after - before) / of)


def _judged(moved: int, of: int) -> bool:
    return of >= _FEWEST and moved > WARN * of


def _names(ids: list[str]) -> str:
    return f" ({', '.join(ids[:3])}{' ...' if len(ids) > 3 else ''})"


def require(found: list[Finding], out: Path, accept: bool) -> None:
    """`InputError` where the findings stop the build and nobody has accepted them."""
    worst = [one for one in found if one.stops]
    if worst and not accept:
        more = f" and {len(worst) - 1} more" if len(worst) > 1 else ""
        raise InputError(
            f"stopped, nothing in {out} was changed: {worst[0].what} ({worst[0].share:.1%}){more}; --accept writes the new build all the same"
        )
