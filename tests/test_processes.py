"""Processes that are stopped or killed: a clear end, and in the folder what was there before."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline import build
from pipeline.cli import main
from pipeline.errors import InputError
from pipeline.processes import Stopped, stoppable, workers

ROOT = Path(__file__).parents[1]
# Builds the sample, but stops short of the named step and says so; the process then waits for its end.
WAITING = """
import sys, threading
from pipeline import build, cli
from pipeline.publish import writer
from pipeline.publish.files import FILES

def wait(*given, **named):
    print("here", flush=True)
    threading.Event().wait(60)

step, folder = sys.argv[1:]
if step == "reading":
    build.process = wait
elif step == "writing":
    writer._move_in = wait
else:
    replace, moved = writer.os.replace, []
    def counted(source, target):
        replace(source, target)
        moved.append(str(target))
        if str(source).endswith("/new/" + FILES[2]):
            wait()
    writer.os.replace = counted
sys.exit(cli.main(["dataset", "--source", "sample", "--out", folder, "--fresh", "--ruleset", "ocg"]))
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of other systems")


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.mark.parametrize(
    ("step", "signum", "earlier"),
    [
        *((step, signal.SIGTERM, earlier) for step in ("reading", "writing", "moving") for earlier in (True, False)),
        ("writing", signal.SIGHUP, True),
        ("moving", signal.SIGINT, True),
    ],
)
def test_a_build_that_is_told_to_stop_leaves_what_was_there(step: str, signum: int, earlier: bool, tmp_path: Path, cache: Path) -> None:
    out = tmp_path / "built"
    if earlier:
        assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    before = content(out)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, step, str(out)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # In the background of a script these tests inherit that interruptions are ignored, and a build would keep to that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(signum)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 128 + signum
    assert said.splitlines()[-1] == "stopped; nothing was written by halves" and "Traceback" not in said
    assert content(out) == before
    assert out.exists() == earlier, "no staging folder, and no folder that was not there"


def test_signals_are_as_they_were_behind_the_block() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Stopped) as stopped, stoppable():
        assert signal.getsignal(signal.SIGTERM) != before
        os.kill(os.getpid(), signal.SIGTERM)
    assert stopped.value.signum == signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_signal_that_the_caller_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_outside_the_main_thread_nothing_changes() -> None:
    seen: list[object] = []

    def run() -> None:
        with stoppable():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert seen == [signal.getsignal(signal.SIGTERM)]


def kills_itself(*given: object) -> bytes:
    """A worker that is ended from outside."""
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def ends_itself(*given: object) -> bytes:
    """A worker that is asked to end."""
    os.kill(os.getpid(), signal.SIGTERM)
    return b""


@pytest.mark.parametrize("ends", [kills_itself, ends_itself])
def test_a_killed_worker_is_one_clear_line(ends: Callable[..., bytes]) -> None:
    with stoppable(), pytest.raises(InputError, match="worker process was ended") as caught, workers(2) as pool:
        list(pool.map(ends, range(3)))
    assert "\n" not in str(caught.value)


def test_a_build_whose_worker_is_killed_leaves_what_was_there(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "built"
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    before = content(out)
    monkeypatch.setattr(build, "_CHUNK", 20)
    monkeypatch.setattr(build, "_process_chunk", kills_itself)
    capsys.readouterr()
    assert main(["dataset", "--source", "sample", "--out", str(out), "--fresh", "--jobs", "2"]) == 2
    error = capsys.readouterr().err
    assert error.count("error: ") == 1 and "worker process was ended" in error and "Traceback" not in error
    assert content(out) == before
