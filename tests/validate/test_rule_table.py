"""The table that judges the rules: every cell from the votes behind it."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from pipeline.classify import registry
from pipeline.cli import main
from pipeline.errors import InputError
from pipeline.publish import Provenance, build_tables, write
from pipeline.validate import votes as votes_module
from pipeline.validate.dataset import Dataset, open_dataset, read_cards
from pipeline.validate.rule_table import COUNTS, GOLD_COUNTS, cell, gold_marks, marks_of, rule_table, totals
from pipeline.validate.votes import Matrix, in_words, vote_matrix
from pipeline.windows import Window
from tests.validate.judged_cards import items, judged, ruling, scored, statement

END, ALL = Window.END.value, 31


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return judged(tmp_path_factory.mktemp("dataset"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("sample")
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    return open_dataset(out)


@pytest.fixture(scope="module")
def matrix(sample: Dataset) -> Matrix:
    found = vote_matrix(sample)
    assert found is not None
    return found


def cast(*votes: tuple[int, str, int, str, int, str, int]) -> pd.DataFrame:
    return pd.DataFrame(votes, columns=["row", "language", "place", "rule", "rank", "says", "windows"])


VOTES = cast(
    (0, "en", 0, "A-01", 10, "yes", END),
    (0, "en", 1, "A-02", 10, "yes", ALL),  # of one rank, other windows
    (0, "en", 2, "B-01", 20, "no", 0),  # of another rank: precedence, no conflict
    (0, "ja", 0, "B-01", 20, "no", 0),  # contradicts A-01
    (1, "en", 0, "A-01", 10, "yes", END),
    (1, "en", 1, "A-02", 10, "yes", END),  # of one rank and of one mind
    (1, "ja", 0, "A-02", 10, "yes", ALL),  # other windows than English
    (5, "en", 0, "B-01", 20, "no", 0),
    (5, "ja", 0, "A-03", 10, "no", 0),
    (7, "en", 0, "A-03", 10, "uncertain", 0),  # the row is uncertain
    (7, "en", 1, "A-01", 10, "yes", END),  # what a rule leaves open, its equal decides
    (8, "en", 0, "A-03", 10, "uncertain", 0),  # the row is not
    (8, "ja", 0, "B-01", 20, "not_activated", 0),  # openness contradicts nothing
    (9, "en", 0, "B-01", 20, "not_activated", 0),
    (9, "ja", 0, "B-01", 20, "no", 0),  # a rule may contradict itself
)


def counted(dataset: Dataset, column: str) -> dict[str, int]:
    table = rule_table(marks_of(dataset, VOTES), [column])
    return {str(code): int(n) for code, n in table[column].items() if n}


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("fired", {"A-01": 3, "A-02": 2, "A-03": 3, "B-01": 4}),
        ("overlapped", {"A-01": 3, "A-02": 2, "A-03": 1, "B-01": 1}),
        ("conflicted", {"A-01": 2, "A-02": 1, "A-03": 1}),
        ("contradicted", {"A-01": 1, "B-01": 2}),
        ("other_windows", {"A-01": 1, "A-02": 1}),
        ("left_open", {"A-03": 1}),
        ("decided", {"R-01": 5, "R-02": 1, "R-03": 1, "R-04": 1}),  # by the dataset, not by the votes; data do not count
    ],
)
def test_what_each_column_counts(dataset: Dataset, column: str, expected: dict[str, int]) -> None:
    assert dataset.effects.index[dataset.effects["eligible"] == "uncertain"].tolist() == [7], "the votes above are made for this dataset"
    assert counted(dataset, column) == expected


def test_a_cell_lists_what_it_counts(dataset: Dataset) -> None:
    marks = marks_of(dataset, VOTES)
    table = rule_table(marks, list(COUNTS))
    for code in table.index:
        for column in COUNTS:
            assert len(cell(marks, str(code), column)) == table.at[code, column]
    assert cell(marks, "A-01", "conflicted")["row"].tolist() == [0, 7]


def test_totals_count_each_row_once(dataset: Dataset) -> None:
    assert totals(marks_of(dataset, VOTES), ["fired", "contradicted", "conflicted", "decided"]) == [6, 2, 2, 8]


def test_every_rule_has_its_line_and_strangers_come_last(dataset: Dataset) -> None:
    table = rule_table(marks_of(dataset, VOTES), list(COUNTS))
    known = [rule.code for rule in registry.rules()]
    assert table.index.tolist()[: len(known)] == known
    assert table.index.tolist()[len(known) :] == ["A-01", "A-02", "A-03", "B-01", "R-01", "R-02", "R-03", "R-04"]
    assert table.at[known[0], "group"] == "passive" and table["rank"].isna().tolist() == [False] * len(known) + [True] * 8


def test_gold_is_credited_to_the_rules_that_answered(dataset: Dataset) -> None:
    rulings = scored(
        dataset,
        ruling("00000101", 0, windows=["end"]),
        ruling("00000101", 1, windows=["start"]),
        ruling("00000101", 35, False),
        ruling("00000101", 25),  # not found: no rule's fault
        ruling("00000103", 5, True),  # decided by data
        ruling("00000103", 25, True),  # open
    )
    statements = scored(dataset, statement(8101, ja_no=2), statement(8101, False, ja_offset=30))
    marks = gold_marks(dataset, [rulings, statements])
    table = rule_table(marks, list(GOLD_COUNTS))
    found = {str(code): [int(n) for n in row] for code, *row in table[list(GOLD_COUNTS)].itertuples() if any(row)}
    assert found == {"R-01": [2, 0, 1], "R-02": [1, 1, 0], "R-03": [1, 0, 0]}
    assert cell(marks, "R-02", "right").to_dict("records") == [{"row": 1, "fact": 6}], "facts of the second file go on counting"
    assert totals(marks, list(GOLD_COUNTS)) == [4, 1, 1]


def test_no_fact_at_all(dataset: Dataset) -> None:
    marks = gold_marks(dataset, [scored(dataset, ruling("00000999", 1))])
    assert rule_table(marks, list(GOLD_COUNTS))[list(GOLD_COUNTS)].to_numpy().sum() == 0


def test_the_first_vote_is_the_witness_of_the_sample(sample: Dataset, matrix: Matrix) -> None:
    assert matrix.strangers == 0 and not sample.stale
    first = matrix.votes[matrix.votes["place"] == 0]
    for language in ("en", "ja"):
        mine = first[first["language"] == language].set_index("row")
        assert len(mine) == mine.index.nunique()
        said = mine["says"].where(mine["says"] != "yes", mine["windows"].map(lambda value: "|".join(Window(value).keys())))
        said = said[said != "uncertain"]
        witnesses = sample.effects[f"witness_{language}"].dropna()
        assert said.sort_index().to_dict() == witnesses.to_dict()


def test_the_deciding_rule_of_the_sample_fired(sample: Dataset, matrix: Matrix) -> None:
    marks = marks_of(sample, matrix.votes)
    decided, fired = (set(map(tuple, marks.loc[marks["column"] == name, ["rule", "row"]].to_numpy())) for name in ("decided", "fired"))
    assert decided and decided <= fired
    assert len(decided) == (sample.effects["decided_by"] == "rule").sum()


def test_processes_change_nothing(sample: Dataset, matrix: Matrix, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(votes_module, "_CHUNK", 60)
    shared = vote_matrix(sample, jobs=2)
    assert shared is not None
    pd.testing.assert_frame_equal(shared.votes, matrix.votes)


def test_votes_in_words() -> None:
    assert in_words(VOTES[VOTES["row"].isin([0, 7])]).to_dict() == {0: "en A-01 yes, A-02 yes, B-01 no; ja B-01 no", 7: "en A-03 uncertain, A-01 yes"}


def test_cards_come_back_as_they_were(sample: Dataset, dataset: Dataset) -> None:
    back = read_cards(dataset.folder)
    assert back is not None
    assert back == [card for card, _ in items()]


def test_a_dataset_without_texts_has_no_votes(tmp_path: Path) -> None:
    assert main(["dataset", "--source", "sample", "--no-text", "--out", str(tmp_path / "bare")]) == 0
    bare = open_dataset(tmp_path / "bare")
    assert read_cards(bare.folder) is None and vote_matrix(bare) is None
    marks = marks_of(bare, None)
    assert set(marks["column"]) == {"decided"} and len(marks) == (bare.effects["decided_by"] == "rule").sum()


def test_tables_that_do_not_belong_together(sample: Dataset, tmp_path: Path) -> None:
    """The texts of the sample beside the effects of other cards, said to be built by the code at hand."""
    for name in ("effects.parquet", "cards.parquet"):
        (tmp_path / name).write_bytes((sample.folder / name).read_bytes())
    mixed: dict[str, Any] = {name: getattr(sample, name) for name in Dataset.__struct_fields__}
    mixed |= {"folder": tmp_path, "effects": sample.effects.iloc[5:].reset_index(drop=True)}
    with pytest.raises(InputError, match=r"which effects\.parquet lacks"):
        vote_matrix(Dataset(**mixed))
    stale = vote_matrix(Dataset(**(mixed | {"stale": True})))
    assert stale is not None and stale.strangers == 5


def test_an_empty_dataset(tmp_path: Path, dataset: Dataset) -> None:
    provenance = Provenance("invented", "r1", "tcg", "1", "c0ffee")
    write(build_tables([], provenance), tmp_path / "empty", provenance, {})
    empty = open_dataset(tmp_path / "empty")
    found = vote_matrix(empty)
    assert found is not None and found.votes.empty
    assert totals(marks_of(empty, found.votes), list(COUNTS)) == [0] * len(COUNTS)
