"""The session against a loopback server that misbehaves: patience with bounds, and never a traceback."""

import gzip
from email.utils import formatdate
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.scrape.kept import Note
from pipeline.scrape.session import Manners, Session
from tests.scrape.server import JSON, Reply, Server, packed, serving

GOOD = Reply(b"[1, 2, 3]")
QUICK = Manners(connect=2, read=2, whole=5, most=1000)


class Clock:
    """Time that passes only in sleep."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def session(server: Server, keep: Path, clock: Clock, *, offline: bool = False, said: list[str] | None = None, manners: Manners = QUICK) -> Session:
    progress = (lambda _: None) if said is None else said.append
    return Session(server.base, keep, offline=offline, progress=progress, manners=manners, sleep=clock.sleep, now=clock.time)


def ask(session: Session, max_age: float = 60.0) -> tuple[bytes, Note]:
    with session:
        return session.get("cards.php?all=yes", name="cards.json", max_age=max_age, decode=lambda body: body)


def test_it_says_who_asks_and_nothing_of_the_language(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server:
        ask(session(server, tmp_path, clock))
    (request,) = server.log
    assert request.path == "/api/v7/cards.php?all=yes"
    assert request.headers["User-Agent"].startswith("damage-step-pipeline/")
    assert "python" not in str(request.headers).lower()


def test_a_young_answer_is_used_again_and_an_old_one_is_not(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD, Reply(b"[4]")) as server:
        first = ask(session(server, tmp_path, clock))
        clock.now += 59
        assert ask(session(server, tmp_path, clock)) == first
        assert len(server.log) == 1
        clock.now += 2
        assert ask(session(server, tmp_path, clock))[0] == b"[4]"
        assert len(server.log) == 2
        (tmp_path / "cards.json").write_bytes(b"[5]")  # no longer what the note says
        ask(session(server, tmp_path, clock))
        assert len(server.log) == 3


def test_offline_any_kept_answer_will_do_and_none_is_an_error(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server:
        with pytest.raises(InputError, match="offline, and no earlier answer"):
            ask(session(server, tmp_path, clock, offline=True))
        ask(session(server, tmp_path, clock))
        clock.now += 1e9
        assert ask(session(server, tmp_path, clock, offline=True))[0] == GOOD.body
        assert len(server.log) == 1


def test_busy_answers_are_tried_again_as_the_server_asks(tmp_path: Path, clock: Clock) -> None:
    date = formatdate(clock.now + 40, usegmt=True)
    replies = (Reply(status=429, headers=(("Retry-After", "7"),)), Reply(status=503, headers=(("Retry-After", date),)), Reply(status=500), GOOD)
    said: list[str] = []
    with serving(*replies) as server:
        assert ask(session(server, tmp_path, clock, said=said))[0] == GOOD.body
    assert len(server.log) == 4
    assert clock.slept[0] == 7 and clock.slept[1] == pytest.approx(33) and 6 <= clock.slept[2] <= 10
    assert any("HTTP 429; trying again in 7 s" in line for line in said)


@pytest.mark.parametrize("header", ["3600", "9" * 500, formatdate(1_800_003_600, usegmt=True)])
def test_a_server_that_asks_for_too_long_a_wait_is_left_alone(tmp_path: Path, clock: Clock, header: str) -> None:
    with (
        serving(Reply(status=429, headers=(("Retry-After", header),)), GOOD) as server,
        pytest.raises(InputError, match="HTTP 429, and asks to wait"),
    ):
        ask(session(server, tmp_path, clock))
    assert len(server.log) == 1 and clock.slept == []


@pytest.mark.parametrize("header", ["", "soon", "-5", "1e3", "Thu, 99 Foo 2020"])
def test_a_wait_that_cannot_be_read_is_our_own(tmp_path: Path, clock: Clock, header: str) -> None:
    with serving(Reply(status=429, headers=(("Retry-After", header),)), GOOD) as server:
        ask(session(server, tmp_path, clock))
    assert len(clock.slept) == 1 and 1.5 <= clock.slept[0] <= 2.5


def test_it_gives_up_after_some_tries_and_offers_the_old_answer(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD, Reply(status=500)) as server:
        ask(session(server, tmp_path, clock))
        clock.now += 100
        with pytest.raises(InputError, match=r"HTTP 500 \(tried 4 times\); the answer of 2027-01-15T08:00:00\+00:00 can still be used offline"):
            ask(session(server, tmp_path, clock))
    assert len(server.log) == 5


def test_requests_are_spaced(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server, session(server, tmp_path, clock) as live:
        for name in ("a.json", "b.json"):
            live.get("cards.php", name=name, max_age=1, decode=bytes)
    assert clock.slept == [1.0]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(b'{"error": "No card\\n matching"}', status=400), r"HTTP 400 \(No card matching\)"),
        (Reply(b"<html>no</html>", status=403, headers=(("Content-Type", "text/html"),)), "HTTP 403$"),
        (Reply(b"x" * 100_000, status=404), "HTTP 404$"),
        (Reply(status=204), "HTTP 204"),
        (Reply(b"x" * 1001), "more than 1,000 bytes"),
        (packed(b"x" * 1_000_000), "more than 1,000 bytes"),
        (Reply(gzip.compress(b"[1]")[:-3], headers=(("Content-Encoding", "gzip"),)), "cut short"),
        (Reply(b"[1]", headers=(("Content-Encoding", "gzip"),)), "broken gzip data"),
        (Reply(gzip.compress(gzip.compress(b"[1]")), headers=(("Content-Encoding", "gzip, gzip"),)), "which was not asked for"),
        (Reply(b"[1]", headers=(("Content-Encoding", "br"),)), "which was not asked for"),
        (Reply(status=302, headers=(("Location", "https://elsewhere.example/cards"),)), "another host"),
        (Reply(status=302, headers=(("Location", "http://127.0.0.1:1/cards"),)), "another host"),
        (Reply(status=302, headers=(("Location", "//elsewhere.example"),)), "another host"),
        (Reply(status=302, headers=(("Location", "http://[nowhere"),)), "cannot be read"),
        (Reply(status=302, headers=(("Location", "file:///etc/passwd"),)), "another host"),
        (Reply(gzip.compress(b"x" * 10_000_000), 302, (("Location", "//elsewhere.example"), ("Content-Encoding", "gzip"))), "another host"),
        (Reply(status=301, headers=(("Location", "again.php"),)), "redirected more than 3 times"),
        (Reply(status=302), "redirected more than 3 times"),
    ],
)
def test_what_no_patience_mends_is_one_line_and_nothing_is_kept(tmp_path: Path, clock: Clock, reply: Reply, reason: str) -> None:
    with serving(reply) as server, pytest.raises(InputError, match=reason) as caught:
        ask(session(server, tmp_path, clock))
    assert "\n" not in str(caught.value)
    assert clock.slept == [] and list(tmp_path.iterdir()) == []


def test_a_redirect_on_the_same_host_is_followed(tmp_path: Path, clock: Clock) -> None:
    with serving(Reply(status=302, headers=(("Location", "/api/v8/cards.php"),)), GOOD) as server:
        assert ask(session(server, tmp_path, clock))[0] == GOOD.body
    assert [request.path for request in server.log] == ["/api/v7/cards.php?all=yes", "/api/v8/cards.php"]


@pytest.mark.parametrize(
    "cut",
    [
        Reply(b"[1, 2", length=100),
        Reply(b"5\r\n[1, 2\r\n", headers=(("Content-Type", JSON), ("Transfer-Encoding", "chunked")), chunked=True),
        Reply(b"zz\r\n[1, 2\r\n", headers=(("Content-Type", JSON), ("Transfer-Encoding", "chunked")), chunked=True),
    ],
)
def test_a_body_cut_short_is_asked_for_again(tmp_path: Path, clock: Clock, cut: Reply) -> None:
    with serving(cut, GOOD) as server:
        assert ask(session(server, tmp_path, clock))[0] == GOOD.body
    assert len(server.log) == 2
    with serving(cut) as server, pytest.raises(InputError, match="tried 4 times"):
        ask(session(server, tmp_path / "other", clock))


def test_a_packed_body_is_kept_unpacked(tmp_path: Path, clock: Clock) -> None:
    with serving(packed(b"[1, 2]")) as server:
        assert ask(session(server, tmp_path, clock))[0] == b"[1, 2]"
    assert (tmp_path / "cards.json").read_bytes() == b"[1, 2]"


def test_a_body_without_end_is_given_up(tmp_path: Path, clock: Clock) -> None:
    never = Manners(whole=-1.0, tries=1)
    with serving(GOOD) as server, pytest.raises(InputError, match="took longer"):
        ask(session(server, tmp_path, clock, manners=never))


def test_nobody_there(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server:
        pass
    with pytest.raises(InputError, match="tried 4 times") as caught:
        ask(session(server, tmp_path, clock))
    assert "\n" not in str(caught.value)


def test_a_body_that_does_not_decode_is_not_kept(tmp_path: Path, clock: Clock) -> None:
    def refuse(body: bytes) -> bytes:
        raise InputError("no cards")

    with serving(GOOD) as server, session(server, tmp_path, clock) as live, pytest.raises(InputError, match="no cards"):
        live.get("cards.php", name="cards.json", max_age=1, decode=refuse)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("base", ["http://db.example.org/", "ftp://127.0.0.1/", "file:///etc/", "http://127.0.0.1.example.org/", ""])
def test_only_https_is_spoken(tmp_path: Path, base: str) -> None:
    with pytest.raises(InputError, match="only https"):
        Session(base, tmp_path, progress=print)
