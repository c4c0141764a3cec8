"""The report of uncertain effects, and what a reviewer's answers become."""

import csv
import io
import re
from pathlib import Path

import pytest
import yaml

from pipeline.build import build, process
from pipeline.classify.fallback import NO_FALLBACK
from pipeline.classify.ruling_files import read_rulings
from pipeline.classify.rulings import NO_RULINGS, Rulings, load_rulings
from pipeline.cli import main
from pipeline.errors import InputError
from pipeline.publish import write
from pipeline.publish.uncertain_page import uncertain_page
from pipeline.publish.uncertain_table import ANSWERS, uncertain_csv
from pipeline.records import Card
from pipeline.scrape import Loaded
from pipeline.validate.reviewed import reviewed, rulings_yaml
from pipeline.validate.uncertain import Report, uncertain_report
from pipeline.windows import Window

HERON = "When a monster you control is destroyed: You can Special Summon this card from your hand."


def monster(number: int, name: str, text: str, ja: str | None = None) -> Card:
    passcode = f"{number:08}"
    return Card(card_id=passcode, passcode=passcode, name=name, card_type="Monster", types=("Beast", "Effect"), text_en=text, text_ja=ja)


CARDS = (
    monster(1, "Glass Heron", HERON),
    monster(2, "<img src=x onerror=alert(1)>", HERON.replace("this card from your hand", '1 "Tide" monster from your Deck')),
    monster(3, "=HYPERLINK(1)", "If this card is frizzled: You can draw 1 card."),
    monster(4, "Split Tongue", "If this card is destroyed: You can draw 1 card.", "①：自分メインフェイズに発動できる。自分は１枚ドローする。"),
    monster(5, "Glass Crane", HERON.replace("destroyed", "destroyed by battle")),
    monster(6, "Twin Heron", HERON + " " + HERON),
)
SOURCE = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action?ope=4&cid=90001&request_locale=ja"
ANSWER = {"answer": "no", "authority": "official_faq", "source": SOURCE, "reason": "The official database rules it out of the Damage Step."}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build(Loaded(CARDS, "invented", "r1"), "tcg")
    out = tmp_path_factory.mktemp("dataset")
    write(built.tables, out, built.provenance, {})
    return out


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return uncertain_report(folder, NO_FALLBACK)


def lines(report: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(uncertain_csv(report).decode(), newline="")))


def answered(tmp_path: Path, report: Report, answers: dict[str, dict[str, str]]) -> Path:
    """The table as a reviewer would give it back."""
    rows = [row | answers.get(row["effect_id"], {}) for row in lines(report)]
    path = tmp_path / "answers.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_effects_of_one_wording_are_one_group_and_the_largest_comes_first(report: Report) -> None:
    sizes = [len(group.effects) for group in report.groups]
    assert sizes == sorted(sizes, reverse=True)
    names = [{one.card.name for one in group.effects} for group in report.groups]
    assert names[0] == {"Glass Heron", CARDS[1].name, "Twin Heron"}
    assert {"=HYPERLINK(1)"} in names and {"Split Tongue"} in names
    assert not any("Glass Crane" in some for some in names)
    assert [group.key for group in report.groups] == [f"G{n:03}" for n in range(1, len(sizes) + 1)]


def test_each_effect_has_its_words_marked_its_witnesses_and_decided_ones_like_it(report: Report) -> None:
    by_card = {one.card.name: one for group in report.groups for one in group.effects}
    heron = by_card["Glass Heron"]
    (text,) = heron.texts
    assert "".join(piece for piece, _ in text.pieces) == HERON
    assert "destroyed" in [piece for piece, marked in text.pieces if marked]
    assert heron.similar[0].name == "Glass Crane" and heron.similar[0].eligible == "yes" and heron.similar[0].windows == ("end",)
    split = by_card["Split Tongue"]
    assert split.cause == "contradiction" and (split.witness_en or "").startswith("start") and split.witness_ja == "no"
    assert [text.language for text in split.texts] == ["en", "ja"]
    assert by_card["=HYPERLINK(1)"].cause == "not understood"
    assert len({one.effect_id for group in report.groups for one in group.effects}) == sum(len(group.effects) for group in report.groups)


