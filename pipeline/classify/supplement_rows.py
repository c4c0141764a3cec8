"""Which rows of a card the official supplement speaks of: by printed number and option, by quoted words, or as its only effect."""

import re
import unicodedata
from collections.abc import Sequence

from pipeline.read.supplement import Supplement
from pipeline.read.supplement_subjects import Subject
from pipeline.records import Card, Effect, Row

_RUBY = re.compile(r"<rt>[^<]*+</rt>|<rp>[^<]*+</rp>|</?(?:ruby|rb)>")
_LEAST, _CLOSE = 0.6, 0.05  # of a quotation's pairs of characters, how many a row's words must hold; what counts as equal
_SHORTEST = 6  # characters; fewer stand in many places


def rows_of(card: Card, rows: Sequence[Row], supplement: Supplement) -> tuple[Row, ...]:
    """The rows that are meant: one, the options of one effect, or none where that is not clear. ``rows``: all rows of the card."""
    part = [row for row in rows if row.effect.part == supplement.part]
    subject = supplement.subject
    if subject.named is not None and not _same_name(subject.named, card.name_ja):
        return ()
    if subject.what != "effect":
        return _of_activation(card, part, subject)
    if subject.quote is not None:
        found = _quoted(card, part, subject.quote)
    elif subject.number is None and subject.option is None:
        found = _sole(card, part)
    else:
        found = _numbered(part, subject)
    if supplement.kind == "activation" and found and all(row.effect.kind == "card_activation" for row in found):
        # What the activation of a lasting card does, and that activation, are one thing.
        return (*(row for row in part if row.number == 0 and row not in found), *found)
    return found


def in_passing(card: Card, row: Row, supplement: Supplement) -> bool:
    """Whether a quotation is but a later, minor part of the row's words: what is said of it need not be said of the whole."""
    quote = supplement.subject.quote
    text = card.text_ja if row.effect.part == "text" else card.pendulum_ja
    if quote is None or text is None or row.ja is None:
        return False
    start, end = row.ja.span
    own, words = _plain(text[start:end]), _plain(quote)
    return len(words) * 2 < len(own) and own.find(words) > len(own) // 4


def _of_activation(card: Card, part: Sequence[Row], subject: Subject) -> tuple[Row, ...]:
    bare = tuple(row for row in part if row.number == 0)
    if bare:
        # What the activation does is there from the first moment: both rows are about the same thing.
        own = tuple(row for row in part if row.number and row.effect.kind == "card_activation")
        return bare if subject.what == "alone" else (*bare, *own)
    if card.card_type == "Monster":
        return _sole(card, part) if subject.what == "card" else ()
    return tuple(row for row in part if row.effect.kind == "card_activation") if subject.what == "card" else ()


def _sole(card: Card, part: Sequence[Row]) -> tuple[Row, ...]:
    """The only effect that is activated, with its options; of a card that does not stay on the field, its activation."""
    own = [row for row in part if row.number and _japanese(row).activated and not _japanese(row).granted]
    if len({row.number for row in own}) == 1:
        return tuple(own)
    if card.card_type != "Monster" and not any(row.number == 0 for row in part):
        return tuple(row for row in own if row.effect.kind == "card_activation")
    return ()


def _numbered(part: Sequence[Row], subject: Subject) -> tuple[Row, ...]:
    number, option = subject.number, subject.option
    printed = {row.ja.printed_no for row in part if row.ja is not None and row.ja.printed_no is not None}
    if number is not None and number not in printed and option is None and len(printed) == 1:
        # Options that a later print numbers like effects.
        number, option = next(iter(printed)), number
    if number is not None:
        found = [row for row in part if row.ja is not None and row.ja.printed_no == number and row.number]
    else:
        found = [row for row in part if row.bullet is not None]
        if len({row.number for row in found}) > 1:
            return ()
    if option is not None:
        return tuple(row for row in found if row.bullet == option)
    plain = [row for row in found if row.bullet is None]
    # Where an effect has a row of its own, its options are effects of others, or spoken of by themselves.
    return tuple(plain or found)


def _quoted(card: Card, part: Sequence[Row], quote: str) -> tuple[Row, ...]:
    text = card.text_ja if part and part[0].effect.part == "text" else card.pendulum_ja
    words = _plain(quote)
    if text is None or len(words) < _SHORTEST:
        return ()
    pairs = _pairs(words)
    scored: list[tuple[float, int, Row]] = []
    for row in part:
        if row.ja is None or not row.number:
            continue
        start, end = row.ja.span
        own = _plain(text[start:end])
        score = 1.0 if words in own else len(pairs & _pairs(own)) / len(pairs)
        if score >= _LEAST:
            scored.append((score, end - start, row))
    if not scored:
        return ()
    best = max(score for score, _, _ in scored)
    fitting = [(length, row) for score, length, row in scored if score >= best - _CLOSE]
    closest = min(fitting, key=lambda pair: pair[0])[1]
    assert closest.ja is not None
    start, end = closest.ja.span
    # An option stands within its effect; two effects that share their words leave open which is meant.
    nested = all(row.ja is not None and row.ja.span[0] <= start and end <= row.ja.span[1] for _, row in fitting)
    return (closest,) if nested else ()


def _japanese(row: Row) -> Effect:
    return row.ja if row.ja is not None else row.effect


def _plain(text: str) -> str:
    """Letters and digits of one width, and nothing else."""
    return "".join(c for c in unicodedata.normalize("NFKC", _RUBY.sub("", text)) if c.isalnum())


def _pairs(words: str) -> set[str]:
    return {words[n : n + 2] for n in range(len(words) - 1)}


def _same_name(one: str, other: str | None) -> bool:
    return other is not None and _plain(one) == _plain(other)
