"""The session against a loopback server that misbehaves: patience with bounds, and never a traceback."""

import gzip
import hashlib
import socket
import threading
import time
from contextlib import suppress
from email.utils import formatdate
from pathlib import Path

import msgspec
import pytest

from pipeline.errors import InputError
from pipeline.scrape.kept import Note
from pipeline.scrape.manners import Manners, user_agent
from pipeline.scrape.retry import Passing
from pipeline.scrape.session import Session
from tests.scrape.loopback import HTML, JSON, Asked, Reply, Server, answering, packed, serving

GOOD = Reply(b"[1, 2, 3]")
QUICK = Manners(connect=2, read=2, whole=5, most=1000, most_packed=10_000, tries=4)


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


def session(server: Server, keep: Path, clock: Clock, *, offline: bool = False, told: list[str] | None = None, manners: Manners = QUICK) -> Session:
    progress = (lambda _: None) if told is None else told.append
    return Session(server.base, keep, offline=offline, progress=progress, manners=manners, plain_loopback=True, sleep=clock.sleep, now=clock.time)


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


def waits(clock: Clock) -> list[float]:
    """The pauses between tries; requests themselves are a second apart."""
    return [seconds for seconds in clock.slept if seconds > 1]


def test_busy_answers_are_tried_again_as_the_server_asks(tmp_path: Path, clock: Clock) -> None:
    date = formatdate(clock.now + 41, usegmt=True)
    replies = (Reply(status=429, headers=(("Retry-After", "7"),)), Reply(status=503, headers=(("Retry-After", date),)), Reply(status=500), GOOD)
    told: list[str] = []
    with serving(*replies) as server:
        assert ask(session(server, tmp_path, clock, told=told))[0] == GOOD.body
    assert len(server.log) == 4
    first, second, third = waits(clock)
    assert first == 7 and second == pytest.approx(34) and 6 <= third <= 10
    assert any("HTTP 429); trying again in 7 s" in line for line in told)


@pytest.mark.parametrize("header", ["3600", "9" * 500, formatdate(1_800_003_600, usegmt=True)])
def test_a_server_that_asks_for_too_long_a_wait_is_left_alone(tmp_path: Path, clock: Clock, header: str) -> None:
    with (
        serving(Reply(status=429, headers=(("Retry-After", header),)), GOOD) as server,
        pytest.raises(InputError, match=r"HTTP 429\), and asks to wait"),
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
        with pytest.raises(InputError, match=r"HTTP 500\) \(tried 4 times\); the answer of 2027-01-15T08:00:00\+00:00 can still be used offline"):
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
        (Reply(b'{"error": "No card\\n matching"}', status=400), r"HTTP 400 \(No card matching\)$"),
        (Reply(b"<html>no</html>", status=403, headers=(("Content-Type", HTML),)), "refuses .HTTP 403.: it may be blocking"),
        (Reply(b"x" * 100_000, status=404), "no such thing .HTTP 404.$"),
        (Reply(status=204), "HTTP 204"),
        (Reply(status=304), "HTTP 304"),
    ],
)
def test_a_refusal_is_believed_at_once(tmp_path: Path, clock: Clock, reply: Reply, reason: str) -> None:
    with serving(reply) as server, pytest.raises(InputError, match=reason) as caught:
        ask(session(server, tmp_path, clock))
    assert "\n" not in str(caught.value)
    assert len(server.log) == 1 and clock.slept == [] and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(b"x" * 1001), "more than the source may send"),
        (Reply(b"x" * 10_001), "announces 10,001 bytes"),
        (Reply(b"x" * 500, manner="endless"), "more than the source may send"),
        (packed(b"x" * 1_000_000), "more than the source may send"),
        (Reply(gzip.compress(gzip.compress(b"[1]")), headers=(("Content-Encoding", "gzip, gzip"),)), "which was not asked for"),
        (Reply(b"[1]", headers=(("Content-Encoding", "br"),)), "which was not asked for"),
        (Reply(b"[1]", headers=(("Content-Type", HTML),)), "HTML instead of JSON"),
        (Reply(b" <html></html>"), "HTML instead of JSON"),
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
def test_what_cannot_be_right_is_looked_at_twice_and_then_one_line(tmp_path: Path, clock: Clock, reply: Reply, reason: str) -> None:
    with serving(reply) as server, pytest.raises(InputError, match=reason) as caught:
        ask(session(server, tmp_path, clock))
    assert "\n" not in str(caught.value) and str(caught.value).endswith("(tried 2 times)")
    assert len(waits(clock)) == 1 and list(tmp_path.iterdir()) == []
    with serving(reply, GOOD) as server:
        if reply.status in (301, 302):
            return  # the loop asks the server anew
        assert ask(session(server, tmp_path, clock))[0] == GOOD.body


