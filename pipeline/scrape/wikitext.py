"""The parameters of one template out of a wiki page: as much of MediaWiki's markup as naming a field's value needs.

A bar parts two parameters only where neither a link nor a template is open around it
(https://www.mediawiki.org/wiki/Help:Templates); comments count for nothing, wherever they stand.
"""

import re
from collections.abc import Container

# An unclosed comment swallows the rest of the page, as it does on the wiki; so does the alternative without an end.
_COMMENT = re.compile(r"<!--(?:.*?-->|.*)", re.DOTALL)
_NOWIKI = re.compile(r"<nowiki\s*>(?:.*?</nowiki\s*>|.*)", re.DOTALL | re.IGNORECASE)
_TOKEN = re.compile(r"\{\{|\}\}|\[\[|\]\]|\n[ \t]*\||\|")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_REFERENCE = re.compile(r"<ref\b[^<>]*/>|<ref\b[^<>]*>[^<]*</ref\s*>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|'{2,}")
_TEMPLATE = re.compile(r"\{\{[^{}]*\}\}")


def without_comments(text: str) -> str:
    """The page without what its readers never see."""
    if "<!--" in text:
        text = _COMMENT.sub("", text)
    return _NOWIKI.sub("", text) if "<nowiki" in text.lower() else text


def template_fields(text: str, name: re.Pattern[str], wanted: Container[str]) -> dict[str, str] | None:
    """The named parameters in `wanted` of the first template that `name` opens, in lower case, with their stripped values.

    `name` matches the opening braces and the name ("{{CardTable2"); null where the page has no such template. The last of two
    parameters of one name counts, as on the wiki. Linear in the page's length; an unclosed template ends with the page.
    """
    text = without_comments(text)
    opening = name.search(text)
    if opening is None:
        return None
    fields: dict[str, str] = {}
    open_: list[str] = []
    start = -1  # where the current parameter begins; nothing before the first bar is one

    def keep(end: int) -> None:
        sign = text.find("=", start, end) if start >= 0 else -1
        if sign > 0 and (key := text[start:sign].strip().lower()) in wanted:
            fields[key] = text[sign + 1 : end].strip()

    for token in _TOKEN.finditer(text, opening.end()):
        mark = token[0]
        if mark in ("{{", "[["):
            open_.append(mark)
        elif mark == "]]":
            if open_ and open_[-1] == "[[":
                open_.pop()
        elif mark == "}}":
            while open_ and open_[-1] == "[[":  # a link that nobody closed
                open_.pop()
            if not open_:
                keep(token.start())
                return fields
            open_.pop()
        else:
            if len(mark) > 1:
                while open_ and open_[-1] == "[[":  # links do not run into the next parameter's line
                    open_.pop()
            if not open_:
                keep(token.start())
                start = token.end()
    keep(len(text))
    return fields


def plain_words(value: str) -> str:
    """A value without markup: links as their words, references, tags, quotes of emphasis and templates gone, breaks as commas."""
    if not any(mark in value for mark in "[<{'"):
        return value
    value = _REFERENCE.sub("", _LINK.sub(r"\1", value))
    return _TEMPLATE.sub("", _TAG.sub("", _BREAK.sub(",", value)))
