"""The sources by name, and what each of them hands on."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import msgspec

from pipeline.errors import InputError
from pipeline.records import Card
from pipeline.scrape.kept import Origin

Progress = Callable[[str], None]


class Loaded(msgspec.Struct, frozen=True):
    """The cards of one source.

    ``revision`` is the SHA-256 (hex) of the bytes that were read, after the source's own version and a ``+`` where it has one.
    ``skipped`` names, one line each, what the source offered and this is not a card of the game.
    ``built_from`` names the raw answers and files behind the cards.
    """

    cards: tuple[Card, ...]
    source: str
    revision: str
    skipped: tuple[str, ...] = ()
    built_from: tuple[Origin, ...] = ()


class _Source(Protocol):
    """What a source's module offers."""

    def load(self, path: Path | None, *, offline: bool, progress: Progress) -> Loaded: ...


# By name, the module that reads it; imported only when asked for, so that a file is read without loading an HTTP client.
SOURCES: dict[str, str] = {
    "sample": "pipeline.scrape.sample",
    "yaml-yugi": "pipeline.scrape.yaml_yugi",
    "yugipedia": "pipeline.scrape.yugipedia",
    "ygoresources": "pipeline.scrape.ygoresources",
    "konami-pages": "pipeline.scrape.konami_pages",
    "japanese-wiki": "pipeline.scrape.japanese_wiki",
    "cdb": "pipeline.scrape.cdb",
    "card-history": "pipeline.scrape.card_history",
    "all": "pipeline.scrape.every",
    "ygoprodeck": "pipeline.scrape.ygoprodeck",
}


def load(name: str, path: Path | None, *, offline: bool = False, progress: Progress) -> Loaded:
    """All cards of the source `name`.

    `path` is its file or directory (null: the source's own default, where it has one). `offline` forbids the network: a live
    source then answers from what it kept earlier. `progress` receives lines for the user. Raises `InputError`.
    """
    if name not in SOURCES:
        raise InputError(f"unknown source {name!r}; there are {', '.join(sorted(SOURCES))}")
    return cast(_Source, import_module(SOURCES[name])).load(path, offline=offline, progress=progress)
