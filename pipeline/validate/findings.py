"""Where tags and simulators part, ranked by how likely the *script* is wrong.

A finding is one effect of one script. Its weight is a sum of reasons on the scale of log-odds, judged by reading findings beside the
cards: an official statement outweighs all, then comes what both languages and the other engine say, then how often the rule is right,
how alike text and script are, and what kind of difference it is.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from pipeline.engine.script_facts import EngineName, Facts, ScriptEffect
from pipeline.validate.official import Official
from pipeline.validate.script_verdicts import Comparison, compare_card, seen, tagged
from pipeline.validate.text_effects import TextCard, TextEffect
from pipeline.windows import ALL, NONE, Window

Severity = Literal["high", "medium", "low"]
SEVERITIES: tuple[Severity, ...] = ("high", "medium", "low")
_LEAST: dict[Severity, float] = {"high": 2.0, "medium": 0.0, "low": -math.inf}
_OFFICIAL = 5.0


class Compared(msgspec.Struct, frozen=True):
    """One activated row of the dataset beside every engine."""

    card: TextCard
    text: TextEffect
    engines: Mapping[EngineName, Comparison]
    official: Official | None


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One effect of a script that does not do what the text has it do. ``because``: the reasons with their weights, the heaviest first."""

    engine: EngineName
    severity: Severity
    weight: float
    card: TextCard
    text: TextEffect
    comparison: Comparison
    other: Comparison | None
    official: Official | None
    contradicts_official: bool
    path: str
    line: int
    effect: ScriptEffect | None
    because: tuple[tuple[str, float], ...]

    @property
    def likelihood(self) -> float:
        """Chance that the script is the one that is wrong, 0 to 1, as judged by the reasons."""
        return round(1 / (1 + math.exp(-self.weight)), 3)


def compare(cards: Sequence[TextCard], engines: Sequence[Facts], statements: Mapping[int, Official]) -> list[Compared]:
    """Every activated row of the dataset beside each engine, in the order of the table."""
    by_script = {facts.engine: facts.by_script() for facts in engines}
    found = []
    for card in cards:
        beside = {facts.engine: compare_card(card, facts, by_script[facts.engine]) for facts in engines}
        for text in card.effects:
            if text.activated:
                rows = {engine: rows[text.row] for engine, rows in beside.items()}
                found.append(Compared(card, text, rows, statements.get(text.row)))
    return found


def findings(compared: Sequence[Compared], engines: Sequence[Facts]) -> list[Finding]:
    """All findings on the scripts of these engines, the likeliest first; others that were compared are witnesses only.

    One for the rows that share an effect of a script, and one a card where only the card can be compared.
    """
    facts = {one.engine: one for one in engines}
    found: dict[tuple[object, ...], Finding] = {}
    for one in compared:
        for engine, comparison in one.engines.items():
            finding = _finding(one, engine, comparison, facts[engine]) if engine in facts else None
            if finding is None:
                continue
            first = comparison.effects[0].order if comparison.effects else 0
            key = (engine, comparison.script, comparison.level, first if comparison.level == "effect" else one.card.card_id)
            if key not in found or finding.weight > found[key].weight:
                found[key] = finding
    return sorted(found.values(), key=lambda one: (-one.weight, one.text.row, one.engine))


def _opened(official: Official, one: Compared, engine: EngineName, comparison: Comparison) -> Window:
    """The engine's windows as the statement is to be held against them: not thinned out by what the tag believes."""
    if comparison.windows is None or not comparison.effects:
        return NONE
    told = msgspec.structs.replace(
        one.text, eligible="yes" if official.legal else "no", windows=official.windows or (ALL if official.legal else NONE)
    )
    if official.legal:
        return seen([told], comparison.effects, comparison.outcomes)
    return seen([told], comparison.effects, comparison.outcomes) if comparison.differs or comparison.windows else NONE


def _finding(one: Compared, engine: EngineName, comparison: Comparison, facts: Facts) -> Finding | None:
    official = one.official if comparison.level == "effect" and set(comparison.peers) else None
    against = supports = False
    if official is not None and comparison.windows is not None and comparison.effects:
        opened = _opened(official, one, engine, comparison)
        # A script's effect may serve options of which the statement means one alone: then only a closed script contradicts it.
        alone = len(comparison.peers) == 1
        sure = comparison.because not in ("answers_unknown", "companion")
        against = official.against(opened) and sure and (alone or (official.legal and not opened))
        # "Not by itself" is no contradiction to "only together with its effect".
        together = comparison.verdict == "agree" or all(outcome.reason == "companion" and not outcome.permitted for outcome in comparison.outcomes)
        against = against and not (together and not official.legal and one.text.condition)
        supports = not against and official.against(tagged([one.text]))
    if not against and not comparison.differs:
        return None
    other = next((its for name, its in one.engines.items() if name != engine), None)
    because = _because(one, comparison, other, against, official is not None and not against and comparison.differs and supports)
    weight = round(sum(part for _, part in because), 2)
    culprit = comparison.culprit
    line = 1 if culprit is None else culprit[0].line or culprit[0].registered_line or 1
    return Finding(
        engine=engine,
        severity=next(severity for severity in SEVERITIES if weight >= _LEAST[severity]),
        weight=weight,
        card=one.card,
        text=one.text,
        comparison=comparison,
        other=other,
        official=official,
        contradicts_official=against,
        path=facts.path_of(comparison.script or 0),
        line=line,
        effect=None if culprit is None else culprit[0],
        because=because,
    )


def _because(one: Compared, comparison: Comparison, other: Comparison | None, against: bool, supports: bool) -> tuple[tuple[str, float], ...]:
    text, found = one.text, []

    def add(words: str, weight: float) -> None:
        found.append((words, round(weight, 2)))

    if against:
        add("an official statement contradicts the script", _OFFICIAL)
        if comparison.because == "tag_uncertain":
            add("the text was not read without doubt", -2.0)
        if comparison.verdict == "agree":
            # Statements are read by machine, and two who agree are seldom both wrong.
            add("the text sides with the script", -3.0)
            if other is not None and other.windows == comparison.windows:
                add("the other engine does the same", -1.5)
    if supports:
        add("an official statement sides with the script", -_OFFICIAL)
    if comparison.differs:
        said = {words for words in (text.witness_en, text.witness_ja) if words is not None}
        if text.witness_en is not None and text.witness_en == text.witness_ja:
            add("both languages say the same", 0.8)
        elif len(said) > 1:
            add("the languages do not agree", -2.0)
        if other is not None and other.level == "effect" and other.windows is not None:
            if other.verdict == "agree":
                add("the other engine sides with the text", 2.0)
            elif other.windows == comparison.windows and other.verdict == comparison.verdict:
                add("the other engine does the same", -1.0)
        add("accuracy of the rule", max(-2.0, ((text.confidence or 0.9) - 0.96) * 20))
        if text.decided_by == "model":
            add("decided by the model", -1.5)
        add("likeness of text and script", -0.5 if comparison.score is None else (comparison.score - 0.85) * 3)
        if comparison.level == "card":
            add("compared by card only", -2.0)
        if not comparison.sure:
            add("the core's answer is not certain", -1.0)
        if comparison.refused is not None:
            add("only one of its events is not permitted", -0.5)
        elif comparison.windows is not None and comparison.windows | Window.DURING_CALC == comparison.tag and comparison.windows:
            add("only damage calculation is missing", -2.5)
    return tuple(sorted(found, key=lambda pair: -abs(pair[1])))
