"""How good the tags are: held against gold, against the simulators, and against an earlier build."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pandas as pd

from pipeline.publish.changes import Changes
from pipeline.publish.pages.plot import Plot, coverage_plot, reliability_plot
from pipeline.publish.pages.templates import render
from pipeline.publish.view_words import KIND_WORDS
from pipeline.validate.findings import Compared
from pipeline.validate.findings_report import agreed
from pipeline.validate.intervals import interval, percent
from pipeline.validate.measured import Held as Figures
from pipeline.validate.reliability import Judged, bins, expected_error, kept
from pipeline.validate.score import OUTCOMES, Scored, tally
from pipeline.windows import COLUMNS, Window

HEADS = ["", "facts", *OUTCOMES, "accuracy", "95 % interval", "not answered", "windows", "exactly right"]
_SAID = ("yes", "no", "not_activated", "uncertain", "no such effect")
_MOST_CHANGES = 400


class Held(msgspec.Struct, frozen=True):
    """A dataset held against one file of gold, as tables and plots."""

    title: str
    figures: list[tuple[str, str]]
    before: list[tuple[str, str]]
    groups: list[tuple[str, list[list[str]]]]
    verdicts: list[list[str]]
    windows: list[list[str]]
    plots: list[Plot]
    error: str


def held(path: Path, scored: Scored, confidence: Mapping[int, float | None], before: Scored | None) -> Held:
    """The facts of one file. ``confidence`` by index of the effect."""
    facts = scored.facts
    judged = [
        Judged(_confidence(rows, confidence), None if outcome in ("open", "not found") else outcome == "right")
        for rows, outcome in zip(facts["rows"], facts["outcome"], strict=True)
    ]
    groups = {
        "By who decided": facts["decided_by"],
        "By kind of effect": facts["kind"].map(lambda kind: KIND_WORDS.get(kind, kind)),
        "By authority": facts["authority"],
        "By what was ruled": facts["legal"].map({True: "legal", False: "not legal"}),
    }
    return Held(
        title=path.name,
        figures=_figures(facts),
        before=_figures(before.facts) if before is not None else [],
        groups=[(title, [_row(str(label), *map(int, counts)) for label, *counts in tally(facts, by).itertuples()]) for title, by in groups.items()],
        verdicts=_verdicts(facts),
        windows=_windows(facts),
        plots=_plots(judged, path.name),
        error=_error(judged),
    )


def quality_page(
    found: Sequence[Held], published: Sequence[Figures], compared: Sequence[Compared], changes: Changes | None, before: str, about: str
) -> str:
    """The whole page. ``published``: figures that came with the tags; ``before``: what the earlier dataset is called."""
    proxy = [Judged(one.text.confidence, its.verdict == "agree") for one, its in agreed(compared) if one.text.eligible != "uncertain"]
    return render(
        "quality.html.j2",
        scripts=("rows.js",),
        styles=("base.css", "report.css"),
        about=about,
        heads=HEADS,
        held=found,
        published=[
            (one.file, _in_words(one.facts, one.right, one.wrong, one.open, one.windows_exactly_right, one.windows_compared)) for one in published
        ],
        proxy=_plots(proxy, "where the two simulators agree with each other", "like theirs", "unlike theirs"),
        proxy_error=_error(proxy),
        changes=changes,
        shown=changes.changes[:_MOST_CHANGES] if changes is not None else (),
        before=before,
    )


def _confidence(rows: tuple[int, ...], known: Mapping[int, float | None]) -> float | None:
    """Of several rows that answer for one fact, the least sure."""
    found = [value for row in rows if (value := known.get(row)) is not None]
    return min(found) if found else None


def _figures(facts: pd.DataFrame) -> list[tuple[str, str]]:
    counts = facts["outcome"].value_counts()
    right, wrong, left = (int(counts.get(name, 0)) for name in ("right", "wrong", "open"))
    windows = facts["windows_right"].dropna()
    return _in_words(len(facts), right, wrong, left, int(windows.sum()), len(windows))


def _in_words(facts: int, right: int, wrong: int, left: int, exact: int, windows: int) -> list[tuple[str, str]]:
    return [
        ("Facts compared", f"{facts:,}"),
        ("Right of decided", f"{right:,} of {right + wrong:,}: {percent(right, right + wrong)} ({interval(right, right + wrong)})"),
        ("Left open", f"{left:,} ({percent(left, facts)})"),
        ("Windows exactly right", f"{exact:,} of {windows:,}: {percent(exact, windows)} ({interval(exact, windows)})"),
    ]


def _row(label: str, right: int, wrong: int, open_: int, missing: int, exact: int, windows: int) -> list[str]:
    facts, answered = right + wrong + open_ + missing, right + wrong
    numbers = [f"{n:,}" for n in (facts, right, wrong, open_, missing)]
    shares = [percent(right, answered), interval(right, answered), percent(open_ + missing, facts)]
    return [label, *numbers, *shares, f"{windows:,}", percent(exact, windows)]


def _verdicts(facts: pd.DataFrame) -> list[list[str]]:
    """What was said (rows) of what is ruled legal and not legal."""
    said = facts["said"].fillna("no such effect")
    table = pd.crosstab(said, facts["legal"]).reindex(index=list(_SAID), columns=[True, False], fill_value=0)
    return [[str(name).replace("_", " "), f"{legal:,}", f"{closed:,}"] for name, legal, closed in table.itertuples()]


def _windows(facts: pd.DataFrame) -> list[list[str]]:
    """For each window: both open, only ours, only the source's, both closed; where both say legal and the source names windows."""
    some = facts[facts["windows_right"].notna()]
    ours, theirs = some["open_windows"].astype(int), some["windows"].astype(int)
    rows = []
    for window in COLUMNS:
        a, b = (ours & window.value) > 0, (theirs & window.value) > 0
        rows.append([_name(window), *(f"{int(test.sum()):,}" for test in (a & b, a & ~b, ~a & b, ~a & ~b))])
    return rows


def _name(window: Window) -> str:
    return window.key.replace("_", " ")


def _plots(judged: Sequence[Judged], what: str, right: str = "right", wrong: str = "wrong") -> list[Plot]:
    found = bins(judged)
    if not found:
        return []
    return [
        reliability_plot(found, f"Reliability: share {right} by stated confidence, {what}", right),
        coverage_plot(kept(judged), f"Coverage over risk: share {wrong} among the surest answers, {what}", wrong),
    ]


def _error(judged: Sequence[Judged]) -> str:
    error = expected_error(bins(judged))
    return "" if error is None else f"{error:.1%}"