def test_the_page_is_whole_escaped_and_loads_nothing(report: Report) -> None:
    page = uncertain_page(report)
    assert "<img" not in page and "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "default-src 'none'" in page.replace("&#x27;", "'") and "<script" not in page and "http" not in page.replace('http-equiv="', "")
    assert page.count("<article>") == page.count("</article>") == sum(len(group.effects) for group in report.groups)
    assert "<mark>" in page and 'lang="ja"' in page
    assert all(f'id="{group.key}"' in page and f'href="#{group.key}"' in page for group in report.groups)


def test_the_table_has_a_line_an_effect_and_room_for_answers(report: Report) -> None:
    found = lines(report)
    assert len(found) == sum(len(group.effects) for group in report.groups)
    assert all(row[name] == "" for row in found for name in ANSWERS)
    assert next(row for row in found if "HYPERLINK" in row["card"])["card"] == "'=HYPERLINK(1)"


def test_an_answer_becomes_a_ruling_that_settles_its_effect(tmp_path: Path, report: Report) -> None:
    path = answered(tmp_path, report, {"00000001/text/1": ANSWER | {"date": "2024-05-01"}})
    (ruling,) = reviewed(path, report, NO_RULINGS)
    (tmp_path / "rulings").mkdir()
    (tmp_path / "rulings" / "new.yml").write_text(rulings_yaml([ruling]), encoding="utf-8")
    assert read_rulings(tmp_path / "rulings") == (ruling,)
    _, (tag,) = process(CARDS[0], "tcg", load_rulings(tmp_path / "rulings"))
    assert (tag.eligible, tag.decided_by, tag.rule, tag.source) == ("no", "ruling", ruling.id, SOURCE)
    # The guard: another text is not overruled.
    _, (other,) = process(monster(1, "Glass Heron", "If this card is destroyed: You can draw 1 card."), "tcg", load_rulings(tmp_path / "rulings"))
    assert other.decided_by == "rule"


def test_a_legal_answer_needs_windows_and_mode(tmp_path: Path, report: Report) -> None:
    legal = ANSWER | {"answer": "yes", "windows": "end|after_calc", "mode": "event"}
    (ruling,) = reviewed(answered(tmp_path, report, {"00000001/text/1": legal}), report, NO_RULINGS)
    assert ruling.rulings[0].verdict().windows is Window.AFTER_CALC | Window.END
    with pytest.raises(InputError, match="windows"):
        reviewed(answered(tmp_path, report, {"00000001/text/1": ANSWER | {"answer": "yes"}}), report, NO_RULINGS)


def test_numbers_go_on_behind_the_known_ones(tmp_path: Path, report: Report) -> None:
    known = load_rulings()
    (ruling,) = reviewed(answered(tmp_path, report, {"00000001/text/1": ANSWER}), report, known)
    assert ruling.id > max(known.by_id()) and re.fullmatch(r"RUL-\d{4}", ruling.id)
    with pytest.raises(InputError, match="has a ruling already"):
        reviewed(answered(tmp_path, report, {"00000001/text/1": ANSWER}), report, Rulings.of((ruling,)))


def test_an_answer_for_a_group_is_written_for_each_of_its_effects(tmp_path: Path, report: Report) -> None:
    two = [one for one in report.groups[0].effects if one.card.name != "Twin Heron"]
    narrowed = Report(report.title, report.ruleset, report.effects, (type(report.groups[0])("G001", "q", "s", tuple(two)),))
    found = reviewed(answered(tmp_path, narrowed, {"00000001/text/1": ANSWER | {"scope": "group"}}), narrowed, NO_RULINGS)
    assert [(ruling.passcode, ruling.rulings[0].source) for ruling in found] == [("00000001", SOURCE), ("00000002", SOURCE)]


