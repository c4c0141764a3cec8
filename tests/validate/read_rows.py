"""Rows of `effects` and `reading` as a dataset has them, of invented effects."""

from typing import Any

from pipeline.windows import COLUMNS, Window

Row = dict[str, Any]


def event(what: str, subject: str = "self", cause: str = "unsaid", past: bool = False) -> Row:
    return {"what": what, "subject": subject, "cause": cause, "past": past, "arrived": False}


def op(what: str, link: str = "first", **more: Any) -> Row:
    return {"what": what, "link": link, "object": "other", "optional": False, "delayed": False, "treated_as": False} | more


def reading(effect_id: str = "00000201/text/1", **more: Any) -> Row:
    """A row of `reading`: an optional trigger of the English text that draws, unless told otherwise."""
    plain: Row = {
        "effect_id": effect_id, "language": "en", "kind": "trigger", "speed": None, "mandatory": False, "places": ["field"], "once": None,
        "events": [], "responds_to": [], "window": [], "names_step": False, "mark": None, "phases": [], "battle_of": None, "cost": [],
        "targets": False, "actions": [op("draw")], "applies_in": [], "granted": False,
    }  # fmt: skip
    return plain | more


def effect(effect_id: str = "00000201/text/1", windows: Window | None = None, **more: Any) -> Row:
    """A row of `effects`: a trigger of a monster that rule R-01 tagged, closed unless windows are given."""
    plain: Row = {
        "effect_id": effect_id, "passcode": effect_id[:8], "name": "Tin Watchman", "card_type": "Monster", "property": None, "part": "text",
        "effect_no": 1, "bullet": None, "ja_no": None, "kind": "trigger", "eligible": "yes" if windows else "no",
        "mode": "event" if windows else None, "decided_by": "rule", "rule": "R-01", "witness_en": None, "witness_ja": None, "ruleset": "tcg",
    }  # fmt: skip
    opened = {column: bool(windows and window in windows) for window, column in COLUMNS.items()}
    return plain | opened | more
