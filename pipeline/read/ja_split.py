"""Japanese card text cut into sections: the lines before the first number, then one section a circled number.

Works on the folded text (`ja_fold`), where quoted names are empty and bracketed notes are gone, so that a stop or a bullet
is always one.
"""

import re
from typing import NamedTuple

_NUMBER = re.compile(r"[①-⑳]:")
# A line break inside a clause (behind a comma) is only typesetting.
_SENTENCE = re.compile(r"[^。\n]+(?:(?<=、)\n[^。\n]+)*。?")
_SPACE = " \n　"


class Sentence(NamedTuple):
    """A sentence with its stop, without the space around it."""

    start: int
    end: int
    text: str


class Bullet(NamedTuple):
    """A list item: where its mark stands, and its sentences (the mark left out)."""

    start: int
    end: int
    sentences: tuple[Sentence, ...]


class Section(NamedTuple):
    """What stands under one circled number (`number` null: before the first). Bullets hang on the sentence before them."""

    number: int | None
    start: int
    end: int
    body: int  # where the words behind the number begin
    sentences: tuple[Sentence, ...]
    bullets: tuple[tuple[int, tuple[Bullet, ...]], ...]  # (index of the sentence they follow, -1 for none; the bullets)


def _sentences(text: str, start: int, end: int) -> list[Sentence]:
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(text, start, end):
        words = match[0].strip(_SPACE)
        if words:
            at = match.start() + len(match[0]) - len(match[0].lstrip(_SPACE))
            found.append(Sentence(at, at + len(words), words))
    return found


def _section(text: str, number: int | None, start: int, body: int, end: int) -> Section:
    if text.find("●", body, end) < 0:
        return Section(number, start, end, body, tuple(_sentences(text, body, end)), ())
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
        group.append(Bullet(mark, close, tuple(_sentences(text, mark + 1, close))))
        at = close
    if group:
        bullets.append((len(sentences) - 1, tuple(group)))
    return Section(number, start, end, body, tuple(sentences), tuple(bullets))


def sections(text: str) -> list[Section]:
    """The sections of a working text in order; together they cover it."""
    marks = [(m.start(), m.end(), ord(m[0][0]) - 0x245F) for m in _NUMBER.finditer(text)]
    first = marks[0][0] if marks else len(text)
    found = [_section(text, None, 0, 0, first)]
    for k, (start, body, number) in enumerate(marks):
        found.append(_section(text, number, start, body, marks[k + 1][0] if k + 1 < len(marks) else len(text)))
    return found


def without_overlong(section: Section, longest: int) -> Section:
    """The section without sentences of more than `longest` characters, which are no card text."""

    def short(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        return tuple(s for s in sentences if len(s.text) <= longest)

    bullets = tuple(
        (len(short(section.sentences[: at + 1])) - 1, tuple(b._replace(sentences=short(b.sentences)) for b in group)) for at, group in section.bullets
    )
    return section._replace(sentences=short(section.sentences), bullets=bullets)
