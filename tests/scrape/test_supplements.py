"""Notes of the official database as sources keep them. All notes are invented."""

import gzip
import json
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Notes
from pipeline.scrape.supplements import load_supplements

ONE = {"cid": 9001, "databaseDate": "2021-02-03", "FAQ": {"0": [], "1": ["『①』は架空です。"]}, "pendulumFAQ": {"2": ["二つ目。"]}}


def lines(path: Path, *entries: object) -> Path:
    path.write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries), encoding="utf-8")
    return path


def test_the_mirror_as_lines(tmp_path: Path) -> None:
    loaded = load_supplements(lines(tmp_path / "notes.jsonl", ONE, {"cid": 9002, "databaseDate": "0000-00-00", "FAQ": {}}))
    assert loaded.notes == (
        Notes(9001, "text", (("1", ("『①』は架空です。",)),), "2021-02-03"),
        Notes(9001, "pendulum_effect", (("2", ("二つ目。",)),), "2021-02-03"),
    )
    assert (loaded.cards, loaded.newest, loaded.skipped) == (2, "2021-02-03", ())


def test_gzip_is_told_by_its_bytes(tmp_path: Path) -> None:
    plain = lines(tmp_path / "notes.jsonl", ONE)
    packed = tmp_path / "notes"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert load_supplements(packed).notes == load_supplements(plain).notes
    packed.write_bytes(gzip.compress(plain.read_bytes())[:-12])
    with pytest.raises(InputError, match="cut short"):
        load_supplements(packed)


def test_a_checkout_names_its_commit(tmp_path: Path) -> None:
    lines(tmp_path / "9001.json", ONE)
    lines(tmp_path / "10.json", {"cid": 10, "databaseDate": "2020-01-01", "FAQ": {"0": ["古い。"]}})
    (tmp_path / "README.md").write_text("not a card")
    loaded = load_supplements(tmp_path)
    assert [notes.konami_id for notes in loaded.notes] == [10, 9001, 9001]
    assert loaded.skipped == ("README.md: not a card file",) and "+" not in loaded.revision
    git = tmp_path / ".git" / "refs" / "heads"
    git.mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "main").write_text("ab" * 20 + "\n")
    assert load_supplements(tmp_path).revision == "ab" * 20 + "+" + loaded.revision
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/../../../secret\n")
    assert load_supplements(tmp_path).revision == loaded.revision


def test_answers_of_the_other_site(tmp_path: Path) -> None:
    entry = {
        "cardId": 9003,
        "faqData": {
            "entries": {"1": [{"ja": "<<1234>>は架空です。", "en": "It is invented."}, {"en": "Only English."}]},
            "pendEntries": {"0": [{"ja": "縦"}]},
        },
    }
    loaded = load_supplements(lines(tmp_path / "notes.jsonl", entry))
    assert [(one.part, one.sections) for one in loaded.notes] == [
        ("text", (("1", ("<<1234>>は架空です。",)),)),
        ("pendulum_effect", (("0", ("縦",)),)),
    ]


def test_markup_leaves_and_breaks_become_lines(tmp_path: Path) -> None:
    raw = "&amp;lt;a href=&amp;quot;x&amp;quot;&amp;gt;架空&amp;lt;/a&amp;gt;です。&lt;br&gt;次の行。<script>悪い</script>3 < 4"
    loaded = load_supplements(lines(tmp_path / "notes.jsonl", {"cid": 1, "FAQ": {"0": [raw]}}))
    assert loaded.notes[0].sections == (("0", ("架空です。", "次の行。悪い3 < 4")),)


def test_of_a_card_given_twice_the_newest_counts(tmp_path: Path) -> None:
    newer = ONE | {"databaseDate": "2022-01-01", "FAQ": {"0": ["新しい。"]}, "pendulumFAQ": {}}
    loaded = load_supplements(lines(tmp_path / "notes.jsonl", newer, ONE))
    assert [one.sections for one in loaded.notes] == [(("0", ("新しい。",)),)]
    assert loaded.skipped == ("card 9001: given more than once, the newest is kept",)


def test_a_note_without_end_is_left_out_and_named(tmp_path: Path) -> None:
    loaded = load_supplements(lines(tmp_path / "notes.jsonl", {"cid": 7, "FAQ": {"0": ["あ" * 30_000, "短い。"]}}))
    assert loaded.notes[0].sections == (("0", ("短い。",)),) and loaded.skipped == ("card 7: a note of 30,000 characters",)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty file"),
        (b"\n\n", "no line of JSON"),
        (b'{"cid": 1}\n{"cid": 2', "line 2: not valid JSON"),
        (b'{"cid": "1"}', "line 1: .*cid"),
        (b'{"cid": 1, "FAQ": {"0": "text"}}', "line 1: .*FAQ"),
        (b'{"cid": 1, "FAQ": {"0": [1]}}', "line 1: .*FAQ"),
        (b'{"cid": -4}', "line 1: .*cid"),
        (b'{"FAQ": {}}', "line 1: neither cid nor cardId"),
        (b"<html>blocked</html>", "line 1: not valid JSON"),
        (b"[" * 100_000, "line 1: "),
        (b'{"cid": 1, "FAQ": {"0": ["' + b"\xff\xfe" + b'"]}}', "line 1: not valid JSON"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "notes.jsonl"
    file.write_bytes(content)
    with pytest.raises(InputError, match=said) as error:
        load_supplements(file)
    assert "\n" not in str(error.value)


def test_a_folder_without_cards(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no card file"):
        load_supplements(tmp_path)
