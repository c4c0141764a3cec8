"""The command from end to end on the embedded sample, with invented witnesses."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from pipeline.validate.reading_report import MEASURES, cases, measure, report
from pipeline.validate.reading_text import rendered, rendered_cases

PAGES = {  # passcode -> labels. Only the first card has a numbered Japanese text in the sample; the last label is wrong
    "18036057": "Continuous, Trigger",
    "28645123": "Continuous-like, Continuous-like, Trigger-like, Condition",
    "62325062": "Trigger-like",
}
LINES = [{"cid": 5023, "FAQ": {"1": ["『①』は永続効果です。"], "2": ["『②』はモンスターゾーンで発動できる起動効果です。"]}, "pendulumFAQ": {}}]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sample")
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("wiki") / "pages.jsonl"
    template = "{{{{CardTable2\n| password = {}\n| effect_types = {}\n}}}}"
    file.write_text(
        "\n".join(json.dumps({"pageid": n, "title": "-", "content": template.format(*pair)}) for n, pair in enumerate(PAGES.items())),
        encoding="utf-8",
    )
    return file


@pytest.fixture(scope="module")
def supplements(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("official") / "supplements.jsonl"
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in LINES), encoding="utf-8")
    return file


def test_the_whole_report(sample: Path, pages: Path, supplements: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "--dataset", str(sample), "--effect-types", str(pages), "--supplements", str(supplements)]) == 0
    shown = capsys.readouterr()
    assert "wiki: 3 pages with labels, found for 3 texts" in shown.out
    assert "official supplements: 2 statements" in shown.out
    for label, least in MEASURES.values():
        if least is not None:
            assert label in shown.out
    assert "official-trigger-as-ignition" not in shown.out and "Airknight Parshath" in shown.out
    assert shown.err == ""


def test_the_figures(sample: Path, pages: Path, supplements: Path) -> None:
    found = report(measure(sample, pages, supplements))
    by_measure = {line.measure: line for line in found.goals}
    # One page agrees with its numbers and with the reading; one kind that the supplement states is wrong in both languages.
    assert (by_measure["count"].ok, by_measure["count"].n) == (by_measure["order"].ok, by_measure["order"].n) == (1, 1)
    assert (by_measure["supplement"].ok, by_measure["supplement"].n) == (2, 4)
    understood = by_measure["understood"]
    assert 0.9 < (understood.share or 0) <= 1 and understood.n > 10_000
    for table in found.tables.values():
        assert all(0 <= line.ok <= line.n for line in table)
    whole, parts = by_measure["languages"], [line for line in found.tables["card type"] if line.measure == "languages"]
    assert (whole.ok, whole.n) == (sum(line.ok for line in parts), sum(line.n for line in parts))


def test_the_cards_of_a_cause(sample: Path, pages: Path, supplements: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["reading", "--dataset", str(sample), "--effect-types", str(pages), "--supplements", str(supplements)]
    assert main([*arguments, "--list", "official-ignition-as-trigger"]) == 0
    shown = capsys.readouterr().out
    assert "18036057  Airknight Parshath" in shown and "number 2: ignition, read as trigger" in shown and "\n1 text\n" in shown
    assert main([*arguments, "--list", "official-ignition-as-trigger", "--limit", "0"]) == 0
    assert "Airknight" not in capsys.readouterr().out


def test_without_witnesses_the_rest_is_measured(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "--dataset", str(sample)]) == 0
    shown = capsys.readouterr().out
    assert "no wiki pages given" in shown and "no official supplements given" in shown
    assert MEASURES["understood"][0] in shown and MEASURES["must"][0] in shown
    assert MEASURES["count"][0] not in shown and MEASURES["supplement"][0] not in shown


def test_report_and_list_count_the_same(sample: Path) -> None:
    measured = measure(sample)
    for line in report(measured).causes:
        found = cases(measured, line.cause)
        assert len(found) == line.texts
        assert set(line.examples) <= {case.card for case in found}
        assert f"\n{line.texts:,} text" in rendered_cases(line.cause, found, 1)
    assert rendered(report(measured, 0)).count("\n") < rendered(report(measured)).count("\n") or not report(measured).causes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--dataset", "{empty}"], "cards.parquet is missing"),
        (["--dataset", "{sample}", "--effect-types", "{empty}/none"], "cannot be read"),
        (["--dataset", "{sample}", "--supplements", "{sample}/cards.csv"], "line 1: not valid JSON"),
        (["--dataset", "{sample}", "--list", "moonlight"], "no cause 'moonlight'"),
        (["--dataset", "{sample}", "--list", "merged"], "--effect-types"),
        (["--dataset", "{sample}", "--list", "official-chain"], "--supplements"),
    ],
)
def test_one_clear_line_for_bad_input(arguments: list[str], message: str, sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", *(word.format(empty=tmp_path, sample=sample) for word in arguments)]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and message in shown.err and shown.err.count("\n") == 1


def test_a_dataset_without_texts_or_with_foreign_columns(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dataset", "--source", "sample", "--no-text", "--out", str(tmp_path / "bare")]) == 0
    assert main(["reading", "--dataset", str(tmp_path / "bare")]) == 2
    assert "holds no card texts" in capsys.readouterr().err
    cards = pq.read_table(sample / "cards.parquet")
    (tmp_path / "reading.parquet").write_bytes((sample / "reading.parquet").read_bytes())
    for broken in (cards.drop_columns(["text_ja"]), cards.set_column(cards.column_names.index("text_en"), "text_en", pa.array([7] * cards.num_rows))):
        pq.write_table(broken, tmp_path / "cards.parquet")
        assert main(["reading", "--dataset", str(tmp_path)]) == 2
        assert "damaged: " in capsys.readouterr().err
