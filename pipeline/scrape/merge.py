"""One card out of what several sources say of it, and a report of what they say differently.

Which cards are one: see `merge_groups`. Of facts, the source that is named first has the say. Of texts, the newest wins where dates are
known and the difference is more than typography; an official text goes before an unofficial translation. What loses is kept and named.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from pipeline.records import Card
from pipeline.scrape.identity import keep_apart
from pipeline.scrape.merge_groups import Group, groups, plain_name
from pipeline.scrape.merge_texts import TextCause, cause_of

Cause = TextCause | Literal["alternate art", "found by name", "number", "name", "fact", "only here"]
_TEXTS = ("text_en", "text_ja", "pendulum_en", "pendulum_ja")
_FACTS = ("card_type", "property", "types", "attribute", "level", "scale", "atk", "defense")
_NUMBERS = ("passcode", "konami_id", "page_id")


class Difference(msgspec.Struct, frozen=True):
    """One thing that a source has otherwise. ``kept``, ``other``: both values as text; ``date``: of the text that was not kept."""

    cause: Cause
    card_id: str
    name: str
    field: str
    kept: str | None
    kept_source: str
    other: str | None
    other_source: str
    date: str | None = None


class Merged(msgspec.Struct, frozen=True):
    """The cards of all sources, each once, and what differed, in the order of the cards."""

    cards: tuple[Card, ...]
    differences: tuple[Difference, ...]
    skipped: tuple[str, ...] = ()

    def by_cause(self) -> dict[str, int]:
        """How many differences of each cause, the most frequent first."""
        return dict(Counter(one.cause for one in self.differences).most_common())

    @property
    def older_texts(self) -> tuple[Difference, ...]:
        """Texts of the same card that another one has replaced, with their source and date."""
        return tuple(one for one in self.differences if one.field in _TEXTS and one.cause in ("small change", "another text"))


class _Value(NamedTuple):
    source: str
    value: object
    card: Card


def merge(sources: Mapping[str, Sequence[Card]], dates: Mapping[str, str] | None = None) -> Merged:
    """The cards of ``sources`` (by name, the most trusted first), each once.

    ``dates``: when what a source has was last changed or fetched, in a form that sorts (``2026-11-30``); sources without one count as
    the oldest, in their order. A pure function: the same sources in the same order give the same result.
    """
    dated = dates or {}
    cards: list[Card] = []
    differences: list[Difference] = []
    for group in groups(sources):
        card, found = _one(group, dated)
        cards.append(card)
        differences += found
        if len(sources) > 1 and len(group.sources) == 1:
            source = group.members[0][0]
            differences.append(Difference("only here", card.card_id, card.name, "card", None, source, None, ""))
    kept, doubles = keep_apart(cards)
    return Merged(kept, tuple(differences), doubles)


def _one(group: Group, dates: Mapping[str, str]) -> tuple[Card, list[Difference]]:
    members = [(source, card) for source, card, _ in group.members]
    if len(members) == 1:
        return members[0][1], []
    changes: dict[str, object] = {}
    found: list[tuple[Cause, str, _Value, _Value]] = []
    for field in (*_NUMBERS, "name", "name_ja", *_FACTS):
        values = [_Value(source, value, card) for source, card in members if (value := getattr(card, field)) not in (None, "", ())]
        if not values:
            continue
        changes[field] = values[0].value
        same, cause = _SAME.get(field, (_equal, "fact"))
        found += [(cause, field, values[0], other) for other in values[1:] if not same(values[0].value, other.value)]
    givers = []
    for field in _TEXTS:
        values = [_Value(source, value, card) for source, card in members if (value := getattr(card, field))]
        if not values:
            continue
        best = _best(field, values, dates)
        changes[field] = best.value
        givers.append(best.source)
        if field == "text_en":
            changes["unofficial_translation"] = best.card.unofficial_translation
        found += [(why, field, best, other) for other in values if (why := _cause(field, best, other)) is not None]
    changes["text_source"] = ", ".join(dict.fromkeys(giver for giver in givers)) or members[0][1].text_source
    changes["script_ids"] = tuple(dict.fromkeys(number for _, card in members for number in card.script_ids))
    merged = msgspec.structs.replace(members[0][1], **changes)
    merged = msgspec.structs.replace(merged, card_id=merged.passcode or _other_id(merged) or merged.card_id)
    return merged, list(_differences(merged, group, found, dates))


def _best(field: str, values: Sequence[_Value], dates: Mapping[str, str]) -> _Value:
    """The text that counts: official before unofficial, then the newest; the first source where the difference is typography alone."""
    official = [one for one in values if not (field == "text_en" and one.card.unofficial_translation)] or list(values)
    # Sorting is stable: of one date, the first source goes first.
    newest = sorted(official, key=lambda one: dates.get(one.source, ""), reverse=True)[0]
    return next((one for one in official if _cause(field, one, newest) in (None, "typography", "pendulum halves")), newest)


def _cause(field: str, one: _Value, other: _Value) -> TextCause | None:
    half = {"text_en": "pendulum_en", "text_ja": "pendulum_ja"}.get(field)
    halves = (getattr(one.card, half), getattr(other.card, half)) if half else (None, None)
    return cause_of(str(one.value), str(other.value), *halves)


def _differences(merged: Card, group: Group, found: Sequence[tuple[Cause, str, _Value, _Value]], dates: Mapping[str, str]) -> Iterator[Difference]:
    first = group.members[0][0]
    for source, card, found_by in group.members[1:]:
        if found_by in ("alternate art", "name"):
            cause: Cause = "alternate art" if found_by == "alternate art" else "found by name"
            yield Difference(cause, merged.card_id, merged.name, "card", merged.card_id, first, card.card_id, source)
    for why, field, kept, other in found:
        yield Difference(
            why, merged.card_id, merged.name, field, _text(kept.value), kept.source, _text(other.value), other.source, dates.get(other.source)
        )


def _text(value: object) -> str:
    return " / ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _equal(one: object, other: object) -> bool:
    return str(one) == str(other)


def _same_name(one: object, other: object) -> bool:
    return plain_name(str(one)) == plain_name(str(other))


def _same_set(one: object, other: object) -> bool:
    return isinstance(one, tuple) and isinstance(other, tuple) and {str(x).casefold() for x in one} == {str(x).casefold() for x in other}


_SAME: dict[str, tuple[Callable[[object, object], bool], Cause]] = {
    **{field: (_equal, "number") for field in _NUMBERS},
    "name": (_same_name, "name"),
    "name_ja": (_same_name, "name"),
    "types": (_same_set, "fact"),
}


def _other_id(card: Card) -> str | None:
    for letter, number in (("k", card.konami_id), ("y", card.page_id)):
        if number is not None:
            return f"{letter}{number}"
    return None
