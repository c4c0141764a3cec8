"""The stages in a row: cards in, rows with their tags out. Pure functions of one card, so any engine may split the work."""

import gc
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

import msgspec

from pipeline.classify.decide import decide
from pipeline.classify.fallback import NO_FALLBACK, Fallback, load_fallback
from pipeline.classify.registry import rules
from pipeline.classify.rulings import NO_RULINGS, Rulings, load_rulings
from pipeline.classify.supplements import Stated, Supplements
from pipeline.memory import Found, Memory, key_of
from pipeline.processes import workers
from pipeline.publish import Provenance, Tables, build_tables
from pipeline.read.align import pair
from pipeline.read.english import READER_VERSION, english_effects
from pipeline.read.japanese import japanese_effects
from pipeline.records import Card, Effect, Part, Row, Tag
from pipeline.scrape.source import Loaded
from pipeline.windows import Ruleset

Progress = Callable[[str], None]
_CHUNK = 400
_PACKAGE = Path(__file__).parent


class Built(msgspec.Struct, frozen=True):
    """A dataset before it is written: its tables, where they come from, and the seconds that each stage took."""

    tables: Tables
    provenance: Provenance
    seconds: dict[str, float]
    stated: tuple[Stated, ...] = ()  # the rows of which an official supplement speaks


def parts_of(card: Card) -> Iterator[tuple[Part, str | None, str | None]]:
    """The parts of a card that have a text: name, English, Japanese."""
    if card.text_en or card.text_ja:
        yield "text", card.text_en, card.text_ja
    if card.pendulum_en or card.pendulum_ja:
        yield "pendulum_effect", card.pendulum_en, card.pendulum_ja


class PartRead(NamedTuple):
    """One part of a card: its rows, and every effect that either language was read to have."""

    rows: tuple[Row, ...]
    english: tuple[Effect, ...]
    japanese: tuple[Effect, ...]


def read_parts(card: Card) -> tuple[PartRead, ...]:
    """The parts of a card, the two languages side by side."""
    parts: list[PartRead] = []
    for part, english, japanese in parts_of(card):
        en = english_effects(english, part, card) if english else ()
        ja = japanese_effects(japanese, part, card) if japanese else ()
        parts.append(PartRead(tuple(pair(card, part, en, ja)), en, ja))
    return tuple(parts)


def _rows(parts: Sequence[PartRead]) -> tuple[Row, ...]:
    return parts[0].rows if len(parts) == 1 else tuple([row for part in parts for row in part.rows])


def read_card(card: Card) -> tuple[Row, ...]:
    """Every effect of a card, the two languages side by side."""
    return _rows(read_parts(card))


def judge(
    card: Card, parts: Sequence[PartRead], ruleset: Ruleset, rulings: Rulings = NO_RULINGS, fallback: Fallback = NO_FALLBACK
) -> tuple[Tag, ...]:
    """A tag for every row of a card."""
    higher = rulings.decisions(card, _rows(parts), ruleset)
    found = []
    for part in parts:
        for row in part.rows:
            lower = partial(fallback.decision, card, row, part.english, part.japanese, ruleset)
            found.append(decide(card, row, part.english, part.japanese, ruleset, higher=higher.get(row.effect_id), lower=lower))
    return tuple(found)


def process(card: Card, ruleset: Ruleset, rulings: Rulings = NO_RULINGS, fallback: Fallback = NO_FALLBACK) -> Found:
    """Read and judge one card."""
    parts = read_parts(card)
    return _rows(parts), judge(card, parts, ruleset, rulings, fallback)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keeps the collector of cycles from running. Nothing here makes any, so it would only walk through all that is kept, again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _process_chunk(packed: bytes, ruleset: Ruleset, rulings: Rulings, fallback: Fallback) -> bytes:
    cards = msgspec.msgpack.decode(packed, type=list[Card])
    with _collector_at_rest():
        return msgspec.msgpack.encode([process(card, ruleset, rulings, fallback) for card in cards])


def _in_processes(cards: Sequence[Card], ruleset: Ruleset, rulings: Rulings, fallback: Fallback, jobs: int) -> Iterator[Found]:
    chunks = [msgspec.msgpack.encode(cards[n : n + _CHUNK]) for n in range(0, len(cards), _CHUNK)]
    with workers(jobs) as pool:
        for packed in pool.map(_process_chunk, chunks, repeat(ruleset), repeat(rulings), repeat(fallback)):
            yield from msgspec.msgpack.decode(packed, type=list[Found])


