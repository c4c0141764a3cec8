"""Nothing that a card says may steer a terminal."""

import io
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.publish.terminal import painted, plain, plain_lines, wants_colour, width, wrapped


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;owned\x07title", "title"),
        ("\x1b]8;;http://example.org\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b2Jcleared", "cleared"),
        ("\x9d52;c;aGk=\x9cclip", "clip"),
        ("\x1b(0box\x1bcreset", "boxreset"),
        ("a\x1b\x1b[0m[31mb", "a[31mb"),
        ("\x1bPq#0\x1b\\sixel", "sixel"),
        ("open \x1b]0;never closed", "open 0;never closed"),
        ("bell\x07 back\x08space nul\x00 del\x7f", "bell backspace nul del"),
        ("abc\u202egnp.exe\u2066\u200f\u200b\ufeff", "abcgnp.exe"),
        ("over\rwritten", "over written"),
        ("tab\tand\r\nline", "tab and line"),
        ("half \ud800 pair", "half pair"),
        ("ガンプ灯 É ＝ ●", "ガンプ灯 É ＝ ●"),
    ],
)
def test_a_hostile_text_becomes_harmless(hostile: str, harmless: str) -> None:
    assert plain(hostile) == harmless


@given(st.text(st.one_of(st.characters(), st.sampled_from("\x1b\x9b\x9d[];?0m\x07\\\u202e\n\t"))))
def test_no_control_is_left_of_any_text(text: str) -> None:
    left = plain_lines(text)
    assert not {c for c in left if unicodedata.category(c) in {"Cc", "Cs", "Zl", "Zp"}} - {"\n", "\t"}
    assert not set(left) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")
    assert not set(plain(text)) & {"\n", "\t"}
    left.encode()


@pytest.mark.parametrize("piece", ["\x9d", "\x1b]", "\x1b[", "\x1b[0;", "\x1b", "\x9b??", "\x1bP1"])
def test_a_long_row_of_broken_sequences_ends(piece: str) -> None:
    """Work that grew with the square of the length would not come back from this one."""
    assert "\x1b" not in plain(piece * 300_000)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal()) and not wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())
    monkeypatch.setenv("NO_COLOR", "")
    assert wants_colour(Terminal())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())


def test_painting_is_off_unless_asked() -> None:
    assert painted("x", "green", False) == "x" and painted("x", "green", True) == "\x1b[32mx\x1b[0m" and painted("", "green", True) == ""


def test_width_counts_columns() -> None:
    assert [width(text) for text in ("abc", "灯り", "e\u0301", "")] == [3, 4, 1, 0]


@given(st.text(st.sampled_from("ab 灯、\n")), st.integers(20, 60))
def test_wrapping_fits_and_loses_nothing(text: str, columns: int) -> None:
    lines = wrapped(text, columns, "  ")
    assert all(line.startswith("  ") and width(line) <= columns and line.strip() for line in lines)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", text)
