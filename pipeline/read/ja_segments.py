"""The segments of a Japanese text: every character in exactly one, in order."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pipeline.read.ja_condition import parse_head
from pipeline.read.ja_fold import Folded
from pipeline.read.ja_group import Group
from pipeline.read.ja_lines import read_line
from pipeline.read.ja_split import Sentence
from pipeline.records import Segment

Role = Literal["materials", "flavour", "condition", "cost", "actions", "once", "statement", "note", "bullet", "number", "space"]
_Piece = tuple[int, int, Role, int | None]  # start, end (working text), role, effect


def _lead(sentence: Sentence, group: Group, number: int) -> Iterable[_Piece]:
    """The sentence that opens an effect: its condition, its cost, its verb (or, in old texts, what it does)."""
    start, end, stop = sentence.start, sentence.end, sentence.start + group.line.stop
    if group.line.role == "old":
        if stop > start:
            yield start, stop, "condition", number
        yield stop, end, "actions", number
        return
    bound = start + parse_head(sentence.text, group.line.stop).bound
    if bound > start:
        yield start, bound, "condition", number
    if stop > bound:
        yield bound, stop, "cost", number
    yield stop, end, "condition", number


def _pieces(groups: Sequence[Group], numbers: Sequence[int]) -> Iterable[_Piece]:
    for group, number in zip(groups, numbers, strict=True):
        if group.number is not None:
            yield group.start, group.start + 2, "number", number
        for k, sentence in enumerate(group.sentences):
            if k == group.lead:
                yield from _lead(sentence, group, number)
            else:
                about = group.lead is None or read_line(sentence.text).role == "about"
                yield sentence.start, sentence.end, "statement" if about else "actions", number
        for bullet in group.bullets:
            yield bullet.start, bullet.start + 1, "bullet", number
            for sentence in bullet.sentences:
                yield sentence.start, sentence.end, "actions", number


def segments(
    folded: Folded, materials: Iterable[Sentence], groups: Sequence[Group], numbers: Sequence[int], limits: Iterable[Sentence]
) -> tuple[Segment, ...]:
    """Segments that cover the raw text: the pieces read, the notes cut out of them, and whatever is left in between."""
    pieces: list[_Piece] = [(s.start, s.end, "materials", None) for s in materials]
    pieces += [(s.start, s.end, "once", None) for s in limits]
    pieces += _pieces(groups, numbers)
    pieces.sort()
    found: list[Segment] = []
    text = folded.text
    raw_at = 0
    notes = list(folded.notes)
    next_note = 0

    def put(role: Role, end: int, effect: int | None) -> None:
        """One stretch of raw text up to `end`, with the notes in it as segments of their own."""
        nonlocal raw_at, next_note
        while next_note < len(notes) and notes[next_note].span[0] < end:
            start, close = notes[next_note].span
            if start > raw_at:
                found.append(Segment(role, raw_at, start, effect))
            if close > raw_at:
                found.append(Segment("note", max(start, raw_at), close, effect))
                raw_at = close
            next_note += 1
        if end > raw_at:
            found.append(Segment(role, raw_at, end, effect))
            raw_at = end

    at = 0
    for start, end, role, effect in pieces:
        if start < at:
            start = at
        if end <= start:
            continue
        if start > at:
            between = text[at:start]
            put("space" if not between.strip(" \n　") else "statement", folded.raw(start), None)
        put(role, folded.raw(end), effect)
        at = end
    left = text[at:]
    put("space" if not left.strip(" \n　") else "statement", folded.length, None)
    return tuple(found)
