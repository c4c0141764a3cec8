"""No test here leaves the loopback: whoever tries is stopped."""

import socket

import pytest

_CONNECT = socket.socket.connect


@pytest.fixture(autouse=True)
def _loopback_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(self: socket.socket, address: tuple[str, int]) -> None:
        assert address[0] in ("127.0.0.1", "::1"), f"a test wants to reach {address}"
        _CONNECT(self, address)

    def nowhere(host: str, *_: object, **__: object) -> list[object]:
        assert host in ("127.0.0.1", "::1", "localhost"), f"a test looks up {host}"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", _[0]))]

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
