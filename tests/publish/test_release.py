"""Published tags: no card text is in them, their figures and checksums hold, and what reads a dataset reads them."""

import hashlib
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from pipeline.commands import card as card_command
from pipeline.publish import build_tables, release, write
from pipeline.publish.schema import CARDS, EFFECTS, READING, Provenance
from tests.publish.invented import PROVENANCE, items, tables

Capture = pytest.CaptureFixture[str]
FILES = [
    "CHANGELOG.md", "SHA256SUMS", "cards.parquet", "changes.parquet", "datapackage.json", "effects.parquet", "measured.json", "reading.parquet",
]  # fmt: skip


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    write(tables(), tmp_path / "dataset", PROVENANCE, {})
    return tmp_path / "dataset"


@pytest.fixture
def published(dataset: Path, tmp_path: Path, capsys: Capture) -> Path:
    assert main(["publish", "--dataset", str(dataset), "--out", str(tmp_path / "published")]) == 0
    assert "first publication" in capsys.readouterr().out
    return tmp_path / "published"


def _sums(folder: Path) -> dict[str, str]:
    return {line[66:]: line[:64] for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}


def test_all_files_with_their_checksums(published: Path) -> None:
    assert sorted(path.name for path in published.iterdir()) == FILES
    sums = _sums(published)
    assert sorted([*sums, "SHA256SUMS"]) == FILES
    assert all(hashlib.sha256((published / name).read_bytes()).hexdigest() == digest for name, digest in sums.items())


def test_no_word_of_a_text_is_left(published: Path) -> None:
    for name in ("cards", "effects", "reading"):
        shown = str(pq.read_table(published / f"{name}.parquet").to_pylist())
        for word in ("brighten", "Hum.", "Monsters gain", "ゆれる", "明るく"):
            assert word not in shown
    cards = pq.read_table(published / "cards.parquet")
    assert all(cards[name].null_count == cards.num_rows for name in ("text_en", "text_ja", "pendulum_en", "pendulum_ja"))


def test_the_tables_keep_their_columns_types_and_tags(dataset: Path, published: Path) -> None:
    for name, columns in (("cards", CARDS), ("effects", EFFECTS), ("reading", READING)):
        old, new = pq.read_table(dataset / f"{name}.parquet"), pq.read_table(published / f"{name}.parquet")
        assert new.schema.equals(old.schema, check_metadata=True) and new.column_names == [column.name for column in columns]
    old, new = pq.read_table(dataset / "effects.parquet"), pq.read_table(published / "effects.parquet")
    assert new.equals(old)
    reading = {row["effect_id"]: row for row in pq.read_table(published / "reading.parquet").to_pylist() if row["language"] == "en"}
    first = reading["00000042/text/1"]
    assert [one["what"] for one in first["actions"]] == ["atk_def_change", "draw", "place"] and first["places"] == ["hand", "field"]
    assert {one[end] for one in (*first["actions"], *first["events"], *first["states"]) for end in ("start", "end")} == {0}
    assert (first["span_end"], first["condition_end"]) == (0, None) and len(first["states"]) == 2


def test_the_descriptor_tells_of_the_files(published: Path) -> None:
    package = json.loads((published / "datapackage.json").read_text(encoding="utf-8"))
    assert package["published"] is True and {one["path"] for one in package["resources"]} == {"effects.parquet", "cards.parquet", "reading.parquet"}
    for one in package["resources"]:
        assert one["bytes"] == (published / one["path"]).stat().st_size


