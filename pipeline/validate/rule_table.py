"""The table that judges the rules: how often each speaks, decides, overlaps, conflicts, is contradicted, and is right.

Its base are marks: one row for every case that a cell counts, so that a cell and the list behind it cannot disagree.
"""

from collections.abc import Sequence

import pandas as pd

from pipeline.classify import registry
from pipeline.validate.dataset import Dataset
from pipeline.validate.score import Scored

# What each column of the table counts: rows of the dataset, or facts for the last three.
COUNTS: dict[str, str] = {
    "fired": "rows of which it would speak, in either language",
    "decided": "rows whose verdict is its own",
    "left_open": "uncertain rows that it, first to speak, leaves open on purpose",
    "overlapped": "rows of which another rule would speak too, in the same language",
    "conflicted": "rows where another rule of its rank says otherwise, in the same language",
    "contradicted": "rows where it speaks for its language and the other language is read otherwise (yes, no, not activated)",
    "other_windows": "rows where both languages say yes, but of other windows",
}
GOLD_COUNTS: dict[str, str] = {
    "right": "facts that its verdict answers rightly",
    "wrong": "facts that its verdict answers wrongly",
    "wrong_windows": "of the right ones, facts whose windows it does not hit exactly",
}
_MARK = ["rule", "column", "row", "fact"]


def marks_of(dataset: Dataset, votes: pd.DataFrame | None) -> pd.DataFrame:
    """Every case behind the columns of `COUNTS`: ``rule``, ``column``, ``row`` (index of the effect), ``fact`` (-1).

    ``votes`` as in `Matrix`; without them only what the effects say themselves, the column ``decided``.
    """
    effects = dataset.effects
    frames = {"decided": effects.loc[effects["decided_by"] == "rule", ["rule"]].rename_axis("row").reset_index()}
    if votes is not None:
        first = votes[votes["place"] == 0]
        uncertain = effects.index[effects["eligible"] == "uncertain"]
        speakers = votes.groupby(["row", "language"])["place"].transform("size")
        # What a rule says, as one value, to be compared within a rank.
        said = votes["says"] + votes["windows"].astype(str)
        opinions = said.groupby([votes["row"], votes["language"], votes["rank"]]).transform("nunique")
        contradicted, other_windows = _across_languages(first)
        frames |= {
            "fired": votes,
            "left_open": first[(first["says"] == "uncertain") & first["row"].isin(uncertain)],
            "overlapped": votes[speakers > 1],
            "conflicted": votes[opinions > 1],
            "contradicted": contradicted,
            "other_windows": other_windows,
        }
    return _marks({name: frame[["rule", "row"]].drop_duplicates().assign(fact=-1) for name, frame in frames.items()})


def _across_languages(first: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The deciding rules of rows whose languages disagree on the verdict, and on the windows alone."""
    spoken = first[first["says"] != "uncertain"]
    english, japanese = (spoken[spoken["language"] == language] for language in ("en", "ja"))
    both = english.merge(japanese, on="row", suffixes=("_en", "_ja"))
    verdicts = both["says_en"] != both["says_ja"]
    windows = ~verdicts & (both["windows_en"] != both["windows_ja"])
    return _both_rules(both[verdicts]), _both_rules(both[windows])


def _both_rules(both: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([both[["row", column]].rename(columns={column: "rule"}) for column in ("rule_en", "rule_ja")], ignore_index=True)


def gold_marks(dataset: Dataset, scored: Sequence[Scored]) -> pd.DataFrame:
    """Every fact that a rule decided, as marks; ``fact`` is the position in the facts of all files, one file after the other.

    Where options of several rules answer for one fact, each of them is credited or blamed.
    """
    facts = pd.concat([one.facts for one in scored], ignore_index=True)
    one_each = facts[["outcome", "windows_right", "rows"]].rename_axis("fact").reset_index().explode("rows").dropna(subset=["rows"])
    one_each["row"] = one_each["rows"].astype(int)
    cases = one_each.merge(dataset.effects[["rule", "decided_by"]], left_on="row", right_index=True)
    cases = cases[cases["decided_by"] == "rule"].drop_duplicates(["fact", "rule"])
    wanted = {
        "right": cases["outcome"] == "right",
        "wrong": cases["outcome"] == "wrong",
        "wrong_windows": cases["windows_right"].eq(False).fillna(False),
    }
    return _marks({name: cases[test] for name, test in wanted.items()})


def _marks(frames: dict[str, pd.DataFrame]) -> pd.DataFrame:
    return pd.concat([frame.assign(column=name)[_MARK] for name, frame in frames.items()], ignore_index=True)


def rule_table(marks: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """One row a rule, by rank: ``rank``, ``group`` and these columns of `COUNTS` and `GOLD_COUNTS`.

    Rules that a dataset names and that are no more come last, without rank and group.
    """
    known = [(rule.code, rule.rank, group) for group, (_, rules) in registry.groups().items() for rule in rules]
    known.sort(key=lambda one: (one[1], one[0]))
    codes = [code for code, _, _ in known]
    codes += sorted(set(marks["rule"]) - set(codes))
    counts = pd.crosstab(marks["rule"], marks["column"]).reindex(index=codes, columns=list(columns), fill_value=0)
    ranks = pd.DataFrame({"rank": {code: rank for code, rank, _ in known}, "group": {code: group for code, _, group in known}}, dtype=object)
    return ranks.reindex(codes).join(counts).rename_axis("code")


def totals(marks: pd.DataFrame, columns: Sequence[str]) -> list[int]:
    """For each of these columns the rows or facts that any rule has there, each counted once."""
    facts = marks["fact"] >= 0
    once = pd.concat([marks[~facts].drop_duplicates(["column", "row"]), marks[facts].drop_duplicates(["column", "fact"])])
    return [int(n) for n in once["column"].value_counts().reindex(list(columns), fill_value=0)]


def cell(marks: pd.DataFrame, code: str, column: str) -> pd.DataFrame:
    """The cases behind one cell, in the order of the dataset: ``row`` and ``fact``."""
    return marks.loc[(marks["rule"] == code) & (marks["column"] == column), ["row", "fact"]].sort_values(["row", "fact"])
