"""All live card pools together: what one source knows first-hand, completed by what the others add.

What a card is when several sources have it, `pipeline.scrape.merge` says; the numbers under which simulators know it come from all.
"""

from collections.abc import Sequence
from pathlib import Path

from pipeline.errors import InputError
from pipeline.scrape.kept import Origin, revision
from pipeline.scrape.merge import merge
from pipeline.scrape.source import Loaded, Progress
from pipeline.scrape.source import load as load_one

NAME = "all"
# In the order of their say: both languages and wiki pages first, then the freshest wiki, then English alone.
POOLS = ("yaml-yugi", "yugipedia", "ygoprodeck")
_DAY = len("2026-11-30")


def load(path: Path | None, *, offline: bool, progress: Progress) -> Loaded:
    """The cards of every pool, each fetched or kept as its source does. Raises `InputError`, also where one source alone fails."""
    if path is not None:
        raise InputError(f"{NAME} takes no input: every source brings its own")
    loaded = []
    for number, name in enumerate(POOLS, 1):
        progress(f"source {number} of {len(POOLS)}: {name}")
        loaded.append(load_one(name, None, offline=offline, progress=progress))
    return combine(loaded, progress)


def combine(loaded: Sequence[Loaded], progress: Progress) -> Loaded:
    """One pool of several, in the order of their say; of two texts the one of the day that was fetched last. `progress` hears what differed."""
    dates = {one.source: max(times)[:_DAY] for one in loaded if (times := [origin.fetched for origin in one.built_from if origin.fetched])}
    merged = merge({one.source: one.cards for one in loaded}, dates)
    differing = ", ".join(f"{times:,} {cause}" for cause, times in merged.by_cause().items())
    progress(f"{len(merged.cards):,} cards of {len(loaded)} sources; they differ in: {differing or 'nothing'}")
    built_from = tuple(Origin(f"{one.source}/{origin.file}", *_rest(origin)) for one in loaded for origin in one.built_from)
    skipped = tuple(f"{one.source}: {line}" for one in loaded for line in one.skipped)
    return Loaded(cards=merged.cards, source=NAME, revision=revision(built_from), skipped=(*skipped, *merged.skipped), built_from=built_from)


def _rest(origin: Origin) -> tuple[str, int | None, str | None, str | None]:
    return origin.sha256, origin.size, origin.url, origin.fetched