def test_effects_that_say_the_same_are_told_apart_by_their_numbers(tmp_path: Path, report: Report) -> None:
    twins = sorted(one.effect_id for one in report.groups[0].effects if one.card.name == "Twin Heron")
    found = reviewed(answered(tmp_path, report, dict.fromkeys(twins, ANSWER)), report, NO_RULINGS)
    assert [(ruling.passcode, ruling.effect.number) for ruling in found] == [("00000006", 1), ("00000006", 2)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"source": ""}, "source"),
        ({"source": "somebody told me"}, "source"),
        ({"source": "https://github.com/x/y/blob/main/c1.lua"}, "script"),
        ({"reason": ""}, "reason"),
        ({"answer": "maybe"}, "yes, no or not_activated"),
        ({"authority": "my own"}, "authority"),
        ({"ruleset": "goat"}, "ruleset"),
        ({"scope": "all"}, "scope"),
        ({"windows": "never"}, "windows"),
        ({"date": "yesterday"}, "date"),
    ],
)
def test_an_answer_that_cannot_be_a_ruling_ends_with_its_line(tmp_path: Path, report: Report, change: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        reviewed(answered(tmp_path, report, {"00000001/text/1": ANSWER | change}), report, NO_RULINGS)
    assert ", line " in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("content", ["", "a,b\n1,2\n", "effect_id\n\x00", '"unclosed'])
def test_other_tables_are_refused(tmp_path: Path, report: Report, content: str) -> None:
    (tmp_path / "x.csv").write_text(content, encoding="utf-8")
    with pytest.raises(InputError):
        reviewed(tmp_path / "x.csv", report, NO_RULINGS)


def test_words_of_a_reviewer_stay_words(tmp_path: Path, report: Report) -> None:
    odd = ANSWER | {"reason": "!!python/object/apply:os.system [x]: 'no' - {a: &b *b}"}
    (ruling,) = reviewed(answered(tmp_path, report, {"00000001/text/1": odd}), report, NO_RULINGS)
    (entry,) = yaml.safe_load(rulings_yaml([ruling]))
    assert entry["rulings"][0]["reason"] == odd["reason"] and entry["rulings"][0]["eligible"] == "no" and entry["passcode"] == "00000001"


def test_the_command_writes_the_report_and_then_the_rulings(tmp_path: Path, folder: Path, report: Report, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["uncertain", "--dataset", str(folder), "--out", str(tmp_path / "report")]) == 0
    assert "groups" in capsys.readouterr().out
    assert {path.name for path in (tmp_path / "report").iterdir()} == {"uncertain.html", "uncertain_groups.csv"}
    path = answered(tmp_path, report, {"00000001/text/1": ANSWER})
    words = ["uncertain", "--dataset", str(folder), "--answers", str(path), "--out", str(tmp_path / "new.yml")]
    assert main(words) == 0 and (tmp_path / "new.yml").is_file()
    assert main(words) == 2 and "nothing is overwritten" in capsys.readouterr().err
    assert main([*words[:-1], str(tmp_path / "new.txt")]) == 2


def test_a_dataset_without_texts_has_no_report(tmp_path: Path) -> None:
    built = build(Loaded(CARDS, "invented", "r1"), "tcg", no_text=True)
    write(built.tables, tmp_path, built.provenance, {})
    with pytest.raises(InputError, match="no card texts"):
        uncertain_report(tmp_path, NO_FALLBACK)


def test_nothing_uncertain_is_an_empty_report(tmp_path: Path) -> None:
    built = build(Loaded((CARDS[4],), "invented", "r1"), "tcg")
    write(built.tables, tmp_path, built.provenance, {})
    report = uncertain_report(tmp_path, NO_FALLBACK)
    assert report.groups == () and "<article>" not in uncertain_page(report) and lines(report) == []
