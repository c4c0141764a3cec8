"""A note of the official supplement in clauses: sentences and bracketed remarks, quotations masked but kept at hand.

Masked text has the length of the line, so every place in a clause is a place in the line: a quotation 『 』 is a run of ``○``, a
name 「 」 a run of ``□``.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

QUOTE, NAME = "○", "□"
_BRACKETS = re.compile("[『』「」]|<<|>>")
_OPENING = {"』": "『", "」": "「", ">>": "<<"}
_FILLER = {"『": QUOTE, "「": NAME, "<<": NAME}
# A remark that explains the word before it belongs to the sentence: "when destroyed by battle (= at the end of the Damage Step)".
_EQUATION = re.compile(r"[（(]([＝=][^（）()。]{1,40})[）)]")
_ENDS = re.compile(r"[。（）()]|(?<=ますが、)|(?<=せんが、)")


class Clause(NamedTuple):
    """``text``: masked, ``raw``: the same words unmasked; ``start``: where they begin in the line; ``quotes``: what 『 』 quotes, in order."""

    text: str
    raw: str
    start: int
    quotes: tuple[str, ...]


def masked(line: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The line with quotations and names masked, and the spans of the quotations (marks included). A mark without its partner stays."""
    stack: list[tuple[str, int]] = []
    pairs: list[tuple[int, int, str]] = []
    for found in _BRACKETS.finditer(line):
        mark = found[0]
        opening = _OPENING.get(mark)
        if opening is None:
            stack.append((mark, found.start()))
            continue
        # Names that a torn quotation leaves open inside another one end with it.
        depth = next((n for n in range(len(stack) - 1, max(-1, len(stack) - 9), -1) if stack[n][0] == opening), None)
        if depth is not None:
            pairs.append((stack[depth][1], found.end(), opening))
            del stack[depth:]
    pieces: list[str] = []
    quotes: list[tuple[int, int]] = []
    done = 0
    for start, end, opening in sorted(pairs):
        if start < done:
            continue
        pieces += (line[done:start], _FILLER[opening] * (end - start))
        if opening == "『":
            quotes.append((start, end))
        done = end
    pieces.append(line[done:])
    return "".join(pieces), tuple(quotes)


def clauses(line: str) -> Iterator[Clause]:
    """The clauses of a line in order, empty ones left out."""
    text, quotes = masked(line)
    text = _EQUATION.sub(r"＝\1＝", text)
    start = 0
    for found in [*_ENDS.finditer(text), None]:
        end = len(text) if found is None else found.start()
        piece = text[start:end]
        if piece.strip():
            inside = tuple(line[a + 1 : b - 1] for a, b in quotes if start <= a and b <= end)
            yield Clause(piece, line[start:end], start, inside)
        if found is not None:
            start = found.end()
