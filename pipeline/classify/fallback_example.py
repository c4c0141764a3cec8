"""An effect as an example to learn from: what the model sees of it, and what is known of it."""

from collections.abc import Sequence

import msgspec

from pipeline.classify.fallback_features import Named
from pipeline.classify.fallback_text import stretches, text_key
from pipeline.records import Card, Effect


class Side(msgspec.Struct, frozen=True, gc=False):
    """One language of an effect.

    ``buckets``: its text, ascending 16-bit numbers in the byte order of the machine. ``unread``: its clause was not understood.
    ``blotted``: its categories if that were so; null where no event starts it.
    """

    named: Named
    buckets: bytes
    unread: bool = False
    blotted: Named | None = None


class Label(msgspec.Struct, frozen=True, gc=False):
    """What is known of an effect; ``windows``: value of a `Window`, null where only the verdict is known."""

    eligible: bool
    windows: int | None


class Example(msgspec.Struct, frozen=True, gc=False):
    """One activated effect. ``rule``: the verdict where the rules agree in both languages; ``groups``: of the rules that spoke."""

    effect_id: str
    kind: str
    old_wording: bool
    text: tuple[str, ...]  # what near-duplicates are found by
    english: Side | None
    japanese: Side | None
    verbs: tuple[str, ...] = ()  # what the events are that start it
    rule: Label | None = None
    groups: tuple[str, ...] = ()

    @property
    def card_id(self) -> str:
        """The card."""
        return self.effect_id.partition("/")[0]

    @property
    def sides(self) -> tuple[Side | None, Side | None]:
        """English, Japanese."""
        return self.english, self.japanese


def key_text(card: Card, effect: Effect, siblings: Sequence[Effect]) -> tuple[str, ...]:
    """The words by which near-duplicates are found: the effect's own; for a bare activation, which has none, those of all effects of its part."""
    if effect.number:
        return text_key(stretches(card, effect), effect.language)
    return ("^", *(word for sibling in siblings for word in text_key(stretches(card, sibling), sibling.language)))
