"""Which Japanese effect is which English effect: an assignment by kind, event, place, actions and order, with a score.

The two languages print the effects of a card in different orders and group them differently, so position alone misleads.
What resembles nothing in the other language stays unaligned.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np
from msgspec import structs
from scipy.optimize import linear_sum_assignment

from pipeline.records import Card, Effect, Part, Row

# Below this an assignment is worse than none (found by eye: unlike effects of one card score 0.05-0.3).
LEAST_SCORE = 0.3
# Actions that both languages word so freely that their absence says nothing.
_VAGUE = frozenset({"other", "select", "target", "apply", "restrict", "treat", "choose", "activate", "shuffle_deck", "replace", "declare"})
_KIND_CLASS = {
    "trigger": "t", "quick": "q", "ignition": "i", "flip": "t", "card_activation": "c", "continuous": "p", "replacement": "p", "lock": "p",
    "condition": "p", "summoning": "s", "maintenance": "p", "lingering": "p",
}  # fmt: skip


def _signature(effect: Effect) -> dict[str, float]:
    """The weighted marks of an effect that do not depend on its language."""
    marks = {"kind:" + _KIND_CLASS[effect.kind]: 2.0, "does:" + str(effect.activated): 2.0}
    for event in effect.condition.events:
        marks["event:" + event.what] = 1.5
        marks["subject:" + event.subject] = 0.5
    for answered in effect.condition.responds_to:
        marks["answers:" + answered] = 1.5
    for window in effect.condition.window:
        marks["window:" + window.key] = 1.5
    for phase in effect.condition.phases:
        marks["phase:" + phase] = 0.7
    for place in effect.places:
        marks["place:" + place] = 1.0
    if effect.targets:
        marks["targets"] = 0.7
    for action in effect.actions:
        if action.what not in _VAGUE:
            marks["does:" + action.what] = 1.0
    for action in effect.cost:
        if action.what not in _VAGUE:
            marks["cost:" + action.what] = 0.7
    return marks


def similarity(english: dict[str, float], japanese: dict[str, float]) -> float:
    """Shared weight over all weight of two signatures, 0 to 1."""
    shared = sum(weight for mark, weight in english.items() if mark in japanese)
    return 2 * shared / (sum(english.values()) + sum(japanese.values()))


def assign(english: Sequence[Effect], japanese: Sequence[Effect]) -> list[tuple[int, int, float]]:
    """Pairs (index in `english`, index in `japanese`, score 0-1); each index at most once, pairs below `LEAST_SCORE` left out."""
    if not english or not japanese:
        return []
    left = [_signature(e) for e in english]
    right = [_signature(e) for e in japanese]
    scores = np.array([[similarity(a, b) for b in right] for a in left])
    if len(english) == len(japanese) == 1:
        return [(0, 0, float(scores[0, 0]))] if scores[0, 0] >= LEAST_SCORE / 2 else []
    # Order decides between equals: both languages mostly keep it.
    order = np.array([[0.05 * (1 - abs(i / len(left) - j / len(right))) for j in range(len(right))] for i in range(len(left))])
    rows, columns = linear_sum_assignment(scores + order, maximize=True)
    return [(int(i), int(j), float(scores[i, j])) for i, j in zip(rows, columns, strict=True) if scores[i, j] >= LEAST_SCORE]


class _Group(NamedTuple):
    """The rows of one number: an effect, or the options into which it falls."""

    whole: Effect  # the effect, or its options taken together
    members: tuple[Effect, ...]


def _groups(effects: Sequence[Effect]) -> list[_Group]:
    groups: list[_Group] = []
    for _, some in groupby(effects, key=lambda e: e.number):
        members = tuple(some)
        first = members[0]
        if len(members) > 1 and first.bullet is not None:
            first = structs.replace(
                first,
                bullet=None,
                condition=structs.replace(
                    first.condition,
                    events=tuple(e for m in members for e in m.condition.events),
                    responds_to=tuple(dict.fromkeys(r for m in members for r in m.condition.responds_to)),
                ),
                actions=tuple(a for m in members for a in m.actions),
            )
        groups.append(_Group(first, members))
    return groups


def _within(english: _Group, japanese: _Group, score: float) -> dict[int, tuple[Effect, float]]:
    """Partners inside two groups that belong together, by the identity of the English row."""
    left, right = english.members, japanese.members
    if len(left) == len(right) == 1:
        return {id(left[0]): (right[0], score)}
    if len(left) == 1:
        # One sentence in English, options in Japanese: they vote together.
        return {id(left[0]): (japanese.whole, score)}
    partners: dict[int, tuple[Effect, float]] = {}
    heads = [e for e in left if e.bullet is None], [e for e in right if e.bullet is None]
    if heads[0] and heads[1]:
        partners[id(heads[0][0])] = (heads[1][0], score)
    options = [e for e in left if e.bullet is not None], [e for e in right if e.bullet is not None]
    for i, j, own in assign(options[0], options[1] or heads[1]):
        partners[id(options[0][i])] = ((options[1] or heads[1])[j], own)
    return partners


def _effect_id(card: Card, part: Part, number: int, bullet: int | None) -> str:
    identity = f"{card.card_id}/{part}/{number}"
    return identity if bullet is None else f"{identity}.{bullet}"


def _alone(card: Card, part: Part, effects: Sequence[Effect], first: int) -> list[Row]:
    """Rows of effects that only one language has, numbered from `first` on (their own numbers where it is 0)."""
    rows: list[Row] = []
    numbers: dict[int, int] = {}
    for effect in effects:
        number = numbers.setdefault(effect.number, first + len(numbers)) if first else effect.number
        row_id = _effect_id(card, part, number, effect.bullet)
        rows.append(Row(row_id, number, effect.bullet, effect if effect.language == "en" else None, effect if effect.language == "ja" else None))
    return rows


def pair(card: Card, part: Part, english: Sequence[Effect], japanese: Sequence[Effect]) -> list[Row]:
    """The rows of one part: an effect each, in the order of the English text (of the Japanese one where that is all there is).

    An activated effect that the Japanese text has beyond those of the English one gets a row of its own, behind the others.
    """
    if not english or not japanese:
        return _alone(card, part, english or japanese, 0)
    left, right = _groups(english), _groups(japanese)
    partner: dict[int, tuple[Effect, float]] = {}
    paired: set[int] = set()
    # The bare activation is the same thing in both languages.
    for bare in (True, False):
        ours = [n for n, g in enumerate(left) if (g.whole.number == 0) == bare]
        theirs = [n for n, g in enumerate(right) if (g.whole.number == 0) == bare]
        for i, j, score in assign([left[n].whole for n in ours], [right[n].whole for n in theirs]):
            partner |= _within(left[ours[i]], right[theirs[j]], score)
            paired.add(theirs[j])
    rows: list[Row] = []
    for effect in english:
        found = partner.get(id(effect))
        row_id = _effect_id(card, part, effect.number, effect.bullet)
        rows.append(Row(row_id, effect.number, effect.bullet, effect, found and found[0], found and round(found[1], 4)))
    beyond = [g for n, g in enumerate(right) if n not in paired and any(m.activated for m in g.members)]
    surplus = sum(g.whole.activated for g in right) - sum(g.whole.activated for g in left)
    extra = [m for g in beyond[: max(0, surplus)] for m in g.members]
    return rows + _alone(card, part, extra, max(e.number for e in english) + 1)
