"""What holds of the reading of every Japanese text: segments give it back, spans lie in it, nothing is raised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.read.japanese import read_japanese
from pipeline.records import Part, Reading, Span
from tests.read.english_cards import SHAPES, card

# Fragments that the reader looks for, whole and torn.
FRAGMENTS = [
    "①：", "②：", "③", "●", "。", "、", "\n", "「", "」", "『", "』", "（", "）", "<ruby>", "</ruby>", "<rt>", "</rt>", "<rt>さぎ</rt>", "\u202e",
    "\u200f", "\ufeff", "鷺", "このカード", "が", "を", "は", "自分", "相手", "場合", "時", "に", "発動できる", "発動する", "１ターンに１度",
    "しか使用できない", "破壊され", "墓地へ送られた", "特殊召喚する", "攻撃力は", "７００アップする", "ダメージステップ", "開始時", "終了時",
    "終了時まで", "ダメージ計算時", "その後", "対象として", "以下の効果を得る", "以下の効果から１つを選択して", "適用する", "できる", "し、",
    "リバース：", "（ダメージステップでも発動可能）", "存在する限り", "代わりに",
]  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join))
LARGE = 100_000


def spans(reading: Reading) -> list[Span]:
    found: list[Span] = []
    for effect in reading.effects:
        found += [effect.span, *effect.residue, *effect.condition.states]
        found += [e.span for e in effect.condition.events]
        found += [a.span for a in (*effect.cost, *effect.actions)]
        if effect.condition.span is not None:
            found.append(effect.condition.span)
    return found


def check(text: str, shape: str, part: Part = "text") -> None:
    reading = read_japanese(text, part, card(shape))
    at = 0
    for segment in reading.segments:
        assert segment.start == at
        assert segment.end > at
        at = segment.end
    assert at == len(text)
    assert all(0 <= start <= end <= len(text) for start, end in spans(reading))
    numbers = [effect.number for effect in reading.effects]
    assert numbers == sorted(numbers)


@given(TEXTS, st.sampled_from(sorted(SHAPES)))
def test_segments_give_every_text_back(text: str, shape: str) -> None:
    check(text, shape)


@given(TEXTS)
def test_segments_give_every_pendulum_text_back(text: str) -> None:
    check(text, "pendulum", "pendulum_effect")


@pytest.mark.parametrize("shape", ["monster", "normal trap"])
@pytest.mark.parametrize(
    "piece",
    [
        "「", "」", "（", "（「", "<rt>", "<ruby>", "。", "●", "①：", "\n", "あ", "\u202e", "場合、", "このカードが", "破壊し、", "特殊召喚する",
        "召喚・", "（（鷺）", "発動できる。", "①：このカードが破壊された場合に発動できる。", "以下の効果から１つを選択して発動できる。●",
        "このカード名の①の効果は１ターンに１度しか使用できない。",
    ],
)  # fmt: skip
def test_a_hundred_thousand_characters_are_read_and_given_back(piece: str, shape: str) -> None:
    check(piece * (LARGE // len(piece)), shape)


@pytest.mark.parametrize("text", ["", " ", "\n", "。", "●", "①：", "「」", "（）", "\ufeff", "<ruby></ruby>"])
@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_next_to_nothing_is_read(text: str, shape: str) -> None:
    check(text, shape)
    check(text, shape, "pendulum_effect")


def test_a_sentence_too_long_for_a_card_is_kept_unread() -> None:
    long = "鷺" * 1300 + "場合に発動できる。"
    (effect,) = read_japanese(f"{long}このカードが戦闘で破壊された時に発動できる。自分は７７０ＬＰ回復する。", "text", card("monster")).effects
    assert effect.span[0] == len(long)
