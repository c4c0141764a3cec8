"""Which tags changed from one build to another, card by card, and what changed them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from pipeline.compare.builds import Build, CardState, EffectState
from pipeline.compare.matching import card_pairs, effect_pairs
from pipeline.compare.words import changed_words

What = Literal["changed tag", "new effect", "lost effect", "new card", "lost card"]
Cause = Literal["text", "ruleset", "supplement", "ruling", "rules", "card data", "card"]
_LABELS = {"text_en": "English", "text_ja": "Japanese", "pendulum_en": "English Pendulum Effect", "pendulum_ja": "Japanese Pendulum Effect"}


class Change(msgspec.Struct, frozen=True):
    """One tag that is another one now; of a card that is new or gone, one change without effects."""

    what: What
    cause: Cause
    before: EffectState | None = None
    after: EffectState | None = None


class CardChange(msgspec.Struct, frozen=True):
    """The changes of one card. ``texts``: by language, what changed in its text, as far as the builds hold texts."""

    old: CardState | None
    new: CardState | None
    texts: dict[str, str]
    changes: tuple[Change, ...]

    @property
    def card(self) -> CardState:
        """The card as the newer build that has it knows it."""
        found = self.new or self.old
        if found is None:
            raise ValueError("a change needs a card")
        return found

    @property
    def text_changed(self) -> bool:
        """Whether any text is another one, also where only its hash tells."""
        return self.old is not None and self.new is not None and self.old.text_sha256 != self.new.text_sha256


def card_changes(old: Build, new: Build) -> Iterator[CardChange]:
    """Every card whose tags changed, that is new or that is gone; cards whose text alone changed are left out."""
    for before, after in card_pairs(old, new):
        if before is None or after is None:
            yield CardChange(before, after, {}, (Change("new card" if before is None else "lost card", "card"),))
            continue
        if before.text_sha256 == after.text_sha256 and [_place(one) for one in before.effects] == [_place(one) for one in after.effects]:
            # Nearly all cards: nothing of them moved.
            pairs = [(a, b) for a, b in zip(before.effects, after.effects, strict=True) if a.tag != b.tag]
            if not pairs:
                continue
            changes = tuple(_change(a, b, before, after, old, new) for a, b in pairs)
        else:
            changes = tuple(
                _change(a, b, before, after, old, new) for a, b in effect_pairs(before, after) if a is None or b is None or a.tag != b.tag
            )
        if changes:
            yield CardChange(before, after, _texts(before, after), changes)


def _place(effect: EffectState) -> tuple[object, ...]:
    return effect.effect_id, effect.en, effect.ja


def _texts(old: CardState, new: CardState) -> dict[str, str]:
    if old.text_sha256 == new.text_sha256 or old.texts is None or new.texts is None:
        return {}
    words = {label: changed_words(old.texts[column], new.texts[column]) for column, label in _LABELS.items()}
    return {label: change for label, change in words.items() if change}


def _change(a: EffectState | None, b: EffectState | None, before: CardState, after: CardState, old: Build, new: Build) -> Change:
    what: What = "changed tag" if a is not None and b is not None else "new effect" if a is None else "lost effect"
    return Change(what, _cause(a, b, before, after, old, new), a, b)


def _cause(a: EffectState | None, b: EffectState | None, before: CardState, after: CardState, old: Build, new: Build) -> Cause:
    if before.text_sha256 != after.text_sha256:
        return "text"
    if old.provenance.get("ruleset") != new.provenance.get("ruleset"):
        return "ruleset"
    by = {one.decided_by for one in (a, b) if one is not None}
    if "supplement" in by and old.provenance.get("supplements") != new.provenance.get("supplements"):
        return "supplement"
    if "ruling" in by:
        return "ruling"
    return "rules" if old.provenance.get("rules_hash") != new.provenance.get("rules_hash") else "card data"
