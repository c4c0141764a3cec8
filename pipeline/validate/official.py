"""What official statements or rulings say of the rows of a dataset, as an outside witness in the comparison with scripts."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from pipeline.validate.dataset import Dataset
from pipeline.validate.gold import SCORED_UNDER, read_gold
from pipeline.validate.locate import rows_of_rulings, rows_of_statements
from pipeline.windows import NONE, Window


class Official(msgspec.Struct, frozen=True):
    """One statement. ``rows``: those it may be about, by place in the table; ``windows``: empty where it names none."""

    legal: bool
    windows: Window
    rows: tuple[int, ...]
    source: str

    def against(self, opened: Window) -> bool:
        """Whether it contradicts these windows."""
        if self.legal != bool(opened):
            return True
        return bool(self.legal and self.windows and opened != self.windows)


def officials(path: Path, dataset: Dataset) -> list[Official]:
    """The statements of a file that can be held against the dataset's ruleset and effects."""
    gold = read_gold(path)
    facts = gold.facts
    era = facts["era"].map({name: dataset.ruleset in rulesets for name, rulesets in SCORED_UNDER.items()}).astype(bool)
    facts = facts[(facts["left_out"] == "") & era & facts["condition"].isna()]
    pairs = (rows_of_rulings if gold.form == "rulings" else rows_of_statements)(facts, dataset.effects)
    rows = {fact: tuple(int(row) for row in some) for fact, some in pairs.groupby("fact")["row"]}
    found = []
    columns = zip(facts.index, facts["legal"], facts["windows"], facts["source"], strict=True)
    for fact, legal, windows, source in columns:
        if fact in rows:
            found.append(Official(bool(legal), Window(int(windows)), rows[fact], str(source or "")))
    return found


def by_row(statements: Sequence[Official]) -> Mapping[int, Official]:
    """Each row's statement; where several speak of a row, the one that names windows, else the last."""
    found: dict[int, Official] = {}
    for one in sorted(statements, key=lambda one: one.windows != NONE):
        for row in one.rows:
            found[row] = one
    return found
