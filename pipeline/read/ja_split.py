"""Japanese card text cut into sections: the lines before the first number, then one section a circled number.

Works on the folded text (`ja_fold`), where quoted names are empty and bracketed notes are gone, so that a stop or a bullet
is always one.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from pipeline.read.ja_lines import Line, read_line

# A line break inside a clause (behind a comma) is only typesetting.
_SENTENCE = re.compile(r"[^。\n]+(?:(?<=、)\n[^。\n]+)*。?")
_SPACE = " \n　"
# A sentence longer than this is no card text and is not read.
LONGEST = 1200

# Beyond this an effect is only read sentence by sentence (the longest real one has 1279 characters): what is looked for in the whole
# may take time that grows with the square of its length.
_MOST_OF_EFFECT = 4000


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A sentence with its stop, without the space around it, and what it is by itself."""

    start: int
    end: int
    text: str
    line: Line


def joined(sentences: Sequence[Sentence]) -> str:
    """The words of an effect, as far as it is looked through as a whole."""
    return sentences[0].text if len(sentences) == 1 else "".join([s.text for s in sentences])[:_MOST_OF_EFFECT]


class Bullet(msgspec.Struct, frozen=True, gc=False):
    """A list item: where its mark stands, and its sentences (the mark left out)."""

    start: int
    end: int
    sentences: tuple[Sentence, ...]


class Section(msgspec.Struct, frozen=True, gc=False):
    """What stands under one circled number (`number` null: before the first). Bullets hang on the sentence before them."""

    number: int | None
    start: int
    end: int
    body: int  # where the words behind the number begin
    sentences: tuple[Sentence, ...]
    bullets: tuple[tuple[int, tuple[Bullet, ...]], ...]  # (index of the sentence they follow, -1 for none; the bullets)


def _sentence(text: str, start: int, end: int) -> Sentence | None:
    """The sentence in a stretch, if any."""
    whole = text[start:end]
    words = whole.strip(_SPACE)
    size = len(words)
    if not 0 < size <= LONGEST:
        return None
    if size < end - start:
        start += len(whole) - len(whole.lstrip(_SPACE))
    return Sentence(start, start + size, words, read_line(words))


def _sentences(text: str, start: int, end: int) -> tuple[Sentence, ...]:
    if text.find("\n", start, end) >= 0:
        matches = _SENTENCE.finditer(text, start, end)
        return tuple([found for match in matches if (found := _sentence(text, *match.span())) is not None])
    # Without line breaks, all there is to find is the next stop; one behind another ends nothing.
    sentences: list[Sentence] = []
    while start < end:
        stop = text.find("。", start, end) + 1 or end
        words = text[start:stop]
        if words[0] in _SPACE or words[-1] in _SPACE or stop - start > LONGEST:
            if (found := _sentence(text, start, stop)) is not None:
                sentences.append(found)
        elif words != "。":
            sentences.append(Sentence(start, stop, words, read_line(words)))
        start = stop
    return tuple(sentences)


def _section(text: str, number: int | None, start: int, body: int, end: int) -> Section:
    if text.find("●", body, end) < 0:
        return Section(number, start, end, body, _sentences(text, body, end), ())
    sentences: list[Sentence] = []
    bullets: list[tuple[int, tuple[Bullet, ...]]] = []
    group: list[Bullet] = []
    at = body
    while at < end:
        mark = text.find("●", at, end)
        stop = mark if mark >= 0 else end
        plain = _sentences(text, at, stop)
        if plain:
            if group:
                bullets.append((len(sentences) - 1, tuple(group)))
                group = []
            sentences += plain
        if mark < 0:
            break
        following = text.find("●", mark + 1, end)
        close = following if following >= 0 else end
        # A bullet ends with its line where the next line is no bullet.
        line = text.find("\n", mark, close)
        if line >= 0 and text[line:close].strip(_SPACE):
            close = line
        group.append(Bullet(mark, close, _sentences(text, mark + 1, close)))
        at = close
    if group:
        bullets.append((len(sentences) - 1, tuple(group)))
    return Section(number, start, end, body, tuple(sentences), tuple(bullets))


def sections(text: str) -> list[Section]:
    """The sections of a working text in order; together they cover it."""
    marks: list[int] = []
    at = text.find(":", 1)
    while at >= 0:
        if "①" <= text[at - 1] <= "⑳":
            marks.append(at - 1)
        at = text.find(":", at + 1)
    found = [_section(text, None, 0, 0, marks[0] if marks else len(text))]
    for start, end in pairwise([*marks, len(text)]):
        found.append(_section(text, ord(text[start]) - 0x245F, start, start + 2, end))
    return found
