"""The journal of long fetches: which runs of a source were begun and which are whole.

A run's answers lie in a folder of its own, so each counts as done as soon as it is kept, and a run that was ended goes on where
it stopped. The journal (``runs.json``) is replaced as a whole; a run stands in it before its first request.
"""

from pathlib import Path
from typing import Literal

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import one_line
from pipeline.scrape.kept import moment, replace_file, stamp

Kind = Literal["bulk", "changes"]


class Run(msgspec.Struct, frozen=True):
    """One run: everything (`bulk`), or what changed since an earlier one began."""

    kind: Kind
    started: str  # ISO 8601, UTC
    since: str | None = None  # changes: from when on
    whole: bool = False
    attempt: int = 1  # of those begun in one second

    @property
    def folder(self) -> str:
        """Below the source's folder, where its answers lie."""
        time = self.started.partition("+")[0].replace(":", "").replace("-", "")
        return f"{self.kind}-{time}" if self.attempt == 1 else f"{self.kind}-{time}-{self.attempt}"


class Journal:
    """The runs of one source, oldest first."""

    def __init__(self, directory: Path) -> None:
        """Raises `InputError` for a journal that is there but cannot be read."""
        self._path = directory / "runs.json"
        try:
            self._runs = msgspec.json.decode(self._path.read_bytes(), type=list[Run])
        except FileNotFoundError:
            self._runs = []
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise InputError(f"{one_line(self._path)}: cannot be read ({one_line(error)}); remove it to fetch everything anew") from error

    def standing(self) -> list[Run]:
        """The newest whole bulk run and the whole runs of changes after it; empty where none is whole."""
        bulk = max((n for n, run in enumerate(self._runs) if run.kind == "bulk" and run.whole), default=None)
        return [] if bulk is None else [run for run in self._runs[bulk:] if run.whole]

    def open(self, kind: Kind) -> Run | None:
        """A run of this kind that was begun after all whole ones and is not whole itself."""
        last = self._runs[-1] if self._runs else None
        return last if last is not None and last.kind == kind and not last.whole else None

    def begin(self, kind: Kind, now: float, since: str | None = None) -> Run:
        """A new run; one that was left open is given up. Raises `InputError`."""
        self.give_up()
        run = Run(kind, stamp(now), since)
        while (self._path.parent / run.folder).exists():  # of a run that was given up
            run = msgspec.structs.replace(run, attempt=run.attempt + 1)
        self._runs.append(run)
        self._save()
        return run

    def finish(self, run: Run) -> None:
        """The open run is whole. Raises `InputError`."""
        self._runs[-1] = msgspec.structs.replace(run, whole=True)
        self._save()

    def give_up(self) -> None:
        """The open run is not to be gone on with. Raises `InputError`."""
        if self._runs and not self._runs[-1].whole:
            self._runs.pop()
            self._save()

    def _save(self) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, msgspec.json.format(msgspec.json.encode(self._runs)) + b"\n")
        except OSError as error:
            raise InputError(f"{one_line(self._path)}: cannot be written ({error.strerror})") from error


def older(run: Run, seconds: float, now: float) -> bool:
    """Whether a run began more than `seconds` before `now`, or in no time that makes sense."""
    return not 0 <= now - moment(run.started) <= seconds


def counted(run: Run, number: int) -> str:
    """The name under which the `number`-th answer of a run is kept."""
    return f"{run.folder}/{number:05d}.json"
