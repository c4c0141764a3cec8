"""The wiki's labels: mapped onto our kinds, clauses left out, pages found by number and name."""

import gzip
import json
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.records import Kind, allowed
from pipeline.validate.wiki_labels import CLASS_OF, Labels, WikiPages, read_labels, read_pages

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "yugipedia-pages.jsonl.gz"


def page(**fields: str) -> str:
    return "{{CardTable2\n" + "".join(f"| {name} = {value}\n" for name, value in fields.items()) + "}}"


@pytest.mark.parametrize(
    ("value", "effects"),
    [
        ("Trigger, Quick, Ignition", ("trigger", "quick", "ignition")),
        ("Trigger-like, Quick-like, Ignition-like, Continuous-like", ("trigger", "quick", "ignition", "applied")),
        ("Flip", ("trigger",)),
        ("Condition, Activation requirement, Cost, Effect", ("activation",)),
        ("Summoning condition, Unclassified, Continuous, Maintenance cost, Lingering", ("applied", "applied")),
        ("Condition", ()),
        ("trigger,  QUICK<!-- why -->", ("trigger", "quick")),
        ("[[Trigger Effect|Trigger]]<br />Quick", ("trigger", "quick")),
    ],
)
def test_labels_become_classes(value: str, effects: tuple[str, ...]) -> None:
    wiki = WikiPages()
    wiki.add("Invented", page(password="00000001", effect_types=value))
    assert wiki.labels("text", "00000001", None, "another") == Labels(effects)  # type: ignore[arg-type]


def test_a_word_that_no_table_knows_is_kept_apart() -> None:
    assert read_labels("Trigger, Whimsical") == Labels(("trigger",), ("whimsical",))
    assert read_labels(" , ") is None


def test_both_parts_and_every_way_to_find_a_page() -> None:
    wiki = WikiPages()
    content = "{{About|it}}" + page(name="Printed", password="1234", database_id="77, 78", effect_types="Trigger", pendulum_effect_types="Quick-like")
    wiki.add("Title (card)", content)
    assert wiki.labelled == 1
    assert wiki.labels("text", "00001234", None, "-") == Labels(("trigger",))
    assert wiki.labels("pendulum_effect", None, 78, "-") == Labels(("quick",))
    assert wiki.labels("text", None, None, "Printed") == Labels(("trigger",))
    assert wiki.labels("text", "99999999", 5, "Title (card)") is None


def test_pages_without_a_table_or_labels_say_nothing() -> None:
    wiki = WikiPages()
    wiki.add("A", page(password="1", effect_types=""))
    wiki.add("B", "effect_types of something else")
    wiki.add("C", page(password="none", database_id="", effect_types="Trigger"))
    assert wiki.labelled == 1 and wiki.labels("text", None, None, "C") is not None


def test_every_kind_of_ours_has_a_class() -> None:
    assert set(CLASS_OF) == set(allowed(Kind))


def test_files_plain_and_packed(tmp_path: Path) -> None:
    line = json.dumps({"pageid": 1, "title": "T", "content": page(effect_types="Trigger")})
    (tmp_path / "plain").write_text(line + "\n\n", encoding="utf-8")
    (tmp_path / "packed").write_bytes(gzip.compress(line.encode()))
    assert read_pages(tmp_path / "plain").labelled == read_pages(tmp_path / "packed").labelled == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "empty file"),
        ("\n\n", "no line of JSON"),
        ('{"pageid": 1, "title": "T", "content": ""}\n{"pageid": 1}', "line 2: .*title"),
        ('{"pageid": 1, "title": "T", "content": 3}', "line 1"),
        ("not JSON", "line 1: not valid JSON"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "pages.jsonl"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_pages(file)
    with pytest.raises(InputError, match="cannot be read"):
        read_pages(tmp_path / "absent.jsonl")


@pytest.mark.skipif(not CORPUS.is_file(), reason="the wiki's pages (../shared/corpus) are not on this machine")
def test_the_table_knows_every_label_of_the_wiki() -> None:
    wiki = read_pages(CORPUS)
    assert wiki.labelled > 13_500
    assert {word for labels in wiki.all_labels() for word in labels.unknown} == set()
