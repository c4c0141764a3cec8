"""Options of an English effect: bullets and "either ..., OR: ..." - chosen on activation, gained, or applied at resolution."""

import re
from typing import Literal

from msgspec.structs import replace

from pipeline.read import en_old
from pipeline.read.en_effects import activated
from pipeline.read.en_kinds import applied
from pipeline.read.en_pieces import Piece, cut, is_clause, without_label
from pipeline.read.en_text import Folded, Sentence
from pipeline.records import Card, Effect, Part

Bullets = list[list[Sentence]]
# What bullets are to the sentence before them: chosen on activation, effects to be gained, or a part of its processing.
Use = Literal["choice", "grant", "processing"]
CHOICE = re.compile(
    r"activate (?:only )?(?:1|one|either|any|up to|\d|both|each)?[^.;:]{0,40}?(?:of )?(?:these|the following|its) effects?|"
    r"(?:choose|select) (?:1|one|either)[^.;:]{0,60}effects?[^.;:]{0,30}(?:to )?activate|"
    r"(?:choose|select|use|activate) (?:1|one|either|\d)[^.;:]{0,20} of (?:these|the following)(?: effects?)?(?! to apply)|"
    r"you can (?:use|activate) (?:1|one|either|each|these|the following)[^.;:]{0,40}effects?|"
    r"activate the (?:appropriate|following|corresponding) effect"
)
_EITHER = re.compile(r"(?P<lead>[^.]*?\b[Yy]ou can either: )(?P<one>[^.]+?),? OR: (?P<other>.+)")
_CHANCE = re.compile(r"\b(?:coins?|dice|die)\b")
_APPLY = re.compile(r"\bapply\b|\bapplied\b|\bresolve\b|\bperform\b")
_GRANT = re.compile(
    r"\b(?:gains?|gets?|has|have|with|obtains?|acquires?) (?:the |each |all |any )?(?:of )?(?:this|these|the following|"
    r"following|1 of|the appropriate) "
)


def offers(text: Folded, pieces: list[Piece]) -> bool:
    """Whether an effect offers options on activation. Only its first and last sentence are asked: the offer stands there."""
    return _chooses(text, pieces[0].sentence) or (len(pieces) > 1 and _chooses(text, pieces[-1].sentence))


def _chooses(text: Folded, sentence: Sentence) -> bool:
    words = text.low[sentence.start : sentence.end]
    asks = "activate" in words or "you can use " in words or " of these" in words or " of the following" in words
    return asks and CHOICE.search(words) is not None


def inline(text: Folded, pieces: list[Piece]) -> tuple[list[Piece], Bullets]:
    """ "You can either: ..., OR: ...": the offer alone, and its two options as if they stood behind bullets."""
    sentence = pieces[0].sentence
    match = _EITHER.match(text.masked, sentence.start, sentence.end) if " OR: " in text.masked[sentence.start : sentence.end] else None
    if match is None:
        return pieces, []
    lead = cut(text, replace(sentence, end=match.end("lead")), opening=True)
    one, other = (replace(sentence, start=match.start(name), end=match.end(name)) for name in ("one", "other"))
    return [lead], [[one], [other, *(piece.sentence for piece in pieces[1:])]]


def by_chance(low: str) -> bool:
    """Whether a text tosses a coin or rolls dice."""
    return ("coin" in low or "dice" in low or "die" in low) and _CHANCE.search(low) is not None


def use_of(text: Folded, effect: Effect, pieces: list[Piece], bullets: Bullets, *, by_chance: bool) -> Use:
    """What the bullets behind an effect are to it; `by_chance`: the text tosses a coin or rolls dice."""
    last = pieces[-1].sentence
    if not effect.activated or _GRANT.search(text.low, last.start, last.end) or (by_chance and _own_clauses(text, bullets)):
        return "grant"
    chosen = CHOICE.search(text.low, effect.span[0], effect.span[1]) is not None and not _APPLY.search(text.low, last.start, last.end)
    return "choice" if chosen else "processing"


def _own_clauses(text: Folded, bullets: Bullets) -> bool:
    """Whether the bullets are effects to be gained: behind its label, one has an activation clause with an event of its own."""
    for group in bullets:
        piece = cut(text, group[0], opening=True)
        if piece.head is not None and not is_clause(text, piece):
            piece = without_label(text, piece)
            if piece.head is not None and is_clause(text, piece):
                return True
    return False


def pieces_of(text: Folded, group: list[Sentence]) -> list[Piece]:
    """The sentences of one bullet, cut; behind a label ("3 or more: ...") the first may have an activation clause of its own."""
    pieces = [cut(text, sentence, opening=n == 0) for n, sentence in enumerate(group)]
    if pieces[0].head is not None and not is_clause(text, pieces[0]):
        pieces[0] = without_label(text, pieces[0])
    return pieces


def behind_state(text: Folded, pieces: list[Piece]) -> bool:
    """Whether a bullet opens with the state in which it holds ("While in Attack Position: ..."): what follows the colon is the effect."""
    head = pieces[0].head
    return head is not None and text.low[head[0] : head[1]].lstrip().startswith("while in ")


def chosen(card: Card, text: Folded, part: Part, parent: Effect, pieces: list[Piece], n: int) -> Effect:
    """The record of an option chosen on activation.

    The sentence that offers the options has no row of its own: it stands with the first of them.
    """
    own = parent.kind == "card_activation"
    effect = activated(card, text, part, parent.number, pieces, own_activation=own, bullet=n, parent=parent)
    return effect if n > 1 else replace(effect, span=(parent.span[0], effect.span[1]))


def gained(card: Card, text: Folded, part: Part, number: int, pieces: list[Piece], n: int | None, *, old_wording: bool) -> Effect:
    """The record of an effect that a bullet lists to be gained or applied."""
    first = pieces[0]
    starts_chain = first.head is not None or first.cost is not None
    if not starts_chain and old_wording:
        body = text.low[first.body[0] : first.body[1]]
        opening = replace(first.sentence, start=first.body[1] - len(body.lstrip()))
        # "..., the turn you activate this effect": a sentence behind it tells that the first is activated.
        if en_old.activates(text, opening) or "you activate this effect" in text.low[first.body[0] : pieces[-1].sentence.end]:
            starts_chain = True
            pieces = [replace(first, sentence=opening), *pieces[1:]]
    if starts_chain:
        return activated(card, text, part, number, pieces, own_activation=False, bullet=n, granted=True)
    return as_option(applied(text, part, number, pieces), n)


def as_option(effect: Effect, n: int | None) -> Effect:
    """An applied effect as the option `n` of its number (null: it is none)."""
    return replace(effect, bullet=n, granted=True)
