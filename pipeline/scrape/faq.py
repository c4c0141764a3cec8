"""What the official database says of cards beside their texts: supplements (notes on a card) and answers to questions.

The records have the form of the public mirrors ``yugioh-faq-history`` and ``yugioh-qa-history``, one JSON object a card or a
question, so that a file of them can be read wherever a mirror's can. Texts are Japanese, as the database has them.
"""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.kept import Origin
from pipeline.scrape.source import Progress


class Supplement(msgspec.Struct, frozen=True, gc=False):
    """The notes on one card: by key ("0" general, "1" ... a printed number, fractions for what stands between), their lines in order."""

    cid: int  # Konami id
    databaseDate: str = ""  # YYYY-MM-DD
    FAQ: dict[str, tuple[str, ...]] = {}
    pendulumFAQ: dict[str, tuple[str, ...]] = {}

    def empty(self) -> bool:
        """Whether nothing is noted."""
        return not any(self.FAQ.values()) and not any(self.pendulumFAQ.values())


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One question that the database answers."""

    fid: int
    title: str
    question: str
    answer: str
    databaseDate: str = ""
    tags: tuple[str, ...] = ()
    mentionedCards: tuple[int, ...] = ()  # Konami ids


class Faq(msgspec.Struct, frozen=True):
    """The supplements and answers of one source; ``skipped`` has a line for each thing that was not read."""

    supplements: tuple[Supplement, ...]
    answers: tuple[Answer, ...]
    source: str
    revision: str
    skipped: tuple[str, ...] = ()
    built_from: tuple[Origin, ...] = ()


class _FaqSource(Protocol):
    def load_faq(self, path: Path | None, *, offline: bool, progress: Progress) -> Faq: ...


FAQ_SOURCES: dict[str, str] = {
    "ygoresources": "pipeline.scrape.ygoresources",
    "konami-pages": "pipeline.scrape.konami_pages",
    "japanese-wiki": "pipeline.scrape.japanese_wiki",
    "qa-history": "pipeline.scrape.qa_history",
}


def load_faq(name: str, path: Path | None, *, offline: bool = False, progress: Progress) -> Faq:
    """The supplements and answers of the source `name`; arguments as for `pipeline.scrape.source.load`. Raises `InputError`."""
    if name not in FAQ_SOURCES:
        raise InputError(f"unknown source {name!r}; there are {', '.join(sorted(FAQ_SOURCES))}")
    return cast(_FaqSource, import_module(FAQ_SOURCES[name])).load_faq(path, offline=offline, progress=progress)


def json_lines(records: Iterable[Supplement | Answer]) -> bytes:
    """One JSON object a line, as the mirrors' records are."""
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)
