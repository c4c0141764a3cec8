"""The pages as files: what is in them, what is not, and that they appear whole or not at all."""

import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.cli import main
from pipeline.publish.lookup import find_card
from pipeline.publish.pages.packing import Codes, packed, unpacked
from pipeline.publish.pages.report import NAMES as PAGES
from pipeline.publish.show import show_card, view_of
from pipeline.publish.view import EffectView
from tests.publish.invented import HOSTILE
from tests.publish.pages.site_of_inventions import NAMES, write_dataset, write_report

_BLOCK = re.compile(r'<script type="application/x-deflate" id="data-(\w+)">([A-Za-z0-9+/=]*)</script>')
Capture = pytest.CaptureFixture[str]


class _Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("dataset"))


def _blocks(page: Path) -> dict[str, object]:
    return {name: unpacked(letters) for name, letters in _BLOCK.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_nothing_and_runs_what_it_names(site: Path, name: str) -> None:
    page = (site / name).read_text(encoding="utf-8")
    policy = html.unescape(re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)[0])
    assert policy.startswith("default-src 'none'; script-src 'sha256-") and "unsafe" not in policy and "http" not in policy
    assert "require-trusted-types-for 'script'" in policy
    tags = _Tags()
    tags.feed(page)
    assert not {tag for tag, _ in tags.found} & {"img", "iframe", "object", "embed", "base", "audio", "video", "source"}
    assert not [name for _, attributes in tags.found for name in attributes if name.startswith("on") or name in ("style", "src", "srcdoc")]
    assert [attributes for tag, attributes in tags.found if tag == "link"] == [{"rel": "icon", "href": "data:,"}]
    assert sum(tag == "script" and "type" not in attributes for tag, attributes in tags.found) == 1


@pytest.mark.parametrize("name", PAGES)
def test_no_name_is_ever_markup(site: Path, name: str) -> None:
    page = (site / name).read_text(encoding="utf-8")
    for hostile in (*NAMES, *HOSTILE):
        if set(hostile) & set("<>"):
            assert hostile not in page


def test_the_explorer_says_what_the_terminal_says(site: Path, dataset: Path) -> None:
    blocks = _blocks(site / "index.html")
    index, chunk = blocks["index"], blocks["0"]
    assert isinstance(index, dict) and isinstance(chunk, dict)
    place = index["cards"]["id"].index("00000042")
    first = sum(index["cards"]["count"][:place])
    view = view_of(dataset, "00000042", {})
    assert index["cards"]["name"][place] == view.name and chunk["cards"]["type_line"][place] == view.type_line
    told = show_card(dataset, "00000042").text.replace("\n", " ")
    for number, effect in enumerate(view.effects, first):
        packed_view = {name: values[number] for name, values in chunk["effects"].items() if name != "engines"}
        assert packed_view == {name: getattr(effect, name) for name in packed_view}
        assert {*packed_view, "effect_id", "engines", "languages_differ"} == set(EffectView.__struct_fields__)
        assert " ".join(told.split()).find(effect.reason) >= 0 and effect.languages in " ".join(told.split())


def test_every_card_and_effect_is_in_the_explorer(site: Path, dataset: Path) -> None:
    index = _blocks(site / "index.html")["index"]
    assert isinstance(index, dict)
    cards, effects = pq.read_table(dataset / "cards.parquet"), pq.read_table(dataset / "effects.parquet")
    assert sorted(index["cards"]["id"]) == sorted(cards["card_id"].to_pylist()) and sorted(index["order"]) == list(range(cards.num_rows))
    assert all(len(values) == effects.num_rows for values in index["effects"].values())
    assert sum(value & 16 > 0 for value in index["effects"]["windows"]) == effects["end_of_damage_step"].to_pylist().count(True)


