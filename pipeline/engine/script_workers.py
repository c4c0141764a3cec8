"""Worker processes for scripts that nobody trusts: each is watched, ended when it hangs, and replaced; the script it died of is named."""

import multiprocessing
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path

from pipeline.engine.lua_child import work
from pipeline.engine.script_facts import EngineName
from pipeline.errors import InputError

PATIENCE = 20.0  # seconds that one script may take, on a machine with other things to do
START = 120.0  # seconds until a worker has read the helper files
_BUNDLE = 64


class _Worker:
    """A process, what it has been given and not answered yet, and when it last spoke."""

    def __init__(self, engine: EngineName, folder: Path, helpers: Mapping[str, bytes]) -> None:
        # A fresh interpreter: nothing of this process, its open files or threads is there for a script to find.
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(engine, str(folder), dict(helpers), theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.given: deque[int] = deque()
        self.ready = False
        self.spoke = time.monotonic()

    def give(self, bundle: Sequence[int]) -> None:
        if not self.given:
            self.spoke = time.monotonic()
        self.given.extend(bundle)
        self.pipe.send(list(bundle))

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


def run_all(
    engine: EngineName,
    folder: Path,
    helpers: Mapping[str, bytes],
    scripts: Sequence[int],
    *,
    jobs: int = 1,
    patience: float = PATIENCE,
    start: float = START,
) -> Iterator[tuple[int, bool, bytes]]:
    """Run every script; yields its number, whether it could be read, and its lines or what went wrong. In no order.

    ``folder`` holds the scripts (``c<number>.lua``), ``helpers`` the texts that they may load, for which ``start`` seconds are given.
    A script that hangs for ``patience`` seconds or kills its worker is reported like any other error. `InputError` where the helper
    files cannot be loaded.
    """
    left = deque(scripts)
    workers: list[_Worker] = []
    try:
        for _ in range(max(1, min(jobs, len(scripts)))):
            workers.append(_Worker(engine, folder, helpers))
        while left or any(worker.given for worker in workers):
            for worker in workers:
                if worker.ready and len(worker.given) < _BUNDLE // 2 and left:
                    worker.give([left.popleft() for _ in range(min(_BUNDLE, len(left)))])
            heard = wait([worker.pipe for worker in workers], timeout=0.5)
            for at, worker in enumerate(workers):
                died = False
                if worker.pipe in heard:
                    try:
                        told = worker.pipe.recv_bytes()
                    except (EOFError, OSError):
                        died = True
                    else:
                        worker.spoke = time.monotonic()
                        if not worker.ready:
                            if told[:1] == b"-":
                                raise InputError(f"{folder.name}: {told[1:].decode(errors='replace')}")
                            worker.ready = True
                        else:
                            yield worker.given.popleft(), told[:1] == b"+", told[1:]
                        continue
                hangs = (not worker.ready or bool(worker.given)) and time.monotonic() - worker.spoke > (patience if worker.ready else start)
                if died or hangs:
                    worker.end()
                    if not worker.ready:
                        raise InputError(f"{folder.name}: the helper files {'ended their process' if died else 'take for ever'}")
                    guilty = worker.given.popleft() if worker.given else None
                    left.extendleft(reversed(worker.given))
                    workers[at] = _Worker(engine, folder, helpers)
                    if guilty is not None:
                        yield guilty, False, b"ended its process: time or memory ran out" if died else b"took for ever and was ended"
    finally:
        for worker in workers:
            worker.end()
