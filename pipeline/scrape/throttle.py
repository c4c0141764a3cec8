"""Requests to one host are spaced; those to different hosts do not wait for each other."""

from collections.abc import Callable


class Throttle:
    """Lets a request to a host pass once `interval` seconds have gone by since the one before it."""

    def __init__(self, interval: float, sleep: Callable[[float], None], now: Callable[[], float]) -> None:
        self._interval, self._sleep, self._now = interval, sleep, now
        self._last: dict[str, float] = {}

    def wait(self, host: str) -> None:
        """Sleep until `host` may be asked again, and count the request that follows."""
        last = self._last.get(host)
        if last is not None:
            left = self._interval - (self._now() - last)
            if left > 0:
                self._sleep(min(left, self._interval))  # a clock that was put back must not make it wait for hours
        self._last[host] = self._now()
