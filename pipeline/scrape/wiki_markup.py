"""The words of a wiki field: its markup resolved as readers of the page see it, with ruby and line breaks kept.

A text comes out as yaml-yugi gives it: breaks as ``\\n``, readings as ``<ruby>base<rt>reading</rt></ruby>``. All other markup goes.
"""

import html
import re

_BREAK = re.compile(r"(?:<br\s*/?>|</p\s*>)[ \t]?\n?", re.IGNORECASE)
_REFERENCE = re.compile(r"<(/)?ref\b[^<>]*?(/)?>", re.IGNORECASE)
_DELETED = re.compile(r"<(del|s|strike)\b[^<>]*>[^<]*</\1\s*>", re.IGNORECASE)
# Only tags that the wiki knows: a card may have a word in angle brackets of its own.
_TAG = re.compile(
    r"</?(?:div|span|p|u|ins|del|s|strike|b|i|em|strong|small|big|sup|sub|center|font|poem|nowiki|noinclude|includeonly|onlyinclude|ruby|rt|rb|rp|ref)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"'''''|'''|''")
_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_FILE = re.compile(r"\[\[(?:file|image|category)\s*:[^\[\]]*\]\]", re.IGNORECASE)
_OUTSIDE = re.compile(r"\[https?://[^\s\[\]]*\s?([^\[\]]*)\]")
_INNERMOST = re.compile(r"\{\{([^{}]*)\}\}")
_NESTED = 8  # levels of templates that are resolved; real pages have two
# Templates that stand for one character (https://www.mediawiki.org/wiki/Help:Magic_words).
_CHARACTERS = {"!": "|", "=": "=", "'": "'", "(!": "[", "!)": "]", "((": "{{", "))": "}}"}
# Held back until all other markup is gone, so that resolving tags does not take them away again.
_RUBY, _TOP, _END = "\ue000", "\ue001", "\ue002"
_MARKS = str.maketrans({_RUBY: "<ruby>", _TOP: "<rt>", _END: "</rt></ruby>"})
_HELD = re.compile(f"[{_RUBY}{_TOP}{_END}]")


def words_of(value: str) -> str:
    """A field's value as its readers see it; ruby and line breaks stay."""
    if not any(mark in value for mark in "[{<&'\n"):
        return value.strip()
    text = _HELD.sub("", value)
    if "<" in text:
        text = _DELETED.sub("", _without_references(text))
        text = _BREAK.sub("\n", text)
        text = _TAG.sub("", text)
    if "[" in text:
        text = _LINK.sub(r"\1", _FILE.sub("", text))
        text = _OUTSIDE.sub(r"\1", text)
    for _ in range(_NESTED):
        if "{{" not in text:
            break
        text = _INNERMOST.sub(_resolved, text)
    if "[[" in text:
        text = _LINK.sub(r"\1", text)  # links around what was a template
    if "''" in text:
        text = _EMPHASIS.sub("", text)
    if "&" in text:
        text = html.unescape(text)
    return "\n".join([line.strip() for line in text.translate(_MARKS).split("\n")]).strip()


def _without_references(text: str) -> str:
    """Without footnotes; one that nobody closed loses its tag alone. Linear, unlike a pattern that looks for each end."""
    kept: list[str] = []
    after = begin = 0
    inside = False
    for tag in _REFERENCE.finditer(text):
        closes, alone = tag[1] is not None, tag[2] is not None
        if inside and not closes:
            continue
        if not inside:
            kept.append(text[after : tag.start()])
        after, inside = tag.end(), not closes and not alone
        if inside:
            begin = after
    return "".join(kept) + text[begin if inside else after :]


def _resolved(template: re.Match[str]) -> str:
    """One template without others in it: its character, its ruby, else nothing."""
    name, *arguments = template[1].split("|")
    name = name.strip()
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    if name.lower() == "ruby" and arguments:
        base, reading = arguments[0].strip(), arguments[1].strip() if len(arguments) > 1 else ""
        return f"{_RUBY}{base}{_TOP}{reading}{_END}" if reading else base
    return ""


def without_ruby(text: str) -> str:
    """A text with the readings above its characters left out."""
    return _READING.sub("", text).replace("<ruby>", "").replace("</ruby>", "") if "<ruby>" in text else text


_READING = re.compile(r"<rt>[^<]*</rt>")
