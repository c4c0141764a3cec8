"""Lists of Python values to Arrow arrays: the few shapes that the tables need."""

import re
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pipeline.errors import InputError

T = TypeVar("T", bound=Hashable)
_SURROGATES = re.compile("[\ud800-\udfff]")


def array(values: Sequence[Any], kind: pa.DataType | None = None) -> pa.Array:
    """The values as an array of one type (text where none is named); `InputError` on a number beyond the type.

    Lone surrogates, which no file format takes, become U+FFFD: one code point for one, so that spans still hold.
    """
    try:
        return pa.array(values, kind or pa.string())
    except UnicodeEncodeError:
        return array([_scrubbed(v) for v in values], kind)
    except (OverflowError, pa.ArrowInvalid) as error:
        raise InputError(f"a value of the source does not fit its column: {' '.join(str(error).split())[:120]}") from error


def encoded(text: str) -> bytes:
    """The text in UTF-8 as the tables hold it."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _SURROGATES.sub("\ufffd", text).encode()


def _scrubbed(value: object) -> object:
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    return tuple(map(_scrubbed, value)) if isinstance(value, tuple) else value


def spread(values: Sequence[T], kind: pa.DataType, convert: Callable[[T], object] = lambda v: v) -> pa.Array:
    """An array of few distinct, costly values (lists): each is converted once, then spread over the rows."""
    codes = {value: code for code, value in enumerate(dict.fromkeys(values))}
    index = np.fromiter(map(codes.__getitem__, values), np.int32, len(values))
    return array([convert(value) for value in codes], kind).take(pa.array(index))


def flags(values: npt.NDArray[np.bool_], unknown: npt.NDArray[np.bool_]) -> pa.Array:
    """Booleans, null where ``unknown``."""
    return pa.array(values, mask=unknown)


def lists(counts: Sequence[int], members: pa.Array, kind: pa.DataType) -> pa.Array:
    """Cut a flat array into lists of these lengths."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    return pa.ListArray.from_arrays(pa.array(offsets), members, type=kind)


def with_members(column: pa.ListArray, members: pa.Array) -> pa.Array:
    """The list column with other members, one for each of ``column.flatten()``; a slice of a longer column is fine."""
    return pa.ListArray.from_arrays(pc.subtract(column.offsets, column.offsets[0]), members)


def struct(kind: pa.StructType, fields: dict[str, Sequence[object]]) -> pa.Array:
    """A struct array, one column of values a field."""
    return pa.StructArray.from_arrays([array(fields[f.name], f.type) for f in kind], fields=list(kind))
