"""A polite HTTP session for live sources: kept answers first, then spaced requests, then retries.

It says honestly who asks, speaks https only (plain http to this machine itself, for tests), follows no redirect to another
host, and never takes in more than it was told to.
"""

import email.utils
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

import msgspec
import requests
import urllib3

from pipeline.errors import InputError
from pipeline.scrape.intake import BLOCK, gather, inflate, one_line
from pipeline.scrape.kept import Note, Shelf
from pipeline.scrape.source import Progress

T = TypeVar("T")
PROJECT = "damage-step-pipeline"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_BUSY = frozenset({429, 500, 502, 503, 504})
_MOVED = frozenset({301, 302, 303, 307, 308})
_REDIRECTS = 3


def user_agent() -> str:
    """Name and version of the project. Some hosts refuse every client with the language's name in it."""
    try:
        version = metadata.version(PROJECT)
    except metadata.PackageNotFoundError:
        version = "0"
    return f"{PROJECT}/{version}"


class Manners(msgspec.Struct, frozen=True):
    """Limits of a session; times in seconds, sizes in bytes."""

    interval: float = 1.0  # least time between two requests
    connect: float = 10.0
    read: float = 60.0  # longest silence of the server
    whole: float = 600.0  # longest time for one body
    tries: int = 4
    longest_wait: float = 120.0  # what a server may ask for in Retry-After; more ends the attempt
    most: int = 256 << 20  # one body, unpacked


