"""The score of a dataset on a terminal: overall, by who decided, and by authority, wording and kind."""

from pathlib import Path

import pandas as pd

from pipeline.errors import InputError
from pipeline.scrape.intake import one_line
from pipeline.validate.dataset import Dataset
from pipeline.validate.fact_lines import fact_lines
from pipeline.validate.intervals import interval, percent
from pipeline.validate.score import OUTCOMES, Scored, tally
from pipeline.validate.text_table import aligned

LISTS = ("wrong", "open", "windows")
_DECIDED = {
    "rule": "text rules",
    "ruling": "data: rulings",
    "supplement": "data: supplements",
    "model": "fallback model",
    "nobody": "nobody",
}
_HEADS = ["", "facts", *OUTCOMES, "accuracy", "95 % interval", "not answered", "windows", "exactly right", "95 % interval "]
_NUMBERS = frozenset(_HEADS[1:])


def required(scored: Scored, dataset: Dataset, path: Path) -> pd.DataFrame:
    """The scored facts; `InputError` that says why where there are none."""
    if scored.facts.empty:
        why = "; ".join(f"{n:,} {reason}" for reason, n in scored.left_out.items())
        raise InputError(f"{one_line(path)}: no fact to score under ruleset {dataset.ruleset} ({why})")
    return scored.facts


def score_lines(facts: pd.DataFrame, scored: Scored, dataset: Dataset, path: Path) -> list[str]:
    """The whole report. Accuracy is right of right and wrong; "not answered" is open or not found, of all."""
    lines = [f"{len(facts):,} facts of {one_line(path)} beside {dataset.title}"]
    lines += [f"  left out: {n:,} {reason}" for reason, n in scored.left_out.items()]
    groups = {
        "decided by": facts["decided_by"].map(lambda by: _DECIDED.get(by, by)),
        "ruled": facts["legal"].map({True: "legal", False: "not legal"}),
        "authority": facts["authority"],
        "wording": facts["wording"].replace("", "unsaid"),
        "kind of effect": facts["kind"],
        "found by": facts["found_by"],
    }
    rows = _rows(facts, pd.Series("all", index=facts.index))
    for title, by in groups.items():
        rows += [[title, *[None] * (len(_HEADS) - 1)], *_rows(facts, by, "  ")]
    return [*lines, "", *aligned(_HEADS, rows, _NUMBERS)]


def _rows(facts: pd.DataFrame, by: "pd.Series[str]", indent: str = "") -> list[list[object]]:
    return [_row(indent + str(label), *map(int, counts)) for label, *counts in tally(facts, by).itertuples()]


def _row(label: str, right: int, wrong: int, open_: int, missing: int, exact: int, windows: int) -> list[object]:
    facts, answered = right + wrong + open_ + missing, right + wrong
    return [
        label, facts, right, wrong, open_, missing, percent(right, answered), interval(right, answered), percent(open_ + missing, facts),
        windows, percent(exact, windows), interval(exact, windows),
    ]  # fmt: skip


def list_lines(facts: pd.DataFrame, dataset: Dataset, which: str) -> list[str]:
    """The facts that were answered wrongly, not answered (``open``), or whose windows differ, each beside what we said."""
    chosen = {
        "wrong": facts["outcome"] == "wrong",
        "open": facts["outcome"].isin(["open", "not found"]),
        "windows": facts["windows_right"].eq(False).fillna(False).astype(bool),
    }[which]
    what = {"wrong": "answered wrongly", "open": "not answered", "windows": "with other windows"}[which]
    return [f"{int(chosen.sum()):,} of {len(facts):,} facts {what}", *fact_lines(facts[chosen], dataset.effects)]
