"""Which rows of `effects` a fact is about. Joins over whole frames: thousands of facts take a fraction of a second.

Both functions take facts (see `gold`) and effects (see `dataset`) and give pairs: ``fact`` and ``row``, their index values.
"""

import pandas as pd

_ROW = ["part", "kind", "effect_no"]


def rows_of_rulings(facts: pd.DataFrame, effects: pd.DataFrame) -> pd.DataFrame:
    """At most one row a ruling: the shortest English span that holds its place, the option that it names where there is such.

    A ruling on the card's own activation takes that row where the card has one: the one whose span holds the place, else the first.
    """
    found = _candidates(facts, effects, "passcode", ["offset", "bullet", "own_activation"], ["span_start", "span_end", "bullet"])
    holds = _holds(found, "span_start", "span_end", "offset")
    activation = found["kind"] == "card_activation"
    own = found["own_activation"] & activation
    found = found.assign(
        rank=(~own).astype(int) * 2 + (own & ~holds).astype(int),
        other_option=(found["bullet_fact"].notna() & ~(found["bullet"] == found["bullet_fact"]).fillna(False)) & ~own,
        late=activation & ~own,
        size=(found["span_end"] - found["span_start"]).where(~own, 0),
    )[own | holds]
    ordered = found.sort_values(["fact", "rank", "other_option", "late", "size", "row"])
    return ordered.drop_duplicates("fact")[["fact", "row"]]


def rows_of_statements(facts: pd.DataFrame, effects: pd.DataFrame) -> pd.DataFrame:
    """The rows of a statement, several where a number has options: by its printed number, else the shortest Japanese spans at its place.

    Cards that share a Konami id are told apart by the passcode where one of them has it.
    """
    given = ["passcode", "ja_no", "ja_offset", "own_activation"]
    found = _candidates(facts, effects, "konami_id", given, ["passcode", "ja_no", "ja_span_start", "ja_span_end"])
    same = (found["passcode"] == found["passcode_fact"]).fillna(False)
    found = found[same | ~same.groupby(found["fact"]).transform("any")]
    numbered = found["ja_no_fact"].notna() & ~found["own_activation"]
    located = ~numbered & ~found["own_activation"]
    holds = _holds(found, "ja_span_start", "ja_span_end", "ja_offset") & located & (found["effect_no"] != 0)
    size = (found["ja_span_end"] - found["ja_span_start"]).where(holds)
    shortest = (size == size.groupby(found["fact"]).transform("min")).fillna(False)
    by_number = numbered & (found["ja_no"] == found["ja_no_fact"]).fillna(False) & (found["effect_no"] != 0)
    chosen = (found["own_activation"] & (found["kind"] == "card_activation")) | by_number | (holds & shortest)
    return found[chosen][["fact", "row"]]


def _candidates(facts: pd.DataFrame, effects: pd.DataFrame, card: str, given: list[str], wanted: list[str]) -> pd.DataFrame:
    """Every fact beside every effect of its card and part; columns that both have end in ``_fact`` on the fact's side."""
    left = facts[[card, "part", *given]].rename_axis("fact").reset_index().dropna(subset=[card])
    right = effects[[card, *_ROW, *wanted]].rename_axis("row").reset_index().dropna(subset=[card])
    return left.merge(right, on=[card, "part"], suffixes=("_fact", "")).sort_values(["fact", "row"], ignore_index=True)


def _holds(found: pd.DataFrame, start: str, end: str, place: str) -> "pd.Series[bool]":
    inside = (found[start] <= found[place]) & (found[end] > found[place])
    return inside.fillna(False).astype(bool)
