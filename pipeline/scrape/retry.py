"""What is tried again, how often, and after how long; what a server asks for (Retry-After) goes before our own ideas."""

import email.utils
import random
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from pipeline.errors import InputError
from pipeline.scrape.manners import Manners
from pipeline.scrape.source import Progress

T = TypeVar("T")


class Passing(Exception):
    """A failure that may pass: the server is busy, down, or the line broke. `wait` is what the server asked for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Strange(Exception):
    """An answer that cannot be right, such as a page instead of data: looked at a second time, then believed."""


class Missing(InputError):
    """The server says that there is no such thing (404, 410)."""


def asked_wait(header: str, now: float) -> float | None:
    """Seconds in a Retry-After header, a number or a date; null where it says nothing."""
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:12])
    with suppress(ValueError, TypeError, OverflowError):
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now)
    return None


def patiently(once: Callable[[], T], url: str, manners: Manners, sleep: Callable[[float], None], progress: Progress) -> T:
    """What `once` gives; on `Passing` and `Strange` it is called again after a growing pause. Raises `InputError`."""
    strange = 0
    for attempt in range(1, manners.tries + 1):
        wait: float | None = None
        try:
            return once()
        except Passing as failure:
            reason, wait, last = str(failure), failure.wait, attempt == manners.tries
        except Strange as failure:
            strange += 1
            reason, last = str(failure), attempt == manners.tries or strange == manners.looks
        if wait is not None and wait > manners.longest_wait:
            raise InputError(f"{url}: {reason}, and asks to wait {wait:,.0f} s; try again later")
        if last:
            raise InputError(f"{url}: {reason} (tried {attempt} times)" if attempt > 1 else f"{url}: {reason}")
        delay = wait if wait is not None else 2.0**attempt * random.uniform(0.75, 1.25)
        progress(f"{reason}; trying again in {delay:.0f} s")
        sleep(delay)
    raise InputError(f"{url}: not asked")
