"""Facts in words: what was ruled, and what the dataset says of the same effect."""

from collections.abc import Iterable
from functools import cache

import pandas as pd

from pipeline.publish.terminal import plain
from pipeline.windows import Window


@cache
def named(windows: int) -> str:
    """The windows of a set by its value (``start, before_calc``)."""
    return ", ".join(Window(windows).keys())


def ruled(facts: pd.DataFrame) -> list[str]:
    """What each fact says: ``not legal``, ``legal`` or ``legal: end``."""
    return [_verdict("legal" if legal else "not legal", windows) for legal, windows in zip(facts["legal"], facts["windows"], strict=True)]


def _verdict(word: str, windows: int) -> str:
    return f"{word}: {named(windows)}" if windows else word


def fact_lines(facts: pd.DataFrame, effects: pd.DataFrame) -> list[str]:
    """Each fact beside what we said, in three or more lines: the effect, what was ruled by whom, what every row that answers says."""
    lines: list[str] = []
    columns = ["name", "label", "condition", "authority", "source", "rows"]
    said = effects[["effect_id", "eligible", "windows", "condition", "decided_by", "rule", "witness_en", "witness_ja", "witness_supplement"]]
    for verdict, (name, label, condition, authority, source, rows) in zip(ruled(facts), facts[columns].itertuples(index=False), strict=True):
        lines.append(plain(f"{name} · {label}"))
        lines.append("  ruled  " + plain(_joined([verdict, condition, authority, source])))
        lines += [f"  said   {line}" for line in _rows(said.loc[list(rows)])] or ["  said   nothing: no such effect was read"]
    return lines


def _rows(rows: pd.DataFrame) -> Iterable[str]:
    for effect_id, eligible, windows, condition, by, rule, english, japanese, supplement in rows.itertuples(index=False):
        witnesses = (("English", english), ("Japanese", japanese), ("supplement", supplement))
        spoken = ", ".join(f"{who} {what}" for who, what in witnesses if not pd.isna(what))
        decided = by if pd.isna(rule) else f"{by} {rule}"
        yield plain(_joined([_verdict(eligible.replace("_", " "), windows), condition, decided, spoken, effect_id]))


def _joined(parts: Iterable[str | float | None]) -> str:
    return " · ".join(str(part) for part in parts if not pd.isna(part) and part != "")
