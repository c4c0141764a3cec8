"""Exceptions as data: sourced rulings for single cards, asked before the text rules.

A ruling applies to the one row of its card that says what the ruling expects (`Ruling.rows`). Where a new text trips that guard,
or where more than one row fits, it keeps silent and the rules decide; `pipeline.classify.ruling_audit` lists such entries.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import msgspec

from pipeline.classify.decide import Decision
from pipeline.classify.legacy import adapt
from pipeline.classify.ruling import Authority, Ruling, Statement, leading
from pipeline.classify.ruling_files import FOLDER, read_rulings
from pipeline.records import Card, Row
from pipeline.windows import Ruleset

__all__ = ["FOLDER", "NO_RULINGS", "Rulings", "load_rulings"]

# How often a ruling of that kind holds in today's play, before calibration; a little less where it was made for another ruleset.
_CONFIDENCE: dict[Authority, float] = {"official_faq": 0.99, "official_tcg": 0.97, "rule_test": 0.99, "judge_article": 0.93, "wiki": 0.9}
_CARRIED_OVER = 0.97
_NONE: Mapping[str, Decision] = MappingProxyType({})


class Rulings(msgspec.Struct, frozen=True):
    """A collection of rulings, by passcode. It can be pickled, so processes may share it."""

    by_passcode: dict[str, tuple[Ruling, ...]]
    digest: str  # 12 hex digits that change with any entry

    @classmethod
    def of(cls, entries: Sequence[Ruling]) -> "Rulings":
        """The collection of these entries."""
        found: dict[str, tuple[Ruling, ...]] = {}
        for ruling in entries:
            found[ruling.passcode] = (*found.get(ruling.passcode, ()), ruling)
        return cls(found, hashlib.sha256(msgspec.json.encode(entries)).hexdigest()[:12])

    @property
    def entries(self) -> tuple[Ruling, ...]:
        """All entries in the order of their ids."""
        return tuple(sorted((ruling for some in self.by_passcode.values() for ruling in some), key=lambda ruling: ruling.id))

    def by_id(self) -> dict[str, Ruling]:
        """The entries by the code that tags carry as their rule."""
        return {ruling.id: ruling for ruling in self.entries}

    def decisions(self, card: Card, rows: Sequence[Row], ruleset: Ruleset) -> Mapping[str, Decision]:
        """What is ruled for a card, by ``effect_id``; empty for nearly all cards.

        ``rows`` are all rows of the card, of both parts: only among all of them can be seen which one a ruling means.
        """
        entries = self.by_passcode.get(card.passcode) if card.passcode is not None else None
        if not entries:
            return _NONE
        found: dict[str, Decision] = {}
        doubtful: set[str] = set()
        for ruling in entries:
            statement = ruling.statement(ruleset)
            meant = ruling.rows(card, rows, ruleset) if statement is not None else ()
            if statement is None or len(meant) != 1:
                continue
            row = meant[0]
            if row.effect_id in found:
                # Two rulings claim one effect: one of them means another that its guard no longer finds.
                doubtful.add(row.effect_id)
            found[row.effect_id] = _decision(ruling, statement, card, row, ruleset)
        return {key: decision for key, decision in found.items() if key not in doubtful}


def _decision(ruling: Ruling, statement: Statement, card: Card, row: Row, ruleset: Ruleset) -> Decision:
    verdict = statement.verdict()
    confidence = _CONFIDENCE[statement.authority]
    if ruleset not in statement.rulesets:
        verdict = adapt(verdict, leading(card, row, ruleset), ruleset)
        confidence *= _CARRIED_OVER
    return Decision(by="ruling", verdict=verdict, rule=ruling.id, reason=statement.reason, confidence=confidence, source=statement.source)


NO_RULINGS = Rulings.of(())


def load_rulings(folder: Path = FOLDER) -> Rulings:
    """The rulings in the ``*.yml`` of a folder; by default the project's own. Raises `InputError` for anything that is wrong in them."""
    return Rulings.of(read_rulings(folder))
