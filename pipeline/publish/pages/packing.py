"""Tables of records packed for a page: column by column, as JSON, deflated and in letters that any page can hold.

A browser unpacks them with its own `DecompressionStream`; nothing in them is ever markup.
"""

import base64
import zlib
from collections.abc import Mapping, Sequence

import msgspec

_LEVEL, _MEMORY = 9, 9


def packed(data: object) -> str:
    """Data of JSON's types, deflated (raw, RFC 1951) and in base64."""
    squeeze = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS, _MEMORY)
    raw = msgspec.json.encode(data)
    return base64.b64encode(squeeze.compress(raw) + squeeze.flush()).decode("ascii")


def unpacked(letters: str) -> object:
    """What was packed; `ValueError`, `zlib.error` where the letters are none of ours."""
    return msgspec.json.decode(zlib.decompress(base64.b64decode(letters, validate=True), -zlib.MAX_WBITS))


def columns(records: Sequence[msgspec.Struct], fields: Sequence[str]) -> dict[str, list[object]]:
    """Records of one type column by column, which packs twice as well as row by row."""
    return {field: [getattr(one, field) for one in records] for field in fields}


class Codes:
    """Numbers the values of a column in the order of a given list, then of appearance."""

    def __init__(self, known: Sequence[str] = ()) -> None:
        self.values = list(known)
        self._numbers: dict[str, int] = {value: number for number, value in enumerate(known)}

    def of(self, value: str) -> int:
        """The number of a value."""
        number = self._numbers.setdefault(value, len(self._numbers))
        if number == len(self.values):
            self.values.append(value)
        return number


def labels(words: Mapping[str, str], keys: Sequence[str]) -> dict[str, str]:
    """What to call each of the keys."""
    return {key: words.get(key, key.replace("_", " ")) for key in keys}
