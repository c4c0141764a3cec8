"""Reads a folder of rulings (``*.yml``) into typed entries, strictly: nothing unknown, doubled, oversized or executable gets in."""

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from pipeline.classify.ruling import Ruling
from pipeline.errors import InputError
from pipeline.resources import data_folder

FOLDER = data_folder("rulings")
_LIMIT = 1 << 20  # bytes of one file
_DEEPEST = 8

# The loader on libyaml is ten times faster, where PyYAML was built with it; both are safe ones.
if TYPE_CHECKING:
    from yaml import SafeLoader as _SafeLoader
else:
    _SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """Safe YAML in which a key that stands twice is an error instead of the loss of the first value."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _ in node.value]
        if not all(isinstance(key, str) for key in keys):
            raise yaml.constructor.ConstructorError(None, None, "a key must be a plain word", node.start_mark)
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(None, None, f"the key {twice!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep=deep)


def read_rulings(folder: Path) -> tuple[Ruling, ...]:
    """All entries of the folder, in the order of their ids. Raises `InputError` naming the file and the entry that is wrong."""
    where: dict[str, str] = {}
    targets: dict[object, str] = {}
    found: list[Ruling] = []
    for file in _files(folder):
        for ruling in _entries(file):
            label = f"{_line(file)}: {ruling.id}"
            if ruling.id in where:
                raise InputError(f"{label}: this id is also in {where[ruling.id]}")
            where[ruling.id] = _line(file)
            target = (ruling.passcode, ruling.effect)
            if target in targets:
                raise InputError(f"{label}: {_line(ruling.card)} has a ruling for this effect already ({targets[target]})")
            targets[target] = ruling.id
            found.append(ruling)
    return tuple(sorted(found, key=lambda ruling: ruling.id))


def _files(folder: Path) -> list[Path]:
    try:
        inside = sorted(folder.iterdir())
    except (OSError, ValueError) as error:
        raise InputError(f"{_line(folder)}: not a folder of rulings that can be read ({_why(error)})") from error
    for path in inside:
        if path.suffix in (".yaml", ".YML", ".YAML"):
            raise InputError(f"{_line(path)}: rulings are read from *.yml alone; give the file that ending")
    return [path for path in inside if path.suffix == ".yml"]


def _entries(file: Path) -> list[Ruling]:
    where = _line(file)
    found = _parsed(_content(file), where)
    if not isinstance(found, list):
        raise InputError(f"{where}: a file of rulings is a list of entries")
    entries = []
    for number, raw in enumerate(found, 1):
        name = raw.get("id") if isinstance(raw, dict) else None
        try:
            entries.append(msgspec.convert(raw, Ruling))
        except msgspec.ValidationError as error:
            raise InputError(f"{where}: {_line(name) if isinstance(name, str) else f'entry {number}'}: {_line(error)}") from error
    return entries


def _content(file: Path) -> bytes:
    where = _line(file)
    try:
        if not file.is_file():
            raise InputError(f"{where}: not a regular file")
        with file.open("rb") as stream:
            content = stream.read(_LIMIT + 1)
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({_why(error)})") from error
    if len(content) > _LIMIT:
        raise InputError(f"{where}: more than {_LIMIT:,} bytes, which no file of rulings has")
    return content


def _parsed(content: bytes, where: str) -> object:
    try:
        _check_shape(content, where)
        return yaml.load(content, _Loader)  # a safe loader, see above
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, OverflowError) as error:  # PyYAML lets scalars that it misreads fail so
        raise InputError(f"{where}: not valid YAML in UTF-8 ({_line(error)})") from error


def _check_shape(content: bytes, where: str) -> None:
    """Refuse what makes small YAML large or deep. Some builds of libyaml crash on deep nesting where it is composed, not here."""
    depth = 0
    for event in yaml.parse(content, _SafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > _DEEPEST:
                raise InputError(f"{where}: YAML nested too deeply")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise InputError(f"{where}: YAML aliases are not allowed (*{_line(event.anchor)})")


def _why(error: Exception) -> str:
    return _line(error.strerror if isinstance(error, OSError) and error.strerror else error)


def _line(text: object, limit: int = 200) -> str:
    """Foreign text for a message: on one line, without control characters, cut to the limit."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(str(text).split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"
