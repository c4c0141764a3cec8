"""The files of a dataset, written into an empty folder. Nothing here knows where they go afterwards (see `writer`)."""

import hashlib
import io
import json
import os
import platform
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from pipeline.publish.csv_cells import write_csv
from pipeline.publish.datapackage import Written, datapackage
from pipeline.publish.schema import Provenance
from pipeline.publish.sqlite_file import write_sqlite
from pipeline.publish.tables import Tables

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

DATA = (
    "effects.parquet", "cards.parquet", "reading.parquet", "effects.csv", "cards.csv", "uncertain.csv", "dataset.sqlite",
)  # fmt: skip
# The descriptor comes last but one: whoever sees it knows that the data are all there.
FILES = (*DATA, "datapackage.json", "run.json")
# Small enough that a look-up of one card skips most of a file, large enough to compress well.
_ROW_GROUP = 8192


class HashedFile(io.RawIOBase):
    """A new file that is hashed while it is written, and forced to the disk when it is closed. `OSError` where it exists."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._name, self._hash, self._size = path.name, hashlib.sha256(), 0
        self._stream = path.open("xb", buffering=0)

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer", /) -> int:
        view = memoryview(data)
        written = 0
        while written < view.nbytes:
            # A disk that runs full takes a part of the bytes first and refuses the next.
            written += self._stream.write(view[written:])
        self._hash.update(view)
        self._size += written
        return written

    def close(self) -> None:
        if not self.closed:
            try:
                os.fsync(self._stream.fileno())
            finally:
                self._stream.close()
                super().close()

    def written(self) -> Written:
        """What has been written so far."""
        return Written(self._name, self._size, self._hash.hexdigest())


def write_files(folder: Path, tables: Tables, provenance: Provenance, run: Mapping[str, object]) -> dict[str, Written]:
    """Write every file of `FILES` into the folder and force it to the disk. `OSError`, `sqlite3.Error` where that fails."""
    began = time.perf_counter()
    jobs: dict[str, Callable[[Path], Written]] = {
        "dataset.sqlite": lambda path: _sqlite(path, tables, provenance),
        "effects.parquet": partial(_save, _parquet, tables.effects),
        "cards.parquet": partial(_save, _parquet, tables.cards),
        "reading.parquet": partial(_save, _parquet, tables.reading),
        "effects.csv": partial(_save, write_csv, tables.effects),
        "cards.csv": partial(_save, write_csv, tables.cards),
        "uncertain.csv": partial(_save, write_csv, tables.uncertain),
    }
    # SQLite keeps one core busy for half of the time; the other files need the other half.
    with ThreadPoolExecutor(2) as pool:
        running = {name: pool.submit(job, folder / name) for name, job in jobs.items()}
    files = {name: running[name].result() for name in DATA}
    files["datapackage.json"] = _save(_json, datapackage(files, provenance), folder / "datapackage.json")
    report = _report(tables, provenance, run, files, time.perf_counter() - began)
    files["run.json"] = _save(_json, report, folder / "run.json")
    return files


def sha256_of(path: Path) -> str:
    """SHA-256 of a file in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _save(write: Callable[[Any, BinaryIO], None], content: object, path: Path) -> Written:
    with HashedFile(path) as sink:
        write(content, cast(BinaryIO, sink))
    return sink.written()


def _parquet(table: pa.Table, sink: BinaryIO) -> None:
    pq.write_table(table, sink, compression="zstd", row_group_size=_ROW_GROUP)


def _json(content: object, sink: BinaryIO) -> None:
    sink.write((json.dumps(content, ensure_ascii=False, indent=2, default=str) + "\n").encode(errors="replace"))


def _sqlite(path: Path, tables: Tables, provenance: Provenance) -> Written:
    write_sqlite(path, tables.effects, tables.cards, provenance)
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
    return Written(path.name, path.stat().st_size, sha256_of(path))


def _report(tables: Tables, provenance: Provenance, run: Mapping[str, object], files: Mapping[str, Written], seconds: float) -> dict[str, object]:
    """What `run.json` says: the caller's report with the counts of the tables and the versions that made them."""
    given = run.get("timings")
    return {
        **run,
        "provenance": provenance.as_dict(),
        "counts": {
            "cards": tables.cards.num_rows,
            "effects": tables.effects.num_rows,
            "readings": tables.reading.num_rows,
            "eligible": counts(tables.effects["eligible"]),
            "decided_by": counts(tables.effects["decided_by"]),
            "bytes": {file.name: file.size for file in files.values()},
        },
        "timings": {**(given if isinstance(given, Mapping) else {}), "write": round(seconds, 3)},
        "versions": {"python": platform.python_version(), "pyarrow": pa.__version__, "sqlite": sqlite3.sqlite_version},
    }


def counts(column: pa.ChunkedArray) -> dict[str, int]:
    """How often each value occurs, the most frequent first, equal ones by name."""
    found = [(pair["values"], pair["counts"]) for pair in pc.value_counts(column).to_pylist() if pair["values"] is not None]
    return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))
