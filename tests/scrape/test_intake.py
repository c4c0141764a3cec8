"""Reading within limits: gzip of every shape, JSON of every brokenness."""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.errors import InputError
from pipeline.scrape.intake import BLOCK, decode, gather, inflate, one_line, read_file


def inflated(data: bytes, block: int = BLOCK) -> bytes:
    return b"".join(inflate((data[i : i + block] for i in range(0, len(data), block)), "x"))


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=4), st.integers(1, 50))
def test_members_in_a_row_are_one_stream_however_they_are_cut(members: list[bytes], block: int) -> None:
    data = b"".join(gzip.compress(member) for member in members)
    assert inflated(data, block) == b"".join(members)
    assert inflated(data + b"\0" * 40, block) == b"".join(members)


@given(st.binary(min_size=1, max_size=300), st.data())
def test_a_stream_cut_anywhere_is_an_error(content: bytes, data: st.DataObject) -> None:
    packed = gzip.compress(content)
    cut = data.draw(st.integers(0, len(packed) - 1))
    with pytest.raises(InputError, match="cut short"):
        inflated(packed[:cut])


def test_output_that_waits_inside_the_engine_is_not_lost() -> None:
    content = b"\0" * 3_000_000
    assert inflated(gzip.compress(content, 9), 7) == content


def test_changed_bytes_and_trailing_rubbish_are_errors() -> None:
    packed = bytearray(gzip.compress(b"words " * 50))
    with pytest.raises(InputError, match="broken gzip data"):
        inflated(bytes(packed) + b"rubbish")
    packed[-5] ^= 1  # in the sum
    with pytest.raises(InputError, match="broken gzip data"):
        inflated(bytes(packed))


def test_a_bomb_is_stopped_while_it_unpacks() -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        engine = zlib.compressobj(9, zlib.DEFLATED, 31)
        while True:
            taken += 1
            yield engine.compress(b"\0" * (1 << 20))

    with pytest.raises(InputError, match="more than 5,000,000 bytes"):
        gather(inflate(endless(), "bomb.gz"), 5_000_000, "bomb.gz")
    # The packer itself hands out its bytes late, about 30 of these steps at a time; an unbounded reader would never come back.
    assert taken < 300


def test_gzip_is_known_by_its_first_bytes_and_the_sum_is_of_the_file(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.gz", tmp_path / "b.json"
    plain.write_bytes(b"[1]")
    packed.write_bytes(gzip.compress(b"[1]"))
    for file in (plain, packed):
        data, digest = read_file(file)
        assert bytes(data) == b"[1]"
        assert digest == hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_limit_holds_for_plain_files_too(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_bytes(b"x" * 101)
    with pytest.raises(InputError, match="more than 100 bytes"):
        read_file(file, 100)
    assert len(read_file(file, 101)[0]) == 101


def test_files_that_cannot_be_read_are_named_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty.json").write_bytes(b"")
    (tmp_path / "empty.gz").write_bytes(gzip.compress(b""))
    for name, reason in (
        ("none.json", "No such file"),
        ("empty.json", "empty file"),
        ("empty.gz", "empty file"),
        (".", "not a regular file"),
        ("a\0b", "cannot be read"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            read_file(tmp_path / name)
        assert str(tmp_path) in str(caught.value) and "\n" not in str(caught.value)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match=r"empty\.json: cannot be read \(Permission denied\)"):
        read_file(tmp_path / "empty.json")


class Thing(msgspec.Struct):
    number: int


THINGS = msgspec.json.Decoder(list[Thing])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'[{"number": 1}', "not valid JSON"),
        (b"[" * 100_000, r"Expected `object`, got `array`"),
        (b'[{"x": ' + b"[" * 100_000, "nested too deeply"),
        (b'[{"x": ' + b'{"y":' * 100_000, "nested too deeply"),
        (b'[{"number": "1"}]', r"Expected `int`, got `str` - at `\$\[0\]\.number`"),
        (b"[{}]", "missing required field `number`"),
        (b'[{"\xff": 1, "number": 1}, {"\xe9', "not valid JSON"),
        ("[]".encode("utf-16"), "not valid JSON"),
        (b"\x93\x01", "not valid JSON"),
        (b'[{"number": ' + b"9" * 10_000 + b"}]", "things.json"),
    ],
)
def test_broken_json_is_one_line_with_file_and_field(data: bytes, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        decode(THINGS, data, "things.json")
    assert str(caught.value).startswith("things.json: ") and "\n" not in str(caught.value)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert decode(THINGS, b'\xef\xbb\xbf[{"number": 7}]', "x") == [Thing(7)]


@given(st.binary(max_size=60))
def test_no_bytes_raise_anything_but_the_one_error(data: bytes) -> None:
    try:
        decode(THINGS, data, "x")
    except InputError as error:
        assert str(error).startswith("x: ")


@given(st.text(max_size=400))
def test_one_line_is_one_printable_line(text: str) -> None:
    line = one_line(text)
    assert line.isprintable() and len(line) <= 200
