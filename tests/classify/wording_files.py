"""Reads the files of wording cases. What is wrong in them is said in one line a person can act on, naming file, line and case."""

import difflib
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, NamedTuple, cast

import yaml

from pipeline.classify.registry import by_code
from pipeline.windows import RULESETS
from tests.classify.wording_case import PARTS, RUNS, SHAPES, WITH_MATERIALS, Case, Run, parse_expected

FOLDER = Path(__file__).with_name("wordings")
OPEN = "open.yml"
WORDING = re.compile(r"W-(?:0[1-9]|[1-9][0-9]|1[0-9][0-9])b?")
_TEXTS = ("wording", "card", "expect", "text", "text_ja", "part", "ruleset", "shows")
_NUMBERS = {"effect": 0, "option": 1}  # and the least that each may be
_KEYS = (*_TEXTS, *_NUMBERS, "only", "because", "known_fault")
_NEEDED = ("wording", "card", "expect")


class Problem(Exception):
    """Something in a file that has to be put right."""


class Files(NamedTuple):
    """All cases that are well formed, the wordings that ``open.yml`` names with their reasons, and what is wrong elsewhere."""

    cases: tuple[Case, ...]
    open: dict[str, str]
    problems: tuple[str, ...]


class _Loader(yaml.SafeLoader):
    """Safe YAML in which a key that stands twice is an error instead of the loss of the first value."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise Problem(f"line {node.start_mark.line + 1}: the key {twice!r} stands twice")
        return super().construct_mapping(node, deep=deep)


def load(folder: Path = FOLDER) -> Files:
    """Every file of the folder."""
    cases: list[Case] = []
    left: dict[str, str] = {}
    problems: list[str] = []
    numbers: dict[str, int] = {}
    for file in sorted(folder.iterdir()):
        if file.suffix in (".yaml", ".YML", ".YAML"):
            problems.append(f"{file.name}: cases are read from *.yml alone; give the file that ending")
        elif file.suffix == ".yml":
            for raw, line in _entries(file, problems):
                try:
                    if file.name == OPEN:
                        wording, reason = _left_open(raw)
                        left[wording] = reason
                    else:
                        cases.append(_case(raw, f"{file.name}, line {line}", numbers))
                except Problem as error:
                    problems.append(f"{file.name}, line {line}{_of(raw)}: {error}")
    return Files(tuple(cases), left, tuple(problems))


def _of(raw: object) -> str:
    return f" ({raw['wording']})" if isinstance(raw, dict) and isinstance(raw.get("wording"), str) else ""


def _entries(file: Path, problems: list[str]) -> Iterator[tuple[Any, int]]:
    """The entries of a file with the lines on which they begin."""
    try:
        loader = _Loader(file.read_text(encoding="utf-8"))
        node = loader.get_single_node()
        if not isinstance(node, yaml.SequenceNode):
            raise Problem('a file holds a list: each entry begins with "- " at the start of a line')
        found = [(loader.construct_object(entry, deep=True), entry.start_mark.line + 1) for entry in node.value]
    except Problem as error:
        problems.append(f"{file.name}: {error}")
    except UnicodeDecodeError:
        problems.append(f"{file.name}: the file is not saved as UTF-8")
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = "" if mark is None else f", line {mark.line + 1}"
        problems.append(f"{file.name}{at}: this is not YAML ({getattr(error, 'problem', None) or error}); check the spaces in front and quote texts")
    else:
        yield from found


def _left_open(raw: object) -> tuple[str, str]:
    if not isinstance(raw, dict) or raw.keys() != {"wording", "reason"} or not all(isinstance(value, str) for value in raw.values()):
        raise Problem("an entry here has the keys wording and reason, both texts, and no other")
    _known("wording", raw["wording"])
    return raw["wording"], raw["reason"]


def _known(key: str, value: str, among: Collection[str] = ()) -> None:
    """Holds a value against the closed list of its key."""
    if key == "wording":
        if not WORDING.fullmatch(value):
            raise Problem(f"the wording {value!r} is not known; it looks like W-04 or W-18b")
    elif value not in among:
        near = difflib.get_close_matches(value, among, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are: {', '.join(among)}"
        raise Problem(f"the {key} {value!r} is not known; {hint}")


def _case(raw: object, where: str, numbers: dict[str, int]) -> Case:
    if not isinstance(raw, dict):
        raise Problem("a case is a block of lines such as `wording: W-04`")
    for key in raw:
        _known("key", str(key), _KEYS)
    for key in _NEEDED:
        if key not in raw:
            raise Problem(f"the line `{key}:` is missing")
    for key in _TEXTS:
        if key in raw and (not isinstance(raw[key], str) or not raw[key].strip()):
            raise Problem(f"`{key}:` needs words behind it (put them in quotes, or on the lines below `{key}: |-`)")
    for key, least in _NUMBERS.items():
        if key in raw and (type(raw[key]) is not int or raw[key] < least):
            raise Problem(f"`{key}:` needs a number from {least} on")
    if "text" not in raw and "text_ja" not in raw:
        raise Problem("a case needs `text:` or `text_ja:`")
    _known("wording", raw["wording"])
    _known("card shape", raw["card"], SHAPES)
    _known("part", raw.get("part", "main"), PARTS)
    _known("ruleset", raw.get("ruleset", "tcg"), RULESETS)
    if "only" in raw:
        _known("run", str(raw["only"]), RUNS)
    try:
        parse_expected(raw["expect"])
    except ValueError as error:
        raise Problem(str(error)) from None
    for key in ("text", "text_ja"):
        if key in raw and raw["card"] in WITH_MATERIALS and raw.get("part", "main") == "main" and "\n" not in raw[key].strip():
            raise Problem(f"the first line of a {raw['card']} is its materials; `{key}:` has one line alone")
    count = numbers[raw["wording"]] = numbers.get(raw["wording"], 0) + 1
    if "only" in raw and any(key not in raw for key in (RUNS[:2] if raw["only"] == "both" else (raw["only"],))):
        raise Problem(f"`only: {raw['only']}` needs a text that the case does not have")
    given = raw | {"part": PARTS[raw.get("part", "main")], "because": _because(raw.get("because", []))}
    case = Case(where, f"{raw['wording']}.{count}", **given | {"known_fault": ()})
    return case._replace(known_fault=_known_fault(raw["known_fault"], case)) if "known_fault" in raw else case


def _because(raw: object) -> tuple[str, ...]:
    codes = [raw] if isinstance(raw, str) else raw
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise Problem("`because:` needs the code of a rule such as STAT-02, or a list [STAT-01, STAT-02]")
    for code in codes:
        _known("rule", code, by_code())
    return tuple(codes)


def _known_fault(raw: object, case: Case) -> tuple[tuple[Run, str], ...]:
    """The reason for each run that goes wrong: one for all of them, or one for each that is named."""
    found = raw if isinstance(raw, dict) else dict.fromkeys(case.runs, raw)
    for run, why in found.items():
        if run not in RUNS or not isinstance(why, str) or not why.strip():
            raise Problem(f"`known_fault:` needs a reason, or a block with a reason for some of {', '.join(RUNS)}")
        if run not in case.runs:
            raise Problem(f"`known_fault:` speaks of {run}, but the case has no such text")
    return tuple(cast(dict[Run, str], found).items())
