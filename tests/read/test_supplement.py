"""Whose a note is, and what the notes of a card come to. All notes are invented; only their formulas are official ones."""

from pipeline.read.supplement import Supplement, Words, read_notes
from pipeline.read.supplement_subjects import Subject
from pipeline.records import Notes
from pipeline.windows import NONE, UNTIL_CALC, Window

MAY, MAY_NOT = "ダメージステップでも発動できます。", "ダメージステップには発動できません。"
UNTIL = "ダメージステップ開始時からダメージ計算前までの間であれば、ダメージステップでも発動できます。"
END = "灯りを灯したダメージステップ終了時に発動できます。"


def read(**sections: tuple[str, ...]) -> dict[Subject, Supplement]:
    """By subject; ``s1_5`` is section 1.5."""
    notes = Notes(9001, "text", tuple((key[1:].replace("_", "."), lines) for key, lines in sections.items()), "2021-02-03")
    return {one.subject: one for one in read_notes(notes).supplements}


def words(found: dict[Subject, Supplement]) -> dict[Subject, str]:
    return {
        subject: " ".join([str(one.eligible), *one.windows.keys(), *(["partial"] if one.partial else [])])
        for subject, one in found.items()
        if one.eligible is not None
    }


def test_under_its_number_with_kind_and_words() -> None:
    line = "条件を満たした場合に必ず発動します。ダメージステップでも発動します。"
    found = read(s1=("【①の効果について】", "墓地で発動する誘発効果です。", line))
    assert found == {
        Subject(number=1): Supplement(
            konami_id=9001,
            part="text",
            subject=Subject(number=1),
            eligible="yes",
            kind="trigger",
            mandatory=True,
            places=("gy",),
            words=(Words("1", 2, (18, 33)),),
            date="2021-02-03",
        )
    }


def test_a_heading_in_a_general_section_names_the_number() -> None:
    assert words(read(s0_5=("【①のモンスター効果について】", MAY), s0_75=("【②の効果について】", MAY_NOT))) == {
        Subject(number=1): "yes",
        Subject(number=2): "no",
    }


def test_a_heading_behind_a_line_that_lost_its_break() -> None:
    assert words(read(s0_5=("【『架空の名としても扱う』について】", "効果として扱いません。【①の効果について】", MAY_NOT))) == {
        Subject(number=1): "no"
    }


def test_quotations_stand_for_effects_and_lines_go_on_with_them() -> None:
    first, second = "架空の灯りを一つ灯す", "架空の灯りを全て消す"
    found = words(read(s0=(f"『{first}』効果は誘発効果です。", MAY, f"『{second}』モンスター効果は起動効果です。（{MAY_NOT[:-1]}）")))
    assert found == {Subject(quote=first): "yes", Subject(quote=second): "no"}


def test_what_is_quoted_and_is_no_effect_is_no_subject() -> None:
    assert words(read(s0=("『架空の名としても扱う』は効果として扱いません。", MAY))) == {Subject(): "yes"}


def test_a_quotation_under_a_number_is_that_effect() -> None:
    assert words(read(s2=("『灯りを一つ灯す』効果を発動する際に、灯りを選びます。", f"『灯りを一つ灯す』効果は、{MAY}"))) == {
        Subject(number=2): "yes"
    }


def test_options_by_their_order_and_all_of_them() -> None:
    each = read(s1=(f"１つ目の●を選択する場合、{UNTIL}", f"２つ目の●を選択する場合、{MAY_NOT}"))
    assert words(each) == {Subject(number=1, option=1): "yes start before_calc", Subject(number=1, option=2): "no"}
    assert words(read(s1=(f"いずれの●を選択する場合でも、{MAY_NOT}",))) == {Subject(number=1): "no"}
    between = read(s2_5=("【１つ目の●の効果について】", MAY), s2_75=("【２つ目の●効果について】", END), s3_5=("【『●』の効果について】", MAY_NOT))
    assert words(between) == {Subject(number=2, option=1): "yes", Subject(number=2, option=2): "yes end", Subject(number=3, option=1): "no"}


def test_the_card_alone_and_together_with_an_effect() -> None:
    found = words(
        read(
            s0=(
                "カードの発動と同じチェーンブロックで①の灯りを灯せます。その場合、ダメージステップでも発動できます。",
                "カードの発動のみを行う場合、灯りは要りません。ただし、ダメージステップには発動できません。",
            )
        )
    )
    assert found == {Subject("together"): "yes", Subject("alone"): "no"}
    assert words(read(s0=("「架空の網」のカードの発動のみは、ダメージステップ以外であればいつでも行う事ができます。",))) == {Subject("alone"): "no"}
    assert words(read(s0=("「架空の網」のカードの発動は、ダメージステップ以外であればいつでも行う事ができます。",))) == {Subject("card"): "no"}
    assert words(read(s0=("①の効果と同じチェーンブロックの場合を除き、このカードはダメージステップには発動できません。",))) == {
        Subject("alone"): "no"
    }


def test_a_name_that_may_be_another_cards() -> None:
    assert words(read(s0=("「架空の網」をダメージステップに発動する事はできません。",))) == {Subject("card", named="架空の網"): "no"}


def test_a_moment_of_one_case_leaves_others_open() -> None:
    found = read(s1=("灯りが消えた場合、そのダメージステップ終了時に発動できます。", "ダメージステップ中に風が吹いた場合でも発動できます。"))
    assert words(found) == {Subject(number=1): "yes end partial"}
    assert words(read(s1=(END,))) == {Subject(number=1): "yes end"}


def test_a_span_of_windows_is_a_limit() -> None:
    found = read(s1=(MAY, "ダメージステップに発動する場合、ダメージステップ開始時からダメージ計算前までに発動する事になります。"))
    assert (found[Subject(number=1)].windows, found[Subject(number=1)].partial) == (UNTIL_CALC, False)


def test_both_words_depend_on_something() -> None:
    assert words(read(s1=(MAY, "灯りが青の場合、ダメージステップには発動できません。"))) == {Subject(number=1): "depends"}
    one = read(s1=("ダメージステップに発動する事はできますが、ダメージ計算時に発動する事はできません。",))[Subject(number=1)]
    assert (one.eligible, one.windows, one.never) == ("yes", NONE, Window.DURING_CALC)


def test_what_was_not_understood_is_kept() -> None:
    notes = read_notes(Notes(9001, "text", (("0", ("ダメージステップ開始時の灯りの色を、発動の後に決めるものとします。", MAY, "適用されます。")),)))
    assert notes.spoken == 2 and [(one.words.line, one.text) for one in notes.unread] == [
        (0, "ダメージステップ開始時の灯りの色を、発動の後に決めるものとします")
    ]
