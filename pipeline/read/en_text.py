"""English text made fit for matching: one code point for one code point, quoted names masked, sentences found.

Nothing here changes a length, so a position in the folded text is a position in the raw text.
"""

import re

import msgspec

# Typographic variants that sources mix; every target is one code point.
_FOLD = {
    "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00a0": " ", "\u3000": " ",
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\uff1a": ":", "\uff1b": ";", "\u2022": "●",
    "\u2028": "\n", "\u0085": "\n", "\u200f": " ", "\u200e": " ",
}  # fmt: skip
_BEYOND = re.compile(r"[^\x00-\x7f]")
# A quoted name opens after a space or bracket and holds no line break; longer than 120 it is no name but a stray quote.
_QUOTED = re.compile(r'(?<!\w)"(?! )(?:[^"\n]{1,80} "[^"\n]{1,60}""|[^"\n]{0,120}[^"\n ]")')
# The same where no name ends inside another one, as nearly always: nothing to try twice.
_QUOTED_ONCE = re.compile(r'"(?<!\w")(?! )[^"\n]{1,121}+"(?<! ")')
# A masked name of every length that these allow.
_MASKS = tuple('"' + "_" * (length - 2) + '"' for length in range(160))
# Brackets without others in them are one token, whatever stands in them.
# Every alternative opens with its own letter, which lets the search skip to those.
_TOKEN = re.compile("|".join(rf'\{mark}"?(?=\s|\)|$)' for mark in ".!?") + r"|\([^()\n●]*+\)?|\)|\n|●")


# Beyond this an effect is not looked through as a whole, only sentence by sentence (the longest real one has 660 characters): what is
# looked for may take time that grows with the square of the length.
MOST_OF_EFFECT = 4000
# No text has so much space before a bracket.
_MOST_SPACE = 100


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A stretch of one part: a sentence with its full stop, without the space around it."""

    start: int
    end: int
    bullet: bool  # opens with a bullet mark or follows one on the same line
    opens_bullet: bool
    line: int  # number of the line it stands in


class Folded(msgspec.Struct, frozen=True, gc=False):
    """A raw text and its two shadows of the same length."""

    raw: str
    masked: str  # folded, contents of quotes replaced by underscores
    low: str  # the same in lower case


def _mask(match: re.Match[str]) -> str:
    return _MASKS[match.end() - match.start()]


def fold(raw: str) -> Folded:
    """The folded and masked shadows of a text; each has exactly its length."""
    masked = raw.replace("\t", " ").replace("\r", "\n")
    # Most texts are plain ASCII; of the rest, each holds few marks of its own, and replacing those is faster than looking up all.
    plain = raw.isascii()
    if not plain:
        for mark in set(_BEYOND.findall(masked)):
            masked = masked.replace(mark, _FOLD.get(mark, mark))
    if '"' in masked:
        masked = (_QUOTED if '""' in masked else _QUOTED_ONCE).sub(_mask, masked)
    # Bytes, unlike text, have no capitals beyond ASCII, and so keep the length.
    low = masked.lower() if plain else masked.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    return Folded(raw, masked, low)


def _ends(masked: str, at: int, end: int) -> bool:
    """Whether a stop (from `at` to `end`, with the quote behind it) ends a sentence."""
    rest = masked[end : end + 3].lstrip()
    if rest and rest[0].islower():
        return False
    if not at or end > at + 1:
        return True
    # "E.C. Counter": a single capital before the stop is an initial.
    # "? ATK": an unknown value.
    mark, before = masked[at], masked[at - 1]
    return not ((mark == "." and at > 1 and before.isupper() and masked[at - 2] in ". ") or (mark == "?" and before in " /"))


def sentences(text: Folded) -> list[Sentence]:
    """The sentences of a text in order. Brackets hold their sentences together; a line break or a bullet always ends one."""
    masked = text.masked
    found: list[Sentence] = []
    start, depth, line = 0, 0, 0
    bullet = opens = False
    opened_at = -1
    for token in _TOKEN.finditer(masked):
        at, stop = token.span()
        mark = masked[at]
        if mark in ".!?":
            if depth or not _ends(masked, at, stop):
                continue
        elif mark in "()":
            if mark == "(":
                if not depth:
                    opened_at = at
                depth += 1
                if masked[stop - 1] != ")":
                    continue
            depth = max(0, depth - 1)
            # A bracket that is a sentence of its own: it opened where a sentence would begin and ends with a full stop.
            if depth or stop < 2 or masked[stop - 2] not in '.!"' or not 0 <= opened_at - start <= _MOST_SPACE or masked[start:opened_at].strip():
                continue
        else:
            depth = 0
            stop = at
        body = masked[start:stop].lstrip()
        if body:
            begin = stop - len(body)
            found.append(Sentence(begin, begin + len(body.rstrip()), bullet, opens, line))
            opens = False
        start = stop
        if mark == "\n":
            start += 1
            line += 1
            bullet = opens = False
        elif mark == "●":
            bullet = opens = True
    body = masked[start:].lstrip()
    if body:
        begin = len(masked) - len(body)
        found.append(Sentence(begin, begin + len(body.rstrip()), bullet, opens, line))
    return found