class _Passing(Exception):
    """A failure that may pass; `wait` is what the server asked for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class _Direct(requests.Session):
    """Leaves redirects alone: even when told not to follow one, the library would take in its body whole, without a bound."""

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        return None


class Session:
    """Requests below one base URL, with their answers kept in one directory.

    `sleep` and `now` (seconds since 1970) stand in for the clock in tests.
    """

    def __init__(
        self,
        base: str,
        keep: Path,
        *,
        offline: bool = False,
        progress: Progress,
        manners: Manners | None = None,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        parts = urlsplit(base)
        local = parts.hostname in _LOOPBACK
        if parts.scheme != "https" and not (local and parts.scheme == "http"):
            raise InputError(f"{one_line(base)}: only https is spoken")
        self._manners = manners or Manners()
        self._base, self._shelf, self._offline = base, Shelf(keep, self._manners.most), offline
        self._progress, self._sleep, self._now = progress, sleep, now
        self._last: float | None = None
        self._http = _Direct()
        self._http.trust_env = not local  # no proxy between this machine and itself
        self._http.headers.update({"User-Agent": user_agent(), "Accept-Encoding": "gzip", "Accept": "application/json"})

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str, *, name: str, max_age: float, decode: Callable[[bytes], T]) -> tuple[T, Note]:
        """The answer to ``base + path``, decoded: a kept one younger than `max_age` seconds, else a new one, kept as `name`.

        `decode` raises `InputError` on a body that is not what was asked for; such a body is not kept. Offline, a kept answer
        of any age will do. Raises `InputError`.
        """
        kept = self._shelf.find(name)
        place = one_line(self._shelf.path(name))
        if kept is not None and (self._offline or kept[1].age(self._now()) < max_age):
            self._progress(f"using the answer of {one_line(kept[1].fetched)} in {place}")
            return decode(kept[0]), kept[1]
        url = urljoin(self._base, path)
        if self._offline:
            raise InputError(f"{url}: offline, and no earlier answer lies in {place}")
        try:
            body = self._ask(url)
            found = decode(body)
        except InputError as error:
            if kept is None:
                raise
            raise InputError(f"{error}; the answer of {one_line(kept[1].fetched)} can still be used offline") from error
        return found, self._shelf.put(name, url, body, self._now())

    def _ask(self, url: str) -> bytes:
        for attempt in range(1, self._manners.tries + 1):
            self._pause()
            self._progress(f"asking {url}")
            failure = _Passing("not asked")
            try:
                return self._once(url)
            except _Passing as error:
                failure = error
            except (requests.ConnectionError, requests.Timeout, urllib3.exceptions.HTTPError) as error:
                failure = _Passing(one_line(error))
            except requests.RequestException as error:
                raise InputError(f"{url}: {one_line(error)}") from error
            if failure.wait is not None and failure.wait > self._manners.longest_wait:
                raise InputError(f"{url}: {failure}, and asks to wait {failure.wait:,.0f} s; try again later") from failure
            if attempt == self._manners.tries:
                raise InputError(f"{url}: {failure} (tried {attempt} times)") from failure
            delay = failure.wait if failure.wait is not None else 2.0**attempt * random.uniform(0.75, 1.25)
            self._progress(f"{failure}; trying again in {delay:.0f} s")
            self._sleep(delay)
        raise InputError(f"{url}: not asked")

    def _once(self, url: str) -> bytes:
        """One request and its body; redirects are followed within the host."""
        for _ in range(_REDIRECTS + 1):
            with self._http.get(url, stream=True, allow_redirects=False, timeout=(self._manners.connect, self._manners.read)) as answer:
                status = answer.status_code
                if status in _MOVED:
                    url = _target(url, answer.headers.get("Location", ""))
                    continue
                if status in _BUSY:
                    raise _Passing(f"the server answers HTTP {status}", self._asked_wait(answer.headers.get("Retry-After", "")))
                if status != 200:
                    raise InputError(f"{url}: the server answers HTTP {status}{self._complaint(answer, url)}")
                return bytes(gather(self._body(answer, url), self._manners.most, url))
        raise InputError(f"{url}: redirected more than {_REDIRECTS} times")

    def _body(self, answer: requests.Response, url: str) -> Iterator[bytes]:
        """The body, unpacked here in bounded steps and not by the HTTP library."""
        packing = answer.headers.get("Content-Encoding", "").strip().lower()
        if packing not in ("", "identity", "gzip", "x-gzip"):
            raise InputError(f"{url}: packed as {one_line(packing)!r}, which was not asked for")
        raw = self._in_time(answer.raw)
        return inflate(raw, url) if packing.endswith("gzip") else raw

    def _in_time(self, raw: Any) -> Iterator[bytes]:
        end = time.monotonic() + self._manners.whole
        for block in raw.stream(BLOCK, decode_content=False):
            if time.monotonic() > end:
                raise _Passing(f"the body took longer than {self._manners.whole:.0f} s")
            yield block

    def _complaint(self, answer: requests.Response, url: str) -> str:
        """What the server says of a refusal: the ``error`` of a JSON body, for the message."""
        with suppress(InputError, msgspec.DecodeError, UnicodeError, RecursionError, _Passing, urllib3.exceptions.HTTPError):
            said = msgspec.json.decode(gather(self._body(answer, url), 64 << 10, url), type=dict[str, object])
            if isinstance(text := said.get("error"), str):
                return f" ({one_line(text)})"
        return ""

    def _asked_wait(self, header: str) -> float | None:
        """Seconds in a Retry-After header, a number or a date; null where it says nothing."""
        text = header.strip()
        if text.isascii() and text.isdigit():
            return float(text[:12])
        with suppress(ValueError, TypeError, OverflowError):
            return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - self._now())
        return None

    def _pause(self) -> None:
        if self._last is not None:
            left = self._manners.interval - (self._now() - self._last)
            if left > 0:
                self._sleep(min(left, self._manners.interval))
        self._last = self._now()


def _target(url: str, location: str) -> str:
    """Where a redirect leads; `InputError` for another host, port or scheme."""
    try:
        target = urljoin(url, location)
        here, there = urlsplit(url), urlsplit(target)
    except ValueError:
        raise InputError(f"{url}: redirected to an address that cannot be read") from None
    if (here.scheme, here.netloc) != (there.scheme, there.netloc):
        raise InputError(f"{url}: redirected to another host ({one_line(there.scheme)}://{one_line(there.netloc)}), not followed")
    return target
