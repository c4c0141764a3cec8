"""What Japanese resolutions do: actions, their links, options and delays, whose ATK or DEF changes, and what stays unread."""

import pytest

from pipeline.records import Effect
from tests.read.english_cards import done, stats
from tests.read.japanese_cards import BOX, effects, only

FREE = "①：自分・相手ターンに、手札を２枚捨てて発動できる。"
AIMED = "①：自分・相手ターンに、獣族モンスター１体を対象として発動できる。"
ANSWER = "①：相手が罠カードの効果を発動した時、手札を２枚捨てて発動できる。"


def does(resolution: str, head: str = FREE, shape: str = "monster") -> Effect:
    return only(head + resolution, shape)


@pytest.mark.parametrize(
    ("resolution", "expected"),
    [
        ("獣族モンスターを全て破壊する。", "destroy"),
        ("獣族モンスター１体を選んで破壊する。", "destroy"),
        ("獣族モンスター１体を選び、そのモンスターを除外する。", "choose, and_if_you_do banish"),
        ("自分は３枚ドローする。", "draw"),
        ("手札を３枚捨てる。", "discard"),
        ("デッキから「硝子の鷺」３枚を手札に加える。", "add_to_hand"),
        ("獣族モンスター３体を手札に戻す。", "return"),
        ("デッキから獣族モンスター３体を墓地へ送る。", "send_to_gy"),
        ("獣族モンスター１体をＥＸデッキに表側で加える。", "move"),
        ("相手に７７０ダメージを与える。", "inflict_damage"),
        ("自分は７７０ＬＰを失う。", "lose_lp"),
        ("獣族モンスター１体を裏側守備表示にする。", "change_position"),
        ("獣族モンスター１体のコントロールをエンドフェイズまで得る。", "take_control"),
        ("獣族モンスター１体の効果をターン終了時まで無効にする。", "negate_effect"),
        ("このカードに魔力カウンターを３つ置く。", "counter"),
        ("獣族モンスター１体をこのカードのＸ素材とする。", "attach"),
        ("このターン、このカードは戦闘では破壊されない。", "protect"),
        ("このターン、このカードは相手の効果を受けない。", "unaffected"),
        ("このターン、相手はモンスターを特殊召喚できない。", "restrict"),
        ("このターン、このカードは直接攻撃できる。", "attack_modify"),
        ("このカードのレベルは７になる。", "level_change"),
        ("このカードの種族は鳥獣族になる。", "identity_change"),
        ("このターン、自分が受ける戦闘ダメージは０になる。", "damage_modify"),
        ("攻撃対象をこのカードに移し替えてダメージ計算を行う。", "redirect_attack, and_if_you_do calculate_damage"),
        ("獣族モンスター１体の召喚を行う。", "normal_summon"),
        ("手札のモンスターを融合素材とし、獣族の融合モンスター１体を融合召喚する。", "fusion_summon"),
        ("獣族のＳモンスター１体のＳ召喚を行う。", "synchro_summon"),
        ("獣族のＳモンスター１体をＳ召喚扱いでＥＸデッキから特殊召喚する。", "special_summon"),
        ("相手のデッキの上からカードを３枚めくる。", "excavate"),
        ("コイントスを３回行う。", "coin_dice"),
        ("このターンのエンドフェイズになる。", "end_phase"),
    ],
)
def test_what_is_done(resolution: str, expected: str) -> None:
    assert done(does(resolution).actions) == expected


@pytest.mark.parametrize(
    ("resolution", "expected"),
    [
        ("獣族モンスター１体を破壊し、相手に７７０ダメージを与える。", "destroy, and_if_you_do inflict_damage"),
        ("獣族モンスター１体を破壊する。相手に７７０ダメージを与える。", "destroy, sentence inflict_damage"),
        ("獣族モンスター１体を破壊する。その後、相手に７７０ダメージを与える。", "destroy, then inflict_damage"),
        ("獣族モンスター１体を破壊する。その後、相手に７７０ダメージを与える事ができる。", "destroy, then inflict_damage?"),
        ("獣族モンスター１体を破壊し、さらに獣族モンスター１体を特殊召喚できる。", "destroy, then special_summon?"),
        ("獣族モンスター１体を手札に加えるか、墓地へ送る。", "add_to_hand, or send_to_gy"),
        ("獣族モンスター１体を破壊できる。", "destroy?"),
    ],
)
def test_how_actions_hang_together(resolution: str, expected: str) -> None:
    assert done(does(resolution).actions) == expected