def test_a_redirect_on_the_same_host_is_followed(tmp_path: Path, clock: Clock) -> None:
    with serving(Reply(status=302, headers=(("Location", "/api/v8/cards.php"),)), GOOD) as server:
        assert ask(session(server, tmp_path, clock))[0] == GOOD.body
    assert [request.path for request in server.log] == ["/api/v7/cards.php?all=yes", "/api/v8/cards.php"]


@pytest.mark.parametrize(
    "cut",
    [
        Reply(b"[1, 2", length=100),
        Reply(gzip.compress(b"[1, 2]")[:-3], headers=(("Content-Encoding", "gzip"),)),
        Reply(b"[1]", headers=(("Content-Encoding", "gzip"),)),
        Reply(b"[1, 2]", manner="reset"),
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


SLOW = msgspec.structs.replace(QUICK, whole=0.2, tries=2)


def test_a_body_that_drips_is_given_up(tmp_path: Path, clock: Clock) -> None:
    drip = Reply(b"[" + b" " * 900 + b"]", manner="drip")
    with serving(drip) as server, pytest.raises(InputError, match=r"took longer than 0.2 s \(tried 2 times\)"):
        ask(session(server, tmp_path, clock, manners=SLOW))
    with serving(drip, GOOD) as server:
        assert ask(session(server, tmp_path, clock, manners=SLOW))[0] == GOOD.body


def test_headers_that_drip_are_given_up_as_well(tmp_path: Path, clock: Clock) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        over = threading.Event()

        def drip() -> None:
            while not over.is_set():
                with suppress(OSError):
                    client, _ = listening.accept()
                    with client:
                        for byte in b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 2000:
                            client.send(bytes([byte]))
                            time.sleep(0.02)

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        live = Session(
            f"http://127.0.0.1:{listening.getsockname()[1]}/", tmp_path, progress=print, manners=SLOW, plain_loopback=True,
            sleep=clock.sleep, now=clock.time,
        )  # fmt: skip
        with pytest.raises(InputError, match=r"took longer than 0.2 s"):
            ask(live)
        over.set()
        listening.close()
        thread.join(5)


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


def test_an_old_answer_is_confirmed_rather_than_fetched(tmp_path: Path, clock: Clock) -> None:
    def changed_once(asked: Asked) -> Reply:
        known = "tag-2" if len(server.log) > 2 else "tag-1"
        if asked.headers.get("If-None-Match") == known:
            assert asked.headers["If-Modified-Since"] == "Mon, 02 Nov 2026 00:00:00 GMT"
            return Reply(status=304)
        return Reply(known.encode(), headers=(("ETag", known), ("Last-Modified", "Mon, 02 Nov 2026 00:00:00 GMT")))

    with answering(changed_once) as server:
        first = ask(session(server, tmp_path, clock))
        clock.now += 100
        confirmed = ask(session(server, tmp_path, clock))
        assert confirmed[0] == first[0] == b"tag-1"
        assert (confirmed[1].fetched, confirmed[1].checked) == (first[1].fetched, "2027-01-15T08:01:40+00:00")
        clock.now += 59
        assert ask(session(server, tmp_path, clock))[0] == b"tag-1" and len(server.log) == 2  # young again
        clock.now += 2
        assert ask(session(server, tmp_path, clock))[0] == b"tag-2"
        clock.now += 100
        (tmp_path / "cards.json").write_bytes(b"tag-X")  # what does not fit its note is not worth confirming
        assert ask(session(server, tmp_path, clock))[0] == b"tag-2"
    assert "If-None-Match" not in server.log[-1].headers


def test_an_answer_to_another_question_does_not_count(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server, session(server, tmp_path, clock) as live:
        for path in ("a.php", "b.php"):
            live.get(path, name="cards.json", decode=bytes)
    assert len(server.log) == 2


def test_a_body_that_says_later_is_asked_for_again_as_the_server_asks(tmp_path: Path, clock: Clock) -> None:
    def lag(body: bytes) -> bytes:
        if body == b"lag":
            raise Passing("the database lags")
        return body

    with serving(Reply(b"lag", headers=(("Retry-After", "5"),)), GOOD) as server, session(server, tmp_path, clock) as live:
        assert live.get("a.php", name="a.json", decode=lag)[0] == GOOD.body
    assert waits(clock) == [5]


def test_what_was_handed_out_is_named_with_its_hash(tmp_path: Path, clock: Clock) -> None:
    with serving(GOOD) as server, session(server, tmp_path, clock) as live:
        for name in ("b.json", "a/1.json", "b.json"):
            live.get(name, name=name, decode=bytes)
        assert [origin.file for origin in live.used] == ["b.json", "a/1.json"]
        assert all(hashlib.sha256((tmp_path / one.file).read_bytes()).hexdigest() == one.sha256 for one in live.used)
        assert live.used[1].url == f"{server.base}a/1.json" and live.used[1].fetched == "2027-01-15T08:00:01+00:00"


def test_no_cookie_comes_back_and_no_password_is_looked_up(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "netrc").write_text("default login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    with serving(Reply(b"[1]", headers=(("Set-Cookie", "who=me"),))) as server, session(server, tmp_path, clock) as live:
        live.get("a", name="a.json", decode=bytes)
        live.get("b", name="b.json", decode=bytes)
    assert all("Cookie" not in asked.headers and "Authorization" not in asked.headers for asked in server.log)


@pytest.mark.parametrize(
    ("contact", "agent"),
    [
        (None, "(collects card texts; no fixed contact, each copy is run by its user)"),
        ("me at example.org", "(collects card texts; me at example.org)"),
    ],
)
def test_the_contact_is_the_users_own(monkeypatch: pytest.MonkeyPatch, contact: str | None, agent: str) -> None:
    monkeypatch.delenv("DAMAGE_STEP_CONTACT", raising=False)
    if contact is not None:
        monkeypatch.setenv("DAMAGE_STEP_CONTACT", contact)
    assert user_agent().endswith(agent)


@pytest.mark.parametrize("contact", ["a Python fan", "x\ny", "é", "x" * 121])
def test_a_contact_that_no_header_carries_is_refused(monkeypatch: pytest.MonkeyPatch, contact: str) -> None:
    monkeypatch.setenv("DAMAGE_STEP_CONTACT", contact)
    with pytest.raises(InputError, match="DAMAGE_STEP_CONTACT"):
        user_agent()


@pytest.mark.parametrize(
    "base", ["http://db.example.org/", "ftp://127.0.0.1/", "file:///etc/", "http://127.0.0.1.example/", "http://127.0.0.1:8/", ""]
)
def test_only_https_is_spoken(tmp_path: Path, base: str) -> None:
    with pytest.raises(InputError, match="only https"):
        Session(base, tmp_path, progress=print)
    with pytest.raises(InputError, match="only https"):
        Session("http://db.example.org/", tmp_path, progress=print, plain_loopback=True)


@pytest.mark.parametrize(
    "url", ["https://other.example/", "https://db.example.org:8443/", "https://[/", "//[nowhere/", "https://user@other.example/"]
)
def test_only_the_hosts_of_the_source_are_asked(tmp_path: Path, url: str) -> None:
    live = Session("https://db.example.org/", tmp_path, progress=print)
    with pytest.raises(InputError, match=r"not a host of this source|not an address"):
        live.get(url, name="a.json", decode=bytes)
