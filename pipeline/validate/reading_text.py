"""The report on reading as plain text: goals, breakdowns, disagreements by cause. Foreign names reach the terminal defused."""

from collections.abc import Iterable, Sequence

from pipeline.publish.terminal import plain, width
from pipeline.validate.checks import CAUSES, Measure
from pipeline.validate.reading_report import MEASURES, CauseCase, Line, Report

# The columns of the breakdowns, in order.
_COLUMNS: dict[Measure, str] = {
    "count": "count",
    "order": "order",
    "kinds": "each kind",
    "languages": "languages",
    "must": "mandatory",
    "supplement": "supplement",
    "understood": "understood",
}
_ABSENT = "–"


def rendered(report: Report) -> str:
    """The whole report; no line break at the end."""
    blocks = [_head(report), _goals(report.goals), *(_breakdown(name, lines) for name, lines in report.tables.items()), _causes(report)]
    return "\n\n".join(block for block in blocks if block)


def rendered_cases(cause: str, found: Sequence[CauseCase], limit: int | None) -> str:
    """The texts of one cause, a card a line with what was found, the count first."""
    shown = found if limit is None else found[:limit]
    number = "1 text" if len(found) == 1 else f"{len(found):,} texts"
    lines = [f"{cause}: {CAUSES[cause]}", number if len(shown) == len(found) else f"{number}, the first {len(shown):,}:"]
    for case in shown:
        part = " (Pendulum Effect)" if case.part == "pendulum_effect" else ""
        lines.append(f"{plain(case.number)}  {plain(case.card)}{part}")
        lines += [f"    {plain(detail)}" for detail in case.details if detail]
    return "\n".join(lines)


def _head(report: Report) -> str:
    lines = [f"Reading held against public witnesses: {report.cards:,} cards, {report.texts:,} texts"]
    if report.labelled is None:
        lines.append("  no wiki pages given (--effect-types): nothing is compared with the wiki")
    else:
        lines.append(f"  wiki: {report.labelled:,} pages with labels, found for {report.compared:,} texts")
    if report.statements is None:
        lines.append("  no official supplements given (--supplements): nothing is compared with them")
    else:
        lines.append(f"  official supplements: {report.statements:,} statements about an effect")
    return "\n".join(lines)


def _goals(lines: Iterable[Line]) -> str:
    rows = []
    for line in lines:
        label, least = MEASURES[line.measure]
        verdict = "" if least is None or line.share is None else f"{least:>5.0%}  {'reached' if line.share >= least else 'not reached'}"
        rows.append((label, f"{line.ok:,}", f"{line.n:,}", _percent(line.share), verdict))
    return _table(("goal", "agree", "of", "share", " goal"), rows)


def _breakdown(name: str, lines: Sequence[Line]) -> str:
    columns = [measure for measure in _COLUMNS if any(line.measure == measure for line in lines)]
    if not columns:
        return ""
    cells = {(line.name, line.measure): line for line in lines}
    names = list(dict.fromkeys(line.name for line in lines if line.measure in columns))
    rows = [(value, *(_cell(cells.get((value, column))) for column in columns)) for value in sorted(names)]
    return _table((f"by {name}", *(_COLUMNS[column] for column in columns)), rows)


def _causes(report: Report) -> str:
    if not report.causes:
        return "Disagreements by cause: none"
    names = max(len(line.cause) for line in report.causes)
    digits = max(len(f"{line.texts:,}") for line in report.causes)
    lines = ["Disagreements by cause (texts; --list CAUSE shows them all)"]
    for line in report.causes:
        lines.append(f"  {line.texts:>{digits},}  {line.cause:<{names}}  {CAUSES[line.cause]}")
        if line.examples:
            lines.append(" " * (digits + 4) + plain("; ".join(line.examples)))
    return "\n".join(lines)


def _cell(line: Line | None) -> str:
    return _ABSENT if line is None else f"{_percent(line.share)} {_short(line.n):>6}"


def _percent(share: float | None) -> str:
    # Cut, not rounded: what falls short must not look as if it reached a goal.
    return _ABSENT if share is None else f"{int(share * 1000) / 10:.1f}%"


def _short(number: int) -> str:
    return f"{number:,}" if number < 100_000 else f"{number // 1000:,}k"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Aligned columns, the first to the left and the others to the right."""
    wide = [max(width(row[n]) for row in (head, *rows)) for n in range(len(head))]
    lines = []
    for row in (head, *rows):
        cells = [row[0] + " " * (wide[0] - width(row[0])), *(" " * (size - width(cell)) + cell for cell, size in zip(row[1:], wide[1:], strict=True))]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)
