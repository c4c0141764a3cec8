"""What changed in a text, in a line: ``gain [-300-] {+500+} ATK``, with a few words around each change."""

import re
from difflib import SequenceMatcher

_UNITS = re.compile(r"[A-Za-z0-9']+|\s+|.", re.DOTALL)
_AROUND = 4  # words kept before and after a change
_MOST = 3000  # words or characters; comparing takes the square of that, and real texts have a tenth
_GAP = " … "


def changed_words(old: str | None, new: str | None) -> str:
    """The changes from one text to the other; what was or is not there at all is said so, and empty where both are the same."""
    if (old or "") == (new or ""):
        return ""
    if not old:
        return "a text where there was none"
    if not new:
        return "no text any more"
    a, b = _units(old), _units(new)
    if len(a) > _MOST or len(b) > _MOST:
        return "another text (too long to compare)"
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    pieces: list[str] = []
    for group in matcher.get_grouped_opcodes(_AROUND * 2):
        pieces.append(_marked([("" if kind == "equal" else "".join(a[i:j]), "".join(b[k:m]), kind == "equal") for kind, i, j, k, m in group]))
    return _GAP.join(" ".join(piece.split()) for piece in pieces)


def _units(text: str) -> list[str]:
    return _UNITS.findall(text)


def _marked(runs: list[tuple[str, str, bool]]) -> str:
    """Runs of (was, is, the same) as one line. Changes with nothing but blanks between them are one change."""
    out: list[str] = []
    was = now = ""
    for n, (old, new, same) in enumerate(runs):
        if same and not (new.isspace() and 0 < n < len(runs) - 1):
            out += (_change(was, now), new)
            was = now = ""
        else:
            was, now = was + (new if same else old), now + new
    out.append(_change(was, now))
    return "".join(out)


def _change(was: str, now: str) -> str:
    return (f"[-{was}-]" if was else "") + (f"{{+{now}+}}" if now else "")
