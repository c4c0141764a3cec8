"""How far a long run is: items, rate, time left, said every few seconds."""

import time
from collections.abc import Callable

from pipeline.scrape.source import Progress


class Meter:
    """Counts items of `what` and speaks of them at most every `every` seconds; `total` may be null, and may turn out wrong."""

    def __init__(
        self, progress: Progress, what: str, total: int | None = None, *, every: float = 5.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._progress, self._what, self._total, self._every, self._now = progress, what, total, every, now
        self._started = self._last = now()
        self.done = self._fresh = 0

    def add(self, items: int, *, fresh: bool = True) -> None:
        """`items` more are here; those that an earlier run had fetched (`fresh` false) say nothing of the rate."""
        self.done += items
        self._fresh += items if fresh else 0
        if self._now() - self._last >= self._every:
            self._last = self._now()
            self._progress(self.line())

    def line(self) -> str:
        """The state in one line."""
        of = f" of {self._total:,}" if self._total is not None and self._total >= self.done else ""
        rate = self._fresh / max(self._now() - self._started, 1e-9)
        if not self._fresh:
            return f"{self._what}: {self.done:,}{of}"
        left = f", {duration((self._total - self.done) / rate)} left" if of and self._total is not None else ""
        return f"{self._what}: {self.done:,}{of} ({rate:,.1f} a second{left})"


def duration(seconds: float) -> str:
    """Seconds in words for people: "40 s", "12 min", "3 h"."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
