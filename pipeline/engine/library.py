"""Reads the cards, rules and scenarios of ``data/scenarios`` into their types. Errors name the file and the entry that is wrong."""

from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from pipeline.engine.scenario_format import Scenario
from pipeline.engine.spec import CardSpec
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
    found = _mapping(file)
    cards = {}
    for name, raw in found.items():
        spec = _typed(raw, CardSpec, file, name)
        numbers = [(effect.no, effect.option) for effect in spec.effects]
        if len(set(numbers)) < len(numbers):
            raise InputError(f"{one_line(file)}: {one_line(name)}: two effects have the same number")
        cards[name] = spec
    return cards


def read_rules(file: Path = FOLDER / "rules.yml") -> dict[str, RuleText]:
    """Rule id -> what it says."""
    return {name: _typed(raw, RuleText, file, name) for name, raw in _mapping(file).items()}


def read_scenarios(folder: Path = FOLDER) -> dict[str, Scenario]:
    """All scenarios of the folder's ``*.yml`` (cards, rules and explained differences apart), by id, in the order of the ids."""
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
            found[scenario.id] = scenario
    return dict(sorted(found.items()))


def _mapping(file: Path) -> dict[str, object]:
    content = load_yaml(file, _LIMIT)
    if not isinstance(content, dict):
        raise InputError(f"{one_line(file)}: not a list of names, each with what belongs to it")
    return content


def _typed(raw: object, kind: type[_Type], file: Path, label: str) -> _Type:
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        raise InputError(f"{one_line(file)}: {one_line(label)}: {one_line(error)}") from error
