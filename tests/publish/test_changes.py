"""What has changed between two datasets: rows are found again by their places, and every sort of change is told apart."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pipeline.publish import build_tables, write
from pipeline.publish.changelog import changelog, changes_table
from pipeline.publish.changes import Changes, compare_datasets
from pipeline.records import Card, Effect, Row, Tag
from pipeline.windows import ALL, UNTIL_CALC, Window
from tests.publish.invented import PROVENANCE, Item, no, yes

TEXT = "Glow. Hum. Sing."


def _dataset(out: Path, rows: list[tuple[int, tuple[int, int], Tag]], text: str = TEXT, more: int = 0) -> Path:
    card = Card(card_id="00000042", name="Lantern | of *Élan*", card_type="Monster", passcode="00000042", text_en=text)
    judged = [(Row(tag.effect_id, n, None, Effect(part="text", number=n, span=span, kind="trigger"), None), tag) for n, span, tag in rows]
    others: list[Item] = [(Card(card_id=f"{n:08}", name=f"Stone {n}", card_type="Monster"), []) for n in range(100, 100 + more)]
    write(build_tables([(card, judged), *others], PROVENANCE), out, PROVENANCE, {})
    return out


def _id(number: int) -> str:
    return f"00000042/text/{number}"


def _changes(tmp_path: Path, before: list[Any], after: list[Any], text: str = TEXT) -> Changes:
    return compare_datasets(_dataset(tmp_path / "before", before), _dataset(tmp_path / "after", after, text))


@pytest.mark.parametrize(
    ("after", "what", "before_words", "after_words"),
    [
        (no(_id(1)), "verdict", "yes: start, before calc (open)", "no"),
        (yes(_id(1), ALL), "windows", "yes: start, before calc (open)", "yes: the whole step (open)"),
        (yes(_id(1), UNTIL_CALC, mode="event"), "mode", "yes: start, before calc (open)", "yes: start, before calc (event)"),
        (yes(_id(1), UNTIL_CALC, condition="lit"), "condition", "yes: start, before calc (open)", "yes: start, before calc (open), lit"),
        (yes(_id(1), UNTIL_CALC, rule="T-9"), "rule", "yes: start, before calc (open)", "yes: start, before calc (open)"),
    ],
)
def test_each_sort_of_change(tmp_path: Path, after: Tag, what: str, before_words: str, after_words: str) -> None:
    found = _changes(tmp_path, [(1, (0, 5), yes(_id(1), UNTIL_CALC))], [(1, (0, 5), after)])
    (change,) = found.changes
    assert (change.what, change.before, change.after) == (what, before_words, after_words)
    assert found.counts() == {what: 1} and found.texts_changed == 0


def test_nothing_has_changed(tmp_path: Path) -> None:
    rows = [(1, (0, 5), yes(_id(1), UNTIL_CALC)), (2, (6, 10), no(_id(2)))]
    assert _changes(tmp_path, rows, rows).changes == ()


def test_rows_that_were_numbered_anew_are_found_by_their_places(tmp_path: Path) -> None:
    before = [(1, (0, 5), no(_id(1))), (2, (6, 10), yes(_id(2), Window.END))]
    after = [(1, (0, 2), no(_id(1))), (2, (0, 5), no(_id(2))), (3, (6, 10), yes(_id(3), Window.END))]
    found = _changes(tmp_path, before, after)
    assert [(one.effect_id, one.what) for one in found.changes] == [(_id(1), "added")]


def test_where_the_text_is_another_the_number_counts(tmp_path: Path) -> None:
    before = [(1, (0, 5), no(_id(1))), (2, (6, 10), yes(_id(2), Window.END))]
    found = _changes(tmp_path, before, [(1, (6, 10), no(_id(1)))], "Glow! Hum. Sing.")
    assert [(one.effect_id, one.what, one.after) for one in found.changes] == [(_id(2), "removed", "")] and found.texts_changed == 1


def test_cards_that_come_and_go(tmp_path: Path) -> None:
    rows = [(1, (0, 5), no(_id(1)))]
    found = compare_datasets(_dataset(tmp_path / "before", rows, more=3), _dataset(tmp_path / "after", rows, more=1))
    assert (found.cards_added, found.cards_removed, found.changes) == (0, 2, ())


def test_a_changelog_grows_in_front_and_escapes_names(tmp_path: Path) -> None:
    found = _changes(tmp_path, [(1, (0, 5), yes(_id(1), UNTIL_CALC))], [(1, (0, 5), no(_id(1)))])
    first = changelog(b"", PROVENANCE, None, 1, 1, False)
    assert b"First publication: 1 cards, 1 effects." in first
    second = changelog(first, msgspec.structs.replace(PROVENANCE, source_revision="r2"), found, 1, 1, False)
    text = second.decode()
    assert text.index("## invented r2") < text.index("## invented r1") and text.count("\n# ") + text.startswith("# ") == 1
    assert "- 1 another verdict\n  - yes to no: 1\n" in text and r"| Lantern \| of \*Élan\* | 00000042/text/1 |" in text
    assert changelog(second, PROVENANCE, found, 1, 1, True) == second
    assert changes_table(found).to_pylist()[0]["rule_before"] == "T-1" and changes_table(None).num_rows == 0
