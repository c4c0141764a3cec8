"""One file, written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from pipeline.errors import InputError
from pipeline.publish.files import HashedFile


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file beside its place, then move it there. `InputError` where that fails."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        with HashedFile(draft) as sink:
            sink.write(data)
        os.replace(draft, path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
