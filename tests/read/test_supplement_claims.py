"""What one clause of a note says of the Damage Step. The situations are invented; only the formulas are official ones."""

import pytest

from pipeline.read.supplement_claims import Claim, claim
from pipeline.read.supplement_clauses import clauses, masked


def said(line: str) -> list[str]:
    """The claims and asides of a line, a word each."""
    found = []
    for clause in clauses(line):
        one = claim(clause.text)
        if isinstance(one, Claim):
            found.append(" ".join([one.says, *one.windows.keys(), *(["case"] if one.case else [])]))
        elif one is not None:
            found.append(one)
    return found


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ダメージステップでも発動できます。", "yes"),
        ("ダメージステップにて発動する事ができます。", "yes"),
        ("光った場合、ダメージステップ中でも発動します。", "yes case"),
        ("ダメージステップ中に光った場合でも発動できます。", "yes"),
        ("ダメージステップには発動できません。", "no"),
        ("また、ダメージステップに発動する事はできません。", "no"),
        ("灯りの発動をダメージステップに行う事はできません。", "no"),
        ("カードの発動は、ダメージステップ以外であればいつでも行う事ができます。", "no"),
        ("ダメージステップや、灯りが消えた状況では発動できません。", "no"),
        ("攻撃宣言時からダメージステップに入るまでの間で発動できます。", "no"),
        ("その灯りが青の場合、ダメージステップには発動できません。", "no case"),
        ("どちらの灯りの場合でも、ダメージステップには発動できません。", "no"),
        ("ダメージステップ開始時からダメージ計算前までの間であれば、ダメージステップでも発動できます。", "yes start before_calc"),
        ("ダメージステップに発動する場合、ダメージステップ開始時からダメージ計算前までに発動する事になります。", "yes start before_calc"),
        ("ダメージステップ開始時からダメージ計算時までの間に発動できます。", "yes start before_calc during_calc"),
        ("ダメージステップ開始時から、ダメージステップ終了時までに発動する事ができます。", "yes start before_calc during_calc after_calc end"),
        ("灯りを灯したダメージステップ終了時に発動できます。", "yes end"),
        ("灯りを灯した時（＝ダメージステップ終了時）に発動します。", "yes end"),
        ("灯りが消えた場合、そのダメージ計算後に発動できます。", "yes after_calc case"),
        ("ダメージ計算前に灯った場合、その戦闘のダメージ計算後に発動します。", "yes after_calc case"),
        ("ダメージ計算時にのみ発動できます。", "yes during_calc"),
        ("灯ったダメージ計算後、または、風が吹いた時に発動する事ができます。", "yes after_calc case"),
        ("ダメージ計算時には発動できません。", "no during_calc"),
    ],
)
def test_a_claim(line: str, expected: str) -> None:
    assert said(line) == [expected]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ダメージステップでも適用されます。", ["applied"]),
        ("相手はダメージステップには灯りを発動できません。", ["lock"]),
        ("灯りはダメージステップ終了時まで明るくなります。", ["until"]),
        ("ダメージステップに発動した灯りは青くなります。", ["other_cards"]),
        ("ダメージ計算後に灯りは消えます。", ["handling"]),
        ("発動できます。", []),
        ("１度のダメージステップ開始時には１度しか発動できません。", []),
    ],
)
def test_what_is_no_claim(line: str, expected: list[str]) -> None:
    assert said(line) == expected


def test_two_halves_of_a_sentence_and_its_remark() -> None:
    line = "ダメージステップに発動する事はできますが、ダメージ計算時に発動する事はできません。（灯りには、ダメージステップでも適用されます。）"
    assert said(line) == ["yes", "no during_calc", "applied"]


def test_what_is_quoted_is_not_said() -> None:
    assert said("『ダメージステップ終了時に発動できる』の効果は「ダメージステップ」と読みます。") == []
    text, quotes = masked("『灯「り」』と「風")
    assert (text, quotes) == ("○○○○○○と「風", ((0, 6),))
    assert masked("』「『")[0] == "』「『"


def test_clauses_know_their_place() -> None:
    line = "灯る。（『風』が吹く。）"
    assert [(clause.raw, clause.start, clause.quotes) for clause in clauses(line)] == [("灯る", 0, ()), ("『風』が吹く", 4, ("風",))]


@pytest.mark.parametrize(
    "stretch", ["「", "『", "』", "『「", "（", "ダメージステップ", "ダメージステップ開始時に", "発動する事は", "場合、", "①の", "<<", "、いずれ"]
)
def test_hostile_lines_end(stretch: str) -> None:
    line = stretch * (20_000 // len(stretch))
    assert all(len(clause.text) == len(clause.raw) for clause in clauses(line))
    said(line)
