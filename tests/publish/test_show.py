"""One card on a terminal: found by any spelling or number, and rendered whole."""

import re
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.errors import InputError
from pipeline.publish import Shown, build_tables, show_card, write
from pipeline.publish.lookup import find_card, name_key
from pipeline.publish.show import bars
from pipeline.publish.terminal import width
from pipeline.publish.view import timeline
from pipeline.records import Card
from pipeline.windows import COLUMNS
from tests.publish.invented import HOSTILE, PROVENANCE, items, tables

LANTERN = """\
Lantern of Élan  活気のガンプ灯
Fairy / Effect · LIGHT · Level 4 · ATK ? · DEF 1200
passcode 00000042 · Konami id 9001 · ruleset tcg · invented r1

effect 1: quick effect, optional
  When this card battles (Quick Effect): You can brighten it by 500.
  yes       [start ■][before calc ■][during calc ·][after calc ·][end ·]
  when      start of the Damage Step, before damage calculation
  because   It glows, so it may. (T-1 · by rule · confidence 0.97)
  source    https://example.org/t1
  languages English says start, before calc; Japanese says no

    effect 2, option 1: trigger, optional
      Hum.
      yes       [start ·][before calc ·][during calc ·][after calc ·][end ●]
      when      end of the Damage Step
      condition only once lit
      because   It glows, so it may. (T-1 · by rule · confidence 0.97)
      source    https://example.org/t1

    effect 2, option 2: trigger, mandatory
      Sing.
      uncertain [start ?][before calc ?][during calc ?][after calc ?][end ?]
      because   nobody decides it
      languages English says end; Japanese says no

■ open, any number of chains   ● event, when it happens there   · closed   ? unknown"""


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dataset")
    extra = [
        Card(card_id="00000777", name="9001", card_type="Spell", passcode="00000777", konami_id=9100),
        Card(card_id="00000046", name="Twin Name", card_type="Trap", passcode="00000046", konami_id=9200, script_ids=(46, 470000)),
        Card(card_id="00000047", name="Twin Name", card_type="Trap", passcode="00000047", konami_id=9200, name_ja="ﾌﾀｺﾞ"),
        Card(card_id="00000049", name="Mirror Wall", card_type="Trap"),
        Card(card_id="00000050", name="Mirror-Wall", card_type="Trap"),
        Card(card_id="00009300", name="Number Clash", card_type="Trap", passcode="00009300", konami_id=1),
        Card(card_id="00000048", name="Other Clash", card_type="Trap", passcode="00000048", konami_id=9300),
    ]
    write(build_tables([*items(), *((card, []) for card in extra)], PROVENANCE), out, PROVENANCE, {})
    return out


@pytest.fixture(scope="module")
def without_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("no_text")
    write(tables(no_text=True), out, PROVENANCE, {})
    return out


def test_a_card_is_shown_whole(dataset: Path) -> None:
    assert show_card(dataset, "Lantern of Élan") == Shown(True, LANTERN)


@pytest.mark.parametrize(
    ("query", "card_id"),
    [
        ("lantern OF elan", "00000042"),
        ("  Ｌａｎｔｅｒｎ－ｏｆ　Ｅｌａｎ!", "00000042"),
        ("活気のガンプ灯", "00000042"),
        ("活気の・ガンプ灯", "00000042"),
        ("42", "00000042"),
        ("00000042", "00000042"),
        ("43", "00000042"),
        ("ブランコ", "00000044"),
        ("ﾌﾞﾗﾝｺ", "00000044"),
        ("フタゴ", "00000047"),
        ("k9002", "k9002"),
        ("K9002", "k9002"),
        ("9002", "k9002"),
        ("y7000", "y7000"),
        ("9001", "00000777"),
        ("470000", "00000046"),
        ("00009300", "00009300"),
        ("Mirror-Wall", "00000050"),
        ("stone", "00000045"),
    ],
)
def test_a_card_is_found(dataset: Path, query: str, card_id: str) -> None:
    assert find_card(dataset, query).card_id == card_id


