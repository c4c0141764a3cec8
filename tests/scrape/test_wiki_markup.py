"""Wiki markup to words: what readers of the page see, with ruby and line breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.scrape.wiki_markup import without_ruby, words_of


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("plain", "plain"),
        ("  \n", ""),
        ("[[draw]] [[Card|cards]], [[battle]]s", "draw cards, battles"),
        ("one<br />two<br/>three<BR>four <br />\n five", "one\ntwo\nthree\nfour\nfive"),
        ("one<br /><br />two", "one\n\ntwo"),
        ("''Once a ''bird'', now '''glass''' and '''''salt'''''.''", "Once a bird, now glass and salt."),
        ("the bird's 'own' nest", "the bird's 'own' nest"),
        ("{{Ruby|鳥|とり}}の{{ruby| 水 | みず }}", "<ruby>鳥<rt>とり</rt></ruby>の<ruby>水<rt>みず</rt></ruby>"),
        ("{{RUBY|鳥}}{{Ruby|鳥|}}", "鳥鳥"),
        ("[[Bird|{{Ruby|鳥|とり}}]]", "<ruby>鳥<rt>とり</rt></ruby>"),
        ("{{Ruby|{{Ruby|鳥|とり}}|bird}}", "<ruby><ruby>鳥<rt>とり</rt></ruby><rt>bird</rt></ruby>"),
        ("a {{!}} b {{=}} c {{'}} {{(!}}d{{!)}}", "a | b = c ' [d]"),
        ("gone{{note|x|{{y}}}}.", "gone."),
        ('swim<ref name="a">A note <i>here</i></ref> on<ref name=b />.', "swim on."),
        ("a<ref>b<ref>c</ref>d</ref>e<ref>f", "adef"),
        ("<ins>new</ins> <u>line</u> <del>old</del><s>older</s>", "new line"),
        ('<div style="text-align: center">middle</div>', "middle"),
        ("<Y/N> and &lt;P&gt; and <&#80;>", "<Y/N> and <P> and <P>"),
        ("a&nbsp;b &amp;amp; c", "a\xa0b &amp; c"),
        ("see [https://example.org the page] and [[File:Bird.png|thumb]]x", "see the page and x"),
        ("<ruby>鳥<rt>とり</rt></ruby>", "鳥とり"),
    ],
)
def test_words(value: str, words: str) -> None:
    assert words_of(value) == words


def test_readings_can_be_left_out() -> None:
    assert without_ruby(words_of("{{Ruby|鳥|とり}}の水")) == "鳥の水"
    assert without_ruby("plain") == "plain"


@given(st.text(alphabet="{}[]|<>br/'&;ruy aref\n\ue000", max_size=120))
def test_nothing_is_too_broken_and_no_hidden_mark_gets_through(value: str) -> None:
    words = words_of(value)
    assert words == words.strip()
    assert "\ue001" not in words and "\ue002" not in words


def test_long_hostile_values_take_linear_time() -> None:
    pieces = ["{{", "[[", "<ref>", "<ref>a", "''", "{{a|", "[[a|", "<del>", "<br", "[http://a ", "{{Ruby|a|b}}", "}}", "<div ", " ", "<ref", " <br/>"]
    for piece in pieces:
        words_of(piece * 20_000)
