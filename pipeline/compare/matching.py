"""Which card and which effect of an old build is which of a new one.

A card keeps its passcode; before it has one it is known by its Konami id. An effect is the same where its words are: by span where the
text is the same, else by printed number, words and order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from pipeline.compare.builds import Build, CardState, EffectState

_LEAST = 0.35  # of the pairs of words that two effects share, how many make them the same one
# What an effect is found by; null where it cannot be found by that.
Key = Callable[[EffectState], tuple[object, ...] | None]
Pair = tuple[EffectState | None, EffectState | None]


def card_pairs(old: Build, new: Build) -> Iterator[tuple[CardState | None, CardState | None]]:
    """Every card of either build, with what it is in the other: first the new build's in its order, then those that are gone."""
    numbers = Counter(card.konami_id for card in old.cards.values())
    by_number = {card.konami_id: card for card in old.cards.values() if card.konami_id is not None and numbers[card.konami_id] == 1}
    taken: set[str] = set()
    for card in new.cards.values():
        before = old.cards.get(card.card_id)
        if before is None and card.konami_id is not None:
            one = by_number.get(card.konami_id)
            # Different passcodes are different cards.
            if one is not None and one.card_id not in new.cards and one.card_id not in taken and None in (one.passcode, card.passcode):
                before = one
        if before is not None:
            taken.add(before.card_id)
        yield before, card
    for card_id, card in old.cards.items():
        if card_id not in taken:
            yield card, None


def effect_pairs(old: CardState, new: CardState) -> list[Pair]:
    """The effects of both, each with its partner: those of the new card in their order, then those that are gone."""
    left, right = list(old.effects), list(new.effects)
    found: dict[int, EffectState] = {}
    if old.text_sha256 == new.text_sha256:
        _take(found, left, right, lambda one: (one.part, one.en, one.ja, one.bullet, one.number == 0))
        _take(found, left, right, lambda one: (one.part, one.en, one.bullet) if one.en else None)
        _take(found, left, right, lambda one: (one.part, one.ja, one.bullet) if one.ja else None)
    _take(found, left, right, lambda one: (one.part, 0) if one.number == 0 else None)
    _take(found, left, right, _by_words(old), _by_words(new))
    if old.texts is None or new.texts is None:
        # What stands in the same place of the one text, or is as long in the other, is most likely the same.
        _take(found, left, right, lambda one: (one.part, one.ja, one.bullet) if one.ja else None)
        _take(found, left, right, lambda one: (one.part, one.en[1] - one.en[0], one.bullet) if one.en else None)
    _take_alike(found, left, right, old, new)
    _take(found, left, right, lambda one: (one.part, one.ja_no, one.bullet) if one.ja_no is not None else None)
    _take(found, left, right, lambda one: (one.part, one.number, one.bullet))
    return [(found.get(id(one)), one) for one in new.effects] + [(one, None) for one in left]


def _by_words(card: CardState) -> Key:
    def key(one: EffectState) -> tuple[object, ...] | None:
        words = card.words(one) or card.words(one, japanese=True)
        return (one.part, one.bullet, words) if words else None

    return key


def _take(found: dict[int, EffectState], left: list[EffectState], right: list[EffectState], key: Key, other: Key | None = None) -> None:
    """Pair what has the same key, where one of each side has it."""
    if not left or not right:
        return
    mine, theirs = _unique(left, key), _unique(right, other or key)
    for name, after in theirs.items():
        before = mine.get(name)
        if before is not None:
            found[id(after)] = before
            left.remove(before)
            right.remove(after)


def _unique(effects: Sequence[EffectState], key: Key) -> Mapping[tuple[object, ...], EffectState]:
    names = [key(one) for one in effects]
    count = Counter(names)
    return {name: one for name, one in zip(names, effects, strict=True) if name is not None and count[name] == 1}


def _take_alike(found: dict[int, EffectState], left: list[EffectState], right: list[EffectState], old: CardState, new: CardState) -> None:
    scored = []
    for a, before in enumerate(left):
        for b, after in enumerate(right):
            if before.part == after.part and (before.bullet is None) == (after.bullet is None) and (before.number == 0) == (after.number == 0):
                score = max(_alike(old.words(before, ja), new.words(after, ja)) for ja in (False, True))
                if score >= _LEAST:
                    scored.append((-score, abs(a - b), a, b))
    gone: set[EffectState] = set()
    for _, _, a, b in sorted(scored):
        before, after = left[a], right[b]
        if before not in gone and after not in gone:
            gone |= {before, after}
            found[id(after)] = before
    left[:] = [one for one in left if one not in gone]
    right[:] = [one for one in right if one not in gone]


def _alike(one: str | None, other: str | None) -> float:
    """Share of the pairs of words (or of characters, where there are no blanks) that two texts have in common."""
    if not one or not other:
        return 0.0
    a, b = _pairs(one), _pairs(other)
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def _pairs(text: str) -> set[tuple[str, str]]:
    units = text.lower().split() if text.isascii() or text.count(" ") * 12 > len(text) else list(text)
    return set(pairwise(units))
