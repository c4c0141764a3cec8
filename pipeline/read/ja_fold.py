"""Japanese card text made easy to match: one width for letters and digits, no ruby, names and notes emptied.

The working text is what the other modules read; `Folded.raw` leads every place in it back to a code point of the text as the
source gives it, so that spans always speak of the raw text. Circled numbers stay: they are what official supplements cite.
"""

import re
from bisect import bisect_right

import msgspec

from pipeline.records import Span

# Full-width ASCII to ASCII, one code point for one. Angle brackets stay wide: folded, they would turn into markup.
_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F) if chr(code) not in "＜＞"} | {
    ord(wide): narrow
    for wide, narrow in zip("　｢｣､｡･〜−﹙﹚\r\t", "\u0020「」、。・~-()\n\u0020", strict=True)
}  # fmt: skip
# What leaves the working text. Each alternative stops at its own opening mark, so unbalanced ones cost no second look.
_DROPPED = re.compile(
    r"(?P<name>「[^「」]*+」|『[^『』]*+』)"
    r"|(?P<note>\((?:[^()]|\([^()]*+\))*+\))"
    r"|(?P<open><(?:ruby|rb)>)"
    r"|<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</(?:ruby|rb)>"
    r"|[\ufeff\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]++"
)
_MARKUP = re.compile(r"<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</?(?:ruby|rb)>")
# Characters without which nothing has to be dropped.
_TRIGGERS = re.compile(r"[「『(<\ufeff\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]")


class Note(msgspec.Struct, frozen=True, gc=False):
    """A bracketed remark: where it stood in the working text, its raw span, its (folded) words."""

    at: int
    span: Span
    text: str


class Folded(msgspec.Struct, frozen=True, gc=False):
    """A working text with the way back to the raw one.

    ``text`` holds quoted names as an empty pair of brackets and no bracketed notes; ``notes`` holds the latter in order.
    """

    text: str
    length: int  # code points of the raw text
    notes: tuple[Note, ...] = ()
    places: tuple[int, ...] = ()  # places in the working text where something was dropped, ascending
    before: tuple[int, ...] = ()  # raw place that counts as the boundary there
    after: tuple[int, ...] = ()  # raw place of the working text's next character

    def raw(self, place: int) -> int:
        """The raw place of a boundary of the working text (0 to its length): dropped marks belong to what they follow."""
        if place <= 0:
            return 0
        if place >= len(self.text):
            return self.length
        if not self.places:
            return place
        k = bisect_right(self.places, place) - 1
        if k < 0:
            return place
        if self.places[k] == place:
            return self.before[k]
        return self.after[k] + place - self.places[k]

    def span(self, start: int, end: int) -> Span:
        """The raw span of a span of the working text."""
        return self.raw(start), self.raw(end)


def fold(raw: str) -> Folded:
    """The working text of a raw Japanese text. Linear in its length; every text is accepted."""
    wide = raw.translate(_WIDTH)
    if not _TRIGGERS.search(wide):
        return Folded(wide, len(raw))
    pieces: list[str] = []
    notes: list[Note] = []
    places: list[int] = []
    before: list[int] = []
    after: list[int] = []
    done = size = 0
    for found in _DROPPED.finditer(wide):
        start, end = found.span()
        kind = found.lastgroup
        if kind == "name":
            start, end = start + 1, end - 1
            if start == end:
                continue
        pieces.append(wide[done:start])
        size += start - done
        done = end
        if kind == "note":
            notes.append(Note(size, (start, end), _MARKUP.sub("", wide[start + 1 : end - 1])))
        if places and places[-1] == size:
            # Several things dropped at one place: opening markup goes with what follows, all else with what came before.
            if kind != "open":
                before[-1] = end
            after[-1] = end
        else:
            places.append(size)
            before.append(start if kind == "open" else end)
            after.append(end)
    pieces.append(wide[done:])
    return Folded("".join(pieces), len(raw), tuple(notes), tuple(places), tuple(before), tuple(after))
