"""The segments of a Japanese text: every character in exactly one, in order."""

from collections.abc import Iterable, Sequence
from typing import Literal

from pipeline.read.ja_condition import parse_head
from pipeline.read.ja_fold import Folded, Note
from pipeline.read.ja_group import Group
from pipeline.read.ja_split import Sentence
from pipeline.records import Segment

Role = Literal["materials", "flavour", "condition", "cost", "actions", "once", "statement", "note", "bullet", "number", "space"]
_Piece = tuple[int, int, Role, int | None]  # start, end (working text), role, effect


def _lead(sentence: Sentence, group: Group, number: int) -> tuple[_Piece, ...]:
    """The sentence that opens an effect: its condition, its cost, its verb (or, in old texts, what it does). Pieces may be empty."""
    start, end, stop = sentence.start, sentence.end, sentence.start + group.line.stop
    if group.line.role == "old":
        return (start, stop, "condition", number), (stop, end, "actions", number)
    bound = start + parse_head(sentence.text, group.line.stop).bound
    return (start, bound, "condition", number), (bound, stop, "cost", number), (stop, end, "condition", number)


def _pieces(groups: Sequence[Group], numbers: Sequence[int]) -> list[_Piece]:
    found: list[_Piece] = []
    for group, number in zip(groups, numbers, strict=True):
        if group.number is not None:
            found.append((group.start, group.start + 2, "number", number))
        lead = group.lead
        for k, sentence in enumerate(group.sentences):
            if k == lead:
                found += _lead(sentence, group, number)
            else:
                about = lead is None or sentence.line.role == "about"
                found.append((sentence.start, sentence.end, "statement" if about else "actions", number))
        for bullet in group.bullets:
            found.append((bullet.start, bullet.start + 1, "bullet", number))
            found += [(sentence.start, sentence.end, "actions", number) for sentence in bullet.sentences]
    return found


def _with_notes(stretches: Iterable[Segment], notes: Sequence[Note]) -> list[Segment]:
    """The stretches with the notes in them as segments of their own."""
    found: list[Segment] = []
    at = k = 0
    for stretch in stretches:
        while k < len(notes) and notes[k].span[0] < stretch.end:
            start, close = notes[k].span
            if start > at:
                found.append(Segment(stretch.role, at, start, stretch.effect))
            if close > at:
                found.append(Segment("note", max(start, at), close, stretch.effect))
                at = close
            k += 1
        if stretch.end > at:
            found.append(Segment(stretch.role, at, stretch.end, stretch.effect))
            at = stretch.end
    return found


def _between(words: str) -> Role:
    return "statement" if words.strip(" \n　") else "space"


def segments(
    folded: Folded, materials: Iterable[Sentence], groups: Sequence[Group], numbers: Sequence[int], limits: Iterable[Sentence]
) -> tuple[Segment, ...]:
    """Segments that cover the raw text: the pieces read, the notes cut out of them, and whatever is left in between."""
    pieces: list[_Piece] = [(s.start, s.end, "materials", None) for s in materials]
    pieces += [(s.start, s.end, "once", None) for s in limits]
    pieces += _pieces(groups, numbers)
    pieces.sort()
    found: list[Segment] = []
    text, moved, raw = folded.text, bool(folded.places), folded.raw
    at = raw_at = 0
    for start, end, role, effect in pieces:
        if end <= start or end <= at:
            continue
        if start > at:
            raw_start = raw(start) if moved else start
            if raw_start > raw_at:
                found.append(Segment(_between(text[at:start]), raw_at, raw_start))
                raw_at = raw_start
        raw_end = raw(end) if moved else end
        if raw_end > raw_at:
            found.append(Segment(role, raw_at, raw_end, effect))
            raw_at = raw_end
        at = end
    if folded.length > raw_at:
        found.append(Segment(_between(text[at:]), raw_at, folded.length))
    return tuple(_with_notes(found, folded.notes) if folded.notes else found)