def test_the_can_of_the_activation_is_no_option_of_the_resolution() -> None:
    assert done(only("１ターンに１度、このカードの守備力を７７０ポイントアップする事ができる。").actions) == "atk_def_change"


@pytest.mark.parametrize(
    ("resolution", "head", "expected"),
    [
        ("その発動を無効にし破壊する。", ANSWER, "negate_activation, and_if_you_do destroy"),
        ("その効果の発動を無効にする。", ANSWER, "negate_activation"),
        ("その効果を無効にする。", ANSWER, "negate_effect"),
        ("その発動した効果を無効にする。", ANSWER, "negate_effect"),
        ("その効果を無効にし破壊する。", ANSWER, "negate_effect, and_if_you_do destroy"),
        ("それを無効にし除外する。", ANSWER, "negate_activation, and_if_you_do banish"),
        ("その攻撃を無効にする。", "①：相手モンスターの攻撃宣言時に発動できる。", "negate_attack"),
        ("それを無効にし破壊する。", "①：相手が「硝子の鷺」を特殊召喚する際に発動できる。", "negate_summon, and_if_you_do destroy"),
    ],
)
def test_negations(resolution: str, head: str, expected: str) -> None:
    assert done(does(resolution, head).actions) == expected


@pytest.mark.parametrize(
    "text",
    [
        "手札を２枚捨てて発動できる。罠カードの発動を無効にし破壊する。",
        "このカードが表側表示で存在する限り、手札を２枚捨てる事で、罠カードの発動を無効にし破壊する事ができる。",
    ],
)
def test_old_texts_answer_the_activation_that_they_negate(text: str) -> None:
    effect = only(text)
    assert (effect.kind, effect.condition.responds_to) == ("quick", ("activation",))
    assert [a.what for a in effect.cost] == ["discard"]


@pytest.mark.parametrize(
    ("resolution", "expected"),
    [
        ("このカードの攻撃力は７７０アップする。", ["first self"]),
        ("このカードの攻撃力・守備力はターン終了時まで７７０アップする。", ["first self"]),
        ("このカードの元々の攻撃力は７７０になる。", ["first self"]),
        ("このカードの攻撃力と守備力を入れ替える。", ["first self"]),
        ("このカードの攻撃力を半分にする。", ["first self"]),
        ("相手フィールドの全てのモンスターの攻撃力は７７０ダウンする。", ["first other"]),
        ("このカードの攻撃力は、相手モンスター１体の攻撃力分アップする。", ["first self"]),
        ("獣族モンスター１体を破壊し、このカードの攻撃力は７７０アップする。", ["and_if_you_do self"]),
        ("獣族モンスター１体を破壊する。その後、このカードの攻撃力は７７０アップする。", ["then self"]),
        ("獣族モンスター１体を破壊する。このカードの攻撃力は７７０アップする。", ["sentence self"]),
        ("獣族モンスター１体を破壊する。その後、このカードの攻撃力を７７０アップできる。", ["then self?"]),
        # Only later, or only under a condition that the resolution adds.
        ("このターン、このカードが攻撃する場合、このカードの攻撃力は７７０アップする。", ["first self~"]),
        ("このカードの攻撃力はダメージ計算時のみ７７０アップする。", ["first self~"]),
        ("このカードの攻撃力はダメージステップの間７７０アップする。", ["first self~"]),
        ("エンドフェイズに、このカードの攻撃力は７７０アップする。", ["first self~"]),
        ("「硝子の鷺」が存在する場合、さらにこのカードの攻撃力は７７０アップする。", ["first self~"]),
        # Measured, not changed.
        ("相手にこのカードの攻撃力分のダメージを与える。", []),
        ("自分はこのカードの攻撃力分だけＬＰを回復する。", []),
        ("攻撃力７７０以下の獣族モンスター１体を破壊する。", []),
    ],
)
def test_whose_atk_and_def_change(resolution: str, expected: list[str]) -> None:
    assert stats(does(resolution)) == expected


