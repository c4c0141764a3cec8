r"""Tables as CSV: UTF-8, RFC 4180 (CRLF), ``true``/``false``, null = an empty cell, an empty text = ``""``.

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
from pyarrow import csv

from pipeline.publish.schema import TEXT

_BATCH = 4096
_CONTROL = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x{80}-\x{9f}]"
_FORMULA = r"\A([\s\pZ\p{Cf}']*[=+\-@＝＋－＠]|'*[\t\r\n])"


def write_csv(table: pa.Table, sink: BinaryIO) -> None:
    """The whole table as CSV into an open file. Lists must hold numbers or texts."""
    arrays = [_cell(table.column(i).combine_chunks()) for i in range(table.num_columns)]
    options = csv.WriteOptions(eol="\r\n", quoting_header="none", batch_size=_BATCH)
    csv.write_csv(pa.Table.from_arrays(arrays, names=table.column_names), sink, options)


def _cell(column: pa.Array) -> pa.Array:
    if pa.types.is_list(column.type):
        return _safe(joined(column))
    return _safe(column) if pa.types.is_string(column.type) else column


def _safe(column: pa.Array) -> pa.Array:
    """Defuse texts. Most columns repeat a few of them, so each distinct one is looked at once."""
    encoded = column.dictionary_encode()
    words = encoded.dictionary
    if pc.any(pc.match_substring_regex(words, _CONTROL)).as_py():
        words = pc.replace_substring_regex(words, _CONTROL, "")
    if pc.any(pc.match_substring_regex(words, _FORMULA)).as_py():
        words = pc.replace_substring_regex(words, _FORMULA, r"'\1", max_replacements=1)
    return words.take(encoded.indices)


def joined(column: pa.Array) -> pa.Array:
    """A list column as one text a cell."""
    members = column.flatten()
    if pa.types.is_string(members.type):
        members = pc.replace_substring(pc.replace_substring(members, "\\", "\\\\"), "|", "\\|")
    else:
        members = members.cast(TEXT)
    return pc.binary_join(pa.ListArray.from_arrays(column.offsets, members), "|")
