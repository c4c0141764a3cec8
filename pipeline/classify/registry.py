"""Finds the rules: every module below `pipeline.classify.rules` that defines ``RULE`` is one, no list is kept by hand."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from itertools import takewhile

from pipeline.classify import rules as package
from pipeline.classify.features import bits
from pipeline.classify.rule import Rule
from pipeline.records import Kind, allowed
from pipeline.windows import Ruleset


def _modules() -> Iterator[str]:
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.ispkg:
            yield module.name


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, those that speak first in front; `ValueError` where two share a code."""
    found: dict[str, Rule] = {}
    for name in _modules():
        rule = importlib.import_module(name).RULE
        if rule.code in found:
            raise ValueError(f"rule code {rule.code} is used twice, the second time by {name}")
        found[rule.code] = rule
    return tuple(sorted(found.values(), key=lambda r: (r.rank, r.code)))


@cache
def by_code() -> dict[str, Rule]:
    """Rules by their codes."""
    return {rule.code: rule for rule in rules()}


@cache
def by_kind(ruleset: Ruleset) -> dict[str, tuple[Rule, ...]]:
    """For every kind of effect the rules that are asked about it under a ruleset, in order."""
    return {kind: tuple(r for r in rules() if kind in r.kinds and ruleset in r.rulesets) for kind in allowed(Kind)}


class Panel:
    """The rules that are asked about one kind of effect under a ruleset, in order, without those that could only keep silent."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        # Those in front that need nothing: they are asked before anybody looks for features.
        self.first = tuple(takewhile(lambda rule: not rule.needs, rules))
        self.others = tuple((bits(rule.needs), rule) for rule in rules[len(self.first) :])
        self._fitting: dict[int, tuple[Rule, ...]] = {}

    def fitting(self, features: int) -> tuple[Rule, ...]:
        """The rules behind the first ones whose needs an effect with these features meets."""
        found = self._fitting.get(features)
        if found is None:
            found = self._fitting[features] = tuple(rule for needs, rule in self.others if needs & features == needs)
        return found


@cache
def panels(ruleset: Ruleset) -> dict[str, Panel]:
    """The panel of every kind of effect under a ruleset."""
    return {kind: Panel(some) for kind, some in by_kind(ruleset).items()}


@cache
def groups() -> dict[str, tuple[str, tuple[Rule, ...]]]:
    """The groups by name: their headings (the first line of the package) and their rules, in the order of rank."""
    found: dict[str, tuple[str, list[Rule]]] = {}
    for name in _modules():
        folder = name.rpartition(".")[0]
        heading = (importlib.import_module(folder).__doc__ or folder).strip().splitlines()[0]
        found.setdefault(folder.rpartition(".")[2], (heading, []))[1].append(importlib.import_module(name).RULE)
    ordered = {group: (heading, tuple(sorted(some, key=lambda r: (r.rank, r.code)))) for group, (heading, some) in found.items()}
    return dict(sorted(ordered.items(), key=lambda item: item[1][1][0].rank))
