"""The wiki's API over the loopback: pages in batches, changes later, and runs that go on where they were ended."""

import json
from pathlib import Path

import msgspec
import pytest

from pipeline.errors import InputError
from pipeline.scrape import Loaded, load, yugipedia
from pipeline.scrape.manners import Manners
from pipeline.scrape.session import Session
from tests.scrape.dialects import Page, Yugipedia, bird_name, page, pages_file
from tests.scrape.kills import kill_and_go_on
from tests.scrape.loopback import Asked, Reply, Server, answering, json_reply, serving
from tests.scrape.storm import complaints, storm

DAY = 24 * 3600.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def live(server: Server, keep: Path, clock: Clock, *, offline: bool = False, told: list[str] | None = None) -> Loaded:
    progress = (lambda _: None) if told is None else told.append
    session = Session(
        server.base, keep, offline=offline, progress=progress, manners=Manners(interval=0, tries=2), plain_loopback=True, sleep=lambda _: None,
        now=clock.time,
    )  # fmt: skip
    return yugipedia.load(None, offline=offline, progress=progress, session=session)


def test_all_pages_in_batches_and_a_second_build_asks_nothing(tmp_path: Path, clock: Clock) -> None:
    with answering(Yugipedia([page(n) for n in range(120)])) as server:
        told: list[str] = []
        first = live(server, tmp_path, clock, told=told)
        assert [card.name for card in first.cards] == [bird_name(n) for n in range(120)]
        assert len(server.log) == 4 and server.log[0].query["prop"] == "categoryinfo"
        assert any("120 of 120" in line for line in told)
        again = live(server, tmp_path, clock)
        assert again == live(server, tmp_path, clock, offline=True) == first
        assert len(server.log) == 4
    assert len(first.built_from) == 3 and all(one.url and one.fetched for one in first.built_from)


def test_changes_are_asked_for_from_the_last_run_on(tmp_path: Path, clock: Clock) -> None:
    wiki = Yugipedia([page(n) for n in range(30)])
    with answering(wiki) as server:
        first = live(server, tmp_path, clock)
        clock.now += DAY
        wiki.changed = [(page(3, "Changed."), True), (page(40, "New."), True), (page(5), False), (page(90), False)]
        told: list[str] = []
        second = live(server, tmp_path, clock, told=told)
        assert "grcstart=2027-01-15T07%3A50%3A00%2B00%3A00" in server.log[-1].path
        texts = {card.name: card.text_en for card in second.cards}
        assert texts[bird_name(3)] == "Changed." and texts[bird_name(40)] == "New."
        assert bird_name(5) not in texts and bird_name(90) not in texts  # no longer cards, or never
        assert len(second.cards) == len(first.cards)
        asked = len(server.log)
        wiki.changed = [(page(3, "Again."), True)]
        assert live(server, tmp_path, clock) == second and len(server.log) == asked  # too soon
        clock.now += DAY
        third = live(server, tmp_path, clock)
        assert {card.name: card.text_en for card in third.cards}[bird_name(3)] == "Again."
        assert "grcstart=2027-01-16T07%3A50" in server.log[-1].path
        assert live(server, tmp_path, clock, offline=True) == third
        clock.now += 31 * DAY
        assert len(live(server, tmp_path, clock).cards) == 30  # everything anew


def test_a_run_that_was_ended_goes_on_where_it_stopped(tmp_path: Path, clock: Clock) -> None:
    wiki = Yugipedia([page(n) for n in range(250)])
    down = False

    def weak(asked: Asked) -> Reply:
        return Reply(status=503) if down and asked.query.get("gcmcontinue") == "page|150" else wiki(asked)

    with answering(weak) as server:
        down = True
        with pytest.raises(InputError, match=r"busy or down \(HTTP 503\) \(tried 2 times\)"):
            live(server, tmp_path, clock)
        with pytest.raises(InputError, match="offline, and no whole run"):
            live(server, tmp_path, clock, offline=True)
        down = False
        asked = len(server.log)
        clock.now += DAY
        assert len(live(server, tmp_path, clock).cards) == 250
        assert [one.query["gcmcontinue"] for one in server.log[asked:]] == ["page|150", "page|200"]


