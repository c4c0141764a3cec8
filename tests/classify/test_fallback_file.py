"""The model's file: read back as it was written, and refused with one line where it is foreign, changed or means harm."""

import io
import json
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from pipeline.classify import fallback_file
from pipeline.classify.fallback import FILE
from pipeline.classify.fallback_file import packed, read_model, unpacked, write_model
from pipeline.classify.fallback_model import TARGETS
from pipeline.errors import InputError
from tests.classify.trained import model

pytest.importorskip("sklearn", reason="a model to write needs scikit-learn (extra `model`)")
Members = dict[str, bytes]


def refused(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        unpacked(data, "invented.npz")
    said = str(caught.value)
    assert said.startswith("invented.npz: ") and "\n" not in said
    return said


def members() -> Members:
    with zipfile.ZipFile(io.BytesIO(packed(model()))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archived(content: Members, honest: bool = True) -> bytes:
    """The members as a file; ``honest``: with the hashes that they have."""
    content = dict(content)
    if honest:
        import hashlib

        about = json.loads(content["model.json"])
        about["sha256"] = {name: hashlib.sha256(data).hexdigest() for name, data in content.items() if name != "model.json"}
        content["model.json"] = json.dumps(about).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return stream.getvalue()


def array(values: "npt.NDArray[Any]") -> bytes:
    stream = io.BytesIO()
    np.save(stream, values, allow_pickle=True)
    return stream.getvalue()


def test_a_model_is_read_back_as_it_was(tmp_path: Path) -> None:
    write_model(model(), tmp_path / "m.npz")
    again = read_model(tmp_path / "m.npz")
    assert packed(again) == (tmp_path / "m.npz").read_bytes() == packed(model())
    assert again.facts == model().facts and again.names == model().names and (again.weights == model().weights).all()


def test_numpy_reads_its_arrays_without_pickle(tmp_path: Path) -> None:
    write_model(model(), tmp_path / "m.npz")
    with np.load(tmp_path / "m.npz", allow_pickle=False) as arrays:
        assert arrays["weights"].shape[1] == len(TARGETS)


def test_every_cut_and_every_flipped_byte_is_noticed_or_harmless() -> None:
    whole = packed(model())
    for cut in (0, 1, 10, 100, len(whole) // 2, len(whole) - 1):
        refused(whole[:cut])
    noticed = 0
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        changed = bytearray(whole)
        changed[place] ^= 0x55
        try:
            same = unpacked(bytes(changed), "invented.npz")
        except InputError:
            noticed += 1
        else:
            assert packed(same) == whole  # a field that nobody reads
    assert noticed > 50


@pytest.mark.parametrize("data", [b"", b"PK", b"\x80\x04K\x01.", b"not a model", pickle.dumps({"a": 1}), b"PK\x05\x06" + bytes(18)])
def test_foreign_files_are_refused(data: bytes) -> None:
    refused(data)


def test_a_pickle_inside_is_never_opened(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
            return Path.touch, (tmp_path / "sprung",)  # type: ignore[return-value]

    content = members()
    content["shifts.npy"] = array(np.array([Trap()], object))
    refused(archived(content))
    assert not (tmp_path / "sprung").exists()


def _with(name: str, data: bytes) -> Members:
    return members() | {name: data}


def bad_values(name: str, value: float) -> bytes:
    values = np.array(getattr(model(), name))
    values.flat[0] = value
    return array(values)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda: {k: v for k, v in members().items() if k != "met.npy"}, "other members"),
        (lambda: _with("more.npy", b"x"), "other members"),
        (lambda: _with("../../escape", b"x"), "other members"),
        (lambda: _with("weights.npy", array(model().weights[:, :, :-1])), "another shape"),
        (lambda: _with("weights.npy", array(model().weights.astype(np.float64))), "float16"),
        (lambda: _with("weights.npy", bad_values("weights", np.nan)), "no numbers"),
        (lambda: _with("fold_of.npy", bad_values("fold_of", 200)), "folds that there are none of"),
        (lambda: _with("keys.npy", array(model().keys[::-1].copy())), "out of order"),
        (lambda: _with("names.txt", b"b\na"), "shape|order"),
        (lambda: _with("names.txt", b"\xff"), "decode"),
    ],
)
def test_parts_that_do_not_belong_together_are_refused(content: Callable[[], Members], said: str) -> None:
    import re

    assert re.search(said, refused(archived(content())))


def test_a_change_without_its_hash_is_noticed() -> None:
    content = _with("shifts.npy", array(model().shifts + 1))
    assert "changed or damaged" in refused(archived(content, honest=False))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "damage-step-fallback-0"},
        {"more": 1},
        {"facts": None},
        {"facts": {"risk": "x"}},
    ],
)
def test_a_description_of_another_kind_is_refused(change: dict[str, object]) -> None:
    content = members()
    content["model.json"] = json.dumps(json.loads(content["model.json"]) | change).encode()
    refused(archived(content))


@pytest.mark.parametrize("curves", [{}, {"known": [], "new": [], "unread": []}])
def test_missing_curves_are_refused(curves: dict[str, object]) -> None:
    content = members()
    about = json.loads(content["model.json"])
    about["facts"]["curves"] = curves
    content["model.json"] = json.dumps(about).encode()
    assert "curves" in refused(archived(content))


def header(shape: str, rest: bytes = b"") -> bytes:
    """An array that says it is of this shape."""
    text = f"{{'descr': '<f2', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + rest


@pytest.mark.parametrize("shape", ["(1000000000, 1000000000)", "(-1,)", "(10**9,)", "__import__('os').getcwd()", "(0,) * 10**9"])
def test_an_array_is_not_believed_its_shape(shape: str) -> None:
    refused(archived(_with("weights.npy", header(shape, b"1234"))))


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback_file, "_MOST_MEMBER", 1 << 20)
    assert "bytes when unpacked" in refused(archived(_with("names.txt", b"a" * (2 << 20))))


def test_a_member_that_lies_about_its_size_is_noticed() -> None:
    whole = archived(members())
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        size = archive.getinfo("names.txt").file_size
    lie = whole.replace(size.to_bytes(4, "little"), (size - 5).to_bytes(4, "little"))
    assert lie != whole
    refused(lie)


def test_a_missing_or_odd_file_is_one_line(tmp_path: Path) -> None:
    for path in (tmp_path / "none.npz", tmp_path):
        with pytest.raises(InputError, match="no model is there"):
            read_model(path)


def test_a_huge_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "huge.npz"
    with path.open("wb") as stream:
        stream.truncate(1 << 33)
    with pytest.raises(InputError, match="more than"):
        read_model(path)


def test_the_model_that_comes_with_the_code_can_be_read() -> None:
    found = read_model(FILE)
    assert found.facts.examples > 10_000 and found.facts.official > 1000
    assert FILE.stat().st_size < 2 << 20
    scores = msgspec.json.decode((FILE.parent / "scores.json").read_bytes())
    import hashlib

    assert scores["model"]["sha256"] == hashlib.sha256(FILE.read_bytes()).hexdigest()
    assert scores["model"]["sha256"] in (FILE.parent / "MODEL_CARD.md").read_text(encoding="utf-8")
