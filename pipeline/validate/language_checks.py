"""The two languages against each other, and how much of each was understood: what needs no witness from outside.

Effects are paired by number alone: the first activated effect of the English text with the first of the Japanese one and so on,
where both have as many. The dataset's own alignment is not asked, since it prefers pairs that agree.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.records import Language, Span
from pipeline.validate.checks import Check, check
from pipeline.validate.read_texts import ReadEffect, ReadText, effects_of, leads
from pipeline.validate.wiki_labels import CLASS_OF

_CODES: tuple[Language, ...] = ("en", "ja")


def language_checks(text: ReadText) -> Iterator[Check]:
    """The number of activated effects, and pair by pair whether they must be activated; nothing where a language is missing."""
    if text.english is None or text.japanese is None or not (text.en or text.ja):
        return
    english = [effect for effect in leads(text.en) if effect.activated]
    japanese = [effect for effect in leads(text.ja) if effect.activated]
    goal = bool(text.numbers)
    same = len(english) == len(japanese)
    yield check(text, "languages", same, "" if same else _more(english, japanese), _detail(english, japanese), goal=goal)
    if not same:
        return
    for en, ja in zip(english, japanese, strict=True):
        if en.mandatory is None or ja.mandatory is None:
            continue
        cause = "must-other-pair" if CLASS_OF[en.kind] != CLASS_OF[ja.kind] else "must-english" if en.mandatory else "must-japanese"
        number = f"Japanese number {ja.printed_no}" if ja.printed_no is not None else f"effect {ja.number}"
        detail = f"{number}: English {_said(en)}, Japanese {_said(ja)}"
        yield check(text, "must", en.mandatory == ja.mandatory, cause, detail, kind=CLASS_OF[en.kind], goal=goal)


def understood_checks(text: ReadText) -> Iterator[Check]:
    """Characters (code points of the raw text) of every activated effect and option, those in no residue understood."""
    for language in _CODES:
        for effect in effects_of(text, language):
            length = effect.span[1] - effect.span[0]
            if not effect.activated or length <= 0:
                continue
            lost = covered(effect.residue, effect.span)
            place = "condition" if lost and effect.condition is not None and covered(effect.residue, effect.condition) * 2 > lost else "rest"
            label = f"{effect.number}" if effect.bullet is None else f"{effect.number}.{effect.bullet}"
            yield check(
                text,
                "understood",
                lost == 0,
                f"residue-{language}-{place}",
                f"{language} effect {label}: {lost} of {length} characters",
                kind=CLASS_OF[effect.kind],
                language=language,
                n=length,
                ok=length - lost,
            )


def covered(spans: Sequence[Span], within: Span) -> int:
    """How many places of `within` some span covers."""
    at, total = within[0], 0
    for start, end in sorted(spans):
        start, end = max(start, at), min(end, within[1])
        if end > start:
            total += end - start
            at = end
    return total


def _more(english: Sequence[ReadEffect], japanese: Sequence[ReadEffect]) -> str:
    difference = Counter(CLASS_OF[effect.kind] for effect in english)
    difference.subtract(Counter(CLASS_OF[effect.kind] for effect in japanese))
    unlike = [(kind, count) for kind, count in difference.items() if count]
    if len(unlike) != 1:
        return "languages-mixed"
    kind, count = unlike[0]
    return f"{'english' if count > 0 else 'japanese'}-more-{kind}"


def _said(effect: ReadEffect) -> str:
    return f"{'mandatory' if effect.mandatory else 'optional'} {effect.kind}"


def _detail(english: Sequence[ReadEffect], japanese: Sequence[ReadEffect]) -> str:
    return f"English: {' '.join(e.kind for e in english) or 'none'}; Japanese: {' '.join(e.kind for e in japanese) or 'none'}"
