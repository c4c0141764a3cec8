"""A sentence of an English effect cut into activation clause, cost and actions, in absolute positions."""

import re
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from pipeline.read.en_condition import parse_head
from pipeline.read.en_roles import colon, semicolon
from pipeline.read.en_text import Folded, Sentence
from pipeline.records import Condition, Segment, Span

# How an activation clause begins. Anything else before the colon of an option is a label: "Heads", "3+", "FIRE".
_CLAUSE_START = re.compile(r"(?:if|when|whenever|during|at the|after|before|each time|once|twice|flip|\()")


_START = attrgetter("start")
_COST_FIRST = re.compile(r"you can (?!\(|:)[a-z]+ [^:]{3,}:")


class Piece(msgspec.Struct, frozen=True, gc=False):
    """One sentence of an effect, cut at its colon and semicolon; absolute positions."""

    sentence: Sentence
    head: Span | None
    cost: Span | None
    body: Span


def cut(text: Folded, sentence: Sentence, *, opening: bool) -> Piece:
    """Cut a sentence into activation clause, cost and actions; only the opening sentence of an effect has the first two."""
    start, end = sentence.start, sentence.end
    low = text.low[start:end]
    lead = 0
    if low.startswith("●"):
        lead = len(low) - len(low[1:].lstrip())
    head: Span | None = None
    cost: Span | None = None
    body_start = start + lead
    if opening:
        at = colon(low)
        if low[lead:at] == "flip":
            # "FLIP: If it is the Main Phase: ...": the clause behind the word is a part of the condition.
            second = low.find(":", at + 1)
            if 0 < second < len(low) - 1 and _CLAUSE_START.match(low[at + 1 :].lstrip()):
                at = second
        if at != -1 and at < len(low) - 1:
            if _COST_FIRST.match(low, lead):
                # A few texts print the colon behind the cost.
                return Piece(sentence, None, (start + lead, start + at), (start + at + 1, end))
            head = (start + lead, start + at)
            body_start = start + at + 1
        semi = semicolon(low, max(at, 0))
        if semi != -1:
            cost = (body_start, start + semi)
            body_start = start + semi + 1
    return Piece(sentence, head, cost, (body_start, end))


def is_clause(text: Folded, piece: Piece) -> bool:
    """Whether the words before the colon of an option are an activation clause rather than a label ("Heads", "3+", "FIRE")."""
    if piece.head is None:
        return False
    words = text.low[piece.head[0] : piece.head[1]].strip()
    if words.startswith("while in"):
        return False
    if _CLAUSE_START.match(words):
        return True
    head = parse_head(words)
    return head.quick or head.once is not None or head.condition != Condition()


def without_label(text: Folded, piece: Piece) -> Piece:
    """The piece of an option cut again behind its label; the label stays a part of its span."""
    start = piece.body[0] if piece.cost is None else piece.cost[0]
    sentence = piece.sentence
    again = cut(text, replace(sentence, start=start), opening=True)
    return replace(again, sentence=sentence)


def segments(pieces: list[Piece], number: int) -> list[Segment]:
    """The segments of an effect: activation clause, cost and actions of each of its sentences, without the gaps between."""
    found: list[Segment] = []
    for piece in pieces:
        at = piece.sentence.start
        if piece.head is not None:
            found.append(Segment("condition", at, piece.head[1] + 1, number))
            at = piece.head[1] + 1
        if piece.cost is not None:
            found.append(Segment("cost", at, piece.cost[1] + 1, number))
            at = piece.cost[1] + 1
        if at < piece.sentence.end:
            found.append(Segment("actions", at, piece.sentence.end, number))
    return found


def filled(text: str, found: list[Segment]) -> tuple[Segment, ...]:
    """The segments in order with the gaps between them as `space`, so that together they are the text."""
    whole: list[Segment] = []
    at = 0
    for segment in sorted(found, key=_START):
        start, end = segment.start, segment.end
        if start > at:
            whole.append(Segment("space", at, start, None))
        if end > start >= at:
            whole.append(segment)
        elif end > at > start:
            whole.append(Segment(segment.role, at, end, segment.effect))
        if end > at:
            at = end
    if at < len(text):
        whole.append(Segment("space", at, len(text), None))
    return tuple(whole)
