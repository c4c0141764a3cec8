"""Parameters of a template out of wikitext: what parts them, and what only looks as if it did."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scrape.wikitext import plain_words, template_fields, without_comments

TABLE = re.compile(r"\{\{\s*card[ _]?table2\b", re.IGNORECASE)
WANTED = frozenset({"effect_types", "text", "password"})


def fields(page: str) -> dict[str, str] | None:
    return template_fields(page, TABLE, WANTED)


def test_one_field_a_line() -> None:
    assert fields("{{CardTable2\n| password = 01234567\n| other = x\n| effect_types  = Trigger, Quick\n}}") == {
        "password": "01234567",
        "effect_types": "Trigger, Quick",
    }


def test_all_on_one_line_and_other_spellings_of_the_name() -> None:
    assert fields("{{ cardtable2 |password=1|effect_types=Trigger}} |text=outside") == {"password": "1", "effect_types": "Trigger"}
    assert fields("{{Card table2|Effect_Types=Trigger}}") == {"effect_types": "Trigger"}


def test_templates_before_the_table_are_passed_over() -> None:
    page = "{{About|a card|text=no}}\n{{Unofficial name|Korean}}\n{{CardTable2\n| text = yes\n}}"
    assert fields(page) == {"text": "yes"}


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("a [[Page|word]] b", "a [[Page|word]] b"),
        ("{{Ruby|base|kana}} and {{Ruby|{{Ruby|a|b}}|c}}", "{{Ruby|base|kana}} and {{Ruby|{{Ruby|a|b}}|c}}"),
        ("a = b = c", "a = b = c"),
        ("first<br />\nsecond line", "first<br />\nsecond line"),
        ("an <!-- | text = hidden }} --> end", "an  end"),
        ("bare <nowiki>| text = x }}</nowiki> end", "bare  end"),
        ("", ""),
    ],
)
def test_what_does_not_part_parameters(value: str, read: str) -> None:
    assert fields(f"{{{{CardTable2\n| text = {value}\n| password = 7\n}}}}") == {"text": read, "password": "7"}


def test_a_link_that_nobody_closed_does_not_swallow_the_next_line() -> None:
    assert fields("{{CardTable2\n| text = see [[Page\n| password = 7\n}} | text = outside") == {"text": "see [[Page", "password": "7"}


def test_the_last_of_two_counts_and_an_unclosed_table_ends_with_the_page() -> None:
    assert fields("{{CardTable2\n| text = one\n| text = two\n| password = 7") == {"text": "two", "password": "7"}


def test_no_table_no_fields() -> None:
    assert fields("{{Infobox|effect_types=Trigger}}") is None
    assert fields("<!-- {{CardTable2|text=x}} -->") is None
    assert fields("{{CardTable2}}") == {}


def test_an_unclosed_comment_swallows_the_rest() -> None:
    assert without_comments("a <!-- b --> c <!-- d") == "a  c "


def test_words_without_markup() -> None:
    assert plain_words("[[A|Trigger]]<br/>''Quick''<ref name=x>why</ref>, {{note}}[[Flip]]") == "Trigger,Quick, Flip"


@given(st.text(alphabet="{}[]|=\n<!->ab", max_size=200))
def test_no_page_is_too_broken(page: str) -> None:
    found = template_fields("{{CardTable2\n" + page, TABLE, frozenset({"a", "b", "ab"}))
    assert found is not None and set(found) <= {"a", "b", "ab"}
    assert all(value == value.strip() for value in found.values())
    plain_words(page)
