"""Which Japanese effect is which English effect: an assignment by kind, event, place, actions and order, with a score.

The two languages print the effects of a card in different orders and group them differently, so position alone misleads.
What resembles nothing in the other language stays unaligned.
"""

from collections.abc import Sequence

from msgspec import structs

from pipeline.records import ACTIVATED, ActionWhat, Card, Effect, EventWhat, Kind, Part, Phase, Place, ResponseTo, Row, Subject, allowed
from pipeline.windows import NONE

# Below this an assignment is worse than none (found by eye: unlike effects of one card score 0.05-0.3).
LEAST_SCORE = 0.3
# What the order of the effects is worth at most, beside their scores.
_ORDER = 0.05
# Sums nearer to each other than this count as equal. Far above what a sum of a few dozen floats can be off.
_TIE = 1e-9
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


# What stands beside the effects of a card and pairs only by likeness.
_BESIDE = frozenset({"condition", "summoning", "maintenance", "lingering"})


# What an effect says, whatever its language: marks with their weights, and the weight of all of them.
_Signature = tuple[dict[str, float], float]


def _signature(effect: Effect) -> _Signature:
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


def _similarities(english: _Signature, japanese: Sequence[_Signature]) -> list[float]:
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
    """Pairs (index in `english`, index in `japanese`, score 0-1); each index at most once, pairs below `LEAST_SCORE` left out."""
    if not english or not japanese:
        return []
    right = [_signature(e) for e in japanese]
    scores = [_similarities(_signature(e), right) for e in english]
    height, width = len(english), len(japanese)
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


def _bare_apart(english: Sequence[Effect], japanese: Sequence[Effect]) -> list[tuple[int, int, float]]:
    """As `assign`, but the bare activation (number 0) is the same thing in both languages and never anything else."""
    bare = [n for n, e in enumerate(english) if not e.number], [n for n, e in enumerate(japanese) if not e.number]
    others = [n for n, e in enumerate(english) if e.number], [n for n, e in enumerate(japanese) if e.number]
    return [
        (ours[i], theirs[j], score)
        for ours, theirs in (bare, others)
        for i, j, score in assign([english[n] for n in ours], [japanese[n] for n in theirs])
    ]


# The rows of one number: an effect, or the options into which it falls.
_Group = tuple[Effect, ...]
# An effect and the score of its alignment, by the identity of its English partner.
_Partners = dict[int, tuple[Effect, float]]
_NOBODY: tuple[None, None] = (None, None)


def _groups(effects: Sequence[Effect]) -> list[_Group]:
    runs: list[list[Effect]] = []
    for effect in effects:
        if runs and runs[-1][0].number == effect.number:
            runs[-1].append(effect)
        else:
            runs.append([effect])
    return [tuple(run) for run in runs]


def _whole(members: _Group) -> Effect:
    """The effect of a group, or its options taken together."""
    first = members[0]
    if len(members) == 1 or first.bullet is None:
        return first
    return structs.replace(
        first,
        bullet=None,
        condition=structs.replace(
            first.condition,
            events=tuple(e for m in members for e in m.condition.events),
            responds_to=tuple(dict.fromkeys(r for m in members for r in m.condition.responds_to)),
        ),
        actions=tuple(a for m in members for a in m.actions),
    )


def _within(english: _Group, japanese: _Group, score: float) -> _Partners:
    """Partners inside two groups that belong together."""
    if len(english) == 1:
        # Where only the Japanese text has options, they vote together.
        return {id(english[0]): (_whole(japanese), score)}
    partners: _Partners = {}
    heads = [e for e in english if e.bullet is None], [e for e in japanese if e.bullet is None]
    if heads[0] and heads[1]:
        partners[id(heads[0][0])] = (heads[1][0], score)
    options = [e for e in english if e.bullet is not None], [e for e in japanese if e.bullet is not None]
    for i, j, own in assign(options[0], options[1] or heads[1]):
        partners[id(options[0][i])] = ((options[1] or heads[1])[j], own)
    return partners


