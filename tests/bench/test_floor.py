"""The bench itself: its table on a small corpus, and its answer where there is none."""

import gzip
import json
from pathlib import Path

import pytest

from tests.bench import floor


def test_without_the_corpus_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert floor.main(["--corpus", str(tmp_path / "none.gz")]) == 2
    assert "the real corpus is needed" in capsys.readouterr().err


def test_stages_run_in_order_and_see_earlier_results(tmp_path: Path) -> None:
    corpus = tmp_path / "cards.json.gz"
    card = {"name": {"en": "Glass Heron"}, "text": {}, "card_type": "Monster", "yugipedia_page_id": 1, "def": "?"}
    corpus.write_bytes(gzip.compress(json.dumps([card]).encode()))
    seen: list[object] = []

    def first(context: floor.Context) -> object:
        assert context.corpus == corpus and context.scratch.is_dir()
        return "cards"

    def second(context: floor.Context) -> object:
        seen.append(context.results["read both"])
        return None

    table = floor.run({"read both": first, "publish": second}, corpus, 1)
    assert seen == ["cards"]
    assert [line.split("  ")[0] for line in table.splitlines()[1:]] == [
        "floor: gunzip",
        "floor: decode",
        "floor: write",
        "floor",
        "read both",
        "publish",
    ]


def test_the_fixed_table_is_of_the_size_that_the_floor_states() -> None:
    columns = floor._columns([floor._Card(name=floor._Text(en="x"), text=floor._Text(), card_type="Monster", yugipedia_page_id=1)])
    assert len(columns) == 25 and {len(values) for values in columns.values()} == {35_000}
