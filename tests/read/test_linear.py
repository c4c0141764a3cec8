"""Time that grows with a text and not with its square, told by counting: how often something is asked, and how much is looked through."""

import re
from typing import Any

import pytest

from pipeline.build import process
from pipeline.read import en_kinds, en_options, ja_build, ja_kind, ja_limits, ja_settle
from pipeline.read.en_text import Folded, fold, sentences
from pipeline.read.english import read_english
from pipeline.read.ja_fold import fold as fold_japanese
from pipeline.read.japanese import read_japanese
from pipeline.records import Card

MONSTER = Card(card_id="1", name="Example", card_type="Monster", types=("Effect",))
CARDS = (
    MONSTER,
    Card(card_id="2", name="Example", card_type="Trap", property="Continuous"),
    Card(card_id="3", name="Example", card_type="Spell", property="Quick-Play"),
    Card(card_id="4", name="Example", card_type="Monster", types=("Fusion", "Pendulum", "Effect")),
)
# Stretches that a hostile text repeats, in either language.
STRETCHES = (
    "If this card is zapped: You can draw 1 card. ", "it would a\n", "● Draw 1 card. ", "●", "① ", "①:", '"', '"\u201c', "(a.) b ", "(", ")",
    "a: b; ", ":", ";", "\u200f\u202edestroy ", "\ud800", "\udfff\ud800", "e\u0301\u0327", "か\u3099", "<ruby>字<rt>", "</rt></ruby>",
    "<rt>", "「", "」", "「『", "（あ", "（あ。）い", "①:このカードがぐるぐるした場合に発動できる。（あ）", "その表側表示のこのカードは\n",
    "この効果は1ターンに1度しか使用できない。", "\u2028", "\x00", " \n", "İß㈱",
)  # fmt: skip


class Watched(str):
    """A text that counts how many of its characters are copied out of it."""

    copied = 0

    def __getitem__(self, key: Any) -> str:
        found = super().__getitem__(key)
        Watched.copied += len(found)
        return found


class Seen:
    """A pattern that keeps the length of the longest text it was asked about."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern, self.longest = pattern, 0

    def search(self, text: str) -> re.Match[str] | None:
        self.longest = max(self.longest, len(text))
        return self.pattern.search(text)


@pytest.mark.parametrize("stretch", STRETCHES)
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.property or card.types[0])
def test_no_text_raises_in_either_reader_or_behind(stretch: str, card: Card) -> None:
    text = (stretch * 3000)[:9000]
    for one in (text, text[1:], text[:-1]):
        whole = Card(card_id="1", name="x", card_type=card.card_type, property=card.property, types=card.types, text_en=one, text_ja=one)
        rows, tags = process(whole, "tcg")
        assert len(rows) == len(tags)
    for read in (read_english, read_japanese):
        segments = read(text, "pendulum_effect", card).segments
        assert [s.start for s in segments] == [0, *(s.end for s in segments[:-1])]
        assert segments[-1].end == len(text)


def test_brackets_in_a_sentence_without_end_are_not_copied_again_and_again() -> None:
    text = fold("(a.) b " * 3000)
    watched = Folded(text.raw, Watched(text.masked), text.low)
    Watched.copied = 0
    assert len(sentences(watched)) == 2
    assert 0 < Watched.copied < 20 * len(text.raw)


def test_a_bracket_that_is_a_sentence_is_one_behind_space() -> None:
    found = sentences(fold("Draw 1 card.   (It is revealed.) Then shuffle."))
    assert [(s.start, s.end) for s in found] == [(0, 12), (15, 32), (33, 46)]


def test_an_effect_without_end_is_looked_through_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    replaces = Seen(en_kinds._REPLACE)
    monkeypatch.setattr(en_kinds, "_REPLACE", replaces)
    read_english("This card can attack twice.\n" + "It would attack\n" * 3000, "text", MONSTER)
    assert 1000 < replaces.longest <= 4000
    lengths: list[int] = []
    kind = ja_kind.applied_kind

    def applied_kind(words: str, *others: Any) -> Any:
        lengths.append(len(words))
        return kind(words, *others)

    monkeypatch.setattr(ja_build, "applied_kind", applied_kind)
    read_japanese("このカードは2回攻撃できる。\n" + "その攻撃は強い\n" * 3000, "text", MONSTER)
    assert 1000 < max(lengths) <= 4000


@pytest.mark.parametrize(
    "limit",
    ["この効果は1ターンに1度しか使用できない。", "このカード名の効果は1ターンに1度しか使用できない。", "この①の効果は1ターンに1度しか使用できない。"],
)
def test_limits_ask_each_effect_a_few_times_however_many_they_are(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0
    fits = ja_limits._fits

    def counted(*given: Any) -> bool:
        nonlocal asked
        asked += 1
        return fits(*given)

    monkeypatch.setattr(ja_limits, "_fits", counted)
    effects = read_japanese(("このカードが破壊された場合に発動できる。1枚ドローする。" + limit) * 400, "text", MONSTER).effects
    assert len(effects) == 400
    assert all(effect.once is not None for effect in effects) or "①" in limit
    assert 0 < asked <= 4 * len(effects)


def test_a_text_is_searched_for_coins_and_dice_once_however_many_effects_have_bullets(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    by_chance = en_options.by_chance

    def counted(low: str) -> bool:
        searched.append(len(low))
        return by_chance(low)

    monkeypatch.setattr(en_options, "by_chance", counted)
    read = read_english("You can activate 1 of these effects.\n● Draw 1 card.\n" * 300, "text", MONSTER)
    assert len(read.effects) == 300
    assert len(searched) == 1


def test_notes_are_found_without_looking_at_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    place = ja_settle._place

    def counted(note: Any) -> int:
        nonlocal looked
        looked += 1
        return place(note)

    monkeypatch.setattr(ja_settle, "_place", counted)
    text = "".join(f"（注{n}）あい" for n in range(1000))
    draft = ja_settle.Draft(fold_japanese(text), MONSTER, "text", True)
    assert draft.notes(0, 0) == ["注0"]
    assert draft.notes(2, 5) == ["注1", "注2"]
    assert draft.notes(1999, 10**6) == []
    assert len(draft.notes(0, 10**6)) == 1000
    assert 0 < looked < 200
