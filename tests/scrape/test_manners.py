"""Spacing, retries, progress and the journal: the small parts of a session, each alone."""

from pathlib import Path

from pipeline.errors import InputError
from pipeline.scrape.manners import Manners
from pipeline.scrape.meter import Meter, duration
from pipeline.scrape.retry import Missing, Passing, Strange, patiently
from pipeline.scrape.runs import Journal, older
from pipeline.scrape.throttle import Throttle


def test_each_host_has_its_own_pace() -> None:
    now, slept = 100.0, list[float]()

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    throttle = Throttle(2.0, sleep, lambda: now)
    for host in ("a", "b", "a", "b"):
        throttle.wait(host)
    assert slept == [2.0]
    now += 5
    throttle.wait("a")
    assert slept == [2.0]
    now -= 1000  # a clock put back
    throttle.wait("a")
    assert slept == [2.0, 2.0]


def outcome(*results: Exception | str) -> tuple[str, int, list[float]]:
    """What comes of these results in a row, how many were asked for, and the pauses."""
    supply, slept = list(results), list[float]()

    def once() -> str:
        result = supply.pop(0)
        if isinstance(result, Exception):
            raise result
        return result

    try:
        said = patiently(once, "url", Manners(tries=4, looks=2), slept.append, lambda _: None)
    except InputError as error:
        said = str(error)
    return said, len(results) - len(supply), slept


def test_what_may_pass_is_tried_again_with_growing_pauses() -> None:
    said, asked, slept = outcome(*[Passing("busy")] * 3, "good")
    assert (said, asked) == ("good", 4)
    assert [1.5 <= slept[0] <= 2.5, 3 <= slept[1] <= 5, 6 <= slept[2] <= 10] == [True] * 3
    assert outcome(*[Passing("busy")] * 9)[:2] == ("url: busy (tried 4 times)", 4)


def test_what_is_strange_is_looked_at_twice() -> None:
    assert outcome(Strange("odd"), "good")[:2] == ("good", 2)
    assert outcome(*[Strange("odd")] * 3)[:2] == ("url: odd (tried 2 times)", 2)
    assert outcome(Strange("odd"), Passing("busy"), "good")[:2] == ("good", 3)


def test_what_is_certain_is_not_tried_again() -> None:
    assert outcome(Missing("none"), "good")[:2] == ("none", 1)
    assert outcome(InputError("no"), "good")[:2] == ("no", 1)


def test_the_servers_own_pause_goes_first_and_has_a_limit() -> None:
    assert outcome(Passing("busy", 0.0), Passing("busy", 7.0), "good") == ("good", 3, [0.0, 7.0])
    assert outcome(Passing("busy", 500.0), "good")[:2] == ("url: busy, and asks to wait 500 s; try again later", 1)


def test_progress_says_how_many_how_fast_and_how_long_yet() -> None:
    now, said = 0.0, list[str]()
    meter = Meter(said.append, "pages", 1000, every=5, now=lambda: now)
    meter.add(100, fresh=False)
    assert said == [] and meter.line() == "pages: 100 of 1,000"
    now = 10.0
    meter.add(100)
    assert said == ["pages: 200 of 1,000 (10.0 a second, 80 s left)"]
    now = 12.0
    meter.add(1)
    assert len(said) == 1
    now = 20.0
    meter.add(2000)  # more than was announced
    assert said[1] == "pages: 2,201 (105.0 a second)"
    assert [duration(seconds) for seconds in (5, 600, 9000)] == ["5 s", "10 min", "2 h"]


def test_a_journal_knows_what_is_whole(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert journal.standing() == [] and journal.open("bulk") is None
    run = journal.begin("bulk", 1_800_000_000.4)
    assert run.folder == "bulk-20270115T080000"
    assert Journal(tmp_path).open("bulk") == run and Journal(tmp_path).open("changes") is None and Journal(tmp_path).standing() == []
    journal.finish(run)
    again = Journal(tmp_path)
    assert [one.folder for one in again.standing()] == [run.folder] and again.open("bulk") is None
    changes = again.begin("changes", 1_800_000_100, since="2027-01-15T08:00:00+00:00")
    again.begin("changes", 1_800_000_200)  # the open one is given up
    assert Journal(tmp_path).open("changes") != changes and len(Journal(tmp_path).standing()) == 1
    assert not older(run, 60, 1_800_000_030) and older(run, 60, 1_800_000_100) and older(run, 60, 1_700_000_000)


def test_two_runs_of_one_second_do_not_share_a_folder(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    first = journal.begin("bulk", 1_800_000_000)
    (tmp_path / first.folder).mkdir()
    assert journal.begin("bulk", 1_800_000_000).folder == f"{first.folder}-2"