def test_voicing_marks_count_and_accents_do_not() -> None:
    assert name_key("ガ") != name_key("カ") and name_key("É-☆") == "e" and name_key("Ｄ／Ｄ") == name_key("D/D") == "dd"


@pytest.mark.parametrize(
    ("query", "cards"),
    [
        ("twin name", ("Twin Name (00000046)", "Twin Name (00000047)")),
        ("9200", ("Twin Name (00000046)", "Twin Name (00000047)")),
        ("9300", ("Number Clash (00009300)", "Other Clash (00000048)")),
    ],
)
def test_several_cards_are_named(dataset: Path, query: str, cards: tuple[str, ...]) -> None:
    shown = show_card(dataset, query)
    assert not shown.found and shown.suggestions == cards
    assert shown.text == f"2 cards fit '{query}': {', '.join(cards)}; ask for one by its number"


@pytest.mark.parametrize(
    ("query", "first"),
    [("lantrn of elan", "Lantern of Élan"), ("lantern", "Lantern of Élan"), ("Swign", "Swing"), ("活気のガンブ灯", "活気のガンプ灯")],
)
def test_close_names_are_suggested(dataset: Path, query: str, first: str) -> None:
    shown = show_card(dataset, query)
    assert not shown.found and shown.suggestions[0] == first and len(shown.suggestions) <= 5
    assert shown.text.startswith(f"no card fits '{query}'; did you mean {first}")


@pytest.mark.parametrize("query", ["", "???", "\x00", "x" * 100_000, "9" * 5000, "\x1b[31mzzzz", "\ud800", "٤٢", "²"])
def test_a_name_that_makes_no_sense_is_one_harmless_line(dataset: Path, query: str) -> None:
    shown = show_card(dataset, query)
    assert not shown.found and shown.text.startswith("no card fits") and len(shown.text) < 400
    assert "\x1b" not in shown.text and "\n" not in shown.text


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_a_hostile_card_reaches_the_terminal_harmless(dataset: Path, number: int) -> None:
    shown = show_card(dataset, f"y{7000 + number}")
    assert shown.found
    assert not {c for c in shown.text if ord(c) < 32 or 126 < ord(c) < 160 or c in "\u202e\ud800"} - {"\n"}


def test_without_text_kind_and_places_stand_in(without_text: Path) -> None:
    shown = show_card(without_text, "42")
    assert "brighten" not in shown.text and "Hum." not in shown.text
    assert (
        "effect 1: quick effect, optional (no text; from the hand or the field; when: the opponent activates a card or effect; in response to:"
        " activation or chain; pays: pay LP; does: change ATK or DEF, draw, place) yes [start"
    ) in " ".join(shown.text.split())
    assert "    effect 2, option 1: trigger, optional\n      yes" in shown.text


def test_bare_activations_and_what_is_not_activated(dataset: Path) -> None:
    text = show_card(dataset, "Banner of Shine").text
    assert "\nContinuous Spell\n" in text and "unofficial translation" in text
    assert "\nactivation of the card\n  no        [start ·]" in text
    assert "  not activated applies at: during damage calculation\n" in text


def test_japanese_text_stands_in_without_its_ruby(dataset: Path) -> None:
    text = show_card(dataset, "ブランコ").text
    assert "Pendulum Effect 1: trigger, mandatory\n  ゆれる。\n  yes       [start ●][before calc ●]" in text
    assert "activation in the Pendulum Zone" in text


def test_an_address_is_never_cut(tmp_path: Path) -> None:
    card, [(row, tag), *_] = items()[0]
    address = "https://example.org/" + "long/" * 40
    write(build_tables([(card, [(row, msgspec.structs.replace(tag, source=address))])], PROVENANCE), tmp_path, PROVENANCE, {})
    assert f"  source    {address}\n" in show_card(tmp_path, "42").text


def test_a_card_without_effects(dataset: Path) -> None:
    assert show_card(dataset, "Stone").text.endswith("No effects: nothing of this card is activated.")