def processed(
    cards: Sequence[Card], ruleset: Ruleset, rulings: Rulings = NO_RULINGS, jobs: int = 1, fallback: Fallback = NO_FALLBACK
) -> Iterable[Found]:
    """Rows and tags of every card, in order; `jobs` processes share the work."""
    if jobs > 1 and len(cards) > _CHUNK:
        return _in_processes(cards, ruleset, rulings, fallback, jobs)
    return (process(card, ruleset, rulings, fallback) for card in cards)


def _remembered(
    cards: Sequence[Card], ruleset: Ruleset, rulings: Rulings, fallback: Fallback, jobs: int, memory: Memory, progress: Progress
) -> list[Found]:
    """Rows and tags of every card, in order; what `memory` knows is not read again."""
    keys = [key_of(card) for card in cards]
    known = [memory.get(key) for key in keys]
    unknown = [card for card, found in zip(cards, known, strict=True) if found is None]
    if len(unknown) < len(cards):
        progress(f"{len(cards) - len(unknown)} of {len(cards)} cards are unchanged since an earlier build")
    fresh: list[Found] = []
    started = last = time.perf_counter()
    for found in processed(unknown, ruleset, rulings, jobs, fallback):
        fresh.append(found)
        now = time.perf_counter()
        if now - last > 2:
            last = now
            rate = len(fresh) / (now - started)
            progress(f"read and judged {len(fresh)} of {len(unknown)} cards ({rate:.0f} a second, {(len(unknown) - len(fresh)) / rate:.0f} s left)")
    supply = iter(fresh)
    whole = [next(supply) if found is None else found for found in known]
    memory.keep(keys, whole)
    return whole


def _heard(
    cards: Sequence[Card], found: Iterable[Found], supplements: Supplements, ruleset: Ruleset, rulings: Rulings, stated: list[Stated]
) -> Iterator[Found]:
    """Rows and tags of every card once its supplement has spoken; `stated` receives what was said. Not remembered: it is quickly done."""
    for card, (rows, tags) in zip(cards, found, strict=True):
        said = supplements.stated(card, rows, tags, ruleset, rulings)
        if said:
            after = {one.row.effect_id: one.after for one in said}
            tags = tuple([after.get(tag.effect_id, tag) for tag in tags])
            stated += said
        yield rows, tags


def rules_hash(rulings: Rulings = NO_RULINGS, fallback: Fallback = NO_FALLBACK) -> str:
    """A hash (12 hex digits) of the code, the rulings and the model that read and judge: it changes whenever a tag could."""
    digest = hashlib.sha256(f"{rulings.digest} {fallback.digest}".encode())
    for folder in ("read", "classify"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    for name in ("build.py", "windows.py", "records.py"):
        digest.update((_PACKAGE / name).read_bytes())
    return digest.hexdigest()[:12]


def hashes_at_hand() -> frozenset[str]:
    """The hashes that a dataset of the code, rulings and model at hand may have: built with the model or without it."""
    rulings = load_rulings()
    return frozenset({rules_hash(rulings, load_fallback()), rules_hash(rulings)})


def build(
    loaded: Loaded,
    ruleset: Ruleset,
    *,
    rulings: Rulings = NO_RULINGS,
    supplements: Supplements | None = None,
    fallback: Fallback = NO_FALLBACK,
    jobs: int = 1,
    no_text: bool = False,
    cache: Path | None = None,
    progress: Progress = lambda line: None,
) -> Built:
    """All tables of a dataset.

    `rulings` go before the rules, `supplements` before both, `fallback` behind them (`load_rulings`, `load_supplements`, `load_fallback`).
    `cache` is the folder of what earlier builds found out (null: read everything). `progress` receives lines for the user.
    """
    code = rules_hash(rulings, fallback)
    provenance = Provenance(loaded.source, loaded.revision, ruleset, READER_VERSION, code, None if supplements is None else supplements.revision)
    rules()
    started = time.perf_counter()
    with _collector_at_rest():
        found = _remembered(loaded.cards, ruleset, rulings, fallback, jobs, Memory(cache, f"{loaded.source}-{ruleset}", code), progress)
        stated: list[Stated] = []
        if supplements is not None:
            found = list(_heard(loaded.cards, found, supplements, ruleset, rulings, stated))
        judged = time.perf_counter()
        items = [(card, list(zip(rows, tags, strict=True))) for card, (rows, tags) in zip(loaded.cards, found, strict=True)]
        tables = build_tables(items, provenance, no_text)
    return Built(tables, provenance, {"read_and_judge": judged - started, "tables": time.perf_counter() - judged}, tuple(stated))
