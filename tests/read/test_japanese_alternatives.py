"""Lists of alternatives gathered by their first characters, and the looks ahead that spare asking for a verb's form."""

import re

from pipeline.read.ja_alternatives import any_of, by_first_character
from pipeline.read.ja_verbs import verbs


def test_what_begins_alike_keeps_its_order() -> None:
    pattern = re.compile(any_of(["入れ替え", "戻", "入れ", "に(?=し)", "入"]))
    assert [found[0] for found in pattern.finditer("入れ替えに戻し、入れて入る")] == ["入れ替え", "戻", "入れ", "入"]


def test_frequent_characters_come_first() -> None:
    assert [first for first, _ in by_first_character(["鷺", "に", "森", "ド"])] == ["ド", "に", "鷺", "森"]


def test_what_only_looks_like_a_verb_is_none() -> None:
    assert [v.stem for v in verbs("攻撃力は、破壊した鷺と存在する森の数だけアップする。")] == ["アップ"]
    assert [v.stem for v in verbs("必要な数は少なくなる。")] == []
    assert [(v.stem, v.shape) for v in verbs("鷺を除外し、効果を発動できる。")] == [("除外", "joined"), ("発動", "can")]
