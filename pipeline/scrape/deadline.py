"""An end to every request: after its time all its sockets are shut, so that no server can hold a reader by single bytes.

The timeouts of the HTTP library count from byte to byte. A server that sends one now and then, be it in the handshake, the
headers or the body, is under no limit of theirs.
"""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.poolmanager import ProxyManager


class Sockets:
    """The open sockets of one session, by handles of their own: they outlive the wrapping of a socket for TLS."""

    def __init__(self) -> None:
        self._handles: set[socket.socket] = set()
        self._done: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.expired = False

    def add(self, opened: socket.socket) -> socket.socket:
        """A handle for a socket that was opened; to be given back by `drop`."""
        handle = opened.dup()
        with self._lock:
            self._handles.add(handle)
        return handle

    def drop(self, handle: socket.socket) -> None:
        """The connection is closed. A body may still be read from it, so the handle is kept until the request is over."""
        with self._lock:
            self._done.add(handle)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Within the block, whatever is read or written fails once `seconds` have passed; `expired` then says why."""
        self.expired = False
        timer = threading.Timer(seconds, self._shut)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            self.tidy()

    def tidy(self) -> None:
        """Give back the handles of closed connections."""
        with self._lock:
            for handle in self._done:
                handle.close()
            self._handles -= self._done
            self._done.clear()

    def _shut(self) -> None:
        self.expired = True
        with self._lock:
            for handle in self._handles:
                with suppress(OSError):
                    handle.shutdown(socket.SHUT_RDWR)


class _Watched(HTTPConnection):
    sockets: Sockets  # set by the subclass that one adapter makes for itself
    handle: socket.socket | None = None

    def _new_conn(self) -> socket.socket:
        opened = super()._new_conn()
        self.handle = self.sockets.add(opened)
        return opened

    def close(self) -> None:
        super().close()
        if self.handle is not None:
            self.sockets.drop(self.handle)
            self.handle = None


class _Adapter(HTTPAdapter):
    """A transport adapter that reports every socket it opens."""

    def __init__(self, sockets: Sockets) -> None:
        plain = type("Plain", (_Watched,), {"sockets": sockets})
        secure = type("Secure", (_Watched, HTTPSConnection), {"sockets": sockets})
        self._pools: dict[str, type[HTTPConnectionPool]] = {
            "http": type("PlainPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
            "https": type("SecurePool", (HTTPSConnectionPool,), {"ConnectionCls": secure}),
        }
        super().__init__()

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **more: Any) -> None:
        super().init_poolmanager(connections, maxsize, block, **more)
        self.poolmanager.pool_classes_by_scheme = self._pools

    def proxy_manager_for(self, proxy: str, **more: Any) -> ProxyManager:
        manager: ProxyManager = super().proxy_manager_for(proxy, **more)
        manager.pool_classes_by_scheme = self._pools
        return manager


class Direct(requests.Session):
    """Follows nothing, remembers nothing: no redirects (the library would take in their bodies without a bound), no cookies, no passwords."""

    def __init__(self, sockets: Sockets) -> None:
        super().__init__()
        self.mount("https://", _Adapter(sockets))
        self.mount("http://", _Adapter(sockets))
        self.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        self.auth = _nobody  # else the library looks for a password in the user's .netrc

    def get_redirect_target(self, resp: requests.Response) -> str | None:
        return None


def _nobody(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request
