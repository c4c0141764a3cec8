"""Folding of Japanese text: width, ruby, names and notes, and the way back to the raw text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.read.ja_fold import fold

PIECES = st.lists(
    st.sampled_from(
        ["<ruby>", "</ruby>", "<rt>", "</rt>", "さぎ", "鷺", "「", "」", "『", "』", "（", "）", "。", "①", "：", "Ａ", "\u202e", "\ufeff", "\n"]
    )
)  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("１ターンに１度", "1ターンに1度"),
        ("ＥＸデッキ、ＬＰ", "EXデッキ、LP"),
        ("①：②⑳", "①:②⑳"),
        ("「硝子の鷺」１体", "「」1体"),
        ("『硝子の「鷺」』", "『』"),
        ("<ruby>硝子<rt>がらす</rt></ruby>の<ruby>鷺<rt>さぎ</rt></ruby>", "硝子の鷺"),
        ("「<ruby>鷺<rt>さぎ</rt></ruby>」", "「」"),
        ("鷺（同名カードは１枚まで）を", "鷺を"),
        ("鷺（「鷺（小）」を除く）を", "鷺を"),
        ("鷺（岩石族（地）・星４）を", "鷺を"),
        ("｢鷺｣､鷺｡", "「」、鷺。"),
        ("鷺\r\n鷺", "鷺\n\n鷺"),
        ("\ufeff鷺\u200f", "鷺"),
        # What does not close stays as it is.
        ("「鷺", "「鷺"),
        ("鷺」", "鷺」"),
        ("（鷺", "(鷺"),
        ("<rt>鷺", "<rt>鷺"),
        ("＜rt＞鷺", "＜rt＞鷺"),
    ],
)
def test_the_working_text(raw: str, text: str) -> None:
    assert fold(raw).text == text


def test_notes_are_kept_with_their_place_and_folded_words() -> None:
    (note,) = fold("発動できる（<ruby>鷺<rt>さぎ</rt></ruby>は１度まで）。").notes
    assert (note.at, note.text) == (5, "鷺は1度まで")
    assert note.span == (5, len("発動できる（<ruby>鷺<rt>さぎ</rt></ruby>は１度まで）"))


def test_places_lead_back_to_the_raw_text() -> None:
    raw = "Ａ「鷺」<ruby>硝<rt>しょう</rt></ruby>子（小）。"
    folded = fold(raw)
    assert folded.text == "A「」硝子。"
    assert [raw[slice(*folded.span(n, n + 1))] for n in range(len(folded.text))] == [
        "Ａ",
        "「鷺",
        "」",
        "<ruby>硝<rt>しょう</rt></ruby>",
        "子（小）",
        "。",
    ]


@given(PIECES.map("".join))
def test_every_text_has_a_way_back(raw: str) -> None:
    folded = fold(raw)
    places = [folded.raw(n) for n in range(len(folded.text) + 1)]
    assert places[0] == 0
    assert places[-1] == (len(raw) if folded.text else 0)
    assert places == sorted(places)


@given(st.text())
def test_any_text_folds(raw: str) -> None:
    folded = fold(raw)
    assert folded.length == len(raw)
    assert len(folded.text) <= len(raw)


@given(PIECES)
def test_every_table_of_shifts_is_in_order(pieces: list[str]) -> None:
    folded = fold("".join(pieces))
    assert list(folded.places) == sorted(folded.places)
    assert len(folded.shifts) == len(folded.places)


def test_marks_that_meet_at_one_place_leave_it_in_one_piece() -> None:
    raw = "子<ruby><rb>（小）鷺</rb></ruby>。"
    folded = fold(raw)
    assert folded.text == "子鷺。"
    assert [raw[slice(*folded.span(n, n + 1))] for n in range(3)] == ["子<ruby><rb>（小）", "鷺</rb></ruby>", "。"]
