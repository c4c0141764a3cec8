"""What may reach a terminal: text without control characters, and colour only where somebody looks."""

import os
import re
import sys
import unicodedata
from typing import TextIO

# Whole escape sequences first, so that their visible rest ("[31m") goes too; what is left of a broken one loses its ESC below.
_SEQUENCE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, screen
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS, ...: titles, links, clipboard
    r"|\x1b[ -/]*[0-~]"
)
# Controls (C0, DEL, C1), line and paragraph separators, and what turns the direction of writing or is invisible.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_BLANKS = re.compile(r"[\t\n ]+")
_CODES = {"bold": "1", "dim": "2", "green": "32", "red": "31", "yellow": "33", "cyan": "36"}


def plain(text: str) -> str:
    """The text on one line, fit to print: no escape sequence, control, or direction mark of it reaches the terminal."""
    return _BLANKS.sub(" ", plain_lines(text)).strip()


def plain_lines(text: str) -> str:
    """As `plain`, line breaks kept."""
    return _UNSAFE.sub("", _SEQUENCE.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def wants_colour(stream: TextIO | None = None) -> bool:
    """Whether to colour: a terminal that can, and no ``NO_COLOR`` (https://no-color.org)."""
    stream = stream or sys.stdout
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()


def painted(text: str, colour: str, on: bool) -> str:
    """The text in a colour or weight (bold, dim, green, red, yellow, cyan), or as it is where ``on`` is false."""
    return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if on and text else text


def width(text: str) -> int:
    """Terminal columns that the text takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """The text in lines of at most ``columns``, each behind ``indent``. Breaks at blanks, inside a longer word anywhere."""
    room = max(columns - width(indent), 10)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, used = "", 0
        for word in paragraph.split():
            size = width(word)
            if line and used + 1 + size <= room:
                line, used = f"{line} {word}", used + 1 + size
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, room)
            lines += full
            used = width(line)
        if line:
            lines.append(line)
    return [indent + line for line in lines]


def _pieces(word: str, room: int) -> list[str]:
    """A word cut into pieces that fit: Japanese puts no blanks between words."""
    if width(word) <= room:
        return [word]
    pieces, used = [""], 0
    for character in word:
        size = width(character)
        if used + size > room:
            pieces.append("")
            used = 0
        pieces[-1] += character
        used += size
    return pieces
