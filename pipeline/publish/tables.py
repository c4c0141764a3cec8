"""Records to Arrow tables, column by column: one pass over the records a column, none a cell.

Nothing is decided here. What a tag leaves open stays null, and a table that contradicts itself is refused.
"""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pipeline.errors import InputError
from pipeline.publish.arrays import array, encoded, flags, spread
from pipeline.publish.reading import reading_table
from pipeline.publish.schema import CARDS, EFFECTS, IDS, INTS, TEXTS, UNCERTAIN, Columns, Provenance, arrow_schema
from pipeline.records import Card, Effect, Row, Tag
from pipeline.windows import ALL, COLUMNS, Window

Judged = tuple[Row, Tag]
_Bits = npt.NDArray[np.uint8]
_Mask = npt.NDArray[np.bool_]
# Asking an enumeration for its value is slow.
_WINDOW_BITS = {windows: windows.value for windows in map(Window, range(ALL.value + 1))}


class Tables(msgspec.Struct, frozen=True):
    """The published tables. ``uncertain`` repeats, for people, the rows of ``effects`` that have no verdict."""

    effects: pa.Table
    cards: pa.Table
    reading: pa.Table
    uncertain: pa.Table


def build_tables(items: Iterable[tuple[Card, Sequence[Judged]]], provenance: Provenance, no_text: bool = False) -> Tables:
    """The tables of a dataset, in the order of ``items``.

    `InputError` where two cards or two effects share an id or a number does not fit its column; `ValueError` where a tag
    stands beside another effect's row.
    """
    cards: list[Card] = []
    rows: list[Row] = []
    tags: list[Tag] = []
    counts: list[int] = []
    for card, judged in items:
        cards.append(card)
        counts.append(len(judged))
        for row, tag in judged:
            rows.append(row)
            tags.append(tag)
    for row, tag in zip(rows, tags, strict=True):
        if row.effect_id != tag.effect_id:
            raise ValueError(f"the tag of {tag.effect_id} stands beside the row of {row.effect_id}")
    _unique([card.card_id for card in cards], "cards")
    _unique([row.effect_id for row in rows], "effects")
    owner = np.repeat(np.arange(len(cards), dtype=np.int32), counts)
    identity = _identity(cards)
    windows = np.fromiter(map(_WINDOW_BITS.__getitem__, [t.windows for t in tags]), np.uint8, len(tags))
    uncertain = np.fromiter([t.eligible == "uncertain" for t in tags], np.bool_, len(tags))
    return Tables(
        effects=_table(
            EFFECTS, provenance, _effects(rows, tags, windows, uncertain) | {name: a.take(pa.array(owner)) for name, a in identity.items()}
        ),
        cards=_table(CARDS, provenance, identity | _cards(cards, no_text) | _totals(owner, tags, windows, uncertain, len(cards))),
        reading=reading_table(rows, provenance),
        uncertain=_table(UNCERTAIN, provenance, _uncertain(cards, owner, rows, tags)),
    )


def _table(columns: Columns, provenance: Provenance, arrays: dict[str, pa.Array]) -> pa.Table:
    return pa.Table.from_arrays([arrays[c.name] for c in columns], schema=arrow_schema(columns, provenance))


def _unique(ids: list[str], what: str) -> None:
    if len(set(ids)) == len(ids):
        return
    seen: set[str] = set()
    for one in ids:
        if one in seen:
            raise InputError(f"two {what} have the id {one[:80]!r}: the source lists a card twice")
        seen.add(one)


def _identity(cards: list[Card]) -> dict[str, pa.Array]:
    """The columns that say which card it is, one element a card."""
    return {
        "passcode": array([c.passcode for c in cards]),
        "konami_id": array([c.konami_id for c in cards], pa.int64()),
        "script_ids": array([c.script_ids for c in cards], IDS),
        "name": array([c.name for c in cards]),
        "name_ja": array([c.name_ja for c in cards]),
        "card_type": array([c.card_type for c in cards]),
        "property": array([c.property for c in cards]),
    }


def _judged(row: Row, tag: Tag) -> Effect:
    """The reading that the verdict is about: the English one, unless only the Japanese is activated (or applied) as the verdict has it."""
    shown, other = row.effect, row.ja
    activated = tag.eligible != "not_activated"
    if other is None or tag.eligible == "uncertain" or shown.activated == activated or other.activated != activated:
        return shown
    return other


