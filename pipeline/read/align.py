"""Which Japanese effect is which English effect: an assignment by kind, event, place, actions and order, with a score.

The two languages print the effects of a card in different orders and group them differently, so position alone misleads.
What resembles nothing in the other language stays unaligned.
"""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from pipeline.records import Card, Effect, Part, Row

# Below this an assignment is worse than none (found by eye: unlike effects of one card score 0.05-0.3).
LEAST_SCORE = 0.3
# Actions that both languages word so freely that their absence says nothing.
_VAGUE = frozenset({"other", "select", "target", "apply", "restrict", "treat", "choose", "activate", "shuffle_deck", "replace", "declare"})
_KIND_CLASS = {
    "trigger": "t", "quick": "q", "ignition": "i", "flip": "t", "card_activation": "c", "continuous": "p", "replacement": "p", "lock": "p", "condition": "p",
    "summoning": "s", "maintenance": "p", "lingering": "p",
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


def _effect_id(card: Card, part: Part, effect: Effect) -> str:
    identity = f"{card.card_id}/{part}/{effect.number}"
    return identity if effect.bullet is None else f"{identity}.{effect.bullet}"


def pair(card: Card, part: Part, english: Sequence[Effect], japanese: Sequence[Effect]) -> list[Row]:
    """The rows of one part: an effect each, in the order of the English text (of the Japanese one where that is all there is)."""
    leading = english or japanese
    if not english or not japanese:
        return [
            Row(_effect_id(card, part, e), e.number, e.bullet, e if e.language == "en" else None, e if e.language == "ja" else None) for e in leading
        ]
    partner: dict[int, tuple[Effect, float]] = {}
    # The bare activation is the same thing in both languages; effects and options are matched among their like.
    for bare, option in ((True, False), (False, False), (False, True)):
        left = [n for n, e in enumerate(english) if (e.number == 0) == bare and (e.bullet is not None) == option]
        right = [n for n, e in enumerate(japanese) if (e.number == 0) == bare and (e.bullet is not None) == option]
        for i, j, score in assign([english[n] for n in left], [japanese[n] for n in right]):
            partner[left[i]] = (japanese[right[j]], score)
    rows: list[Row] = []
    for n, effect in enumerate(english):
        found = partner.get(n)
        rows.append(
            Row(
                _effect_id(card, part, effect),
                effect.number,
                effect.bullet,
                effect,
                None if found is None else found[0],
                None if found is None else round(found[1], 4),
            )
        )
    return rows
