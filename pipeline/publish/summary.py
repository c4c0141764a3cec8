"""The summary of a build, for the terminal: what was tagged, how, and by which rules. Plain text, aligned."""

import pyarrow as pa
import pyarrow.compute as pc

from pipeline.publish.files import counts
from pipeline.publish.tables import Tables
from pipeline.publish.terminal import plain
from pipeline.records import DecidedBy, Eligible, allowed
from pipeline.windows import COLUMNS, TERMS

_RULES_SHOWN = 10


def summary(tables: Tables) -> str:
    """A few dozen lines without a line break at the end; ends with the rules that decided most."""
    effects, cards = tables.effects, tables.cards
    rulesets = ", ".join(counts(effects["ruleset"]))
    total = effects.num_rows
    blocks = [
        _block(
            f"Damage Step, ruleset {rulesets}" if rulesets else "Damage Step",
            [
                ("cards", cards.num_rows, cards.num_rows),
                ("cards with an effect open in the step", _true(cards["any_eligible"]), cards.num_rows),
                ("effects", total, total),
            ],
        ),
        _block("May be activated in the step", _shares(counts(effects["eligible"]), allowed(Eligible), total)),
        _block("Open in the window", [(TERMS["en"][w], _true(effects[column]), total) for w, column in COLUMNS.items()]),
        _block("Decided by", _shares(counts(effects["decided_by"]), allowed(DecidedBy), total)),
    ]
    rules = list(counts(effects["rule"]).items())
    if rules:
        shown = rules[:_RULES_SHOWN]
        blocks.append(_block(f"Rules that decided most ({len(shown)} of {len(rules)})", [(plain(code), n, total) for code, n in shown]))
    return "\n\n".join(blocks)


def _shares(found: dict[str, int], names: tuple[str, ...], total: int) -> list[tuple[str, int, int]]:
    return [(name.replace("_", " "), found.get(name, 0), total) for name in names]


def _true(column: pa.ChunkedArray) -> int:
    return int(pc.sum(column).as_py() or 0)


def _block(title: str, rows: list[tuple[str, int, int]]) -> str:
    """A title over aligned rows of (label, number, of how many)."""
    label = max(len(name) for name, _, _ in rows)
    number = max(len(f"{n:,}") for _, n, _ in rows)
    lines = [f"  {name:<{label}}  {n:>{number},}" + ("" if n == of else f"  {n / of:>6.1%}") for name, n, of in rows]
    return "\n".join([title, *lines])
