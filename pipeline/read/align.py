"""Which Japanese effect is which English effect, and the rows that come of it.

The two languages print the effects of a card in different orders and group them differently, so position alone misleads.
What resembles nothing in the other language stays unaligned.
"""

from collections.abc import Sequence

from msgspec import structs

from pipeline.read.assignment import assign, signature, similarities
from pipeline.records import Card, Effect, Part, Row

# What stands beside the effects of a card and pairs only by likeness.
_BESIDE = frozenset({"condition", "summoning", "maintenance", "lingering"})


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


def _listed(english: Sequence[Effect], left: Sequence[_Group], partners: _Partners) -> _Partners:
    """Partners of activated effects that the English text has in a list of bullets and the Japanese one by numbers of their own."""
    ours = [e for e in english if id(e) not in partners and e.activated and e.bullet is not None]
    theirs = [m for group in left for m in group if m.activated and m.number]
    if not ours or not theirs:
        return {}
    return {id(ours[i]): (theirs[j], score) for i, j, score in assign(ours, theirs)}


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
        if not pairs and len(left) == len(right) == 1 and len(left[0]) > 1 < len(right[0]):
            # One list of options in either language, of which only one has a sentence that introduces it.
            pairs = [(0, 0, 0.0)]
        partners = {}
        for i, j, score in pairs:
            partners |= _within(left[i], right[j], score)
    last = _last_of_both(left, right, pairs)
    if last:
        partners[id(last[0])] = last[1], similarities(signature(last[0]), [signature(last[1])])[0]
        pairs = [*pairs, (left.index((last[0],)), right.index((last[1],)), 0.0)]
    paired = {j for _, j, _ in pairs}
    partners |= _listed(english, [group for n, group in enumerate(right) if n not in paired], partners)
    found = {id(effect) for effect, _ in partners.values()}
    paired |= {n for n, group in enumerate(right) if all(id(effect) in found for effect in group)}
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