def _last_of_both(left: Sequence[_Group], right: Sequence[_Group], pairs: Sequence[tuple[int, int, float]]) -> tuple[Effect, Effect] | None:
    """The one effect that is left in either language, if so: they are the same, however differently they are worded.

    So it is where the texts are of different times, "changed to Defense Position" with and without an activation. Two older texts
    that fall into different numbers of effects have been cut differently, and what is left over is no pair.
    """
    if len(left) != len(right) and all(group[0].old_wording for group in (*left, *right)):
        return None
    over = [
        [group[0] for n, group in enumerate(groups) if n not in taken and len(group) == 1 and group[0].number and group[0].kind not in _BESIDE]
        for groups, taken in ((left, {i for i, _, _ in pairs}), (right, {j for _, j, _ in pairs}))
    ]
    return (over[0][0], over[1][0]) if len(over[0]) == len(over[1]) == 1 else None


def _partners(english: Sequence[Effect], japanese: Sequence[Effect]) -> tuple[_Partners, list[Effect]]:
    """The partners of the English effects, and the Japanese ones beyond them: activated, and more than the English text has."""
    ours, theirs = {effect.number for effect in english}, {effect.number for effect in japanese}
    if len(ours) == len(english) and len(theirs) == len(japanese):
        # So it is on nearly all cards; groups of one would only cost time.
        pairs = _bare_apart(english, japanese) if 0 in ours or 0 in theirs else assign(english, japanese)
        partners = {id(english[i]): (japanese[j], score) for i, j, score in pairs}
        if len(pairs) == len(japanese):
            return partners, []
        left: list[_Group] = [(effect,) for effect in english]
        right: list[_Group] = [(effect,) for effect in japanese]
    else:
        left, right = _groups(english), _groups(japanese)
        pairs = _bare_apart([_whole(group) for group in left], [_whole(group) for group in right])
        partners = {}
        for i, j, score in pairs:
            partners |= _within(left[i], right[j], score)
    last = _last_of_both(left, right, pairs)
    if last:
        partners[id(last[0])] = last[1], _similarities(_signature(last[0]), [_signature(last[1])])[0]
        pairs = [*pairs, (left.index((last[0],)), right.index((last[1],)), 0.0)]
    paired = {j for _, j, _ in pairs}
    beyond = [group for n, group in enumerate(right) if n not in paired and any(m.activated for m in group)]
    surplus = sum(group[0].activated for group in right) - sum(group[0].activated for group in left)
    return partners, [m for group in beyond[: max(0, surplus)] for m in group]


def _effect_id(prefix: str, number: int, bullet: int | None) -> str:
    return f"{prefix}{number}" if bullet is None else f"{prefix}{number}.{bullet}"


def _alone(prefix: str, effects: Sequence[Effect], first: int) -> list[Row]:
    """Rows of effects that only one language has, numbered from `first` on (their own numbers where it is 0)."""
    rows: list[Row] = []
    numbers: dict[int, int] = {}
    for effect in effects:
        number = numbers.setdefault(effect.number, first + len(numbers)) if first else effect.number
        row_id = _effect_id(prefix, number, effect.bullet)
        rows.append(Row(row_id, number, effect.bullet, effect if effect.language == "en" else None, effect if effect.language == "ja" else None))
    return rows


def pair(card: Card, part: Part, english: Sequence[Effect], japanese: Sequence[Effect]) -> list[Row]:
    """The rows of one part: an effect each, in the order of the English text (of the Japanese one where that is all there is).

    An activated effect that the Japanese text has beyond those of the English one gets a row of its own, behind the others.
    """
    prefix = f"{card.card_id}/{part}/"
    if not english or not japanese:
        return _alone(prefix, english or japanese, 0)
    partners, beyond = _partners(english, japanese)
    rows: list[Row] = []
    for effect in english:
        found, score = partners.get(id(effect), _NOBODY)
        number, bullet = effect.number, effect.bullet
        rows.append(Row(_effect_id(prefix, number, bullet), number, bullet, effect, found, score and round(score, 4)))
    return rows + _alone(prefix, beyond, max(e.number for e in english) + 1) if beyond else rows
