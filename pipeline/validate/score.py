"""Facts beside what the dataset says of them: right, wrong, left open, or no such effect. What is left open is never right."""

from collections.abc import Sequence

import msgspec
import pandas as pd

from pipeline.validate.dataset import Dataset
from pipeline.validate.gold import SCORED_UNDER, Gold
from pipeline.validate.locate import rows_of_rulings, rows_of_statements

OUTCOMES = ("right", "wrong", "open", "not found")
# Where several rows answer for one fact (options of one number), the fact stands as the first of these that any of them says.
_SAID = ("yes", "uncertain", "no", "not_activated")


class Scored(msgspec.Struct, frozen=True):
    """The scored facts of one file, and why the others were not.

    ``facts``: the columns of `Gold.facts`, and ``said`` (eligible; null where nothing was found), ``outcome`` (one of `OUTCOMES`),
    ``open_windows`` (value of a `Window`), ``windows_right`` (null where not compared), ``kind``, ``found_by``, ``decided_by``,
    ``rows`` (tuple: index of the effects that speak for it). ``left_out``: number of facts by reason.
    """

    facts: pd.DataFrame
    left_out: dict[str, int]


def score(gold: Gold, dataset: Dataset) -> Scored:
    """Every fact of the file that the dataset's ruleset and cards allow to score.

    A "conditional" ruling counts as legal. A ruling that an effect is legal is missed, hence wrong, where no such effect was read;
    everything else that was not found is neither right nor wrong. Windows are compared where both sides say "legal" and the source
    names some.
    """
    facts = gold.facts
    era = facts["era"].map({name: dataset.ruleset in rulesets for name, rulesets in SCORED_UNDER.items()}).astype(bool)
    key = "passcode" if gold.form == "rulings" else "konami_id"
    known = facts[key].isin(dataset.cards[key].dropna())
    why = facts["left_out"].mask(facts["left_out"].eq("") & ~era, "made for the " + facts["era"] + " rules")
    why = why.mask(why.eq("") & ~known, "card not in the dataset")
    scored = _answers(facts[why == ""], gold, dataset.effects)
    return Scored(scored, {str(reason): int(n) for reason, n in why[why != ""].value_counts().items()})


def _answers(facts: pd.DataFrame, gold: Gold, effects: pd.DataFrame) -> pd.DataFrame:
    find = rows_of_rulings if gold.form == "rulings" else rows_of_statements
    pairs = find(facts, effects).merge(effects[["kind", "eligible", "windows", "decided_by"]], left_on="row", right_index=True)
    weight = pairs["eligible"].map({said: n for n, said in enumerate(_SAID)})
    # Where one row says "no" and another that nothing is activated, both speak against.
    weight = weight.clip(upper=_SAID.index("no"))
    speaking = pairs[weight == weight.groupby(pairs["fact"]).transform("min")].sort_values(["fact", "row"])
    first = speaking.drop_duplicates("fact").set_index("fact").reindex(facts.index)
    facts = facts.assign(
        said=first["eligible"],
        kind=first["kind"].fillna("no such effect"),
        decided_by=first["decided_by"].fillna("no such effect"),
        rows=pd.Series(_collected(speaking, facts.index), index=facts.index, dtype=object),
        open_windows=_union(speaking, facts.index),
        found_by=_found_by(facts, gold),
    )
    if gold.form == "statements":
        numbered = effects.loc[effects["ja_no"].notna(), ["konami_id", "part"]].drop_duplicates().assign(numbered=True)
        marked = facts[["konami_id", "part"]].merge(numbered, how="left", on=["konami_id", "part"])["numbered"].notna()
        facts["wording"] = marked.map({True: "numbered text", False: "unnumbered text"}).to_numpy()
    legal, said = facts["legal"], facts["said"]
    found = said.notna()
    facts["outcome"] = "wrong"
    facts.loc[found & ((said == "yes") == legal), "outcome"] = "right"
    facts.loc[said == "uncertain", "outcome"] = "open"
    missed = legal if gold.form == "rulings" else pd.Series(False, index=facts.index)
    facts.loc[~found & ~missed, "outcome"] = "not found"
    compared = (facts["outcome"] == "right") & legal & (facts["windows"] != 0)
    facts["windows_right"] = (facts["open_windows"] == facts["windows"]).astype("boolean").where(compared)
    return facts


def _collected(speaking: pd.DataFrame, index: pd.Index) -> list[tuple[int, ...]]:
    rows: dict[object, tuple[int, ...]] = {}
    for fact, row in zip(speaking["fact"].tolist(), speaking["row"].tolist(), strict=True):
        rows[fact] = (*rows.get(fact, ()), row)
    return [rows.get(fact, ()) for fact in index]


def _union(speaking: pd.DataFrame, index: pd.Index) -> list[int]:
    windows: dict[object, int] = {}
    for fact, value in zip(speaking["fact"].tolist(), speaking["windows"].tolist(), strict=True):
        windows[fact] = windows.get(fact, 0) | value
    return [windows.get(fact, 0) for fact in index]


def _found_by(facts: pd.DataFrame, gold: Gold) -> Sequence[str]:
    found = pd.Series("place in the text", index=facts.index)
    if gold.form == "statements":
        found = found.mask(facts["ja_no"].notna(), "printed number")
    return list(found.mask(facts["own_activation"], "own activation"))


def tally(facts: pd.DataFrame, by: "pd.Series[str]") -> pd.DataFrame:
    """How often each outcome occurs by a grouping of the facts: columns `OUTCOMES`, ``windows right`` and ``windows``; most facts first."""
    table = pd.crosstab(by, facts["outcome"]).reindex(columns=list(OUTCOMES), fill_value=0)
    windows = facts["windows_right"].groupby(by).agg(["sum", "count"]).astype(int)
    table = table.join(windows.rename(columns={"sum": "windows right", "count": "windows"}))
    order = table[list(OUTCOMES)].sum(axis=1).rename("n").to_frame().assign(label=table.index)
    return table.loc[order.sort_values(["n", "label"], ascending=[False, True]).index]
