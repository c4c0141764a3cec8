"""Worker processes for scripts that nobody trusts: each is watched, ended when it hangs, and replaced; the script it died of is named."""

import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

import msgspec

from pipeline.engine.lua_child import Answer, Start, receive, send
from pipeline.engine.script_facts import EngineName
from pipeline.errors import InputError

PATIENCE = 20.0  # seconds that one script may take, on a machine with other things to do
START = 120.0  # seconds until a worker has read the helper files
_LOOK = 0.5  # seconds between two looks for workers that hang
_BUNDLE = 32  # scripts that are given and answered together
_DECODER = msgspec.msgpack.Decoder(list[Answer])
_ENCODER = msgspec.msgpack.Encoder()


class Worker:
    """A process, what it has been given and not answered yet, and when it last spoke."""

    def __init__(self, start: Start, heard: "SimpleQueue[tuple[Worker, bytes | None]]") -> None:
        # A fresh interpreter: nothing of this process, its open files or threads is there for a script to find.
        code = f"import sys; sys.path[:] = {sys.path!r}; from pipeline.engine.lua_child import main; main()"
        command = [sys.executable, "-c", code]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.given: deque[list[int]] = deque()  # bundles
        self.ready = self.ended = False
        self.spoke = time.monotonic()
        self._listener = threading.Thread(target=self._listen, args=(heard,), daemon=True)
        self._listener.start()
        self._send(_ENCODER.encode(start))

    def _listen(self, heard: "SimpleQueue[tuple[Worker, bytes | None]]") -> None:
        assert self.process.stdout is not None
        message: bytes | None = b""
        while message is not None:
            message = receive(self.process.stdout)
            heard.put((self, message))

    def _send(self, message: bytes) -> None:
        assert self.process.stdin is not None
        # A process that has died is noticed by its silence.
        with suppress(OSError):
            send(self.process.stdin, message)

    def give(self, bundle: list[int]) -> None:
        """More scripts to run, after those that it has."""
        if not self.given:
            self.spoke = time.monotonic()
        self.given.append(bundle)
        self._send(_ENCODER.encode(bundle))

    def hangs(self, patience: float, start: float) -> bool:
        """Whether an answer is due for longer than that."""
        waits = not self.ready or bool(self.given)
        return waits and time.monotonic() - self.spoke > (patience if self.ready else start)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.ended = True
        self.process.kill()
        self.process.wait()
        self._listener.join()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def run_all(
    engine: EngineName,
    folder: Path,
    helpers: Mapping[str, bytes],
    scripts: Sequence[int],
    *,
    jobs: int = 1,
    patience: float = PATIENCE,
    start: float = START,
) -> Iterator[Answer]:
    """Run every script; yields what is told of each, in no order.

    ``folder`` holds the scripts (``c<number>.lua``), ``helpers`` the texts that they may load, for which ``start`` seconds are given.
    A script that hangs for ``patience`` seconds or kills its worker is reported like any other error: what was given together with
    it is run again, one by one. `InputError` where the helper files cannot be loaded.
    """
    told = Start(engine, str(folder), dict(helpers))
    left = deque(list(scripts[at : at + _BUNDLE]) for at in range(0, len(scripts), _BUNDLE))
    heard: SimpleQueue[tuple[Worker, bytes | None]] = SimpleQueue()
    workers: list[Worker] = []
    looked = time.monotonic()
    try:
        for _ in range(max(1, min(jobs, len(left)))):
            workers.append(Worker(told, heard))
        while left or any(worker.given for worker in workers):
            for worker in workers:
                # Two bundles each: while one is answered, the next is there already.
                while worker.ready and len(worker.given) < 2 and left:
                    worker.give(left.popleft())
            lost: list[tuple[Worker, bool]] = []  # and whether it hangs, or has died
            if time.monotonic() > looked + _LOOK:
                looked = time.monotonic()
                lost = [(worker, True) for worker in workers if worker.hangs(patience, start)]
            try:
                worker, message = heard.get(timeout=_LOOK)
            except Empty:
                pass
            else:
                worker.spoke = time.monotonic()
                if worker.ended or any(worker is one for one, _ in lost):
                    pass  # too late
                elif message is None:
                    lost.append((worker, False))
                elif worker.ready:
                    worker.given.popleft()
                    yield from _DECODER.decode(message)
                elif message[:1] == b"-":
                    raise InputError(f"{folder.name}: {message[1:].decode(errors='replace')}")
                else:
                    worker.ready = True
            for worker, hangs in lost:
                worker.end()
                if not worker.ready:
                    raise InputError(f"{folder.name}: the helper files {'take for ever' if hangs else 'end their process'}")
                workers[workers.index(worker)] = Worker(told, heard)
                bundles = worker.given
                if bundles and len(bundles[0]) == 1:
                    (guilty,) = bundles.popleft()
                    yield Answer(guilty, False, b"took for ever and was ended" if hangs else b"ended its process: time or memory ran out")
                left.extendleft([script] for bundle in reversed(bundles) for script in reversed(bundle))
    finally:
        for worker in workers:
            worker.end()
