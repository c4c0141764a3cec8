"""A whole pool over a line on which everything goes wrong: ``python -m tests.scrape.storm --records 10000``.

Every answer may come only after some broken ones of every kind; all records must arrive complete, in order, none twice, and no
question may be asked whose answer is kept.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pipeline.scrape import yugipedia
from pipeline.scrape.kept import Note
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded
from pipeline.scrape.yugipedia_card import Parsed, read_page
from tests.scrape.dialects import Yugipedia, page
from tests.scrape.loopback import answering
from tests.scrape.mischief import Mischief, Watch

MANNERS = Manners(interval=0, connect=5, read=5, whole=0.5, most=2 << 20, most_packed=1 << 20, tries=6)


class Weathered(NamedTuple):
    """What came through, what was done to it, and how often a question was asked whose answer was kept already."""

    loaded: Loaded
    done: Counter[str]
    requests: int
    needless: int


def storm(records: int, seed: int, keep: Path, *, batch: int = 50, share: float = 0.6) -> Weathered:
    """One run over `records` invented pages."""
    mischief = Mischief(Yugipedia([page(n) for n in range(records)], batch=batch), seed, share=share)
    kept: set[str] = set()
    watch = Watch(mischief, kept.__contains__)
    with answering(watch) as server:
        session = Session(server.base, keep, progress=lambda _: None, manners=MANNERS, plain_loopback=True, sleep=lambda _: None)
        put = session.shelf.put

        def noted(name: str, url: str, body: bytes, now: float, headers: dict[str, str] | None = None) -> Note:
            note = put(name, url, body, now, headers)
            kept.add(url.removeprefix(server.base.removesuffix("/api/v7/")))
            return note

        session.shelf.put = noted  # type: ignore[method-assign]
        loaded = yugipedia.load(None, offline=False, progress=lambda _: None, session=session)
    return Weathered(loaded, mischief.done, len(server.log), len(watch.needless))


def complaints(found: Weathered, records: int) -> list[str]:
    """What is wrong with the outcome; empty where nothing is."""
    wanted = []
    for n in range(records):
        parsed = read_page(*page(n))
        assert isinstance(parsed, Parsed)
        wanted.append(parsed.card)
    wrong = []
    if list(found.loaded.cards) != wanted:
        wrong.append(f"{len(found.loaded.cards):,} cards arrived, and they are not the {len(wanted):,} that were sent, in order")
    if found.loaded.skipped:
        wrong.append(f"{len(found.loaded.skipped):,} records were skipped: {found.loaded.skipped[0]}")
    if found.needless:
        wrong.append(f"{found.needless:,} questions were asked whose answers were kept")
    return wrong


def main() -> int:
    """Run one storm and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found = storm(args.records, args.seed, Path(folder))
        wrong = complaints(found, args.records)
    for kind, times in sorted(found.done.items()):
        print(f"{times:6,} {kind}")
    print(f"{len(found.loaded.cards):,} records in {found.requests:,} requests, {time.perf_counter() - started:.0f} s")
    for line in wrong:
        print(f"WRONG: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
