"""The model as a file: a ZIP of plain NumPy arrays, a list of names and a description with the hash of each. Nothing in it is ever executed.

Sizes are checked before anything is unpacked, and types, shapes, hashes and values before anything is used; whatever is wrong ends in one
`InputError`. The same model gives the same bytes.
"""

import hashlib
import io
import math
import zipfile
import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from pipeline.classify.fallback_model import TARGETS, Facts, Model
from pipeline.classify.fallback_text import BUCKETS
from pipeline.errors import InputError
from pipeline.safe_yaml import cause, one_line
from pipeline.windows import RULESETS

FORMAT = "damage-step-fallback-1"
_MOST_FILE, _MOST_MEMBER = 16 << 20, 64 << 20
_MOST_FOLDS, _MOST_NAMES, _MOST_KEYS = 16, 1 << 16, 1 << 20
_ARRAYS: dict[str, type[np.generic]] = {
    "weights": np.float16, "shifts": np.float32, "met": np.uint16, "keys": np.uint64, "fold_of": np.uint8,
}  # fmt: skip
_DESCRIPTION, _NAMES = "model.json", "names.txt"
# The members' date: a file that was made twice is the same.
_DATE = (1980, 1, 1, 0, 0, 0)


class _Description(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    sha256: dict[str, str]
    facts: Facts


def write_model(model: Model, path: Path) -> None:
    """Write the model. `OSError` where that cannot be done."""
    path.write_bytes(packed(model))


def packed(model: Model) -> bytes:
    """The bytes of the file."""
    members = {_NAMES: "\n".join(model.names).encode()}
    for name, kind in _ARRAYS.items():
        stream = io.BytesIO()
        np.lib.format.write_array(stream, np.ascontiguousarray(getattr(model, name), np.dtype(kind).newbyteorder("<")), allow_pickle=False)
        members[f"{name}.npy"] = stream.getvalue()
    description = _Description(FORMAT, {name: hashlib.sha256(data).hexdigest() for name, data in members.items()}, model.facts)
    members = {_DESCRIPTION: msgspec.json.format(msgspec.json.encode(description, order="sorted"), indent=1)} | members
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED, 9)
    return whole.getvalue()


def read_model(path: Path) -> Model:
    """The model in a file. `InputError` with one line where the file is missing, foreign, damaged or not what it says."""
    where = one_line(path)
    try:
        if not path.is_file():
            raise InputError(f"{where}: no model is there; `train` makes one")
        with path.open("rb") as stream:
            data = stream.read(_MOST_FILE + 1)
    except OSError as error:
        raise InputError(f"{where}: cannot be read ({cause(error)})") from error
    if len(data) > _MOST_FILE:
        raise InputError(f"{where}: more than {_MOST_FILE:,} bytes, which no model has")
    return unpacked(data, where)


def unpacked(data: bytes, where: str) -> Model:
    """The model in the bytes of a file that a message calls ``where``."""
    try:
        members = _members(data)
        description = msgspec.json.decode(members.pop(_DESCRIPTION), type=_Description)
        if description.format != FORMAT:
            raise ValueError(f"format {description.format!r}, not {FORMAT!r}")
        for name, content in members.items():
            if hashlib.sha256(content).hexdigest() != description.sha256.get(name):
                raise ValueError(f"{name} is not what the description tells of: it was changed or damaged")
        names = tuple(members[_NAMES].decode().split("\n"))
        arrays = {name: _array(members[f"{name}.npy"], np.dtype(kind).newbyteorder("<")) for name, kind in _ARRAYS.items()}
        model = Model(description.facts, names, **arrays)
        _check(model)
    except (ValueError, KeyError, TypeError, EOFError, OSError, RecursionError, NotImplementedError, RuntimeError) as error:
        raise InputError(f"{where}: no model of this program, or damaged ({one_line(error)})") from error
    except (zipfile.BadZipFile, zlib.error, msgspec.MsgspecError) as error:
        raise InputError(f"{where}: no model of this program, or damaged ({one_line(error)})") from error
    return model


def _members(data: bytes) -> dict[str, bytes]:
    wanted = {_DESCRIPTION, _NAMES, *(f"{name}.npy" for name in _ARRAYS)}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        listed = archive.infolist()
        if {one.filename for one in listed} != wanted or len(listed) != len(wanted):
            raise ValueError("other members than a model has")
        if sum(one.file_size for one in listed) > _MOST_MEMBER:
            raise ValueError(f"more than {_MOST_MEMBER:,} bytes when unpacked")
        found = {}
        for one in listed:
            with archive.open(one) as stream:
                # What the list says of its size need not be so.
                found[one.filename] = stream.read(one.file_size + 1)
            if len(found[one.filename]) != one.file_size:
                raise ValueError(f"{one.filename} is not as long as it says")
        return found


def _array(data: bytes, kind: "np.dtype[Any]") -> npt.NDArray[Any]:
    """An array of exactly this type; its shape must account for every byte, so nothing is allocated on its word."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array of another version")
    shape, by_columns, found = np.lib.format.read_array_header_1_0(stream, max_header_size=4096)
    if found != kind or by_columns:
        raise ValueError(f"an array of {one_line(found, 40)} where {kind} is expected")
    rest = data[stream.tell() :]
    if any(size < 0 for size in shape) or math.prod(shape) * kind.itemsize != len(rest):
        raise ValueError("an array with another shape than content")
    return np.frombuffer(rest, kind).reshape(shape)


def _check(model: Model) -> None:
    """`ValueError` where the parts do not fit each other."""
    folds, names, keys = len(model.weights), len(model.names), len(model.keys)
    if not (0 < folds <= _MOST_FOLDS and 0 < names <= _MOST_NAMES and keys <= _MOST_KEYS):
        raise ValueError("sizes beyond those of a model")
    if model.weights.shape != (folds, len(TARGETS), names + BUCKETS) or model.shifts.shape != (folds, len(TARGETS)):
        raise ValueError("weights of another shape than names and buckets need")
    if model.met.shape != (folds, names) or model.keys.shape != (keys,) or model.fold_of.shape != (keys,):
        raise ValueError("arrays of shapes that do not belong together")
    if not (np.isfinite(model.weights).all() and np.isfinite(model.shifts).all()):
        raise ValueError("weights that are no numbers")
    if list(model.names) != sorted(set(model.names)):
        raise ValueError("names out of order")
    if keys and (not (model.keys[1:] > model.keys[:-1]).all() or int(model.fold_of.max()) >= folds):
        raise ValueError("fingerprints out of order, or folds that there are none of")
    facts = model.facts
    curves = [number for some in facts.curves.values() for curve in some for number in (curve.slope, curve.shift)]
    if set(facts.curves) != {"known", "new", "unread"} or any(len(some) != len(TARGETS) for some in facts.curves.values()):
        raise ValueError("curves are missing")
    if not all(map(math.isfinite, [*curves, *facts.thresholds.values(), facts.risk])) or not set(facts.rulesets) <= set(RULESETS):
        raise ValueError("curves, thresholds or rulesets that are none")