def test_figures_are_published_with_the_tags(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text('{"passcode": "00000042", "part": "text", "offset": 3, "legal": true, "authority": "x", "era_of_ruling": "current"}\n')
    out = tmp_path / "out"
    assert main(["publish", "--dataset", str(dataset), "--gold", str(gold), "--out", str(out)]) == 0
    measured = json.loads((out / "measured.json").read_text(encoding="utf-8"))
    assert (measured["cards"], measured["source"], measured["ruleset"]) == (18, "invented", "tcg")
    (held,) = measured["gold"]
    assert (held["file"], held["right"], held["wrong"], held["share"]) == ("gold.jsonl", 1, 0, 1.0)
    assert [one["engine"] for one in measured["simulators"]] == ["edopro", "ygopro"]
    assert main(["report", "--dataset", str(out), "--out", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / "quality.html").read_text(encoding="utf-8")
    assert "Held against gold.jsonl when these tags were published" in page and "1 of 1: 100.0%" in page
    (out / "measured.json").write_text('{"gold": [{}]}')
    assert main(["report", "--dataset", str(out), "--out", str(tmp_path / "site")]) == 2
    assert "measured.json is damaged" in capsys.readouterr().err


def test_the_second_time_nothing_or_what_has_changed_is_told(dataset: Path, published: Path, tmp_path: Path, capsys: Capture) -> None:
    before = {path.name: path.read_bytes() for path in published.iterdir()}
    assert main(["publish", "--dataset", str(dataset), "--out", str(published)]) == 0
    assert "no tag has changed" in capsys.readouterr().out
    assert {path.name: path.read_bytes() for path in published.iterdir()} == before
    fewer = Provenance(source="invented", source_revision="r2", ruleset="tcg", reader_version="1", rules_hash="beef")
    write(build_tables(items()[1:], fewer), tmp_path / "next", fewer, {})
    assert main(["publish", "--dataset", str(tmp_path / "next"), "--out", str(published)]) == 0
    assert "3 effects gone" in capsys.readouterr().out
    log = (published / "CHANGELOG.md").read_text(encoding="utf-8")
    assert log.index("## invented r2") < log.index("## invented r1") and "1 gone" in log
    assert pq.read_table(published / "changes.parquet")["what"].to_pylist() == ["removed"] * 3
    assert sorted(path.name for path in published.iterdir()) == FILES


def test_what_reads_a_dataset_reads_published_tags(published: Path, tmp_path: Path, capsys: Capture) -> None:
    assert main(["card", "lantern of elan", "--dataset", str(published)]) == 0
    assert "(no text; from the hand or the field;" in capsys.readouterr().out
    assert main(["validate", "--dataset", str(published), "--out", str(tmp_path / "findings")]) == 0
    assert main(["report", "--dataset", str(published), "--out", str(tmp_path / "site")]) == 0


def test_card_asks_them_where_no_real_cards_were_built(published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(card_command, "data_folder", lambda name: tmp_path / name)
    assert main(["card", "Swing"]) == 0 and "ブランコ" in capsys.readouterr().out
    write(build_tables(items()[:1], PROVENANCE), tmp_path / "data/build/sample", PROVENANCE, {})
    assert main(["card", "Swing"]) == 0, "real cards go before the sample"
    write(build_tables(items()[:1], PROVENANCE), tmp_path / "data/build/live", PROVENANCE, {})
    assert main(["card", "Swing"]) == 1 and f"looked in {Path('data/build/live')}" in capsys.readouterr().err


def test_the_sample_is_no_publication(tmp_path: Path, capsys: Capture) -> None:
    sample = Provenance(source="sample", source_revision="", ruleset="tcg", reader_version="1", rules_hash="c0")
    write(build_tables(items(), sample), tmp_path / "sample", sample, {})
    assert main(["publish", "--dataset", str(tmp_path / "sample"), "--out", str(tmp_path / "out")]) == 2
    assert "publish a dataset of the real cards" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_tags_that_are_too_large_are_refused(dataset: Path, published: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    before = {path.name: path.read_bytes() for path in published.iterdir()}
    monkeypatch.setattr(release, "_MOST_BYTES", 1000)
    assert main(["publish", "--dataset", str(dataset), "--out", str(published)]) == 2
    assert "more than the 1,000" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in published.iterdir()} == before


def test_a_dataset_is_not_written_over(dataset: Path, capsys: Capture) -> None:
    before = {path.name: path.read_bytes() for path in dataset.iterdir()}
    assert main(["publish", "--dataset", str(dataset), "--out", str(dataset)]) == 2
    assert "is in the way" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in dataset.iterdir()} == before


def test_what_comes_with_the_code_is_whole() -> None:
    """The tags that are kept in `data/published`, once there are any."""
    folder = Path(__file__).parents[2] / "data" / "published"
    if not (folder / "SHA256SUMS").is_file():
        pytest.skip("no tags have been published yet")
    sums = _sums(folder)
    assert all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in sums.items())
    assert sum(path.stat().st_size for path in folder.iterdir()) < 3_000_000
    cards = pq.read_table(folder / "cards.parquet")
    assert all(cards[name].null_count == cards.num_rows for name in ("text_en", "text_ja", "pendulum_en", "pendulum_ja"))
