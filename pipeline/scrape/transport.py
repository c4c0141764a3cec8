"""One request and its answer, within limits: https only, redirects within the source's hosts, so many bytes, so many seconds."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urljoin, urlsplit

import msgspec
import requests
import urllib3

from pipeline.errors import InputError
from pipeline.scrape.deadline import Direct, Sockets
from pipeline.scrape.intake import BLOCK, gather, inflate, one_line
from pipeline.scrape.manners import Manners, user_agent
from pipeline.scrape.retry import Missing, Passing, Strange, asked_wait
from pipeline.scrape.throttle import Throttle

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
# 520 to 530 are those of a front server that cannot reach the one behind it.
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504, *range(520, 531)})
_MOVED = frozenset({301, 302, 303, 307, 308})
_REFUSED = frozenset({401, 403, 451})
_OBJECT = re.compile(r"^\w+\(host=[^()]*\): ")
_COMPLAINT = 64 << 10  # bytes of an error page that are looked at


class Answer(msgspec.Struct, frozen=True):
    """What a server sent: `body` unpacked; null where it says that nothing has changed (304). Header names in lower case."""

    url: str  # where it came from in the end
    body: bytes | None
    headers: dict[str, str]


class Transport:
    """Asks the hosts of one source. `plain_loopback` lets tests speak plain http with this machine itself."""

    def __init__(
        self,
        hosts: Iterable[str],
        manners: Manners,
        *,
        plain_loopback: bool = False,
        sleep: Callable[[float], None],
        now: Callable[[], float],
    ) -> None:
        self._hosts, self._manners, self._plain_loopback, self._now = frozenset(hosts), manners, plain_loopback, now
        self._too_long = f"the answer took longer than {manners.whole:g} s"
        self._throttle = Throttle(manners.interval, sleep, now)
        self._sockets = Sockets()
        self._http = Direct(self._sockets)
        self._http.trust_env = not plain_loopback  # no proxy between this machine and itself
        self._http.headers.clear()
        self._http.headers.update({"User-Agent": user_agent(), "Accept-Encoding": "gzip"})

    def close(self) -> None:
        """Closes what is open."""
        self._http.close()
        self._sockets.tidy()

    def allowed(self, url: str) -> str:
        """The host of `url`; `InputError` for one that may not be asked."""
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise InputError(f"{one_line(url)}: not an address") from None
        loopback = self._plain_loopback and host in _LOOPBACK
        if parts.scheme != "https" and not (loopback and parts.scheme == "http"):
            raise InputError(f"{one_line(url)}: only https is spoken")
        if (host if not loopback else parts.netloc) not in self._hosts or (port not in (None, 443) and not loopback):
            raise InputError(f"{one_line(url)}: not a host of this source")
        return host

    def once(self, url: str, accept: str, conditions: Mapping[str, str]) -> Answer:
        """One request; redirects are followed. Raises `Passing`, `Strange`, `Missing` and `InputError`."""
        try:
            with self._sockets.within(self._manners.whole):
                answer = self._follow(url, {"Accept": accept, **conditions})
            if self._sockets.expired:  # a body without a length ends where the line was cut
                raise Passing(self._too_long)
            return answer
        except (requests.ConnectionError, requests.Timeout, urllib3.exceptions.HTTPError, OSError) as error:
            if self._sockets.expired:
                raise Passing(self._too_long) from error
            if isinstance(error, requests.exceptions.SSLError):
                raise Strange(f"no safe connection ({_reason(error)})") from error
            if isinstance(error, requests.RequestException) and not isinstance(error, requests.ConnectionError | requests.Timeout):
                raise InputError(f"{url}: {one_line(error)}") from error
            raise Passing(f"cannot be reached, or broke off ({_reason(error)})") from error
        except InputError:
            if self._sockets.expired:  # a body that ended with the time looks as if it had been cut short
                raise Passing(self._too_long) from None
            raise

    def _follow(self, url: str, headers: Mapping[str, str]) -> Answer:
        for _ in range(self._manners.redirects + 1):
            self._throttle.wait(self.allowed(url))
            timeout = (self._manners.connect, self._manners.read)
            with self._http.get(url, headers=headers, stream=True, allow_redirects=False, timeout=timeout) as answer:
                if answer.status_code not in _MOVED:
                    return self._answer(answer, url, "If-None-Match" in headers or "If-Modified-Since" in headers)
                url = self._target(url, answer.headers.get("Location", ""))
        raise Strange(f"redirected more than {self._manners.redirects} times")

    def _answer(self, answer: requests.Response, url: str, conditional: bool) -> Answer:
        status, headers = answer.status_code, {name.lower(): value for name, value in answer.headers.items()}
        if status == 304 and conditional:
            return Answer(url, None, headers)
        if status in _BUSY:
            raise Passing(f"the server is busy or down (HTTP {status})", asked_wait(headers.get("retry-after", ""), self._now()))
        if status in (404, 410):
            raise Missing(f"{url}: there is no such thing (HTTP {status})")
        if status in _REFUSED:
            raise InputError(f"{url}: the server refuses (HTTP {status}){self._complaint(answer, url)}: it may be blocking this client or address")
        if status != 200:
            raise InputError(f"{url}: the server answers HTTP {status}{self._complaint(answer, url)}")
        return Answer(url, self._whole(answer, url), headers)

    def _whole(self, answer: requests.Response, url: str) -> bytes:
        """The body; what is too large, or packed in a way that nobody asked for, is `Strange`; what is cut short is `Passing`."""
        packing = answer.headers.get("Content-Encoding", "").strip().lower()
        if packing not in ("", "identity", "gzip", "x-gzip"):
            raise Strange(f"packed as {one_line(packing)!r}, which was not asked for")
        announced = answer.headers.get("Content-Length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:18]) > self._manners.most_packed:
            raise Strange(f"announces {int(announced[:18]):,} bytes, more than the {self._manners.most_packed:,} that the source may send")
        return bytes(gather(self._body(answer, url), self._manners.most, url, self._too_large))

    def _body(self, answer: requests.Response, url: str) -> Iterator[bytes]:
        """The body, unpacked here in bounded steps and not by the HTTP library."""
        raw = self._counted(answer.raw)
        if not answer.headers.get("Content-Encoding", "").strip().lower().endswith("gzip"):
            yield from raw
            return
        try:
            yield from inflate(raw, url)
        except InputError as error:
            raise Passing(str(error).removeprefix(f"{url}: ")) from error

    def _counted(self, raw: Any) -> Iterator[bytes]:
        size = 0
        for block in raw.stream(BLOCK, decode_content=False):
            size += len(block)
            if size > self._manners.most_packed:
                raise self._too_large(size)
            yield block

    def _too_large(self, size: int) -> Exception:
        return Strange(f"more than the source may send: {size:,} bytes so far")

    def _complaint(self, answer: requests.Response, url: str) -> str:
        """What the server says of a refusal: the ``error`` of a JSON body, for the message."""
        with suppress(InputError, msgspec.DecodeError, UnicodeError, RecursionError, Passing, Strange, urllib3.exceptions.HTTPError):
            said = msgspec.json.decode(gather(self._body(answer, url), _COMPLAINT, url), type=dict[str, object])
            if isinstance(text := said.get("error"), str):
                return f" ({one_line(text)})"
        return ""

    def _target(self, url: str, location: str) -> str:
        """Where a redirect leads; `Strange` for a place that is none of the source's."""
        try:
            target = urljoin(url, location)
            there = urlsplit(target)
        except ValueError:
            raise Strange("redirected to an address that cannot be read") from None
        try:
            self.allowed(target)
        except InputError:
            raise Strange(f"redirected to another host ({one_line(there.scheme)}://{one_line(there.netloc)}), not followed") from None
        return target


def _reason(error: BaseException) -> str:
    """The words at the bottom: the library wraps them in several layers of its own, and puts its objects before them."""
    inner = getattr(error, "reason", None)
    below = [inner, *reversed(error.args)] if isinstance(inner, BaseException) else list(reversed(error.args))
    deeper = next((one for one in below if isinstance(one, BaseException)), None)
    return _reason(deeper) if deeper is not None else one_line(_OBJECT.sub("", str(error)))
