"""Files of JSON lines, decoded into a type line by line, so that an error can name its line."""

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import decode, one_line

T = TypeVar("T")


def json_lines(data: bytes | bytearray, kind: type[T], path: Path) -> Iterator[T]:
    """Every line as a `kind`; empty lines are skipped. `InputError` with file and line where one does not fit, or where none is."""
    decoder = msgspec.json.Decoder(kind)
    where = one_line(path)
    start, number, empty = 0, 0, True
    while start < len(data):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        number += 1
        line = data[start:end].strip()
        start = end + 1
        if line:
            empty = False
            yield decode(decoder, line, f"{where}, line {number}")
    if empty:
        raise InputError(f"{where}: no line of JSON in it")
