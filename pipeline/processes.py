"""Worker processes, and what happens when a process is told to stop: a clear end, and nothing left behind."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import FrameType

from pipeline.errors import InputError

# Ctrl+C is Python's own affair; these would end the process at once, with whatever it has written so far. The second is unknown to Windows.
_STOPPING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    """The process was told to stop by a signal, whose number is `signum`."""

    def __init__(self, signum: int) -> None:
        super().__init__(f"stopped by signal {signum}")
        self.signum = signum


def _stop(signum: int, frame: FrameType | None) -> None:
    # Whoever asks again while things are tidied up waits for that.
    for one in _STOPPING:
        signal.signal(one, signal.SIG_IGN)
    raise Stopped(signum)


@contextmanager
def stoppable() -> Iterator[None]:
    """Signals that ask the process to end raise `Stopped` within the block, so that what it has begun is undone.

    A signal that the caller ignores stays ignored (``nohup``). Outside the main thread nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.getsignal(one) for one in _STOPPING}
    try:
        for one, handler in before.items():
            if handler == signal.SIG_DFL:
                signal.signal(one, _stop)
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _as_usual() -> None:
    """Workers end at once: nothing that they do needs undoing."""
    for one in _STOPPING:
        if signal.getsignal(one) is _stop:
            signal.signal(one, signal.SIG_DFL)


def _begin(prepare: Callable[[], None] | None) -> None:
    _as_usual()
    if prepare is not None:
        prepare()


@contextmanager
def workers(jobs: int, prepare: Callable[[], None] | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many processes that share some work, each prepared once. `InputError` where one of them is ended from outside."""
    try:
        with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(prepare,)) as pool:
            yield pool
    except BrokenProcessPool as error:
        raise InputError("a worker process was ended from outside, perhaps for want of memory; fewer --jobs need less") from error