def test_without_texts_what_was_read_stands_in(tmp_path: Path) -> None:
    out = write_dataset(tmp_path / "bare", no_text=True)
    assert main(["report", "--dataset", str(out), "--out", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "published without card texts" in page
    chunk = _blocks(tmp_path / "site" / "index.html")["0"]
    assert isinstance(chunk, dict)
    assert not any(chunk["effects"]["text"]) and not any(chunk["effects"]["text_ja"])
    assert "from the hand or the field; when: the opponent activates a card or effect" in " ".join(chunk["effects"]["stands_in"])


def test_gold_and_an_earlier_build_are_shown(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    gold = tmp_path / "gold.jsonl"
    common = {"passcode": "00000042", "part": "text", "offset": 3, "authority": "invented <b>", "era_of_ruling": "current"}
    facts = [common | {"legal": True, "windows": ["start", "before_calc"]}, common | {"legal": False, "windows": []}]
    gold.write_text("".join(json.dumps(fact) + "\n" for fact in facts), encoding="utf-8")
    earlier = tmp_path / "earlier"
    earlier.mkdir()
    for file in dataset.glob("*.parquet"):
        table = pq.read_table(file)
        if file.name == "effects.parquet":
            ids = table["effect_id"].to_pylist()
            said = ["no" if one == "00000042/text/1" else was for one, was in zip(ids, table["eligible"].to_pylist(), strict=True)]
            place = table.column_names.index("eligible")
            table = table.set_column(place, table.schema.field(place), pa.array(said))
        pq.write_table(table, earlier / file.name)
    command = ["report", "--dataset", str(dataset), "--gold", str(gold), "--before", str(earlier), "--out", str(tmp_path / "site")]
    assert main(command) == 0, capsys.readouterr().err
    page = (tmp_path / "site" / "quality.html").read_text(encoding="utf-8")
    assert "1 of 2: 50.0%" in page and "invented &lt;b&gt;" in page and page.count("<svg") == 2
    assert "Another verdict" in page and "no: " not in page and "yes: start, before calc (open)" in page
    rules = (tmp_path / "site" / "rules.html").read_text(encoding="utf-8")
    assert "STAT-01" in rules and 'href="index.html#/filter?rule=T-1"' in rules


def test_the_same_dataset_gives_the_same_bytes(dataset: Path, tmp_path: Path) -> None:
    for out in ("one", "other"):
        assert main(["report", "--dataset", str(dataset), "--out", str(tmp_path / out)]) == 0
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "other" / name).read_bytes() for name in PAGES)


def _damaged(dataset: Path, folder: Path, how: str) -> Path:
    folder.mkdir()
    for file in dataset.glob("*.parquet"):
        (folder / file.name).write_bytes(file.read_bytes())
    effects = folder / "effects.parquet"
    if how == "half written":
        effects.write_bytes(effects.read_bytes()[: effects.stat().st_size // 2])
    elif how == "a table is missing":
        (folder / "reading.parquet").unlink()
    elif how == "foreign columns":
        pq.write_table(pa.table({"a": [1]}), effects)
    elif how == "of another build":
        (folder / "datapackage.json").write_text('{"name": "damage-step", "resources": [{"path": "effects.parquet", "bytes": 1}]}')
    elif how == "a rule of another type":
        table = pq.read_table(effects)
        place = table.column_names.index("rule")
        pq.write_table(table.set_column(place, "rule", pa.array([1] * table.num_rows)), effects)
    return folder


@pytest.mark.parametrize("command", ["report", "publish"])
@pytest.mark.parametrize("how", ["half written", "a table is missing", "foreign columns", "of another build", "a rule of another type"])
def test_a_damaged_dataset_is_one_line_and_nothing_is_written(dataset: Path, tmp_path: Path, command: str, how: str, capsys: Capture) -> None:
    folder, out = _damaged(dataset, tmp_path / "damaged", how), tmp_path / "new" / "site"
    assert main([command, "--dataset", str(folder), "--out", str(out)]) == 2
    errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1 and str(folder) in errors[0]
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("command", ["report", "publish"])
def test_no_dataset_no_gold_and_a_file_for_a_folder(dataset: Path, tmp_path: Path, command: str, capsys: Capture) -> None:
    (tmp_path / "file").write_text("mine")
    for given in (
        ["--dataset", str(tmp_path / "nowhere"), "--out", str(tmp_path / "out")],
        ["--dataset", str(dataset), "--gold", str(tmp_path / "file"), "--out", str(tmp_path / "out")],
        ["--dataset", str(dataset), "--out", str(tmp_path / "file")],
    ):
        assert main([command, *given]) == 2
        assert capsys.readouterr().err.count("error: ") == 1
    assert (tmp_path / "file").read_text() == "mine" and not (tmp_path / "out").exists()
    with pytest.raises(SystemExit):
        main([command, "--dataset", "", "--out", str(tmp_path / "out")])


def test_a_page_of_somebody_else_is_left_alone(dataset: Path, tmp_path: Path, capsys: Capture) -> None:
    mine = tmp_path / "rules.html"
    mine.write_text("<p>mine</p>")
    assert main(["report", "--dataset", str(dataset), "--out", str(tmp_path)]) == 2
    assert "rules.html is in the way" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["rules.html"] and mine.read_text() == "<p>mine</p>"


def test_an_earlier_report_is_replaced_and_other_files_stay(dataset: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    for _ in range(2):
        assert main(["report", "--dataset", str(dataset), "--out", str(tmp_path)]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*PAGES, "notes.txt"])


def test_packing_gives_back_what_it_was_given() -> None:
    data = {"a": [1, None, "灯\u2028"], "b": {"c": True}}
    assert unpacked(packed(data)) == data and re.fullmatch(r"[A-Za-z0-9+/=]+", packed(data))
    codes = Codes(("x",))
    assert [codes.of(value) for value in ("y", "x", "y")] == [1, 0, 1] and codes.values == ["x", "y"]


def test_the_terminal_tells_what_the_engines_say(dataset: Path, capsys: Capture) -> None:
    assert find_card(dataset, "42").card_id == "00000042"
    assert main(["card", "42", "--dataset", str(dataset)]) == 0
    assert "engines   EDOPro and YGOPro: no script of this card" in capsys.readouterr().out
