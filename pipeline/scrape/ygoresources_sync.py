"""What is kept of db.ygoresources.com, and what of it the server has changed since.

Every answer carries the revision of the database (``X-Cache-Revision``). The one noted at the start of a run is what the next run
asks the manifest about; what that lists and we keep is stale, until it has been fetched again. The note (``sync.json``) is replaced
as a whole after every step, so an ended run forgets nothing.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from pipeline.errors import InputError
from pipeline.scrape.intake import decode, one_line
from pipeline.scrape.kept import moment, replace_file, stamp
from pipeline.scrape.retry import Missing
from pipeline.scrape.session import FOREVER, Session
from pipeline.scrape.source import Progress

T = TypeVar("T")
REVISION = "x-cache-revision"
CHECK_AGE = 24 * 3600.0  # seconds until the manifest is asked for again
_DEEPEST = 8


class _State(msgspec.Struct, frozen=True):
    revision: int | None = None
    checked: str = ""  # when the manifest was last asked for
    stale: tuple[str, ...] = ()  # paths that are kept and were changed since


class _Manifest(msgspec.Struct):
    data: dict[str, object]


_MANIFEST = msgspec.json.Decoder(_Manifest)


class Sync:
    """Answers of one session, fresh as far as the server tells."""

    def __init__(self, session: Session, progress: Progress) -> None:
        """Asks for the manifest where that is due. Raises `InputError`."""
        self._session, self._progress = session, progress
        self._path = session.shelf.directory / "sync.json"
        try:
            self._state = msgspec.json.decode(self._path.read_bytes(), type=_State)
        except FileNotFoundError:
            self._state = _State()
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise InputError(f"{one_line(self._path)}: cannot be read ({one_line(error)}); remove it to fetch everything anew") from error
        if not session.offline:
            self._check()

    def get(self, path: str, read: Callable[[bytes], T]) -> tuple[T, bool]:
        """The answer to `path`, and whether it was fetched now. Raises `InputError`, `Missing`."""
        name = f"{path.removeprefix('data/')}.json"
        stale = path in self._state.stale
        fresh = stale or self._session.kept(path, name) is None
        found, note = self._session.get(path, name=name, max_age=0 if stale else FOREVER, decode=read, said=False)
        if self._state.revision is None or stale:
            # The first answer of all is the start of the first run.
            told = note.headers.get(REVISION, "")
            revision = int(told) if self._state.revision is None and told.isascii() and told.isdigit() else self._state.revision
            self._save(_State(revision, self._state.checked or stamp(self._session.now()), tuple(one for one in self._state.stale if one != path)))
        return found, fresh

    def _check(self) -> None:
        state, now = self._state, self._session.now()
        if state.revision is None or 0 <= now - moment(state.checked) < CHECK_AGE:
            return
        path = f"manifest/{state.revision}"
        try:
            changed, note = self._session.get(path, name=f"{path}.json", max_age=CHECK_AGE, decode=read_manifest, said=False, aside=True)
        except InputError as error:
            if not isinstance(error, Missing) and "HTTP 400" not in str(error):
                raise  # down, or closed to us: no reason to ask for all the rest
            # The server no longer knows what changed since then: whatever is kept may have.
            self._progress(f"{one_line(error)}: every kept answer is fetched again when it is needed")
            self._save(_State(None, stamp(now), tuple(sorted(self._kept()))))
            return
        told = note.headers.get(REVISION, "")
        stale = {*state.stale, *(changed & self._kept())}
        self._save(_State(int(told) if told.isascii() and told.isdigit() else state.revision, stamp(now), tuple(sorted(stale))))

    def _kept(self) -> set[str]:
        """The paths of all kept answers to questions about cards."""
        folder, ending = self._session.shelf.directory, ".json.source.json"
        names = [file.relative_to(folder).as_posix() for file in folder.rglob(f"*{ending}")]
        return {f"data/{name.removesuffix(ending)}" for name in names if not name.startswith("manifest/")}

    def _save(self, state: _State) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, msgspec.json.format(msgspec.json.encode(state)) + b"\n")
        except OSError as error:
            raise InputError(f"{one_line(self._path)}: cannot be written ({error.strerror})") from error
        self._state = state


def read_manifest(body: bytes) -> set[str]:
    """The paths that changed, as ``data/card/4007``."""
    return {f"data/{path}" for path in _leaves(decode(_MANIFEST, body, "manifest").data, _DEEPEST)}


def _leaves(level: dict[str, object], deep: int) -> Iterator[str]:
    for key, below in level.items():
        if deep and isinstance(below, dict):
            for path in _leaves(below, deep - 1):
                yield f"{key}/{path}"
        else:
            yield key
