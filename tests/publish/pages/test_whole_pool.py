"""The pages and the published tags of all real cards: how large they are, and that no word of a text is in what is published."""

import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from pipeline.publish.pages.packing import unpacked

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus" / "yaml-yugi-cards.json.gz"
pytestmark = pytest.mark.skipif(not CORPUS.is_file(), reason="the corpus of printed texts (../shared/corpus) is not on this machine")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pool")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(out / "cache"))
        assert main(["dataset", "--source", "yaml-yugi", "--input", str(CORPUS), "--out", str(out / "dataset"), "--fresh"]) == 0
    assert main(["publish", "--dataset", str(out / "dataset"), "--out", str(out / "published")]) == 0
    assert main(["report", "--dataset", str(out / "dataset"), "--out", str(out / "site")]) == 0
    return out


def test_the_explorer_of_all_cards_stays_below_six_megabytes(folder: Path) -> None:
    page = folder / "site" / "index.html"
    assert page.stat().st_size < 6_000_000
    blocks = dict(re.findall(r'id="data-(\w+)">([A-Za-z0-9+/=]*)<', page.read_text(encoding="utf-8")))
    index = unpacked(blocks["index"])
    assert isinstance(index, dict)
    assert len(index["cards"]["id"]) > 14_000 and len(blocks) == 1 + -(-len(index["cards"]["id"]) // index["chunk"])


def test_published_tags_stay_below_three_megabytes_and_hold_no_text(folder: Path) -> None:
    published = folder / "published"
    assert sum(path.stat().st_size for path in published.iterdir()) < 3_000_000
    texts = pq.read_table(folder / "dataset" / "cards.parquet", columns=["text_en"])["text_en"].to_pylist()
    held = "\n".join(
        str(value)
        for name in ("cards", "effects", "reading")
        for column in pq.read_table(published / f"{name}.parquet").columns
        if str(column.type) == "string"
        for value in column.unique().to_pylist()
    )
    # Any eight words in a row of a text, looked for in all that is published.
    runs = {" ".join(words[at : at + 8]) for words in (text.split() for text in texts[::50] if text) for at in range(0, len(words) - 7, 8)}
    assert len(runs) > 1000 and [run for run in runs if run in held] == []
