r"""Tables as CSV: UTF-8, RFC 4180 (CRLF), ``true``/``false``; an empty cell is null or an empty list, ``""`` an empty text.

Every cell of text is made safe to open in a spreadsheet, and can be read back:

- Control characters (NUL, escape, ... but not tab and line breaks) are removed. Only Parquet and SQLite keep them.
- A list is joined with ``|``; a ``|`` or ``\`` inside a member is written ``\|`` or ``\\``.
- A text that a spreadsheet would run as a formula - its first character, apostrophes and blanks aside, is one of
  ``= + - @`` or a full-width form of them, or it starts with a tab or line break - gets an apostrophe in front. So does
  one that starts so behind apostrophes: whoever takes one apostrophe off every cell of that shape has the original back.

Numbers are written as they are, negative ones too.
"""

from typing import BinaryIO

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.publish.arrays import with_members
from pipeline.publish.schema import TEXT

_BATCH = 4096
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x{80}-\x{9f}]"
_FORMULA = r"\A([\s\pZ\p{Cf}']*[=+\-@＝＋－＠]|'*[\t\r\n])"
_NEEDS_QUOTES = r'[",\r\n]'
_EMPTY = r"\A\z"


def write_csv(table: pa.Table, sink: BinaryIO) -> None:
    """The whole table as CSV into an open file. Lists must hold numbers or texts.

    The lines are joined here and not by `pyarrow.csv`, whose lines end in LF and whose texts all stand in quotes.
    """
    sink.write((",".join(table.column_names) + "\r\n").encode())
    for batch in table.to_batches(max_chunksize=_BATCH):
        lines = pc.binary_join_element_wise(*map(_cells, batch.columns), ",")
        everything = pc.binary_join(pa.ListArray.from_arrays(pa.array([0, len(lines)], pa.int32()), lines), "\r\n")
        sink.write(everything[0].as_buffer())
        sink.write(b"\r\n")


def _cells(column: pa.Array) -> pa.Array:
    """A column as the texts of its cells, quotes included."""
    if pa.types.is_list(column.type):
        column, pattern = joined(column), _NEEDS_QUOTES
    elif pa.types.is_string(column.type):
        # Only an empty text needs to be told from null; lists are never null.
        pattern = f"{_NEEDS_QUOTES}|{_EMPTY}"
    else:
        return pc.fill_null(column.cast(TEXT), "")
    # Most columns repeat a few texts, so each distinct one is looked at once.
    encoded = column.dictionary_encode()
    return pc.fill_null(_quoted(_safe(encoded.dictionary), pattern).take(encoded.indices), "")


def _safe(words: pa.Array) -> pa.Array:
    if pc.any(pc.match_substring_regex(words, _CONTROL)).as_py():
        words = pc.replace_substring_regex(words, _CONTROL, "")
    if pc.any(pc.match_substring_regex(words, _FORMULA)).as_py():
        words = pc.replace_substring_regex(words, _FORMULA, r"'\1", max_replacements=1)
    return words


def _quoted(words: pa.Array, pattern: str) -> pa.Array:
    needs = pc.match_substring_regex(words, pattern)
    if not pc.any(needs).as_py():
        return words
    quoted = pc.binary_join_element_wise('"', pc.replace_substring(words, '"', '""'), '"', "")
    return pc.if_else(needs, quoted, words)


def joined(column: pa.ListArray) -> pa.Array:
    """A list column as one text a cell."""
    members = column.flatten()
    if pa.types.is_string(members.type):
        members = pc.replace_substring(pc.replace_substring(members, "\\", "\\\\"), "|", "\\|")
    else:
        members = members.cast(TEXT)
    return pc.binary_join(with_members(column, members), "|")
