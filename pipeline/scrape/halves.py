r"""Texts in which both halves of a Pendulum Card stand together, as databases and simulators keep them, with ``\n`` at their line ends."""

import re

_HEADING = re.compile(r"^\[ ?(Pendulum Effect|Monster Effect|Flavor Text) ?\][ \t]*\n?", re.MULTILINE)
_RULE = re.compile(r"^-{8,}[ \t]*\n?", re.MULTILINE)


def halves(text: str) -> tuple[str | None, str | None]:
    """The Pendulum Effect and the rest: parted by headings, with or without a rule of hyphens between them."""
    pieces = _HEADING.split(line_ends(text) or "")  # what precedes the first heading, then heading and text by turns
    if len(pieces) == 1:
        return None, line_ends(text)  # a Pendulum Monster without a Pendulum Effect
    found: dict[bool, str] = {}
    for heading, half in zip(pieces[1::2], pieces[2::2], strict=True):
        found.setdefault(heading == "Pendulum Effect", half)
    return line_ends(_RULE.sub("", found.get(True, ""))), line_ends(pieces[0] + _RULE.sub("", found.get(False, "")))


def line_ends(text: str | None) -> str | None:
    r"""A text with ``\n`` at its line ends and nothing around it; null for an empty one."""
    return (text.replace("\r\n", "\n").replace("\r", "\n").strip() or None) if text is not None else None
