"""What has changed between two datasets, effect by effect.

A row of the new dataset is the old row of the same card and part that covers the same places of the texts where the texts have not
changed; else the one of the same ``effect_id``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from pipeline.publish.lookup import Record, filled, opened, typed
from pipeline.publish.schema import CARDS, EFFECTS
from pipeline.publish.tables import effect_label
from pipeline.publish.terminal import plain
from pipeline.publish.view_words import keys_in_words
from pipeline.windows import COLUMNS

What = Literal["verdict", "windows", "mode", "condition", "rule", "added", "removed"]
WHATS: tuple[What, ...] = get_args(What)
_SPANS = ("span_start", "span_end", "ja_span_start", "ja_span_end")
_COLUMNS = ("effect_id", "name", "part", "effect_no", "bullet", *_SPANS, "eligible", "mode", "condition", "rule", *COLUMNS.values())


class Change(msgspec.Struct, frozen=True):
    """One effect that is tagged otherwise, new or gone; ``before`` and ``after`` in words, empty where there is none."""

    effect_id: str
    name: str
    label: str
    what: What
    before: str
    after: str
    rule_before: str
    rule_after: str


class Changes(msgspec.Struct, frozen=True):
    """All changes in the order of the new dataset, what is gone at the end, and the number of rows of either."""

    before: int
    after: int
    cards_added: int
    cards_removed: int
    texts_changed: int
    changes: tuple[Change, ...]

    def counts(self) -> dict[What, int]:
        """How many changes there are of each sort, those that do not occur left out."""
        found = Counter(change.what for change in self.changes)
        return {what: found[what] for what in WHATS if found[what]}

    def moves(self) -> list[tuple[str, str, int]]:
        """From which verdict to which, most frequent first."""
        found = Counter((one.before.partition(":")[0], one.after.partition(":")[0]) for one in self.changes if one.what == "verdict")
        return [(before, after, count) for (before, after), count in sorted(found.items(), key=lambda item: (-item[1], item[0]))]


def compare_datasets(before: Path, after: Path) -> Changes:
    """The changes from one built dataset to another. `InputError` where a folder holds none."""
    old_cards, new_cards = _hashes(before), _hashes(after)
    old, new = _rows(before), _rows(after)
    found: list[Change] = []
    gone: list[Change] = []
    for card, rows in new.items():
        same_text = old_cards.get(card) == new_cards.get(card)
        pairs, left = _paired(old.get(card, ()), rows, same_text)
        found += [change for was, now in pairs if (change := _change(was, now)) is not None]
        gone += [_gone(row) for row in left]
    gone += [_gone(row) for card, rows in old.items() if card not in new for row in rows]
    return Changes(
        before=sum(map(len, old.values())),
        after=sum(map(len, new.values())),
        cards_added=len(new_cards.keys() - old_cards.keys()),
        cards_removed=len(old_cards.keys() - new_cards.keys()),
        texts_changed=sum(old_cards[card] != new_cards[card] for card in old_cards.keys() & new_cards.keys()),
        changes=(*found, *gone),
    )


def tag_in_words(row: Record) -> str:
    """A verdict with its windows, mode and condition, in a few words."""
    words = str(row["eligible"]).replace("_", " ")
    if row["eligible"] == "yes":
        words += f": {keys_in_words([window.key for window, column in COLUMNS.items() if row[column]])}"
        words += f" ({str(row['mode']).replace('_', ' ')})" if row["mode"] else ""
    return plain(words + (f", {row['condition']}" if row["condition"] else ""))


def _hashes(dataset: Path) -> dict[str, str]:
    with opened(dataset / "cards.parquet") as file:
        table = filled(file.read(columns=typed(file, CARDS, ("card_id", "text_sha256"))), CARDS)
    return dict(zip(table["card_id"].to_pylist(), table["text_sha256"].to_pylist(), strict=True))


def _rows(dataset: Path) -> dict[str, list[Record]]:
    with opened(dataset / "effects.parquet") as file:
        table = filled(file.read(columns=typed(file, EFFECTS, _COLUMNS)), EFFECTS)
    found: dict[str, list[Record]] = {}
    for row in table.to_pylist():
        found.setdefault(row["effect_id"].partition("/")[0], []).append(row)
    return found


def _paired(old: Sequence[Record], new: Sequence[Record], same_text: bool) -> tuple[list[tuple[Record | None, Record]], list[Record]]:
    """Each new row with the old one that it was; and the old rows that none was."""
    by_place = _index(old, _place) if same_text else {}
    by_id = _index(old, _id)
    taken: set[str] = set()
    pairs: list[tuple[Record | None, Record]] = []
    open_: list[Record] = []
    for row in new:
        was = by_place.get(_place(row))
        if was is None or was["effect_id"] in taken:
            open_.append(row)
        else:
            taken.add(was["effect_id"])
            pairs.append((was, row))
    for row in open_:
        was = by_id.get(_id(row))
        free = was is not None and was["effect_id"] not in taken
        if was is not None and free:
            taken.add(was["effect_id"])
        pairs.append((was if free else None, row))
    return pairs, [row for row in old if row["effect_id"] not in taken]


def _index(rows: Iterable[Record], key: Callable[[Record], object]) -> Mapping[object, Record]:
    """Rows by a key; of a key that two share, none."""
    found: dict[object, Record] = {}
    twice: set[object] = set()
    for row in rows:
        if key(row) in found:
            twice.add(key(row))
        found[key(row)] = row
    return {name: row for name, row in found.items() if name not in twice}


def _place(row: Record) -> tuple[object, ...]:
    return (row["part"], row["effect_no"] == 0, *(row[name] for name in _SPANS))


def _id(row: Record) -> object:
    return row["effect_id"]


def _change(was: Record | None, now: Record) -> Change | None:
    if was is None:
        return _told(now, "added", "", tag_in_words(now), "", now["rule"])
    what: What | None = None
    if was["eligible"] != now["eligible"]:
        what = "verdict"
    elif any(was[column] != now[column] for column in COLUMNS.values()):
        what = "windows"
    elif was["mode"] != now["mode"]:
        what = "mode"
    elif was["condition"] != now["condition"]:
        what = "condition"
    elif was["rule"] != now["rule"]:
        what = "rule"
    return None if what is None else _told(now, what, tag_in_words(was), tag_in_words(now), was["rule"], now["rule"])


def _gone(row: Record) -> Change:
    return _told(row, "removed", tag_in_words(row), "", row["rule"], "")


def _told(row: Record, what: What, before: str, after: str, rule_before: str | None, rule_after: str | None) -> Change:
    label = effect_label(row["part"], row["effect_no"], row["bullet"])
    return Change(row["effect_id"], plain(row["name"]), label, what, before, after, plain(rule_before or ""), plain(rule_after or ""))