def test_colour_only_on_demand(dataset: Path) -> None:
    coloured = show_card(dataset, "42", colour=True).text
    assert "\x1b[32m[start ■]\x1b[0m" in coloured
    assert "\x1b" not in show_card(dataset, "42").text


@pytest.mark.parametrize("columns", [60, 72, 88])
def test_lines_keep_to_the_width(dataset: Path, columns: int) -> None:
    for line in show_card(dataset, "42", columns=columns).text.splitlines():
        assert width(line) <= columns or "[start" in line or "·" in line


@pytest.mark.parametrize(("mode", "symbol"), [("open", "■"), ("first_chain", "◆"), ("response", "▲"), ("event", "●")])
def test_each_mode_has_its_symbol(mode: str, symbol: str) -> None:
    row = dict.fromkeys(COLUMNS.values(), False) | {"end_of_damage_step": True, "mode": mode}
    assert bars(timeline(row)) == f"[start ·][before calc ·][during calc ·][after calc ·][end {symbol}]"


def test_a_folder_without_a_dataset_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no dataset: cards\.parquet is missing"):
        show_card(tmp_path, "x")


@pytest.mark.parametrize("name", ["cards.parquet", "effects.parquet", "reading.parquet"])
@pytest.mark.parametrize("damage", ["truncated", "garbage", "another table"])
def test_a_damaged_dataset_is_a_clear_error(without_text: Path, tmp_path: Path, name: str, damage: str) -> None:
    for file in without_text.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    other = "cards.parquet" if name == "reading.parquet" else "reading.parquet"
    raw = {"truncated": (tmp_path / name).read_bytes()[:500], "garbage": b"PAR1" * 100, "another table": (tmp_path / other).read_bytes()}
    (tmp_path / name).write_bytes(raw[damage])
    with pytest.raises(InputError, match=f"{name} is not the file that datapackage.json tells of") as caught:
        show_card(tmp_path, "42")
    assert "\n" not in str(caught.value)
    (tmp_path / "datapackage.json").unlink()
    with pytest.raises(InputError, match="no table of this program, or damaged") as caught:
        show_card(tmp_path, "42")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "column", "value", "message"),
    [
        ("effects.parquet", "span_start", "x", "column span_start is of type string, not int32"),
        ("effects.parquet", "start_of_damage_step", 7, "column start_of_damage_step is of type int64, not bool"),
        ("effects.parquet", "eligible", 1.5, "column eligible is of type double, not string"),
        ("effects.parquet", "effect_id", 7, "column effect_id is of type int64, not string"),
        ("effects.parquet", "applies_in", "x", "column applies_in is of type string, not list"),
        ("cards.parquet", "types", "x", "column types is of type string, not list"),
        ("cards.parquet", "name", 7, "column name is of type int64, not string"),
        ("cards.parquet", "level", "x", "column level is of type string, not int32"),
        ("reading.parquet", "places", 7, "column places is of type int64, not list"),
    ],
)
def test_a_column_of_another_type_is_a_clear_error(without_text: Path, tmp_path: Path, name: str, column: str, value: object, message: str) -> None:
    for file in without_text.glob("*.parquet"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    table = pq.read_table(tmp_path / name)
    pq.write_table(table.set_column(table.column_names.index(column), column, pa.array([value] * table.num_rows)), tmp_path / name)
    with pytest.raises(InputError, match=re.escape(f"{tmp_path / name} is no table of this program, or damaged")) as caught:
        show_card(tmp_path, "42")
    assert message in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "column"), [("effects.parquet", "eligible"), ("cards.parquet", "name"), ("cards.parquet", "types")])
def test_an_empty_cell_where_none_may_be_is_a_clear_error(dataset: Path, tmp_path: Path, name: str, column: str) -> None:
    for file in dataset.glob("*.parquet"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    table = pq.read_table(tmp_path / name)
    place = table.column_names.index(column)
    pq.write_table(table.set_column(place, column, pa.nulls(table.num_rows, table.schema.field(place).type)), tmp_path / name)
    with pytest.raises(InputError, match=f"column {column} has empty cells"):
        show_card(tmp_path, "42")
