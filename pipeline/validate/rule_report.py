"""The rules on a terminal: as they are, or beside what a dataset and gold say of them."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pandas as pd

from pipeline.classify import registry
from pipeline.errors import InputError
from pipeline.scrape.intake import one_line
from pipeline.validate.dataset import Dataset, open_dataset
from pipeline.validate.fact_lines import ruled
from pipeline.validate.gold import read_gold
from pipeline.validate.intervals import interval, percent
from pipeline.validate.rule_table import COUNTS, GOLD_COUNTS, cell, gold_marks, marks_of, rule_table, totals
from pipeline.validate.score import Scored, score
from pipeline.validate.text_table import aligned
from pipeline.validate.votes import Matrix, in_words, vote_matrix


class Report(msgspec.Struct, frozen=True):
    """Lines for standard output, and remarks for standard error."""

    lines: list[str]
    remarks: list[str]


def plain_table() -> list[str]:
    """Every rule in the order of rank: code, rank, group, statement."""
    rules = [(rule.code, rule.rank, group, rule.statement) for group, (_, some) in registry.groups().items() for rule in some]
    return aligned(["code", "rank", "group", "statement"], sorted(rules, key=lambda one: (one[1], one[0])), {"rank"})


def judged(folder: Path, gold: Sequence[Path] = (), asked: str | None = None, jobs: int = 1) -> Report:
    """The judged table of a dataset, or the rows behind one of its cells ("CODE:COLUMN"). Raises `InputError`."""
    wanted = _asked(asked, bool(gold)) if asked is not None else None
    files = [read_gold(path) for path in gold]
    dataset = open_dataset(folder)
    scored = [score(file, dataset) for file in files]
    matrix = vote_matrix(dataset, jobs)
    marks = marks_of(dataset, None if matrix is None else matrix.votes)
    if scored:
        marks = pd.concat([marks, gold_marks(dataset, scored)], ignore_index=True)
    remarks = _remarks(dataset, matrix)
    remarks += [f"{one_line(path)}: {n:,} facts left out: {why}" for path, one in zip(gold, scored, strict=True) for why, n in one.left_out.items()]
    if wanted is not None:
        return Report(_cell_lines(dataset, matrix, marks, scored, *wanted), remarks)
    columns = [*(COUNTS if matrix is not None else ["decided"]), *(GOLD_COUNTS if gold else ())]
    return Report(_table_lines(dataset, marks, columns), remarks)


def _remarks(dataset: Dataset, matrix: Matrix | None) -> list[str]:
    if matrix is None:
        return ["note: the dataset was built without texts, so no rule can be asked again; this is what its effects alone tell"]
    if not dataset.stale:
        return []
    lost = f", {matrix.strangers:,} effects of today are not in it" if matrix.strangers else ""
    return [f"note: the dataset was built by other code than the one at hand: the votes are today's, the verdicts are the dataset's{lost}"]


def _asked(asked: str, with_gold: bool) -> tuple[str, str]:
    code, _, column = asked.partition(":")
    code, column = code.strip().upper(), column.strip().lower().replace(" ", "_")
    if column in GOLD_COUNTS and not with_gold:
        raise InputError(f"--cell {one_line(asked, 60)}: the column {column} needs --gold")
    if column not in COUNTS and column not in GOLD_COUNTS:
        raise InputError(f"--cell {one_line(asked, 60)}: no such column; there are {', '.join([*COUNTS, *GOLD_COUNTS])}")
    return code, column


def _table_lines(dataset: Dataset, marks: pd.DataFrame, columns: Sequence[str]) -> list[str]:
    rows: list[list[object]] = []
    for code, rank, group, *numbers in rule_table(marks, columns).itertuples():
        rows.append([code, None if pd.isna(rank) else str(rank), None if pd.isna(group) else group, *numbers])
    rows.append(["any rule", None, None, *totals(marks, columns)])
    heads = ["code", "rank", "group", *(name.replace("_", " ") for name in columns)]
    if "right" in columns:
        at = heads.index("right")
        for row in rows:
            right, wrong = int(str(row[at])), int(str(row[at + 1]))
            row += [percent(right, right + wrong), interval(right, right + wrong)]
        heads += ["accuracy", "95 % interval"]
    meanings = [(name.replace("_", " "), (COUNTS | GOLD_COUNTS)[name]) for name in columns]
    return [
        f"{len(registry.rules())} rules on {len(dataset.effects):,} rows of {dataset.title}",
        "",
        *aligned(heads, rows, set(heads) - {"code", "group"}),
        "",
        *aligned(["column", "counts"], meanings),
    ]


def _cell_lines(dataset: Dataset, matrix: Matrix | None, marks: pd.DataFrame, scored: Sequence[Scored], code: str, column: str) -> list[str]:
    if code not in set(marks["rule"]) | set(registry.by_code()):
        raise InputError(f"--cell {one_line(code, 40)}: no rule of this code")
    if matrix is None and column not in ("decided", *GOLD_COUNTS):
        raise InputError(f"--cell {code}:{column}: the dataset was built without texts, so no rule can be asked again")
    cases = cell(marks, code, column)
    of_facts = column in GOLD_COUNTS
    meaning = (COUNTS | GOLD_COUNTS)[column]
    lines = [f"{code}, {column.replace('_', ' ')}: {len(cases):,} {meaning}"]
    if cases.empty:
        return lines
    behind = dataset.effects.loc[cases["row"]]
    rows = behind[["effect_id", "name", "eligible", "rule", "witness_en", "witness_ja", "witness_supplement"]].astype(object)
    columns: list[Sequence[object]] = [[None if pd.isna(value) else value for value in rows[name].tolist()] for name in rows]
    heads = ["effect_id", "name", "verdict", "rule", "English", "Japanese", "supplement"]
    if of_facts:
        facts = pd.concat([one.facts for one in scored], ignore_index=True).loc[cases["fact"]]
        columns += [ruled(facts), facts["authority"].tolist(), facts["source"].tolist()]
        heads += ["ruled", "authority", "source"]
    elif matrix is not None:
        spoken = in_words(matrix.votes[matrix.votes["row"].isin(cases["row"])])
        columns.append(spoken.reindex(cases["row"]).fillna("").tolist())
        heads.append("votes")
    return [*lines, "", *aligned(heads, list(zip(*columns, strict=True)))]
