"""What was read against the wiki's labels and the circled numbers: how many effects, which kinds, in which order.

The wiki follows the order of the English text, so the English reading is what is compared; of the Japanese one only the number.
Whether a summoning procedure, a condition, a maintenance cost or a lingering sentence is printed with a number is a matter of
print, not of meaning: such a clause of ours may be an applied effect of the wiki's or none.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.validate.checks import Check, check
from pipeline.validate.read_texts import ReadEffect, ReadText, leads
from pipeline.validate.wiki_labels import ACTIVATED_CLASSES, CLASS_OF, Class, Labels


def classes(effects: Sequence[ReadEffect]) -> tuple[Class, ...]:
    """The effects of a text as the wiki would class them, options and the bare activation left out."""
    return tuple(CLASS_OF[effect.kind] for effect in leads(effects))


def activated(found: Sequence[Class]) -> tuple[Class, ...]:
    """The classes that start a chain."""
    return tuple(one for one in found if one in ACTIVATED_CLASSES)


def fits(ours: Sequence[Class], theirs: Sequence[Class]) -> bool:
    """Whether `ours` is `theirs` in order, a clause of ours standing for an applied effect or for nothing."""
    reached = {0}
    for one in ours:
        ahead: set[int] = set(reached) if one == "clause" else set()
        wanted = "applied" if one == "clause" else one
        ahead |= {at + 1 for at in reached if at < len(theirs) and theirs[at] == wanted}
        reached = ahead
    return len(theirs) in reached


def counts(ours: Sequence[Class], number: int) -> bool:
    """Whether `ours` may be `number` effects, with or without its clauses."""
    sure = sum(one != "clause" for one in ours)
    return sure <= number <= len(ours)


def count_cause(ours: Sequence[Class], theirs: Sequence[Class]) -> str:
    """Why the activated effects (or, with as many of them, the applied ones) differ in number; empty where they do not."""
    difference = len(activated(ours)) - len(activated(theirs))
    if difference < 0:
        return "merged" if len(ours) < len(theirs) else "missed"
    sure = sum(one != "clause" for one in ours)
    if difference > 0:
        return "split" if sure > len(theirs) else "invented"
    return "" if counts(ours, len(theirs)) else "applied-merged" if len(ours) < len(theirs) else "applied-split"


def order_cause(ours: Sequence[Class], theirs: Sequence[Class]) -> str:
    """Why two sequences of activated effects of one length differ; empty where they do not."""
    pairs = [(a, b) for a, b in zip(theirs, ours, strict=True) if a != b]
    if not pairs:
        return ""
    if Counter(ours) == Counter(theirs):
        return "other-order"
    # One misread effect shifts nothing; anything else is named by its size alone.
    return f"{pairs[0][0]}-as-{pairs[0][1]}" if len(set(pairs)) == 1 else "several-kinds"


def wiki_checks(text: ReadText, labels: Labels) -> Iterator[Check]:
    """Every check of one text against its labels."""
    detail = _detail(text, labels)
    if labels.unknown:
        yield check(text, "count", False, "wiki-unknown", ", ".join(labels.unknown), goal=False, n=0)
        return
    ours = classes(text.en)
    theirs = labels.effects
    agreed = len(theirs) == len(text.numbers)
    if text.numbers:
        yield check(text, "wiki_numbers", agreed, "wiki-more" if len(theirs) > len(text.numbers) else "wiki-fewer", detail)
        if not agreed:
            yield check(text, "followed", counts(ours, len(text.numbers)), language="en")
            return
    if text.english is None:
        return
    yield from _compared(text, ours, theirs, detail)
    if text.numbers:
        japanese = classes(text.ja)
        same = len(activated(japanese)) == len(activated(theirs))
        yield check(text, "count", same, count_cause(japanese, theirs), f"{detail}; Japanese: {_words(japanese)}", language="ja", goal=False)


def _compared(text: ReadText, ours: tuple[Class, ...], theirs: tuple[Class, ...], detail: str) -> Iterator[Check]:
    goal = bool(text.numbers)
    mine, wanted = activated(ours), activated(theirs)
    cause = count_cause(ours, theirs)
    same = len(mine) == len(wanted)
    kinds = order_cause(mine, wanted) if same else cause
    whole = fits(ours, theirs)
    yield check(text, "count", same, cause, detail, language="en", goal=goal)
    yield check(text, "count_all", same and not cause, cause, detail, language="en", goal=goal)
    yield check(text, "order", not kinds, kinds, detail, language="en", goal=goal)
    yield check(text, "order_all", whole, kinds or cause or "other-order", detail, language="en", goal=goal)
    if same:
        for a, b in zip(wanted, mine, strict=True):
            yield check(text, "kinds", a == b, kinds, detail, kind=a, language="en", goal=goal)


def _detail(text: ReadText, labels: Labels) -> str:
    numbers = len(text.numbers)
    return f"wiki: {_words(labels.effects)}; English: {_words(classes(text.en))}" + (f"; Japanese numbers: {numbers}" if numbers else "")


def _words(found: Sequence[Class]) -> str:
    return " ".join(found) or "none"