def _effects(rows: list[Row], tags: list[Tag], windows: _Bits, uncertain: _Mask) -> dict[str, pa.Array]:
    effects = [_judged(row, tag) for row, tag in zip(rows, tags, strict=True)]
    english, japanese = [row.en for row in rows], [row.ja for row in rows]
    return {
        "effect_id": array([row.effect_id for row in rows]),
        "part": array([e.part for e in effects]),
        "effect_no": array([row.number for row in rows], pa.int32()),
        "bullet": array([row.bullet for row in rows], pa.int32()),
        "ja_no": array([None if e is None else e.printed_no for e in japanese], pa.int32()),
        "span_start": array([None if e is None else e.span[0] for e in english], pa.int32()),
        "span_end": array([None if e is None else e.span[1] for e in english], pa.int32()),
        "ja_span_start": array([None if e is None else e.span[0] for e in japanese], pa.int32()),
        "ja_span_end": array([None if e is None else e.span[1] for e in japanese], pa.int32()),
        "kind": array([e.kind for e in effects]),
        # Whoever judged may know better than the reader that nothing is activated here.
        "mandatory": array([None if t.eligible == "not_activated" else e.mandatory for e, t in zip(effects, tags, strict=True)], pa.bool_()),
        "eligible": array([t.eligible for t in tags]),
        **{column: flags(windows & window.value != 0, uncertain) for window, column in COLUMNS.items()},
        "mode": array([t.mode for t in tags]),
        "condition": array([t.condition for t in tags]),
        "substeps": spread([t.substeps for t in tags], INTS),
        "applies_in": spread([t.applies_in for t in tags], TEXTS, Window.keys),
        "decided_by": array([t.decided_by for t in tags]),
        "rule": array([t.rule for t in tags]),
        "confidence": array([t.confidence for t in tags], pa.float64()),
        "reason": array([t.reason for t in tags]),
        "source": array([t.source for t in tags]),
        "witness_en": array([t.witness_en for t in tags]),
        "witness_ja": array([t.witness_ja for t in tags]),
        "witness_supplement": array([t.witness_supplement for t in tags]),
        "ruleset": array([t.ruleset for t in tags]),
    }


def _cards(cards: list[Card], no_text: bool) -> dict[str, pa.Array]:
    texts = {
        "text_en": [c.text_en for c in cards],
        "text_ja": [c.text_ja for c in cards],
        "pendulum_en": [c.pendulum_en for c in cards],
        "pendulum_ja": [c.pendulum_ja for c in cards],
    }
    return {
        "card_id": array([c.card_id for c in cards]),
        # An empty word has no place in a type line, and none in the joined list of a CSV cell.
        "types": spread([c.types for c in cards], TEXTS, lambda types: tuple(filter(None, types))),
        "attribute": array([c.attribute for c in cards]),
        "level": array([c.level for c in cards], pa.int32()),
        "atk": array([c.atk for c in cards]),
        "def": array([c.defense for c in cards]),
        **{name: pa.nulls(len(cards), pa.string()) if no_text else array(values) for name, values in texts.items()},
        "text_source": array([c.text_source or None for c in cards]),
        "text_sha256": array([text_sha256(c) for c in cards]),
        "unofficial_translation": array([c.unofficial_translation for c in cards], pa.bool_()),
    }


def text_sha256(card: Card) -> str:
    """Hash of the four raw texts. Each is framed by its length, so that words moved from one part to another change it."""
    framed = []
    for text in (card.text_en, card.text_ja, card.pendulum_en, card.pendulum_ja):
        if text is None:
            framed.append(b"-:")
        else:
            raw = encoded(text)
            framed.append(b"%d:%b" % (len(raw), raw))
    return hashlib.sha256(b"".join(framed)).hexdigest()


def _totals(owner: npt.NDArray[np.int32], tags: list[Tag], windows: _Bits, uncertain: _Mask, cards: int) -> dict[str, pa.Array]:
    """What the effects of each card add up to. Unknown only where an uncertain effect alone could change the answer."""

    def count(chosen: _Mask) -> npt.NDArray[np.int32]:
        return np.bincount(owner[chosen], minlength=cards).astype(np.int32)

    def union(chosen: _Mask) -> pa.Array:
        some = count(chosen & ~uncertain) > 0
        return flags(some, ~some & (open_questions > 0))

    open_questions = count(uncertain)
    eligible = np.fromiter([t.eligible == "yes" for t in tags], np.bool_, len(tags))
    return {
        "effects": pa.array(count(np.ones(len(tags), np.bool_))),
        "any_eligible": union(eligible),
        **{column: union(windows & window.value != 0) for window, column in COLUMNS.items()},
        "uncertain": pa.array(open_questions),
    }


def _uncertain(cards: list[Card], owner: npt.NDArray[np.int32], rows: list[Row], tags: list[Tag]) -> dict[str, pa.Array]:
    chosen = [i for i, tag in enumerate(tags) if tag.eligible == "uncertain"]
    return {
        "effect_id": array([rows[i].effect_id for i in chosen]),
        "card": array([cards[owner[i]].name for i in chosen]),
        "effect": array([effect_label(rows[i].effect.part, rows[i].number, rows[i].bullet) for i in chosen]),
        "why": array([_why(tags[i]) for i in chosen]),
    }


def effect_label(part: str, number: int, bullet: int | None) -> str:
    """How people point at an effect: "Pendulum Effect 2, option 1"."""
    if number == 0:
        return "activation of the card" if part == "text" else "activation in the Pendulum Zone"
    label = f"{'effect' if part == 'text' else 'Pendulum Effect'} {number}"
    return label if bullet is None else f"{label}, option {bullet}"


def _why(tag: Tag) -> str:
    if tag.reason:
        return tag.reason
    if tag.witness_en and tag.witness_ja and tag.witness_en != tag.witness_ja:
        return f"The two languages contradict each other: English says {tag.witness_en}, Japanese says {tag.witness_ja}."
    return "No rule speaks of this wording."
