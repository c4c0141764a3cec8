"""Gold files: two forms told apart, every field checked, errors with their line."""

import gzip
import json
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.validate.gold import read_gold
from pipeline.windows import ALL, Window
from tests.validate.judged_cards import gold, gold_file, ruling, statement

GOLD = Path(__file__).resolve().parents[2].parent / "shared" / "gold"


def test_rulings(tmp_path: Path) -> None:
    found = gold(tmp_path, ruling("00000101", 7, "conditional", windows=["end", "start"], bullet=0, unknown_field=[1]), ruling("00000101", 8, False))
    assert found.form == "rulings"
    first, second = found.facts.to_dict("records")
    assert (first["passcode"], first["offset"], first["bullet"], first["legal"]) == ("00000101", 7, 1, True), "options are counted from 1"
    assert first["windows"] == (Window.START | Window.END).value and second["windows"] == 0
    assert (second["legal"], second["left_out"], second["wording"]) == (False, "", "PSCT")


@pytest.mark.parametrize("flaw", [{"stale": True}, {"suspicious": True}, {"confident": False}])
def test_doubtful_rulings_are_left_out(tmp_path: Path, flaw: dict[str, object]) -> None:
    assert gold(tmp_path, ruling("00000101", 7, **flaw)).facts["left_out"].tolist() == ["doubtful or superseded"]


def test_what_a_ruling_may_omit(tmp_path: Path) -> None:
    short: dict[str, object] = {"passcode": None, "part": "text", "offset": 1, "legal": False, "authority": "wiki", "era_of_ruling": "legacy"}
    (fact,) = gold(tmp_path, short).facts.to_dict("records")
    assert fact["left_out"] == "" and fact["own_activation"] is False and fact["era"] == "legacy"


def test_statements(tmp_path: Path) -> None:
    everywhere = [window.key for window in ALL]
    found = gold(
        tmp_path,
        statement(8101, ja_no=2, windows=everywhere),
        statement(8101, "mixed", ja_no=1),
        statement(8101),
        statement(8101, what="card_activation", part="pendulum_effect"),
        statement(8101, False, ja_offset=0),
    )
    assert found.form == "statements"
    assert found.facts["left_out"].tolist() == ["", "legal in one case and not in another", "without a place in the text", "", ""]
    assert found.facts["windows"].tolist() == [ALL.value, 0, 0, 0, 0]
    assert found.facts["label"].tolist()[0] == "effect no. 2" and found.facts["label"].tolist()[3] == "Pendulum Effect, the activation of the card"


def test_gzip_blank_lines_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl.gz"
    lines = ["\ufeff" + json.dumps(ruling("00000101", 1)), "", json.dumps(ruling("00000101", 2)), ""]
    path.write_bytes(gzip.compress("\r\n".join(lines).encode()))
    assert read_gold(path).facts["offset"].tolist() == [1, 2]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (ruling("00000101", 2, windows=["dawn"]), "line 3.*windows"),
        (ruling("00000101", 2, era_of_ruling="new"), "line 3.*era_of_ruling"),
        (ruling("00000101", 2, "perhaps"), "line 3.*legal"),
        (ruling("00000101", 2, part="flavour"), "line 3.*part"),
        ({"passcode": "00000101"}, "line 3.*part"),
        (statement(8101), "line 3.*offset"),
    ],
)
def test_a_line_that_does_not_fit_is_named(tmp_path: Path, line: dict[str, object], message: str) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(ruling("00000101", 1)) + "\n\n" + json.dumps(line) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_gold(path)


@pytest.mark.parametrize("text", ["", "\n \n", "{", "[1]", '"a"', "{}", '{"passcode": "1", "commit": "\\u001b[31m"}', "\x00\x01", "\ud800"])
def test_other_files_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(InputError) as error:
        read_gold(path)
    message = str(error.value)
    assert "other.jsonl" in message and message.isprintable()


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_gold(tmp_path / "none.jsonl")


@pytest.mark.skipif(not GOLD.is_dir(), reason="the official statements and rulings (../shared/gold) are not on this machine")
def test_the_real_files() -> None:
    rulings, statements = read_gold(GOLD / "rulings_dev.jsonl"), read_gold(GOLD / "official_dev.jsonl")
    assert (rulings.form, statements.form) == ("rulings", "statements")
    assert len(rulings.facts) == 506 and (rulings.facts["left_out"] != "").sum() == 9
    assert len(statements.facts) == 4357 and (statements.facts["left_out"] != "").sum() == 1
    with pytest.raises(InputError, match="neither rulings"):
        read_gold(GOLD / "flag_fixes_dev.jsonl")


def test_a_name_that_means_harm_is_kept_out_of_the_message(tmp_path: Path) -> None:
    path = gold_file(tmp_path / "bad.jsonl", [{"\x1b[2J" + "x" * 500: 1}])
    with pytest.raises(InputError) as error:
        read_gold(path)
    assert "\x1b" not in str(error.value) and len(str(error.value)) < 400 + len(str(path))
