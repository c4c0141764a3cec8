"""A loopback server that misbehaves as told: each test gives it the answers it shall send, in order."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

JSON = "application/json; charset=UTF-8"


class Reply(NamedTuple):
    """One answer. `length` overrides the Content-Length: a larger one makes the body look cut short."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", JSON),)
    length: int | None = None
    chunked: bool = False


class Log(NamedTuple):
    """What was asked: path with query, and the headers."""

    path: str
    headers: dict[str, str]


class Server(ThreadingHTTPServer):
    """Sends `replies` one after the other, the last one again and again."""

    daemon_threads = True

    def __init__(self, replies: list[Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = replies
        self.log: list[Log] = []

    @property
    def base(self) -> str:
        """URL below which it answers."""
        return f"http://127.0.0.1:{self.server_port}/api/v7/"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        log = self.server.log
        reply = self.server.replies[min(len(log), len(self.server.replies) - 1)]
        log.append(Log(self.path, dict(self.headers.items())))
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if not reply.chunked:
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(BrokenPipeError, ConnectionResetError):  # the client may have had enough, as it should
            self.wfile.write(reply.body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


def packed(body: bytes) -> Reply:
    """A gzip answer."""
    return Reply(gzip.compress(body), headers=(("Content-Type", JSON), ("Content-Encoding", "gzip")))


@contextmanager
def serving(*replies: Reply) -> Iterator[Server]:
    """A server in a thread of its own, stopped at the end."""
    server = Server(list(replies))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
