"""Which effects of two languages resemble each other most: an assignment by kind, event, place, actions and order, with a score."""

from collections.abc import Sequence
from itertools import pairwise

from pipeline.records import ACTIVATED, ActionWhat, Effect, EventWhat, Kind, Phase, Place, ResponseTo, Span, Subject, allowed
from pipeline.windows import NONE

# Below this an assignment is worse than none (found by eye: unlike effects of one card score 0.05-0.3).
LEAST_SCORE = 0.3
# What the order of the effects is worth at most, beside their scores.
_ORDER = 0.05
# Sums nearer to each other than this count as equal. Far above what a sum of a few dozen floats can be off.
_TIE = 1e-9
# So many scores are weighed against each other at once: 50 effects in either language. No real card has a dozen.
MOST_SCORES = 2500
# Beyond that, this many effects of a stretch.
_STRETCH = 50
# Actions that both languages word so freely that their absence says nothing.
_VAGUE = frozenset({"other", "select", "target", "apply", "restrict", "treat", "choose", "activate", "shuffle_deck", "replace", "declare"})
_KIND_CLASS: dict[str, str] = {
    "trigger": "t", "quick": "q", "ignition": "i", "flip": "t", "card_activation": "c", "continuous": "p", "replacement": "p", "lock": "p",
    "condition": "p", "summoning": "s", "maintenance": "p", "lingering": "p",
}  # fmt: skip
# Marks are made once from the closed lists: tens of thousands of signatures are built from the same few hundred texts.
_KIND = {kind: {"kind:" + _KIND_CLASS[kind]: 2.0, "does:" + str(kind in ACTIVATED): 2.0} for kind in allowed(Kind)}
_EVENT = {what: "event:" + what for what in allowed(EventWhat)}
_SUBJECT = {subject: "subject:" + subject for subject in allowed(Subject)}
_ANSWERS = {answered: "answers:" + answered for answered in allowed(ResponseTo)}
_PHASE = {phase: "phase:" + phase for phase in allowed(Phase)}
_PLACE = {place: "place:" + place for place in allowed(Place)}
_DOES = {what: "does:" + what for what in allowed(ActionWhat) if what not in _VAGUE}
_COST = {what: "cost:" + what for what in allowed(ActionWhat) if what not in _VAGUE}


# What an effect says, whatever its language: marks with their weights, and the weight of all of them.
Signature = tuple[dict[str, float], float]


def signature(effect: Effect) -> Signature:
    """The marks of an effect."""
    condition = effect.condition
    marks = _KIND[effect.kind].copy()
    for event in condition.events:
        marks[_EVENT[event.what]] = 1.5
        marks[_SUBJECT[event.subject]] = 0.5
    for answered in condition.responds_to:
        marks[_ANSWERS[answered]] = 1.5
    if condition.window is not NONE:
        for window in condition.window:
            marks["window:" + window.key] = 1.5
    for phase in condition.phases:
        marks[_PHASE[phase]] = 0.7
    for place in effect.places:
        marks[_PLACE[place]] = 1.0
    if effect.targets:
        marks["targets"] = 0.7
    for action in effect.actions:
        what = action.what
        if what in _DOES:
            marks[_DOES[what]] = 1.0
    for action in effect.cost:
        what = action.what
        if what in _COST:
            marks[_COST[what]] = 0.7
    return marks, sum(marks.values())


def similarities(english: Signature, japanese: Sequence[Signature]) -> list[float]:
    """Of each Japanese signature the weight that it shares with the English one over all weight of both, 0 to 1."""
    marks, whole = english
    found: list[float] = []
    for others, rest in japanese:
        shared = 0.0
        for mark, weight in marks.items():
            if mark in others:
                shared += weight
        found.append(2 * shared / (whole + rest))
    return found


def assign(english: Sequence[Effect], japanese: Sequence[Effect]) -> list[tuple[int, int, float]]:
    """Pairs (index in `english`, index in `japanese`, score 0-1); each index at most once, pairs below `LEAST_SCORE` left out.

    Every effect is held against every other, up to `MOST_SCORES` of them together; longer lists go stretch by stretch (`stretches`).
    """
    if not english or not japanese:
        return []
    right = [signature(e) for e in japanese]
    left = [signature(e) for e in english]
    if len(left) * len(right) <= MOST_SCORES:
        return _assigned(left, right)
    return [
        (i + down, j + across, score)
        for (down, height), (across, width) in stretches(len(left), len(right))
        for i, j, score in _assigned(left[down:height], right[across:width])
    ]


def stretches(height: int, width: int) -> list[tuple[Span, Span]]:
    """Two long lists cut into as many stretches, which lie side by side: half-open pairs of indices, none of them longer than `_STRETCH`.

    No real card is that long, so order alone says well enough where to look, and time grows with the lists and not with their product.
    """
    pieces = max(1, -(-max(height, width) // _STRETCH))
    downs, acrosses = ([-(-n * size // pieces) for n in range(pieces + 1)] for size in (height, width))
    return list(zip(pairwise(downs), pairwise(acrosses), strict=True))


def _assigned(left: Sequence[Signature], right: Sequence[Signature]) -> list[tuple[int, int, float]]:
    if not left or not right:
        return []
    scores = [similarities(one, right) for one in left]
    height, width = len(left), len(right)
    if height == width == 1:
        return [(0, 0, scores[0][0])] if scores[0][0] >= LEAST_SCORE / 2 else []
    pairs = undisputed(scores, _ORDER + _TIE)
    if pairs is None:
        # Order decides between equals: both languages mostly keep it.
        places = [j / width for j in range(width)]
        gains = [[score + _ORDER * (1 - abs(i / height - place)) for score, place in zip(row, places, strict=True)] for i, row in enumerate(scores)]
        pairs = undisputed(gains, _TIE) or _solved(gains)
    return [(i, j, scores[i][j]) for i, j in pairs if scores[i][j] >= LEAST_SCORE]


def undisputed(gains: Sequence[Sequence[float]], margin: float) -> list[tuple[int, int]] | None:
    """Row and column of the pairs with the greatest sum, by row, where they are plain to see: all of the shorter side, each with
    the one that suits it best, by more than `margin`, and no two with the same. Null where that is not so.

    Each other assignment falls short by more than `margin` somewhere and is better nowhere: what a solver would find is known
    without asking it. So it is for all but a few in a hundred.
    """
    turned = len(gains) > len(gains[0])
    choices: list[int] = []
    for row in zip(*gains, strict=True) if turned else gains:
        best = max(row)
        choice = row.index(best)
        if choice in choices or (len(row) > 1 and sorted(row)[-2] >= best - margin):
            return None
        choices.append(choice)
    return sorted((i, j) for j, i in enumerate(choices)) if turned else list(enumerate(choices))


def _solved(gains: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    # Loaded on first use: it takes longer to load than a few cards take to read.
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(gains, maximize=True)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))
