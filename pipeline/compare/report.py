"""Changes between two builds for people and for tables."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.compare.builds import Build, EffectState
from pipeline.compare.changes import CardChange, Change
from pipeline.publish.terminal import plain

HEADS = (
    "what", "cause", "card_id", "card", "effect_id_old", "effect_id_new", "eligible_old", "eligible_new", "windows_old", "windows_new", "mode_old",
    "mode_new", "condition_old", "condition_new", "kind_old", "kind_new", "decided_by_old", "decided_by_new", "rule_old", "rule_new", "text_changed",
    "text_change_en", "text_change_ja", "text_change_pendulum_en", "text_change_pendulum_ja",
)  # fmt: skip
_CAUSES = {
    "text": "its text changed",
    "ruleset": "another ruleset",
    "supplement": "the official supplement",
    "ruling": "a ruling",
    "rules": "other rules or readers, the same text",
    "card data": "other data of the card, the same text",
    "card": "",
}
_TEXTS = ("English", "Japanese", "English Pendulum Effect", "Japanese Pendulum Effect")


def rows(found: Iterable[CardChange]) -> Iterator[tuple[str | None, ...]]:
    """A row a change, with the columns of `HEADS`."""
    for one in found:
        for change in one.changes:
            sides = [None if side is None else _cells(side) for side in (change.before, change.after)]
            pairs = [cells[n] if cells is not None else None for n in range(8) for cells in sides]
            ids, rest = pairs[:2], pairs[2:]
            changed = "true" if one.text_changed else "false"
            yield (change.what, change.cause, one.card.card_id, one.card.name, *ids, *rest, changed, *(one.texts.get(label) for label in _TEXTS))


def _cells(effect: EffectState) -> tuple[str | None, ...]:
    windows = None if effect.windows is None else "|".join(effect.windows)
    return effect.effect_id, effect.eligible, windows, effect.mode, effect.condition, effect.kind, effect.decided_by, effect.rule


def lines(found: Sequence[CardChange], old: Build, new: Build, limit: int | None) -> Iterator[str]:
    """The report for a terminal: card by card, at most ``limit`` cards, and the sums."""
    for one in found[:limit]:
        yield from _card(one, old, new)
    if limit is not None and len(found) > limit:
        yield f"... and {len(found) - limit:,} more cards"
    yield from summary(found, old, new)


def _card(one: CardChange, old: Build, new: Build) -> Iterator[str]:
    causes = list(dict.fromkeys(_CAUSES[change.cause] for change in one.changes if _CAUSES[change.cause]))
    title = plain(f"{one.card.name} ({one.card.card_id})")
    first = one.changes[0].what
    if first in ("new card", "lost card"):
        effects = one.card.effects
        legal = sum(effect.eligible == "yes" for effect in effects)
        yield f"{title}: {first}, {len(effects)} effects, {legal} legal in the Damage Step"
        return
    yield f"{title}: {', '.join(causes)}"
    for label, words in one.texts.items():
        yield "  " + plain(f"{label}: {words}")
    if one.text_changed and not one.texts and not (old.has_texts and new.has_texts):
        yield "  (a build without texts: only their hashes tell)"
    for change in one.changes:
        yield "  " + plain(_effect(change))


def _effect(change: Change) -> str:
    known = change.after or change.before
    assert known is not None
    where = known.effect_id.split("/", 1)[1]
    if change.before is None or change.after is None:
        return f"{where}: {change.what}: {_tag(known)}"
    return f"{where}: {_tag(change.before)} -> {_tag(change.after)}"


def _tag(effect: EffectState) -> str:
    parts = [effect.eligible.replace("_", " ")]
    if effect.eligible == "yes":
        parts += [", ".join(effect.windows or ()), effect.mode or ""]
    parts += [effect.condition or "", f"applied in {', '.join(effect.applies_in)}" if effect.applies_in else ""]
    by = effect.rule or effect.decided_by
    return " · ".join(part for part in parts if part) + f" ({by})"


def summary(found: Sequence[CardChange], old: Build, new: Build) -> Iterator[str]:
    """How many of what changed, and by which cause."""
    what = Counter(change.what for one in found for change in one.changes)
    causes = Counter(change.cause for one in found for change in one.changes if change.cause != "card")
    yield f"{len(old.cards):,} cards in {plain(str(old.folder))}, {len(new.cards):,} in {plain(str(new.folder))}"
    if not found:
        yield "no tag changed"
        return
    yield "  " + "; ".join(f"{word}: {n:,}" for word, n in what.most_common())
    if causes:
        yield "  by cause: " + "; ".join(f"{_CAUSES[cause]}: {n:,}" for cause, n in causes.most_common())
