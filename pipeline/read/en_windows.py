"""The windows that an English activation clause names."""

import re

from pipeline.windows import NONE, UNTIL_CALC, Window

_WINDOWS: tuple[tuple[str, re.Pattern[str], Window], ...] = (
    ("start of", re.compile(r"\bstart of (?:the |that |this |each )?damage step"), Window.START),
    ("before damage", re.compile(r"\bbefore (?:the )?damage calculation"), Window.BEFORE_CALC),
    ("during damage calc", re.compile(r"\bduring (?:the )?damage calculation"), Window.DURING_CALC),
    (
        "damage calculation",
        re.compile(r"\b(?:during|in|at) (?:your |your opponent's |either player's |each player's |that |the )?damage calculation"),
        Window.DURING_CALC,
    ),
    ("after ", re.compile(r"\bafter (?:the |that )?(?:damage calculation|damage is calculated)"), Window.AFTER_CALC),
    ("end of", re.compile(r"\bend of (?:the |that |this )?damage step"), Window.END),
)
BEFORE_RESULT = UNTIL_CALC | Window.DURING_CALC
_FROM_START = re.compile(r"(?:from the )?start of the damage step (?:until|to|and) (?:just )?before damage calculation")
_WAS = re.compile(r"\b(?:was|were)\b[^,:;]*$")


def windows_of(head: str) -> Window:
    found = NONE
    if "damage" not in head:
        return found
    if "start of the damage step" in head and _FROM_START.search(head):
        return UNTIL_CALC
    for cheap, pattern, window in _WINDOWS:
        if cheap in head:
            for match in pattern.finditer(head):
                before = head[max(0, match.start() - 24) : match.start()]
                # "was face-down at the start of the Damage Step" is a state, "until the end of ..." a duration.
                if "until the " in before or _WAS.search(head, max(0, match.start() - 60), match.start()):
                    continue
                found |= window
    return found
