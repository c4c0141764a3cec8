"""Two texts of one card beside each other: are they the same, and if not, of what kind is the difference."""

import re
import unicodedata
from typing import Literal

TextCause = Literal["typography", "pendulum halves", "small change", "another text"]
_MARKUP = re.compile(r"<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</?[A-Za-z][^<>]{0,60}>|\[\[|\]\]|'{2,5}")
_HALVES = re.compile(r"\[ ?(?:Pendulum Effect|Monster Effect|Flavor Text) ?\]|-{10,}")
_ALIKE = 0.85  # share of their words that two texts need in common to be one with a small change


def plain_text(text: str) -> str:
    """Letters and digits of a text, whatever its case, width, markup, punctuation and line breaks."""
    return "".join(c for c in unicodedata.normalize("NFKC", _MARKUP.sub("", text)).casefold() if c.isalnum())


def cause_of(one: str, other: str, one_pendulum: str | None = None, other_pendulum: str | None = None) -> TextCause | None:
    """Why two texts differ; null where they are the same, character by character. Of pendulum cards, the other half helps to tell."""
    if one == other:
        return None
    a, b = plain_text(one), plain_text(other)
    if a == b:
        return "typography"
    for half, whole, pendulum in ((a, other, one_pendulum), (b, one, other_pendulum)):
        if pendulum and plain_text(_HALVES.sub("", whole)) in (plain_text(pendulum) + half, half + plain_text(pendulum)):
            return "pendulum halves"
    return "small change" if _share(one, other) >= _ALIKE else "another text"


def _share(one: str, other: str) -> float:
    a, b = _units(one), _units(other)
    return len(a & b) / max(1, min(len(a), len(b)), (len(a) + len(b)) // 2)


def _units(text: str) -> set[str]:
    """Words, or pairs of characters where there are no blanks."""
    folded = unicodedata.normalize("NFKC", _MARKUP.sub("", text)).casefold()
    if folded.isascii() or folded.count(" ") * 12 > len(folded):
        return set(re.findall(r"[^\W_]+", folded))
    return {folded[n : n + 2] for n in range(len(folded) - 1)}
