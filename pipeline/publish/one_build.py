"""Whether a table belongs to the build that the `datapackage.json` beside it describes.

A build that is killed between two of its renames leaves files of two builds in one folder (the next build mends that). They would be
read together without complaint, since their columns are the same.
"""

import json
from functools import cache
from pathlib import Path

from pipeline.errors import InputError
from pipeline.publish.datapackage import PACKAGE_NAME
from pipeline.publish.files import sha256_of

_DESCRIPTOR = "datapackage.json"
# A descriptor has 40 kB.
_MOST_BYTES = 4 << 20


def require_one_build(path: Path) -> None:
    """`InputError` where the descriptor beside this file tells of another file of its name; without a descriptor nothing can be told."""
    descriptor = path.parent / _DESCRIPTOR
    try:
        state = [(one.stat().st_mtime_ns, one.stat().st_size) for one in (path, descriptor)]
    except OSError:
        return
    if not _fits(path, descriptor, *state):
        raise InputError(
            f"{path.parent}: {path.name} is not the file that {_DESCRIPTOR} tells of: it comes from another build (one that was interrupted?)"
            " or was changed; build the dataset again"
        )


@cache
def _fits(path: Path, descriptor: Path, state: tuple[int, int], described: tuple[int, int]) -> bool:
    """Cached by the time and size of both files, since one command opens a table more than once."""
    listed = _resource(descriptor, described[1], path.name)
    if listed is None:
        return True
    # Its size first: that needs no look into the file.
    return listed.get("bytes") == state[1] and listed.get("hash") == f"sha256:{sha256_of(path)}"


def _resource(descriptor: Path, size: int, name: str) -> dict[str, object] | None:
    """What the descriptor says of a file; an empty mapping where it does not list it, null where it is none of ours."""
    try:
        package = json.loads(descriptor.read_bytes()) if size <= _MOST_BYTES else None
    except (OSError, ValueError, RecursionError):
        package = None
    if not isinstance(package, dict):
        raise InputError(f"{descriptor} is damaged: build the dataset again")
    if package.get("name") != PACKAGE_NAME:
        return None
    resources = package.get("resources")
    listed = resources if isinstance(resources, list) else []
    return next((one for one in listed if isinstance(one, dict) and one.get("path") == name), {})