@pytest.mark.parametrize(
    ("resolution", "expected"),
    [
        ("そのモンスターの攻撃力は７７０アップする。", ["first target"]),
        ("対象のモンスターの攻撃力を０にする。", ["first target"]),
        ("このカードを手札から特殊召喚し、対象のモンスターの攻撃力を０にする。", ["and_if_you_do target"]),
        ("そのモンスターを特殊召喚し、その攻撃力を７７０アップする。", ["and_if_you_do summoned"]),
        ("このカードを手札から特殊召喚する。このカードの攻撃力は７７０アップする。", ["sentence summoned"]),
        ("獣族モンスター１体を特殊召喚する。この効果で特殊召喚したモンスターの攻撃力は７７０アップする。", ["sentence summoned"]),
        ("獣族モンスター１体を、攻撃力を０にして特殊召喚する。", ["first summoned"]),
        ("「鷺トークン」３体を特殊召喚する。このトークンの攻撃力は７７０アップする。", ["sentence summoned"]),
        ("このカードを守備力７７０アップの装備カード扱いでそのモンスターに装備する。", ["also target"]),
    ],
)
def test_the_target_is_told_from_what_is_just_summoned(resolution: str, expected: list[str]) -> None:
    assert stats(does(resolution, AIMED)) == expected


@pytest.mark.parametrize(
    ("resolution", "expected"),
    [
        ("このカードを手札から特殊召喚する。", "self"),
        ("そのモンスターを破壊する。", "target"),
        ("獣族モンスターを全て破壊する。", "other"),
        ("相手に７７０ダメージを与える。", "opponent"),
        ("自分は７７０ダメージを受ける。", "you"),
        ("相手は手札を３枚捨てる。", "other"),
        ("相手は３枚ドローする。", "opponent"),
    ],
)
def test_what_is_acted_on(resolution: str, expected: str) -> None:
    assert [a.object for a in does(resolution, AIMED).actions] == [expected]


def test_a_presence_that_the_resolution_asks_for_is_no_delay() -> None:
    effect = does("このカードがモンスターゾーンに表側表示で存在する場合、その発動を無効にする。", ANSWER)
    assert done(effect.actions) == "negate_activation"


def test_summons_only_treated_as_one() -> None:
    effect = does("獣族のＳモンスター１体をＳ召喚扱いでＥＸデッキから特殊召喚する。")
    assert [(a.what, a.treated_as) for a in effect.actions] == [("special_summon", True)]


def test_bullets_of_a_resolution_belong_to_it() -> None:
    effect = only(FREE + "以下の効果から１つを選んで適用する。●獣族モンスター１体を破壊する。●このカードの攻撃力は７７０アップする。")
    assert effect.bullet is None
    assert done(effect.actions) == "apply, sentence destroy, or atk_def_change"
    effect = only(FREE + "以下の効果を適用できる。●獣族モンスター１体を破壊する。")
    assert done(effect.actions) == "apply?, sentence destroy?"


def test_labelled_bullets_are_conditional_but_the_lowest_step() -> None:
    effect = only(FREE + "捨てた数によって以下の効果を適用する。●１枚以上：獣族モンスター１体を破壊する。●３枚以上：自分は３枚ドローする。")
    assert done(effect.actions) == "apply, sentence destroy, sentence draw~"


@pytest.mark.parametrize("nonsense", ["硝子の鷺はうたいあそぶ。", "このカードを三度ゆらす。", "獣族モンスターを全てなでまわし、硝子を磨きあげる。"])
def test_what_nothing_understands_is_kept(nonsense: str) -> None:
    text = FREE + nonsense
    effect = only(text)
    assert effect.actions == ()
    assert "".join(text[slice(*span)] for span in effect.residue)


def test_what_is_understood_leaves_nothing() -> None:
    for effect in effects(FREE + BOX):
        assert effect.residue == ()


def test_spans_point_at_the_words_through_ruby() -> None:
    text = FREE + "<ruby>獣<rt>けもの</rt></ruby>族モンスター１体を<ruby>破<rt>は</rt></ruby><ruby>壊<rt>かい</rt></ruby>する。"
    (action,) = only(text).actions
    assert action.what == "destroy"
    assert text[slice(*action.span)] == text[len(FREE) : -1]
