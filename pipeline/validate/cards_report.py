"""What `cards_check` found, as lines: shares, explained kinds with their counts, and each difference that nothing explains."""

from collections import Counter
from collections.abc import Callable, Sequence

from pipeline.validate.cards_check import Beside
from pipeline.validate.explained import Misread


def report(found: Sequence[Beside], known: Sequence[Misread], *, every: bool) -> list[str]:
    """Shares of cards and effects that are equal, explained kinds with their counts, and each difference that nothing explains.

    ``every``: each explained difference too.
    """
    cards = {one.card for one in found}
    moved = sum(any(field.name == "windows" for field in one.differs) for one in found)
    lines = [
        f"{len(cards)} cards of the scenarios with {len(found)} effects, by hand and as their texts are read; alike",
        _share("in all on which the step turns, by the English or the Japanese text", found, cards, lambda one: one.one_text or not one.step),
        _share("in the same, by the text that the tag follows", found, cards, lambda one: not one.step),
        _share("in every operation as well", found, cards, lambda one: not one.differs),
        f"the windows that the engine walks differ in {moved} effects",
    ]
    kinds: Counter[tuple[str, str]] = Counter()
    left: list[str] = []
    for one in found:
        for field in one.differs:
            why = next((entry for entry in known if one.key in entry.effects and field.name in entry.fields), None)
            if why is not None:
                kinds[why.side, why.kind] += 1
            if why is None or every:
                shown = f"{one.key}\t{one.effect_id or '-'}\t{field.name}\tby hand {_shown(field.by_hand)}\tread {_shown(field.derived)}"
                left.append(shown if why is None else f"{shown}\t{why.kind}")
    if kinds:
        lines.append("explained differences: facts, whose, kind")
    lines += [f"{count:5}  {side:7}  {kind}" for (side, kind), count in kinds.most_common()]
    lines.append(f"{sum(len(one.differs) for one in found) - kinds.total()} differing facts without an explanation")
    return lines + left


def _share(what: str, found: Sequence[Beside], cards: set[str], same: Callable[[Beside], bool]) -> str:
    unlike = [one for one in found if not same(one)]
    whole = len(cards) - len({one.card for one in unlike})
    effects = len(found) - len(unlike)
    return f"  {whole} cards ({whole / max(1, len(cards)):.1%}), {effects} effects ({effects / max(1, len(found)):.1%}) {what}"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(":".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in value) or "none"
    return str(value)
