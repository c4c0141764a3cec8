"""The vote matrix: every rule that would speak of an effect if it were asked, not only the one that decides."""

import pandas as pd

from pipeline.classify.decide import Vote, votes
from pipeline.classify.rule import Case
from pipeline.errors import InputError
from pipeline.records import Language, Part
from pipeline.validate.dataset import Dataset, read_rows

_PARTS: tuple[Part, ...] = ("text", "pendulum_effect")
_LANGUAGES: tuple[Language, ...] = ("en", "ja")
_COLUMNS = ("row", "language", "place", "rule", "rank", "says", "windows")


def vote_matrix(dataset: Dataset) -> pd.DataFrame:
    """One row a vote of the rules at hand on the readings of the dataset, in the order of its effects.

    Columns: ``row`` (index in `Dataset.effects`), ``language``, ``place`` (0 = the first to speak, which decides for its language),
    ``rule`` (code), ``rank``, ``says`` (yes, no, not_activated; uncertain = the rule leaves it open on purpose), ``windows`` (value of
    a `Window`). `InputError` where the tables of the dataset do not belong together.
    """
    position = {effect_id: row for row, effect_id in enumerate(dataset.effects["effect_id"].tolist())}
    found: list[tuple[int, str, int, str, int, str, int]] = []
    for card, rows in read_rows(dataset.folder):
        for part in _PARTS:
            mine = [row for row in rows if row.effect.part == part]
            for language in _LANGUAGES:
                sides = [(row, row.en if language == "en" else row.ja) for row in mine]
                siblings = tuple(effect for _, effect in sides if effect is not None)
                for row, effect in sides:
                    if effect is None:
                        continue
                    at = position.get(row.effect_id)
                    if at is None:
                        raise InputError(f"{dataset.folder}: reading.parquet holds {row.effect_id[:80]!r}, which effects.parquet lacks")
                    cast = votes(Case(card, effect, siblings, dataset.ruleset))
                    found += [(at, language, place, *_said(vote)) for place, vote in enumerate(cast)]
    return pd.DataFrame(found, columns=list(_COLUMNS)).sort_values(["row", "language", "place"], ignore_index=True)


def _said(vote: Vote) -> tuple[str, int, str, int]:
    answer = vote.answer
    # `Undecided` alone lacks these.
    says, windows = getattr(answer, "eligible", "uncertain"), getattr(answer, "windows", None)
    return vote.rule.code, vote.rule.rank, says, windows.value if windows is not None else 0


def in_words(matrix: pd.DataFrame) -> "pd.Series[str]":
    """The votes on each row in one line: ``en OWN-01 yes, PASS-01 no; ja OWN-01 yes``; indexed by ``row``."""
    single = matrix["rule"] + " " + matrix["says"]
    sides = single.groupby([matrix["row"], matrix["language"]]).agg(", ".join).reset_index(name="said")
    return (sides["language"] + " " + sides["said"]).groupby(sides["row"]).agg("; ".join)
