"""A polite HTTP session for live sources: kept answers first, then spaced requests, then retries.

It says honestly who asks, speaks https only, follows redirects only within the source's hosts, and never takes in more than it
was told to. Every answer is kept raw with its time, address and hash; an older one that the server can confirm (ETag or
Last-Modified) is confirmed rather than fetched again.
"""

import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import one_line
from pipeline.scrape.kept import Note, Origin, Shelf
from pipeline.scrape.manners import Manners
from pipeline.scrape.retry import Missing, Passing, Strange, asked_wait, patiently
from pipeline.scrape.source import Progress
from pipeline.scrape.transport import Answer, Transport

T = TypeVar("T")
JSON = "application/json"
HTML = "text/html"
FOREVER = float("inf")
_HEADERS = ("etag", "last-modified")


class Session:
    """Requests below one base URL, with their answers kept in one directory.

    `hosts` are further hosts that belong to the source, `headers` further ones of an answer that its note shall hold.
    `plain_loopback`, `sleep` and `now` (seconds since 1970) are for tests: plain http with this machine, and a clock.
    """

    def __init__(
        self,
        base: str,
        keep: Path,
        *,
        offline: bool = False,
        progress: Progress,
        manners: Manners | None = None,
        hosts: Collection[str] = (),
        headers: Collection[str] = (),
        plain_loopback: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._manners = manners or Manners()
        parts = urlsplit(base)
        own = parts.netloc if plain_loopback else parts.hostname or ""
        self._transport = Transport({own, *hosts}, self._manners, plain_loopback=plain_loopback, sleep=sleep, now=now)
        self._transport.allowed(base)
        self._base, self._shelf, self._wanted = base, Shelf(keep, self._manners.most), (*_HEADERS, *headers)
        self._progress, self._sleep, self.now = progress, sleep, now
        self._used: dict[str, Origin] = {}
        self.offline = offline

    def __enter__(self) -> "Session":
        self._shelf.sweep()
        return self

    def __exit__(self, *_: object) -> None:
        self._transport.close()

    @property
    def shelf(self) -> Shelf:
        """Where the answers are kept."""
        return self._shelf

    @property
    def used(self) -> tuple[Origin, ...]:
        """Every answer that was handed out, in order: what a dataset is built from."""
        return tuple(self._used.values())

    def url(self, path: str) -> str:
        """The address of `path` below the base. Raises `InputError`."""
        try:
            return urljoin(self._base, path)
        except ValueError:
            raise InputError(f"{one_line(path)}: not an address") from None

    def kept(self, path: str, name: str) -> Note | None:
        """The note of the answer to `path` that is kept as `name`; null where there is none, or none of that address."""
        note = self._shelf.note(name)
        return note if note is not None and note.url == self.url(path) else None

    def get(
        self,
        path: str,
        *,
        name: str,
        max_age: float = FOREVER,
        decode: Callable[[bytes], T],
        accept: str = JSON,
        said: bool = True,
        aside: bool = False,
    ) -> tuple[T, Note]:
        """The answer to ``base + path``, decoded: a kept one younger than `max_age` seconds, else a new one, kept as `name`.

        `decode` raises `InputError` on a body that is not what was asked for, or `Passing` where it says that it may be had later;
        such a body is not kept. Offline, a kept answer of any age will do. `said` false leaves out the line for the user; `aside` is a
        question about the source rather than for its cards, whose answer is no part of `used`. Raises `InputError`; `Missing` where
        the server knows no such thing.
        """
        url = self.url(path)
        kept = self._shelf.find(name) if self.kept(path, name) is not None else None
        place = one_line(self._shelf.path(name))
        if kept is not None and (self.offline or kept[1].age(self.now()) < max_age or max_age == FOREVER):
            if said:
                self._progress(f"using the answer of {one_line(kept[1].checked or kept[1].fetched)} in {place}")
            return self._reread(url, kept[0], decode), self._use(name, kept[1], aside)
        if self.offline:
            raise InputError(f"{url}: offline, and no earlier answer lies in {place}")
        if said:
            self._progress(f"asking {url}")
        try:
            found, answer = patiently(lambda: self._once(url, accept, kept, decode), url, self._manners, self._sleep, self._progress)
        except Missing:
            raise
        except InputError as error:
            if kept is None:
                raise
            raise InputError(f"{error}; the answer of {one_line(kept[1].fetched)} can still be used offline") from error
        if answer.body is None and kept is not None:
            return found, self._use(name, self._shelf.confirm(name, kept[1], self.now()), aside)
        headers = {header: one_line(answer.headers[header]) for header in self._wanted if header in answer.headers}
        return found, self._use(name, self._shelf.put(name, url, answer.body or b"", self.now(), headers), aside)

    def _once(self, url: str, accept: str, kept: tuple[bytes, Note] | None, decode: Callable[[bytes], T]) -> tuple[T, Answer]:
        """One answer, looked into: what is not what was asked for is `Strange`."""
        answer = self._transport.once(url, accept, {} if kept is None else _conditions(kept[1]))
        if answer.body is None:
            if kept is None:
                raise Strange("nothing has changed, says the server, but nothing was here")
            return self._reread(url, kept[0], decode), answer
        kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        if accept == JSON and (kind in (HTML, "application/xhtml+xml") or answer.body[:64].lstrip().startswith(b"<")):
            raise Strange("HTML instead of JSON: a notice, an error or a page of the host's protection")
        if accept == JSON and not _is_utf8(answer.body):
            raise Strange("not in UTF-8, as JSON has to be")  # the decoder does not look into what it passes over
        try:
            return decode(answer.body), answer
        except Passing as failure:
            wait = failure.wait if failure.wait is not None else asked_wait(answer.headers.get("retry-after", ""), self.now())
            raise Passing(str(failure), wait) from failure
        except InputError as error:
            reason = str(error).removeprefix(f"{url}: ")
            if isinstance(error.__cause__, msgspec.ValidationError):
                reason += "; the source has changed its layout, or this is not its answer"
            raise Strange(reason) from error

    @staticmethod
    def _reread(url: str, body: bytes, decode: Callable[[bytes], T]) -> T:
        """A kept answer, which was looked into before it was kept; but maybe by an older version of this code."""
        try:
            return decode(body)
        except Passing as failure:
            raise InputError(f"{url}: the kept answer is of no use ({failure})") from failure

    def _use(self, name: str, note: Note, aside: bool) -> Note:
        if not aside:
            self._used[name] = Origin(file=name, sha256=note.sha256, size=note.size, url=note.url, fetched=note.fetched)
        return note


def _conditions(note: Note) -> dict[str, str]:
    """Request headers that let the server say that nothing has changed."""
    pairs = (("If-None-Match", "etag"), ("If-Modified-Since", "last-modified"))
    return {ask: note.headers[told] for ask, told in pairs if note.headers.get(told)}


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True
