"""A whole pool over a line on which everything goes wrong: ``python -m tests.scrape.storm --records 10000``.

Every answer may come only after some broken ones of every kind; all records must arrive complete, in order, none twice, and no
question may be asked again once it was answered.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from pipeline.scrape import yugipedia
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from pipeline.scrape.source import Loaded
from pipeline.scrape.yugipedia_card import Parsed, read_page
from tests.scrape.dialects import Yugipedia, page
from tests.scrape.loopback import answering
from tests.scrape.mischief import Mischief

MANNERS = Manners(interval=0, connect=5, read=5, whole=0.5, most=2 << 20, most_packed=1 << 20, tries=6)


class Weathered(NamedTuple):
    """What came through, what was done to it, and how often a question was asked again that had been answered."""

    loaded: Loaded
    done: Counter[str]
    requests: int
    answered_twice: int
    late: int  # good answers that took longer than the client waits, on a machine with other things to do


def storm(records: int, seed: int, keep: Path, *, batch: int = 50, share: float = 0.6) -> Weathered:
    """One run over `records` invented pages."""
    told: list[str] = []
    mischief = Mischief(Yugipedia([page(n) for n in range(records)], batch=batch), seed, share=share)
    with answering(mischief) as server:
        session = Session(
            server.base, keep, progress=lambda _: None, manners=MANNERS, plain_loopback=True, sleep=lambda _: None
        )  # fmt: skip
        loaded = yugipedia.load(None, offline=False, progress=lambda _: None, session=session)
    late = sum("took longer" in line for line in told) - mischief.done["slow drip"]
    return Weathered(loaded, mischief.done, len(server.log), sum(times - 1 for times in mischief.good.values()), late)


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
    if found.answered_twice > max(found.late, 0):
        wrong.append(f"{found.answered_twice:,} questions were asked again after a good answer")
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
