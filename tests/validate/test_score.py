"""Which effect a fact is about, and what counts as right."""

from pathlib import Path
from typing import Any

import pytest

from pipeline.cli import main
from pipeline.validate.dataset import Dataset, open_dataset
from pipeline.validate.score import OUTCOMES, tally
from pipeline.windows import ALL
from tests.validate.judged_cards import judged, ruling, scored, statement

Line = dict[str, object]
WATCH, TRAP, SPELL = "00000101", "00000102", "00000103"


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    return judged(tmp_path_factory.mktemp("dataset"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    out = tmp_path_factory.mktemp("sample")
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    return open_dataset(out)


def ids(dataset: Dataset, line: Line) -> list[str]:
    """The effects that speak for a fact."""
    (rows,) = scored(dataset, line).facts["rows"]
    return [effect_id.partition("/")[2] for effect_id in dataset.effects.loc[list(rows), "effect_id"]]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (ruling(WATCH, 0), ["text/1"]),
        (ruling(WATCH, 19), ["text/1"]),
        (ruling(WATCH, 20), []),  # between two effects: spans are half-open
        (ruling(WATCH, 35), ["text/2.1"]),
        (ruling(WATCH, 35, bullet=1), ["text/2.1"]),  # no other option holds the place
        (ruling(SPELL, 25), ["text/2"]),  # the shortest span
        (ruling(SPELL, 10), ["text/1"]),
        (ruling(SPELL, 25, whole_card_activation=True), ["text/1"]),
        (ruling(TRAP, 12), ["text/1"]),
        (ruling(TRAP, 12, whole_card_activation=True), ["text/0"]),
        (ruling(TRAP, 999, whole_card_activation=True), ["text/0"]),  # a bare activation has no place
        (ruling(WATCH, 5, whole_card_activation=True), ["text/1"]),  # a monster has no activation of its own
        (ruling(TRAP, 3, part="pendulum_effect"), ["pendulum_effect/1"]),
        (ruling(WATCH, 3, part="pendulum_effect"), []),
    ],
)
def test_where_a_ruling_points(dataset: Dataset, line: Line, found: list[str]) -> None:
    assert ids(dataset, line) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (statement(8101, ja_no=1), ["text/1"]),
        (statement(8101, ja_no=2), ["text/2.1"]),  # one option is legal: it speaks for the number
        (statement(8101, ja_no=3), []),
        (statement(8101, ja_offset=22), ["text/2.1"]),
        (statement(8101, ja_offset=25), ["text/2.2"]),
        (statement(8101, ja_offset=12), []),
        (statement(8102, what="card_activation"), ["text/0"]),
        (statement(8101, what="card_activation", ja_no=1), []),
        (statement(8104, ja_offset=6), ["text/2"]),  # the shorter of card 104
        (statement(8104, ja_offset=1), ["text/1"]),  # of the two cards' equal spans, the legal one
        (statement(8104, ja_offset=1, passcode="00000104"), ["text/1"]),
        (statement(8104, ja_offset=6, passcode="00000105"), ["text/1"]),
        (statement(8104, ja_offset=6, passcode="99999999"), ["text/2"]),  # an unknown passcode tells nothing
    ],
)
def test_where_a_statement_points(dataset: Dataset, line: Line, found: list[str]) -> None:
    assert ids(dataset, line) == found


@pytest.mark.parametrize(
    ("line", "outcome", "windows_right"),
    [
        (ruling(WATCH, 0), "right", None),
        (ruling(WATCH, 0, windows=["end"]), "right", True),
        (ruling(WATCH, 0, windows=["end", "start"]), "right", False),
        (ruling(WATCH, 0, "conditional", windows=["end"]), "right", True),
        (ruling(WATCH, 0, False), "wrong", None),
        (ruling(WATCH, 45), "wrong", None),
        (ruling(WATCH, 45, windows=["end"]), "wrong", None),
        (ruling(WATCH, 45, False), "right", None),
        (ruling(TRAP, 5), "wrong", None),
        (ruling(TRAP, 5, False), "right", None),
        (ruling(SPELL, 25), "open", None),
        (ruling(SPELL, 25, False), "open", None),
        (ruling(WATCH, 25), "wrong", None),  # a legal effect that was not read is missed
        (ruling(WATCH, 25, False), "not found", None),  # but nothing is won by not reading one
        (statement(8101, ja_no=9), "not found", None),
        (statement(8101, False, ja_no=9), "not found", None),
        (statement(8101, ja_no=2, windows=["before_calc", "start"]), "right", True),
        (statement(8101, False, ja_no=2), "wrong", None),
        (statement(8101, False, ja_offset=30), "right", None),
    ],
)
def test_outcomes(dataset: Dataset, line: Line, outcome: str, windows_right: bool | None) -> None:
    (fact,) = scored(dataset, line).facts.to_dict("records")
    assert fact["outcome"] == outcome
    assert (fact["windows_right"] is windows_right) if windows_right is not None else fact["windows_right"] is not True


