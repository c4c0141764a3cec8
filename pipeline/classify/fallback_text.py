"""An effect's two stretches of text, the activation clause and the rest, as hashed n-grams of words and characters.

Names in quotes and the card's own name are blotted out first, numbers become one digit. The hash (CRC-32) is the same everywhere and always,
so a model that was trained on one machine counts the same things on another; what is hashed cannot be read back as text.
"""

import hashlib
import re
import zlib
from functools import lru_cache

from pipeline.read import en_text, ja_fold
from pipeline.records import Card, Effect, Language

BUCKETS = 1 << 13  # a power of two
PLACES = ("clause", "rest")
_WORD = re.compile(r"[a-z]+|[0-9]|[\"●]")
_DIGITS = re.compile(r"[0-9]+")
_SPACE = re.compile(r"\s+")
# An effect is a few hundred characters; what a hostile text has beyond this is not looked at.
_MOST_TEXT = 4000
_LONGEST_WORD = 24


Stretches = tuple[str, str]


def buckets(texts: Stretches, language: Language) -> frozenset[int]:
    """The buckets (from 0 to `BUCKETS`) of all n-grams of both stretches: words, pairs, four letters; two or three kana or kanji."""
    found: set[int] = set()
    grams = _english if language == "en" else _japanese
    for place, text in zip(PLACES, texts, strict=True):
        grams(text, place, found)
    return frozenset(found)


def stretches(card: Card, effect: Effect) -> Stretches:
    """The activation clause and the rest of an effect's text, folded, without names and numbers."""
    raw = _raw(card, effect)
    start, end = effect.span
    start, end = max(start, 0), min(end, start + _MOST_TEXT)
    clause = effect.condition.span
    if clause is None or not start <= clause[0] <= clause[1] <= end:
        return "", _folded(raw[start:end], card, effect.language)
    return _folded(raw[clause[0] : clause[1]], card, effect.language), _folded(
        f"{raw[start : clause[0]]} {raw[clause[1] : end]}", card, effect.language
    )


def _raw(card: Card, effect: Effect) -> str:
    if effect.part == "text":
        return (card.text_en if effect.language == "en" else card.text_ja) or ""
    return (card.pendulum_en if effect.language == "en" else card.pendulum_ja) or ""


def _folded(text: str, card: Card, language: Language) -> str:
    own = card.name if language == "en" else card.name_ja
    if own and len(own) > 3:
        text = text.replace(own, '""' if language == "en" else "「」")
    if language == "en":
        low = en_text.fold(text).low.replace("_", "")
        return _DIGITS.sub("0", low)
    return _DIGITS.sub("0", _SPACE.sub("", ja_fold.fold(text).text))


def _bucket(token: str) -> int:
    return zlib.crc32(token.encode("utf-8", "surrogatepass")) & (BUCKETS - 1)


@lru_cache(1 << 16)
def _of_word(place: str, word: str) -> tuple[int, ...]:
    """The buckets of a word and of the characters in it (four at a time, with its edges)."""
    edged = f"<{word}>"
    characters = [edged[n : n + 4] for n in range(len(edged) - 3)] if word.isalpha() else []
    return word_bucket(place, word), *(_bucket(f"en {place} c {some}") for some in characters)


def word_bucket(place: str, word: str) -> int:
    """The bucket of a single English word of the clause or of the rest."""
    return _bucket(f"en {place} w {word}")


@lru_cache(1 << 17)
def _of_pair(place: str, first: str, second: str) -> int:
    return _bucket(f"en {place} p {first} {second}")


@lru_cache(1 << 17)
def _of_characters(place: str, characters: str) -> int:
    return _bucket(f"ja {place} {characters}")


def _english(text: str, place: str, buckets: set[int]) -> None:
    before = "^"
    for word in words(text):
        buckets.update(_of_word(place, word))
        buckets.add(_of_pair(place, before, word))
        before = word


def words(text: str) -> list[str]:
    """The words, digits, blotted names and bullets of a folded English text."""
    return [word[:_LONGEST_WORD] for word in _WORD.findall(text)]


def _japanese(text: str, place: str, buckets: set[int]) -> None:
    edged = f"^{text}"
    for size in (2, 3):
        for n in range(len(edged) - size + 1):
            buckets.add(_of_characters(place, edged[n : n + size]))


def text_key(texts: Stretches, language: Language) -> tuple[str, ...]:
    """The words in order (characters of a Japanese text): equal for texts that differ in names and numbers alone."""
    clause, rest = texts
    return (*words(clause), ":", *words(rest)) if language == "en" else tuple(f"{clause}：{rest}")


def fingerprint(text: tuple[str, ...]) -> int:
    """64 bits that stand for a text in a table, the same on every machine."""
    return int.from_bytes(hashlib.blake2b("\x1f".join(text).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
