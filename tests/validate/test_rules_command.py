"""``rules`` and ``evaluate`` from end to end."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.classify import catalogue, registry
from pipeline.cli import main
from tests.validate.judged_cards import gold_file, ruling, statement, write_dataset

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sample")
    assert main(["dataset", "--source", "sample", "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("judged"))


@pytest.fixture(scope="module")
def rulings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = [
        ruling("00000101", 0, windows=["end"]),
        ruling("00000101", 1, windows=["start"], name="Evil\x1b[2J", effect="its hum"),
        ruling("00000101", 45, condition="only at noon", authority="wiki"),
        ruling("00000101", 25, effect="a silent gap", source_url=None),
        ruling("00000103", 1, False),
        ruling("00000103", 25),
        ruling("00000999", 1),
        ruling("00000101", 0, era_of_ruling="legacy"),
    ]
    return gold_file(tmp_path_factory.mktemp("gold") / "rulings.jsonl", lines)


def test_the_plain_table_has_a_line_a_rule(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["code", "rank", "group", "statement"]
    assert [line.split()[0] for line in lines] == [rule.code for rule in registry.rules()]
    assert all(line.endswith(rule.statement) for line, rule in zip(lines, registry.rules(), strict=True))


def test_the_catalogue_is_printed_as_it_is_kept(capsys: Capture) -> None:
    assert main(["rules", "--markdown"]) == 0
    assert capsys.readouterr().out == catalogue.markdown()


def test_the_judged_table(sample: Path, capsys: Capture) -> None:
    assert main(["rules", "--dataset", str(sample)]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[0].startswith(f"{len(registry.rules())} rules on ") and lines[0].endswith("ruleset tcg")
    table = {line.split()[0]: line.split() for line in lines[3:] if line}
    assert int(table["OWN-01"][3]) >= int(table["OWN-01"][4]) > 0
    assert any(line.startswith("any rule") for line in lines) and "accuracy" not in shown.out and shown.err == ""


def test_gold_adds_accuracy(judged: Path, rulings: Path, capsys: Capture) -> None:
    assert main(["rules", "--dataset", str(judged), "--gold", str(rulings), "--gold", str(rulings)]) == 0
    shown = capsys.readouterr()
    (line,) = [line for line in shown.out.splitlines() if line.startswith("R-01 ")]
    assert line.split()[-5:] == ["4", "0", "2", "100.0%", "51.0-100.0%"], "two facts, given twice"
    assert "1 facts left out: card not in the dataset" in shown.err and "built by other code" in shown.err


def test_cells(judged: Path, sample: Path, rulings: Path, capsys: Capture) -> None:
    assert main(["rules", "--dataset", str(judged), "--gold", str(rulings), "--cell", "r-03:wrong"]) == 0
    out = capsys.readouterr().out
    assert "R-03, wrong: 1 facts" in out and "00000101/text/2.2" in out and "wiki" in out
    assert main(["rules", "--dataset", str(sample), "--cell", "OWN-01:decided"]) == 0
    first, _, head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["effect_id", "name", "verdict", "rule", "English", "Japanese", "supplement", "votes"]
    assert first.startswith(f"OWN-01, decided: {len(rows)} ") and all(" en OWN-01 yes" in row or " ja OWN-01 yes" in row for row in rows)
    assert main(["rules", "--dataset", str(sample), "--cell", "UND-03:decided"]) == 0
    assert capsys.readouterr().out.startswith("UND-03, decided: 0 ")


def test_without_texts(tmp_path: Path, capsys: Capture) -> None:
    bare = write_dataset(tmp_path / "bare", no_text=True)
    assert main(["rules", "--dataset", str(bare)]) == 0
    shown = capsys.readouterr()
    assert "built without texts" in shown.err and "fired" not in shown.out
    assert any(line.split() == ["R-01", "5"] for line in shown.out.splitlines())
    assert main(["rules", "--dataset", str(bare), "--cell", "R-01:decided"]) == 0
    assert "00000101/text/1" in capsys.readouterr().out
    assert main(["rules", "--dataset", str(bare), "--cell", "R-01:fired"]) == 2
    assert "built without texts" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--gold", "x"], "need a built dataset"),
        (["--cell", "OWN-01:fired"], "need a built dataset"),
        (["--markdown", "--dataset", "x"], "goes alone"),
        (["--dataset", "/nowhere"], "holds no dataset"),
        (["--dataset", "{}", "--cell", "OWN-01:wrong"], "needs --gold"),
        (["--dataset", "{}", "--cell", "OWN-01"], "no such column"),
        (["--dataset", "{}", "--cell", "OWN-99:fired"], "no rule of this code"),
        (["--dataset", "{}", "--gold", "/nowhere.jsonl"], "cannot be read"),
    ],
)
def test_bad_requests(words: list[str], message: str, sample: Path, capsys: Capture) -> None:
    assert main(["rules", *(word.format(sample) for word in words)]) == 2
    shown = capsys.readouterr()
    assert message in shown.err and shown.err.count("\n") == 1 and shown.out == ""


def test_the_score(judged: Path, rulings: Path, capsys: Capture) -> None:
    assert main(["evaluate", "--dataset", str(judged), "--gold", str(rulings), "--ruleset", "tcg"]) == 0
    out = capsys.readouterr().out
    rows = {" ".join(line.split()[:2]): line.split() for line in out.splitlines()}
    assert out.startswith("6 facts of ") and "left out: 1 card not in the dataset" in out and "left out: 1 made for the legacy rules" in out
    # facts, right, wrong, open, not found, accuracy, interval, not answered, windows, exactly right
    assert rows["all 6"][1:9] == ["6", "3", "2", "1", "0", "60.0%", "23.0-88.3%", "16.7%"] and rows["all 6"][9:11] == ["2", "50.0%"]
    assert rows["text rules"][2:5] == ["3", "2", "1"], "rules"
    assert rows["data: rulings"][2:5] == ["1", "1", "0"], "apart from data"
    assert rows["nobody 1"][1:5] == ["1", "0", "0", "1"]


def test_the_lists(judged: Path, rulings: Path, capsys: Capture) -> None:
    def listed(which: str) -> list[str]:
        assert main(["evaluate", "--dataset", str(judged), "--gold", str(rulings), "--list", which]) == 0
        return capsys.readouterr().out.splitlines()

    wrong = listed("wrong")
    assert wrong[0] == "2 of 6 facts answered wrongly"
    assert wrong[1] == "Card 00000101 · some effect"
    assert wrong[2] == "  ruled  legal · only at noon · wiki · https://example.org/1"
    assert wrong[3] == "  said   no · rule R-03 · 00000101/text/2.2"
    assert wrong[4] == "Card 00000101 · a silent gap" and wrong[6] == "  said   nothing: no such effect was read"
    assert listed("open")[0] == "1 of 6 facts not answered"
    windows = listed("windows")
    assert windows[1:] == [
        "Evil · its hum",
        "  ruled  legal: start · official_faq · https://example.org/1",
        "  said   yes: end · rule R-01 · English end, Japanese no · 00000101/text/1",
    ]


def test_official_statements(judged: Path, tmp_path: Path, capsys: Capture) -> None:
    file = gold_file(tmp_path / "o.jsonl", [statement(8101, ja_no=2, windows=["start", "before_calc"]), statement(8104, False, ja_offset=6)])
    assert main(["evaluate", "--dataset", str(judged), "--gold", str(file)]) == 0
    out = capsys.readouterr().out
    assert "data: supplements" in out and "official supplement" in out and "numbered text" in out and "printed number" in out


def test_refusals(judged: Path, rulings: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["evaluate", "--dataset", str(judged), "--gold", str(rulings), "--ruleset", "goat"]) == 2
    assert "was built for ruleset tcg, not goat" in capsys.readouterr().err
    old = gold_file(tmp_path / "old.jsonl", [ruling("00000101", 0, era_of_ruling="legacy")])
    assert main(["evaluate", "--dataset", str(judged), "--gold", str(old)]) == 2
    assert "no fact to score under ruleset tcg (1 made for the legacy rules)" in capsys.readouterr().err


@pytest.mark.parametrize("harm", ["missing column", "other type", "no ruleset", "not Parquet", "no cards"])
def test_a_damaged_dataset_ends_in_one_line(harm: str, judged: Path, rulings: Path, tmp_path: Path, capsys: Capture) -> None:
    table = pq.read_table(judged / "effects.parquet")
    if harm == "missing column":
        table = table.drop_columns(["witness_en"])
    elif harm == "other type":
        table = table.set_column(table.schema.get_field_index("span_start"), "span_start", table["name"])
    elif harm == "no ruleset":
        table = table.replace_schema_metadata({"ruleset": "chess"})
    pq.write_table(table, tmp_path / "effects.parquet")
    if harm == "not Parquet":
        (tmp_path / "effects.parquet").write_bytes(b"PAR1nonsense")
    if harm != "no cards":
        (tmp_path / "cards.parquet").write_bytes((judged / "cards.parquet").read_bytes())
    assert main(["evaluate", "--dataset", str(tmp_path), "--gold", str(rulings)]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("error: ") and shown.err.count("\n") == 1 and shown.out == ""
