"""The vote matrix: every rule that would speak of an effect if it were asked, not only the one that decides."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

import msgspec
import pandas as pd

from pipeline.build import read_parts
from pipeline.classify.decide import Vote, votes
from pipeline.classify.rule import Case
from pipeline.errors import InputError
from pipeline.processes import workers
from pipeline.records import Card, Language, Verdict
from pipeline.validate.dataset import Dataset, read_cards
from pipeline.windows import Ruleset

_CHUNK = 400


class Cast(NamedTuple):
    """One vote as it travels between processes and stands in the matrix."""

    effect_id: str
    language: Language
    place: int
    rule: str
    rank: int
    says: str
    windows: int


class Matrix(msgspec.Struct, frozen=True):
    """All votes on a dataset.

    ``votes``: one row a vote, in the order of the effects. ``row`` (index in `Dataset.effects`), ``language``, ``place`` (0 = the
    first to speak, which decides for its language), ``rule`` (code), ``rank``, ``says`` (yes, no, not_activated; uncertain = the
    rule leaves it open on purpose), ``windows`` (value of a `Window`). ``strangers``: effects of the reader at hand that the dataset lacks.
    """

    votes: pd.DataFrame
    strangers: int


def vote_matrix(dataset: Dataset, jobs: int = 1) -> Matrix | None:
    """The votes of the rules at hand on the texts of the dataset, read again; `jobs` processes share the work.

    Null where the dataset holds no texts. `InputError` where its tables do not belong together.
    """
    cards = read_cards(dataset.folder)
    if cards is None:
        return None
    found = pd.DataFrame(_all_votes(cards, dataset.ruleset, jobs), columns=list(Cast._fields))
    rows = pd.Series(dataset.effects.index, index=dataset.effects["effect_id"])
    found["row"] = found["effect_id"].map(rows)
    strangers = found.loc[found["row"].isna(), "effect_id"]
    if len(strangers) and not dataset.stale:
        raise InputError(f"{dataset.folder}: cards.parquet holds the effect {strangers.iloc[0][:80]!r}, which effects.parquet lacks")
    found = found.dropna(subset=["row"]).astype({"row": int}).drop(columns="effect_id")
    return Matrix(found.sort_values(["row", "language", "place"], ignore_index=True), strangers.nunique())


def _all_votes(cards: Sequence[Card], ruleset: Ruleset, jobs: int) -> list[Cast]:
    if jobs == 1 or len(cards) <= _CHUNK:
        return list(_votes_on(cards, ruleset))
    chunks = [msgspec.msgpack.encode(cards[n : n + _CHUNK]) for n in range(0, len(cards), _CHUNK)]
    with workers(jobs) as pool:
        return [vote for packed in pool.map(_packed_votes, chunks, repeat(ruleset)) for vote in msgspec.msgpack.decode(packed, type=list[Cast])]


def _packed_votes(packed: bytes, ruleset: Ruleset) -> bytes:
    return msgspec.msgpack.encode(list(_votes_on(msgspec.msgpack.decode(packed, type=list[Card]), ruleset)))


def _votes_on(cards: Sequence[Card], ruleset: Ruleset) -> Iterator[Cast]:
    """Every vote on these cards, judged as `pipeline.build` judges them."""
    for card in cards:
        for part in read_parts(card):
            for row in part.rows:
                if row.en is not None:
                    yield from _cast(row.effect_id, "en", votes(Case(card, row.en, part.english, ruleset)))
                if row.ja is not None:
                    yield from _cast(row.effect_id, "ja", votes(Case(card, row.ja, part.japanese, ruleset)))


def _cast(effect_id: str, language: Language, said: Sequence[Vote]) -> Iterator[Cast]:
    for place, (rule, answer) in enumerate(said):
        says, windows = (answer.eligible, answer.windows.value) if isinstance(answer, Verdict) else ("uncertain", 0)
        yield Cast(effect_id, language, place, rule.code, rule.rank, says, windows)


def in_words(votes: pd.DataFrame) -> "pd.Series[str]":
    """The votes on each row in one line: ``en OWN-01 yes, PASS-01 no; ja OWN-01 yes``; indexed by ``row``."""
    single = votes["rule"] + " " + votes["says"]
    sides = single.groupby([votes["row"], votes["language"]]).agg(", ".join).reset_index(name="said")
    return (sides["language"] + " " + sides["said"]).groupby(sides["row"]).agg("; ".join)
