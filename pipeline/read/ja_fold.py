"""Japanese card text made easy to match: one width for letters and digits, no ruby, names and notes emptied.

The working text is what the other modules read; `Folded.raw` leads every place in it back to a code point of the text as the
source gives it, so that spans always speak of the raw text. Circled numbers stay: they are what official supplements cite.
"""

import re
from bisect import bisect_right

import msgspec

from pipeline.records import Span

# Full-width ASCII to ASCII, one code point for one. Angle brackets stay wide: folded, they would turn into markup.
_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) not in "＜＞"} | dict(
    zip("　｢｣､｡･〜−﹙﹚\r\t", "\u0020「」、。・~-()\n\u0020", strict=True)
)
# Characters that nobody sees: soft hyphen, zero width, direction, byte order.
_UNSEEN = "\ufeff\u00ad" + "".join(chr(code) for a, b in ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069)) for code in range(a, b + 1))
# What leaves the working text: names between their quotes, notes, ruby, unseen characters. Each alternative stops at its own opening
# mark, so unbalanced ones cost no second look; all begin with a plain literal, which lets the search skip to those.
_DROPPED = re.compile(
    r"「[^「」]*+」|『[^『』]*+』|\((?:[^()]|\([^()]*+\))*+\)|<ruby>|<rb>|<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</ruby>|</rb>|" + "|".join(_UNSEEN)
)
_OPENING = ("<ruby>", "<rb>")
_MARKUP = re.compile(r"<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</?(?:ruby|rb)>")
# Characters without which a text is its own working text; and those of them that only change their width.
_TELLING = re.compile(f"[{''.join(map(re.escape, _WIDTH))}「『(<{_UNSEEN}]")
_ONLY_WIDE = frozenset(_WIDTH) - set("｢（﹙")


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
    # Places in the working text where something was dropped, ascending, and both its ends; empty where nothing was dropped.
    places: tuple[int, ...] = ()
    before: tuple[int, ...] = ()  # raw place that counts as the boundary there
    after: tuple[int, ...] = ()  # raw place of the working text's next character

    def raw(self, place: int) -> int:
        """The raw place of a boundary of the working text (0 to its length): dropped marks belong to what they follow."""
        if not self.places:
            return place
        k = bisect_right(self.places, place) - 1
        at = self.places[k]
        return self.before[k] if at == place else self.after[k] + place - at

    def span(self, start: int, end: int) -> Span:
        """The raw span of a span of the working text."""
        return (self.raw(start), self.raw(end)) if self.places else (start, end)


def fold(raw: str) -> Folded:
    """The working text of a raw Japanese text. Linear in its length; every text is accepted."""
    telling = set(_TELLING.findall(raw))
    wide = raw
    # Few of them stand in any one text: replacing each is cheaper than looking up every character.
    for character in telling:
        if (narrow := _WIDTH.get(character)) is not None:
            wide = wide.replace(character, narrow)
    if telling <= _ONLY_WIDE:
        return Folded(wide, len(raw))
    pieces: list[str] = []
    notes: list[Note] = []
    places, before, after = [0], [0], [0]
    done = size = 0
    for found in _DROPPED.finditer(wide):
        start, end = found.span()
        mark = wide[start]
        if mark in "「『":
            start, end = start + 1, end - 1
            if start == end:
                continue
        pieces.append(wide[done:start])
        size += start - done
        done = end
        if mark == "(":
            notes.append(Note(size, (start, end), _MARKUP.sub("", wide[start + 1 : end - 1])))
        # Opening markup goes with what follows, all else with what came before, the beginning of the text aside.
        opens = mark == "<" and found[0] in _OPENING
        if places[-1] != size:
            places.append(size)
            before.append(start if opens else end)
            after.append(end)
        else:
            if size and not opens:
                before[-1] = end
            after[-1] = end
    pieces.append(wide[done:])
    text = "".join(pieces)
    if places[-1] != len(text):
        places.append(len(text))
        before.append(len(raw))
        after.append(len(raw))
    elif text:
        before[-1] = len(raw)
    return Folded(text, len(raw), tuple(notes), tuple(places), tuple(before), tuple(after))