def test_a_run_left_open_for_too_long_is_begun_anew(tmp_path: Path, clock: Clock) -> None:
    wiki = Yugipedia([page(n) for n in range(120)])
    with answering(
        lambda asked: Reply(status=503) if clock.now < 1_800_000_001 and "page" in asked.query.get("gcmcontinue", "") else wiki(asked)
    ) as server:
        with pytest.raises(InputError):
            live(server, tmp_path, clock)
        clock.now += 8 * DAY
        asked = len(server.log)
        live(server, tmp_path, clock)
        assert len(server.log) == asked + 4


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (json_reply({"error": {"code": "maxlag", "info": "3 seconds behind"}}), r"asks for patience \(maxlag: 3 seconds behind\) \(tried 2 times\)"),
        (json_reply({"error": {"code": "nope", "info": "no\nno"}}), "the wiki says nope: no no"),
        (json_reply({"cards": []}), "no answer in the documented layout"),
        (json_reply({"query": {"pages": {"1": {}}}}), r"Expected `array`, got `object` .*; the source has changed its layout"),
        (json_reply({"batchcomplete": True}), "no card in 0 pages"),
        (json_reply({"batchcomplete": True, "query": {"pages": [{"pageid": 5, "title": "X"}]}}), "no content came for the page"),
        (json_reply({"continue": {"gcmcontinue": "page|1"}, "query": {"pages": []}}), "goes on where it has been before"),
    ],
)
def test_answers_that_are_none_are_one_line(tmp_path: Path, clock: Clock, reply: Reply, reason: str) -> None:
    with serving(reply) as server, pytest.raises(InputError, match=reason) as caught:
        live(server, tmp_path, clock)
    assert "\n" not in str(caught.value)


def test_a_list_that_ends_too_soon_is_not_taken_for_the_whole(tmp_path: Path, clock: Clock) -> None:
    wiki = Yugipedia([page(n) for n in range(120)])
    cut = True

    def short(asked: Asked) -> Reply:
        reply = wiki(asked)
        if cut and asked.query.get("gcmcontinue") == "page|50":
            return json_reply({"batchcomplete": True})
        return reply

    with answering(short) as server:
        with pytest.raises(InputError, match="the wiki gave 50 of its 120 pages; the next run begins anew"):
            live(server, tmp_path, clock)
        cut = False
        assert len(live(server, tmp_path, clock).cards) == 120


def test_a_journal_that_cannot_be_read_says_so(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "runs.json").write_text("[{")
    with serving(Reply()) as server, pytest.raises(InputError, match=r"runs\.json: cannot be read .* remove it to fetch everything anew"):
        live(server, tmp_path, clock)


def test_a_file_of_pages(tmp_path: Path) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_bytes(pages_file([page(2), page(1), Page(5, "Prose", "none")]) + b"\n")
    found = load("yugipedia", file, progress=lambda _: None)
    assert [card.page_id for card in found.cards] == [1001, 1002]
    assert found.skipped == ("5 'Prose': no card table on the page",)
    assert found.built_from[0].file == "pages.jsonl" and found.revision == found.built_from[0].sha256
    file.write_bytes(pages_file([page(1)]) + b'{"pageid": "1"}\n')
    found = load("yugipedia", file, progress=lambda _: None)
    assert len(found.cards) == 1 and found.skipped[0].startswith("line 2: Expected `int`, got `str`")
    file.write_bytes(pages_file([page(1)]) + b'{"pageid": "1"}\n{\n')
    with pytest.raises(InputError, match=r"pages\.jsonl, line 2: Expected `int`"):
        load("yugipedia", file, progress=lambda _: None)


def test_a_storm_of_everything_at_once(tmp_path: Path) -> None:
    found = storm(1000, 7, tmp_path, batch=25)
    assert complaints(found, 1000) == []
    assert sum(found.done.values()) > 20 and len(found.done) > 12


def test_kills_at_random_moments(tmp_path: Path) -> None:
    found = kill_and_go_on(3, 200, 5, tmp_path, light=True)
    assert found.kills == 3 and found.complaints() == []


def test_the_raw_answers_lie_beside_their_notes(tmp_path: Path, clock: Clock) -> None:
    with answering(Yugipedia([page(n) for n in range(3)])) as server:
        live(server, tmp_path, clock)
    (run,) = msgspec.json.decode((tmp_path / "runs.json").read_bytes())
    assert run["whole"] is True and run["kind"] == "bulk"
    answers = sorted(tmp_path.glob("bulk-*/*.json"))
    assert [file.name for file in answers] == ["00001.json", "00001.json.source.json", "count.json", "count.json.source.json"]
    assert json.loads(answers[1].read_text())["url"].startswith(server.base)
