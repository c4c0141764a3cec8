"""Aligned columns for the terminal, whatever foreign text stands in the cells."""

from collections.abc import Collection, Sequence

from pipeline.publish.terminal import plain, width


def aligned(heads: Sequence[str], rows: Sequence[Sequence[object]], numbers: Collection[str] = (), indent: str = "") -> list[str]:
    """Lines of a table under its heads: columns named in `numbers` to the right, the others to the left; null is an empty cell."""
    cells = [list(heads), *([_cell(value) for value in row] for row in rows)]
    widths = [max(width(cell) for cell in column) for column in zip(*cells, strict=True)]
    right = [head in numbers for head in heads]
    return [indent + "  ".join(_pad(*one) for one in zip(row, widths, right, strict=True)).rstrip() for row in cells]


def _cell(value: object) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else plain(str(value))


def _pad(cell: str, room: int, right: bool) -> str:
    blanks = " " * (room - width(cell))
    return blanks + cell if right else cell + blanks
