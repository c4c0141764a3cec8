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
from pipeline.validate.rule_table import COUNTS, GOLD_COUNTS, accuracy_cells, cell, gold_marks, marks_of, rule_table
from pipeline.validate.score import Scored, score
from pipeline.validate.text_table import aligned
from pipeline.validate.votes import in_words, vote_matrix

STALE = "note: the dataset was built by other code than the one at hand; the votes are today's, the verdicts are the dataset's"


class Report(msgspec.Struct, frozen=True):
    """Lines for standard output, and remarks for standard error."""

    lines: list[str]
    remarks: list[str]


def plain_table() -> list[str]:
    """Every rule in the order of rank: code, rank, group, statement."""
    rules = [(rule.code, rule.rank, group, rule.statement) for group, (_, some) in registry.groups().items() for rule in some]
    return aligned(["code", "rank", "group", "statement"], sorted(rules, key=lambda one: (one[1], one[0])), {"rank"})


def judged(folder: Path, gold: Sequence[Path] = (), asked: str | None = None) -> Report:
    """The judged table of a dataset, or the rows behind one of its cells ("CODE:COLUMN"). Raises `InputError`."""
    wanted = _asked(asked, bool(gold)) if asked is not None else None
    files = [read_gold(path) for path in gold]
    dataset = open_dataset(folder)
    scored = [score(file, dataset) for file in files]
    matrix = vote_matrix(dataset)
    marks = marks_of(dataset, matrix)
    if scored:
        marks = pd.concat([marks, gold_marks(dataset, scored)], ignore_index=True)
    remarks = [STALE] if dataset.stale else []
    remarks += [f"{one_line(path)}: {n:,} facts left out: {why}" for path, one in zip(gold, scored, strict=True) for why, n in one.left_out.items()]
    if wanted is not None:
        return Report(_cell_lines(dataset, matrix, marks, scored, *wanted), remarks)
    return Report(_table_lines(dataset, marks, bool(gold)), remarks)


def _asked(asked: str, with_gold: bool) -> tuple[str, str]:
    code, _, column = asked.partition(":")
    code, column = code.strip().upper(), column.strip().lower().replace(" ", "_")
    if column in GOLD_COUNTS and not with_gold:
        raise InputError(f"--cell {one_line(asked, 60)}: the column {column} needs --gold")
    if column not in COUNTS and column not in GOLD_COUNTS:
        raise InputError(f"--cell {one_line(asked, 60)}: no such column; there are {', '.join([*COUNTS, *GOLD_COUNTS])}")
    return code, column


def _table_lines(dataset: Dataset, marks: pd.DataFrame, with_gold: bool) -> list[str]:
    counted = [*COUNTS, *(GOLD_COUNTS if with_gold else ())]
    table = rule_table(marks, with_gold)
    # Cases of any rule: a row or fact that several rules share counts once.
    any_rule = marks.drop_duplicates(["column", "row", "fact"]) if not with_gold else _once(marks)
    totals = any_rule["column"].value_counts().reindex(counted, fill_value=0)
    rows: list[list[object]] = []
    for code, rank, group, *numbers in table.itertuples():
        rows.append([code, None if pd.isna(rank) else rank, None if pd.isna(group) else group, *numbers])
    rows.append(["any rule", None, None, *totals.tolist()])
    heads = ["code", "rank", "group", *(name.replace("_", " ") for name in counted)]
    if with_gold:
        at = 3 + counted.index("right")
        for row in rows:
            row += accuracy_cells(int(str(row[at])), int(str(row[at + 1])))
        heads += ["accuracy", "95 % interval"]
    lines = [f"{len(registry.rules())} rules on {len(dataset.effects):,} rows of {dataset.title}", ""]
    lines += aligned(heads, rows, set(heads) - {"code", "group"})
    meanings = COUNTS | (GOLD_COUNTS if with_gold else {})
    lines += ["", *aligned(["column", "counts"], [(name.replace("_", " "), meaning) for name, meaning in meanings.items()])]
    return lines


def _once(marks: pd.DataFrame) -> pd.DataFrame:
    facts = marks["fact"] >= 0
    return pd.concat([marks[~facts].drop_duplicates(["column", "row"]), marks[facts].drop_duplicates(["column", "fact"])])


def _cell_lines(dataset: Dataset, matrix: pd.DataFrame, marks: pd.DataFrame, scored: Sequence[Scored], code: str, column: str) -> list[str]:
    if code not in set(marks["rule"]) | set(registry.by_code()):
        raise InputError(f"--cell {one_line(code, 40)}: no rule of this code")
    cases = cell(marks, code, column)
    of_facts = column in GOLD_COUNTS
    meaning = (COUNTS | GOLD_COUNTS)[column]
    lines = [f"{code}, {column.replace('_', ' ')}: {len(cases):,} {meaning}"]
    if cases.empty:
        return lines
    behind = dataset.effects.loc[cases["row"]]
    rows = behind[["effect_id", "name", "eligible", "rule", "witness_en", "witness_ja", "witness_supplement"]].astype(object)
    columns = [[None if pd.isna(value) else value for value in rows[name].tolist()] for name in rows]
    heads = ["effect_id", "name", "verdict", "rule", "English", "Japanese", "supplement"]
    if of_facts:
        facts = pd.concat([one.facts for one in scored], ignore_index=True).loc[cases["fact"]]
        columns += [ruled(facts), facts["authority"].tolist(), facts["source"].tolist()]
        heads += ["ruled", "authority", "source"]
    else:
        spoken = in_words(matrix[matrix["row"].isin(cases["row"])])
        columns.append(spoken.reindex(cases["row"]).fillna("").tolist())
        heads.append("votes")
    return [*lines, "", *aligned(heads, list(zip(*columns, strict=True)))]
