"""A server on the loopback that answers as it is told, and breaks what it sends in every way that a line or a host can."""

import gzip
import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal, NamedTuple
from urllib.parse import parse_qsl, urlsplit

JSON = "application/json; charset=UTF-8"
HTML = "text/html; charset=UTF-8"
# How the bytes of a body go out: whole; a byte now and then; cut by a reset half-way; again and again without end.
Manner = Literal["whole", "drip", "reset", "endless"]


class Reply(NamedTuple):
    """One answer. `length` overrides the Content-Length: a larger one makes the body look cut short."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", JSON),)
    length: int | None = None
    chunked: bool = False
    manner: Manner = "whole"


class Asked(NamedTuple):
    """What was asked: path with query, and the headers."""

    path: str
    headers: dict[str, str]

    @property
    def place(self) -> str:
        """The path alone."""
        return urlsplit(self.path).path

    @property
    def query(self) -> dict[str, str]:
        """The parameters."""
        return dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))


class Server(ThreadingHTTPServer):
    """Answers with what `answer` gives for each request; `log` has them in order."""

    daemon_threads = True

    def __init__(self, answer: Callable[[Asked], Reply]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.log: list[Asked] = []
        self.lock = threading.Lock()

    @property
    def base(self) -> str:
        """URL below which it answers."""
        return f"http://127.0.0.1:{self.server_port}/api/v7/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that have had enough are no news."""


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        asked = Asked(self.path, dict(self.headers.items()))
        with self.server.lock:
            self.server.log.append(asked)
            reply = self.server.answer(asked)
        self.close_connection = True
        with suppress(OSError):  # the client may have had enough, as it should
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if not reply.chunked and reply.manner != "endless":
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
        self.send_header("Connection", "close")
        self.end_headers()
        if reply.manner == "drip":
            for byte in reply.body:
                self.wfile.write(bytes([byte]))
                time.sleep(0.02)
        elif reply.manner == "reset":
            self.wfile.write(reply.body[: len(reply.body) // 2])
            self.wfile.flush()
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        elif reply.manner == "endless":
            while True:
                self.wfile.write(reply.body)
        else:
            self.wfile.write(reply.body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


def packed(body: bytes) -> Reply:
    """A gzip answer."""
    return Reply(gzip.compress(body, 1), headers=(("Content-Type", JSON), ("Content-Encoding", "gzip")))


def json_reply(value: object, *headers: tuple[str, str]) -> Reply:
    """A JSON answer."""
    return Reply(json.dumps(value, ensure_ascii=False).encode(), headers=(("Content-Type", JSON), *headers))


@contextmanager
def answering(answer: Callable[[Asked], Reply]) -> Iterator[Server]:
    """A server in a thread of its own, stopped at the end."""
    server = Server(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def serving(*replies: Reply) -> Iterator[Server]:
    """A server that sends `replies` one after the other, the last one again and again."""
    supply = list(replies)

    def next_one(_: Asked) -> Reply:
        return supply.pop(0) if len(supply) > 1 else supply[0]

    with answering(next_one) as server:
        yield server
