"""HTML pages for the sources that have no other form: parsed by Beautiful Soup within limits, texts as people see them."""

import html
import re
from typing import TYPE_CHECKING

from pipeline.errors import InputError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

MOST = 4 << 20  # bytes of a page; real ones have a tenth of that
_SPACES = re.compile(r"[ \t\r]+")  # not the full-width one, which is meant
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"</?(?:a|b|i|u|p|span|div|font)\b[^<>]*>", re.IGNORECASE)
_SAVED_FROM = re.compile(rb"<!--\s*saved from url=\(\d+\)([^\s>]{1,500})\s*-->")


def parse(text: str, where: str) -> "BeautifulSoup":
    """The page. Raises `InputError` where it is too large or too deep, or where Beautiful Soup is not installed."""
    try:
        from bs4 import BeautifulSoup
    except ImportError:
        raise InputError("pages need Beautiful Soup: pip install 'damage-step-pipeline[scrape-html]'") from None
    if len(text) > MOST:
        raise InputError(f"{where}: more than {MOST:,} characters, which no page has")
    try:
        return BeautifulSoup(text, "html.parser")
    except (RecursionError, AssertionError, ValueError) as error:
        raise InputError(f"{where}: cannot be read as HTML") from error


def lines(tag: "Tag | None", *without: str) -> str | None:
    r"""The text of an element with ``\n`` for its breaks; elements that fit a selector in `without` are left out. Null if empty.

    Breaks and tags that the page shows as text, because they were escaped once too often, count as such too.
    """
    from bs4.element import NavigableString, PageElement, PreformattedString, Tag

    if tag is None:
        return None
    left_out = {id(found) for selector in without for found in tag.select(selector)}
    pieces: list[str] = []
    stack: list[PageElement] = [tag]
    while stack:
        node = stack.pop()
        if isinstance(node, Tag):
            if id(node) in left_out or node.name in ("script", "style", "rt", "rp"):
                continue
            if node.name == "br":
                pieces.append("\n")
            elif node.name == "pre":  # its line ends count
                pieces.append(f"\n{node.get_text()}\n")
            elif node.name in ("p", "li", "div", "dd", "tr"):
                pieces.append("\n")
                stack.append(NavigableString("\n"))
                stack.extend(reversed(node.contents))
            else:
                stack.extend(reversed(node.contents))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            text = str(node)
            pieces.append(text if text == "\n" and not node.parent else " ".join(text.split("\n")))
    found = "".join(pieces)
    if "<" in found or "&" in found:
        found = _ESCAPED_TAG.sub("", _BREAK.sub("\n", html.unescape(found)))
    kept = [line for part in found.split("\n") if (line := _SPACES.sub(" ", part).strip(" \t\r\xa0"))]
    return "\n".join(kept) or None


def words(tag: "Tag | None") -> str:
    """The text of an element on one line."""
    return " ".join((lines(tag) or "").split())


def saved_from(data: bytes) -> str:
    """The address that a browser wrote into a page when it was saved; empty where it did not."""
    found = _SAVED_FROM.search(data[:4096])
    return found[1].decode("ascii", "replace") if found else ""


def attribute(tag: "Tag | None", name: str) -> str:
    """The value of an attribute; empty where the element or the attribute is missing."""
    if tag is None:
        return ""
    value = tag.get(name)
    return value if isinstance(value, str) else " ".join(value or ())
