"""Reads the cards, rules and scenarios of ``data/scenarios`` into their types. Errors name the file and the entry that is wrong."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from pipeline.engine.scenario_format import Scenario
from pipeline.engine.spec import CardSpec
from pipeline.engine.spec_checks import faults_of_card, faults_of_operation
from pipeline.errors import InputError
from pipeline.resources import data_folder
from pipeline.safe_yaml import load_yaml, one_line

FOLDER = data_folder("scenarios")
_LIMIT = 1 << 22  # bytes of one file
_NO_SCENARIOS = frozenset({"cards.yml", "rules.yml", "differences.yml", "specifications.yml"})
_Type = TypeVar("_Type")


class RuleText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the Damage Step in our words, with public sources."""

    says: str
    source: tuple[Annotated[str, Meta(pattern="^(https?://|seed:)")], ...]


def read_cards(file: Path = FOLDER / "cards.yml") -> dict[str, CardSpec]:
    """Card name -> specification."""
    cards = {}
    for name, raw in _mapping(file).items():
        spec = cards[name] = _typed(raw, CardSpec, file, name)
        _refuse(faults_of_card(spec), file, name)
    return cards


def read_rules(file: Path = FOLDER / "rules.yml") -> dict[str, RuleText]:
    """Rule id -> what it says."""
    return {name: _typed(raw, RuleText, file, name) for name, raw in _mapping(file).items()}


def read_scenarios(folder: Path = FOLDER) -> dict[str, Scenario]:
    """All scenarios of the folder's ``*.yml`` (the other data apart), by id, in the order of the ids; their rules are those of its ``rules.yml``."""
    rules = read_rules(folder / "rules.yml")
    found: dict[str, Scenario] = {}
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".yml" and path.name not in _NO_SCENARIOS)
    except OSError as error:
        raise InputError(f"{one_line(folder)}: not a folder of scenarios that can be read") from error
    for file in files:
        content = load_yaml(file, _LIMIT)
        if not isinstance(content, list):
            raise InputError(f"{one_line(file)}: a file of scenarios is a list of entries")
        for number, raw in enumerate(content, 1):
            label = raw.get("id") if isinstance(raw, dict) else None
            scenario = _typed(raw, Scenario, file, label if isinstance(label, str) else f"entry {number}")
            if scenario.id in found:
                raise InputError(f"{one_line(file)}: {scenario.id} stands twice")
            _refuse(_faults(scenario, rules), file, scenario.id)
            found[scenario.id] = scenario
    return dict(sorted(found.items()))


def _faults(scenario: Scenario, rules: Collection[str]) -> Iterator[str]:
    yield from (f"no rule {rule!r} in rules.yml" for rule in scenario.rules if rule not in rules)
    for number, line in enumerate(scenario.lines, 1):
        if line.rule is not None and line.rule not in rules:
            yield f"line {number}: no rule {line.rule!r} in rules.yml"
        if line.happens is not None:
            yield from (f"line {number}: {fault}" for fault in faults_of_operation(line.happens))


def _refuse(faults: Iterator[str], file: Path, label: str) -> None:
    for fault in faults:
        raise InputError(f"{one_line(file)}: {one_line(label)}: {one_line(fault)}")


def _mapping(file: Path) -> dict[str, object]:
    content = load_yaml(file, _LIMIT)
    if not isinstance(content, dict):
        raise InputError(f"{one_line(file)}: not a list of names, each with what belongs to it")
    odd = next((name for name in content if not isinstance(name, str)), None)
    if odd is not None:
        raise InputError(f"{one_line(file)}: {one_line(odd)}: a name like this must stand in quotes")
    return content


def _typed(raw: object, kind: type[_Type], file: Path, label: str) -> _Type:
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        raise InputError(f"{one_line(file)}: {one_line(label)}: {one_line(error)}") from error
