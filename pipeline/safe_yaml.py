"""Reads YAML that people wrote, strictly: nothing doubled, oversized, deeply nested or executable gets in."""

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from pipeline.errors import InputError

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
        for key, _ in node.value:
            if key.tag == "tag:yaml.org,2002:bool":  # YAML 1.1 takes the keys "no" and "on" for truth values
                key.tag = "tag:yaml.org,2002:str"
        return super().construct_mapping(node, deep=deep)


def load_yaml(file: Path, limit: int = 1 << 20) -> object:
    """The one document in a file of at most `limit` bytes. Raises `InputError` with one line that names the file."""
    return parse_yaml(_content(file, limit), one_line(file))


def parse_yaml(content: bytes, where: str) -> object:
    """The one document in these bytes. Raises `InputError` with one line that begins with `where`."""
    try:
        _check_shape(content, where)
        return yaml.load(content, _Loader)  # a safe loader, see above
    except (yaml.YAMLError, ValueError, TypeError, AttributeError, OverflowError) as error:  # PyYAML lets scalars that it misreads fail so
        raise InputError(f"{where}: not valid YAML in UTF-8 ({one_line(error)})") from error


def _content(file: Path, limit: int) -> bytes:
    where = one_line(file)
    try:
        if not file.is_file():
            raise InputError(f"{where}: not a regular file")
        with file.open("rb") as stream:
            content = stream.read(limit + 1)
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({cause(error)})") from error
    if len(content) > limit:
        raise InputError(f"{where}: more than {limit:,} bytes, which no file of rulings or scenarios has")
    return content


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
            raise InputError(f"{where}: YAML aliases are not allowed (*{one_line(event.anchor)})")


def cause(error: Exception) -> str:
    """Why something could not be read, on one line."""
    return one_line(error.strerror if isinstance(error, OSError) and error.strerror else error)


def one_line(text: object, limit: int = 200) -> str:
    """Foreign text for a message: on one line, without control characters, cut to the limit."""
    line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(str(text).split()))
    return line if len(line) <= limit else line[: limit - 1] + "…"
