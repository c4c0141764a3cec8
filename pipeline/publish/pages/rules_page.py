"""The rule catalogue with what a dataset says of it: how often each rule decides, how often simulators and gold agree, and its examples."""

from collections.abc import Mapping, Sequence

import msgspec

from pipeline.classify import registry
from pipeline.classify.catalogue import place_of
from pipeline.classify.rule import Example, Rule
from pipeline.publish.pages.templates import render
from pipeline.publish.view_words import ENGINE_WORDS, KIND_WORDS, keys_in_words
from pipeline.validate.agreement import tallies
from pipeline.validate.findings import Compared
from pipeline.validate.intervals import percent
from pipeline.windows import RULESETS


class Shown(msgspec.Struct, frozen=True):
    """One rule as the page shows it. ``measured``: a name and a figure each."""

    code: str
    statement: str
    reason: str
    rank: int
    decided: int
    measured: tuple[tuple[str, str], ...]
    kinds: str
    rulesets: str
    rulebook: str
    cites: tuple[str, ...]
    examples: tuple[tuple[str, str, str, str], ...]  # answer, its words, where, text


def rules_page(decided: Mapping[str, int], gold: Mapping[str, tuple[int, int]], compared: Sequence[Compared], about: str) -> str:
    """The whole page. ``decided``: rows by rule; ``gold``: right and wrong facts by rule, empty without gold."""
    agreement: dict[str, list[tuple[str, str]]] = {}
    for engine, name in ENGINE_WORDS.items():
        for one in tallies(compared, engine, lambda row: row.text.rule or ""):  # type: ignore[arg-type]
            if one.compared:
                words = f"{one.agreeing:,} of {one.compared:,} ({percent(one.agreeing, one.compared)})"
                agreement.setdefault(one.label, []).append((f"{name} agrees", words))
    groups = []
    for name, (heading, rules) in registry.groups().items():
        groups.append(
            (
                name,
                heading.rstrip("."),
                [_shown(rule, decided.get(rule.code, 0), gold.get(rule.code), agreement.get(rule.code, [])) for rule in rules],
            )
        )
    known = registry.by_code()
    others = sorted((code, count) for code, count in decided.items() if code not in known)
    total = sum(decided.values())
    return render("rules.html.j2", scripts=("rows.js",), styles=("base.css", "report.css"), about=about, groups=groups, others=others, total=total)


def _shown(rule: Rule, decided: int, gold: tuple[int, int] | None, agreement: list[tuple[str, str]]) -> Shown:
    measured = list(agreement)
    if gold is not None and gold[0] + gold[1]:
        right, wrong = gold
        measured.insert(0, ("Official statements and rulings", f"{right:,} of {right + wrong:,} right ({percent(right, right + wrong)})"))
    return Shown(
        code=rule.code,
        statement=rule.statement,
        reason=rule.reason,
        rank=rule.rank,
        decided=decided,
        measured=tuple(measured),
        kinds=", ".join(KIND_WORDS.get(kind, kind) for kind in rule.kinds),
        rulesets="all" if rule.rulesets == RULESETS else ", ".join(rule.rulesets),
        rulebook=", ".join(rule.rulebook),
        cites=rule.cites,
        examples=tuple(map(_example, rule.examples)),
    )


def _example(example: Example) -> tuple[str, str, str, str]:
    answer = example.answer or "silent"
    words = answer.replace("_", " ") + (f": {keys_in_words(example.windows)}" if example.windows else "")
    return answer, words, ", ".join(place_of(example)), " ".join(example.text.split())