def test_who_decided_and_how_it_was_found(dataset: Dataset) -> None:
    facts = scored(
        dataset,
        ruling(SPELL, 1, False, authority="wiki", era="old"),
        ruling(SPELL, 25),
        ruling(WATCH, 1),
        ruling(WATCH, 25),
        ruling(TRAP, 0, whole_card_activation=True),
    ).facts
    assert facts["decided_by"].tolist() == ["ruling", "nobody", "rule", "no such effect", "rule"]
    assert facts["kind"].tolist() == ["card_activation", "trigger", "trigger", "no such effect", "card_activation"]
    assert facts["wording"].tolist() == ["older wording", *["PSCT"] * 4]
    assert facts["found_by"].tolist() == [*["place in the text"] * 4, "own activation"]
    statements = scored(dataset, statement(8101, ja_no=1), statement(8104, ja_offset=6), statement(8102, what="card_activation")).facts
    assert statements["wording"].tolist() == ["numbered text", "unnumbered text", "unnumbered text"]
    assert statements["found_by"].tolist() == ["printed number", "place in the text", "own activation"]
    assert statements["decided_by"].tolist() == ["rule", "supplement", "rule"]


def test_a_card_outside_the_dataset_is_no_fact_about_it(dataset: Dataset) -> None:
    found = scored(dataset, ruling("999", 1, False), ruling(WATCH, 1), ruling(WATCH, 1, stale=True))
    assert found.left_out == {"card not in the dataset": 1, "doubtful or superseded": 1} and len(found.facts) == 1
    nothing = scored(dataset, ruling("999", 1), ruling(None, 1))
    assert nothing.left_out == {"card not in the dataset": 2} and nothing.facts.empty
    assert scored(dataset, statement(999, ja_no=1)).facts.empty


@pytest.mark.parametrize(
    ("ruleset", "scored_era"), [("tcg", "current"), ("ocg", "current"), ("edison", "legacy"), ("goat", "legacy"), ("ocg-mr2", None)]
)
def test_each_era_has_its_rulesets(tmp_path: Path, ruleset: Any, scored_era: str | None) -> None:
    found = scored(judged(tmp_path, ruleset), ruling(WATCH, 1), ruling(WATCH, 1, era_of_ruling="legacy"))
    assert found.facts["era"].tolist() == ([] if scored_era is None else [scored_era])
    assert set(found.left_out) == {f"made for the {era} rules" for era in ("current", "legacy") if era != scored_era}


def test_tally(dataset: Dataset) -> None:
    facts = scored(
        dataset, ruling(WATCH, 0, windows=["end"]), ruling(WATCH, 1, windows=["start"]), ruling(SPELL, 25), ruling(TRAP, 5, authority="wiki")
    ).facts
    table = tally(facts, facts["authority"])
    assert table.index.tolist() == ["official_faq", "wiki"], "most facts first"
    assert table.loc["official_faq"].to_dict() == dict(zip([*OUTCOMES, "windows right", "windows"], [2, 0, 1, 0, 1, 2], strict=True))
    assert table.loc["wiki", "wrong"] == 1


def _naive(rows: list[dict[str, Any]], line: dict[str, Any]) -> str | None:
    """The effect of a ruling, searched one row after the other."""
    rows = [r for r in rows if (r["passcode"], r["part"]) == (line["passcode"], line["part"])]
    holding = [r for r in rows if isinstance(r["span_start"], int) and r["span_start"] <= line["offset"] < r["span_end"]]
    own = [r for r in rows if r["kind"] == "card_activation"]
    if line["whole_card_activation"] and own:
        return str(next((r for r in own if r in holding), own[0])["effect_id"])
    options = [r for r in holding if line["bullet"] is not None and r["bullet"] == line["bullet"] + 1]
    best = min(options or holding, key=lambda r: (r["kind"] == "card_activation", r["span_end"] - r["span_start"]), default=None)
    return None if best is None else str(best["effect_id"])


def test_every_place_of_the_sample_is_found_as_by_hand(sample: Dataset) -> None:
    ends = sample.effects.groupby(["passcode", "part"], as_index=False)["span_end"].max().dropna()
    lines = [
        ruling(passcode, offset, part=part, bullet=bullet, whole_card_activation=own)
        for passcode, part, end in ends.itertuples(index=False)
        for offset in range(0, int(end) + 1, 7)
        for bullet, own in ((None, False), (1, False), (None, True))
    ]
    assert len(lines) > 1000
    facts = scored(sample, *lines).facts
    found = [None if not rows else sample.effects.at[rows[0], "effect_id"] for rows in facts["rows"]]
    columns = ["effect_id", "passcode", "part", "kind", "span_start", "span_end", "bullet"]
    rows: list[dict[str, Any]] = sample.effects[columns].astype(object).to_dict("records")  # type: ignore[assignment]
    assert found == [_naive(rows, line) for line in lines]


def test_windows_are_read_back(dataset: Dataset) -> None:
    windows = dict(zip(dataset.effects["effect_id"], dataset.effects["windows"], strict=True))
    assert windows["00000105/text/1"] == ALL.value and windows["00000103/text/2"] == 0, "unknown windows count as closed"
