"""Supplements: what is stated of which passage. All lines are invented; only their formulas are official ones."""

import pytest

from pipeline.read.supplement_kinds import Statement, statements


def stated(*lines: str, key: str = "1") -> Statement | None:
    found = statements(1, "text", {key: list(lines)})
    assert len(found) <= 1
    return found[0] if found else None


@pytest.mark.parametrize(
    ("line", "kind", "places"),
    [
        ("『①』はモンスターゾーンで発動できる誘発効果です。", "trigger", ("field",)),
        ("『①』のモンスター効果は、手札または墓地で発動する誘発即時効果です。", "quick", ("hand", "gy")),
        ("『①：架空の作業を行う』モンスター効果は起動効果です。（対象を取る効果ではありません。）", "ignition", ()),
        ("『①』は永続効果です。", "continuous", ()),
        ("『①』は起動効果・誘発効果・誘発即時効果・永続効果のいずれにも分類されない効果です。", "unclassified", ()),
        ("『①』は除外されている状態で発動できる誘発効果です。", "trigger", ("banished",)),
        ("『①』は墓地で発動できるチェーンブロックの作られる効果です。", "in_a_chain", ("gy",)),
        ("『①』はフィールドで適用されるチェーンブロックの作られない効果です。", "without_chain", ()),
        ("『①』はこのカードの発動時の効果です。", "activation", ()),
        ("『①』は効果として扱いません。", "no_effect", ()),
        ("『①』は墓地へ送られたこのカードが手札から発動したように見える誘発効果です。", "trigger", ()),
    ],
)
def test_one_line_states_a_kind(line: str, kind: str, places: tuple[str, ...]) -> None:
    found = stated(line)
    assert found is not None and (found.stated, found.places, found.number, found.quote) == (kind, places, 1, None)


def test_a_heading_names_the_number() -> None:
    found = stated("【①の効果について】", "手札で発動できる起動効果です。", "ダメージステップには発動できません。")
    assert found == Statement(1, "text", 1, None, "ignition", ("hand",), None)


def test_must_and_may_by_their_own_words() -> None:
    must = stated("【①の効果について】", "モンスターゾーンで発動できる誘発効果です。", "条件を満たした場合に必ず発動します。")
    may = stated("『①』はフィールドで発動する誘発効果です。（任意に発動する事ができる効果です。）")
    assert must is not None and must.mandatory is True
    assert may is not None and may.mandatory is False
    both = stated("『①』は誘発効果です。", "任意に発動できますが、別の状況では必ず発動します。")
    assert both is not None and both.mandatory is None


@pytest.mark.parametrize(
    "lines",
    [
        ("『①』は、誘発効果であり、起動効果です。",),
        ("特定の条件の場合は誘発即時効果です。",),
        ("【１つ目の●の効果について】", "モンスターゾーンで発動できる誘発効果です。"),
        ("【①の効果について】", "『別の文』は永続効果です。"),
        ("【①の効果について】", "途中から始まる文』は効果として扱いません。"),
        ("この効果は「架空の誘発効果です」という名のカードに使えます。",),
        (),
    ],
)
def test_what_states_nothing(lines: tuple[str, ...]) -> None:
    assert stated(*lines) is None


def test_passages_are_quoted_where_there_are_no_numbers() -> None:
    entries = {
        "0": ["『一つ目の架空の文章』モンスター効果は永続効果です。", "『二つ目の架空の文章』効果は、手札で発動する誘発効果です。"],
        "0.5": ["【『三つ目の架空の文章』の効果について】", "墓地で発動できる起動効果です。"],
        "0.75": ["永続効果です。"],
    }
    found = {one.quote: one.stated for one in statements(1, "text", entries)}
    assert found == {"一つ目の架空の文章": "continuous", "二つ目の架空の文章": "trigger", "三つ目の架空の文章": "ignition"}


def test_the_only_effect_needs_no_quotation() -> None:
    found = stated("「架空」のモンスター効果は、フィールドで発動する起動効果です。", key="0")
    assert found == Statement(1, "text", None, None, "ignition", ("field",), None)


def test_the_first_of_a_subject_counts() -> None:
    assert stated("『①』は誘発効果です。", "『①』は永続効果です。") == Statement(1, "text", 1, None, "trigger", (), None)
