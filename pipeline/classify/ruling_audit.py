"""Holds rulings against a dataset: which no longer fit their card, and which the rules have caught up with."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pipeline.classify.decide import Decision, decide
from pipeline.classify.rulings import Rulings
from pipeline.records import Card, Row, Tag
from pipeline.windows import RULESETS, Ruleset


class Note(Struct, frozen=True):
    """One ruling that needs a look, with the rulesets under which it does."""

    ruling: str
    card: str
    rulesets: tuple[Ruleset, ...]
    why: str


class Audit(Struct, frozen=True):
    """What is wrong with a collection of rulings beside one set of cards."""

    missing: tuple[Note, ...] = ()  # the dataset lacks the card
    stale: tuple[Note, ...] = ()  # no effect says what the ruling expects
    ambiguous: tuple[Note, ...] = ()  # several do, and the numbers do not tell them apart, or two rulings claim one effect
    redundant: tuple[Note, ...] = ()  # the rules say the same wherever the ruling speaks


def audit(rulings: Rulings, cards: Iterable[tuple[Card, Sequence[Row]]]) -> Audit:
    """Look at every ruling under every ruleset. ``cards`` are read cards with all their rows, whose readings stand for all effects of a part."""
    present = {card.passcode: (card, rows) for card, rows in cards if card.passcode in rulings.by_passcode}
    missing: list[Note] = []
    stale: list[Note] = []
    ambiguous: list[Note] = []
    redundant: list[Note] = []
    for ruling in rulings.entries:
        spoken = tuple(ruleset for ruleset in RULESETS if ruling.statement(ruleset) is not None)
        if ruling.passcode not in present:
            missing.append(Note(ruling.id, ruling.card, spoken, f"no card with the passcode {ruling.passcode}"))
            continue
        card, rows = present[ruling.passcode]
        counts = {ruleset: len(ruling.rows(card, rows, ruleset)) for ruleset in spoken}
        if tripped := tuple(ruleset for ruleset, count in counts.items() if count == 0):
            stale.append(Note(ruling.id, ruling.card, tripped, "no effect says what the ruling expects"))
        applied = {ruleset: rulings.decisions(card, rows, ruleset) for ruleset in spoken}
        mine = {ruleset: key for ruleset, found in applied.items() for key, decision in found.items() if decision.rule == ruling.id}
        if unclear := tuple(ruleset for ruleset, count in counts.items() if count and ruleset not in mine):
            ambiguous.append(Note(ruling.id, ruling.card, unclear, "it is not clear which effect is meant"))
        if mine and set(mine) == set(spoken):
            codes = [_same(card, rows, key, applied[ruleset][key], ruleset) for ruleset, key in mine.items()]
            if all(codes):
                by = ", ".join(sorted({str(code) for code in codes}))
                redundant.append(Note(ruling.id, ruling.card, spoken, f"the rules say the same ({by})"))
    return Audit(tuple(missing), tuple(stale), tuple(ambiguous), tuple(redundant))


def without_rulings(card: Card, rows: Sequence[Row], row: Row, ruleset: Ruleset) -> Tag:
    """The tag that the rules alone give a row of a card."""
    part = [other for other in rows if other.effect.part == row.effect.part]
    english = tuple(other.en for other in part if other.en is not None)
    japanese = tuple(other.ja for other in part if other.ja is not None)
    return decide(card, row, english, japanese, ruleset)


def _same(card: Card, rows: Sequence[Row], key: str, decision: Decision, ruleset: Ruleset) -> str | None:
    """The rule that decides a row as the ruling does; null where the rules say anything else. A condition may be left unsaid."""
    row = next(row for row in rows if row.effect_id == key)
    tag, verdict = without_rulings(card, rows, row, ruleset), decision.verdict
    same = (tag.eligible, tag.windows, tag.mode, tag.substeps) == (verdict.eligible, verdict.windows, verdict.mode, verdict.substeps)
    return tag.rule if same and verdict.condition in (None, tag.condition) else None
