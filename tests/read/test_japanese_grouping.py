"""Which sentences of a Japanese text make one effect: numbers, old texts, options, effects given to others, segments."""

import pytest

from tests.read.english_cards import done, events
from tests.read.japanese_cards import BOX, effects, kinds, only, read, words


def test_numbers_are_kept_and_effects_run_on() -> None:
    text = f"このカードは通常召喚できない。①：手札を２枚捨てて発動できる。{BOX}②：このカードは戦闘では破壊されない。"
    assert [(e.number, e.printed_no) for e in effects(text)] == [(1, None), (2, 1), (3, 2)]
    assert [text[slice(*e.span)] for e in effects(text)] == [
        "このカードは通常召喚できない。",
        f"①：手札を２枚捨てて発動できる。{BOX}",
        "②：このカードは戦闘では破壊されない。",
    ]
    assert [e.old_wording for e in effects(text)] == [False] * 3


def test_summoning_conditions_are_one_effect() -> None:
    text = "このカードは通常召喚できない。「硝子の鷺」の効果でのみ特殊召喚できる。①：このカードは戦闘では破壊されない。"
    assert kinds(text) == ["1 summoning", "2 continuous"]
    assert kinds("このカードは通常召喚できない。獣族モンスター３体をリリースした場合のみ特殊召喚できる。") == ["1 summoning"]


def test_materials_are_no_effect() -> None:
    text = "獣族モンスター＋「硝子の鷺」\n①：このカードは戦闘では破壊されない。"
    assert kinds(text, "fusion") == ["1 continuous"]
    assert words(text, "fusion")[0] == ("materials", "獣族モンスター＋「硝子の鷺」")
    assert effects("「硝子の鷺」＋「硝子の鷺」", "fusion") == ()


@pytest.mark.parametrize(
    "name",
    [
        "発動できる",
        "①：鷺",
        "鷺。鷺",
        "●鷺",
        "破壊された場合",
        "このカード",
        "１ターンに１度",
        "ダメージステップ開始時",
        "（鷺",
        "（ダメージステップでも発動可能）",
    ],
)
def test_what_a_quoted_name_holds_cuts_nothing(name: str) -> None:
    text = f"①：「{name}」が召喚した場合に発動できる。デッキから「{name}」１枚を墓地へ送る。②：このカードは戦闘では破壊されない。"
    first, second = effects(text)
    assert (first.kind, events(first.condition), done(first.actions)) == ("trigger", "normal_summoned/other", "send_to_gy")
    assert first.condition.mark is None
    assert (second.kind, second.printed_no) == ("continuous", 2)


# Old texts.


@pytest.mark.parametrize(
    ("text", "kind", "must"),
    [
        ("このカードが召喚に成功した時、手札から「硝子の鷺」３体を特殊召喚する事ができる。", "trigger", False),
        ("このカードが召喚に成功した時、獣族モンスターを全て破壊する。", "trigger", True),
        ("自分のスタンバイフェイズ時、相手ライフに７７０ポイントダメージを与える。", "trigger", True),
        ("相手が魔法カードを発動する度に、相手ライフに７７０ポイントダメージを与える。", "trigger", True),
        ("１ターンに１度、獣族モンスター１体を破壊できる。", "ignition", False),
        ("手札を３枚捨てる事で、獣族モンスター１体を破壊する。", "ignition", False),
        ("自分のメインフェイズ時、このカードを手札に戻す事ができる。", "ignition", False),
    ],
)
def test_effects_that_never_say_activate(text: str, kind: str, must: bool) -> None:
    effect = only(text)
    assert (effect.kind, effect.mandatory, effect.old_wording) == (kind, must, True)
    assert effect.residue == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("獣族モンスターの攻撃力は７７０ポイントアップする。", "continuous"),
        ("このカードは相手プレイヤーに直接攻撃できる。", "continuous"),
        ("獣族モンスターが戦闘を行う場合、ダメージステップの間攻撃力が７７０ポイントアップする。", "continuous"),
        ("このカードが守備表示モンスターを攻撃した時、その守備力を攻撃力が超えていれば、その数値だけ戦闘ダメージを与える。", "continuous"),
        ("相手が魔法カードを発動する度に、このカードに魔力カウンターを３つ置く。", "continuous"),
        ("このカードは手札から特殊召喚する事ができる。", "summoning"),
        ("自分フィールド上に「硝子の鷺」が存在する場合、このカードは手札から特殊召喚できる。", "summoning"),
        ("「硝子の儀式」により降臨。", "summoning"),
    ],
)
def test_what_only_holds_in_old_texts(text: str, kind: str) -> None:
    assert only(text).kind == kind


def test_old_costs_are_told_from_what_is_done() -> None:
    effect = only("手札を３枚捨てる事で、獣族モンスター１体を破壊する。")
    assert (done(effect.cost), done(effect.actions)) == ("discard", "destroy")
    effect = only("このカードをリリースする。獣族モンスター１体を破壊する。")
    assert (done(effect.cost), done(effect.actions)) == ("tribute", "destroy")


def test_sentences_that_refer_back_follow() -> None:
    text = (
        "このカードが召喚に成功した時、獣族モンスター１体を特殊召喚できる。この効果で特殊召喚したモンスターは攻撃できない。"
        "また、獣族モンスターの攻撃力は７７０ポイントアップする。"
    )
    first, second = effects(text)
    assert (first.kind, done(first.actions)) == ("trigger", "special_summon, sentence restrict")
    assert second.kind == "continuous"


def test_an_activation_sentence_takes_its_resolution() -> None:
    text = f"手札を２枚捨てて発動する事ができる。{BOX}獣族モンスターを全て破壊する。このカードがリリースされた時、自分は３枚ドローする。"
    first, second = effects(text)
    assert (first.kind, done(first.actions)) == ("ignition", "gain_lp, sentence destroy")
    assert (second.kind, events(second.condition)) == ("trigger", "tributed/self")


def test_an_older_resolution_names_the_target() -> None:
    older = only("ターン中に発動する事ができる。フィールド上に存在する鷺１体を選択して破壊する。", "normal trap")
    assert older.targets and [(a.what, a.object) for a in older.actions] == [("destroy", "target")]
    assert not only("ターン中に発動する事ができる。手札を１枚選択して捨てる。", "normal trap").targets
    assert not only("①：発動できる。フィールド上に存在する鷺１体を選択して破壊する。", "normal trap").targets


def test_an_old_spell_is_one_effect_but_for_the_graveyard() -> None:
    text = f"獣族モンスターを全て破壊する。{BOX}また、墓地のこのカードを除外して発動できる。自分は３枚ドローする。"
    assert kinds(text, "normal spell") == ["1 card_activation", "2 ignition"]


def test_an_old_lasting_card_paid_for_is_activated_and_then_holds() -> None:
    text = "７７０ライフポイントを払って発動できる。このカードがフィールド上に存在する限り、獣族モンスターは攻撃できない。"
    assert kinds(text, "continuous trap") == ["0 card_activation", "1 card_activation", "2 continuous"]


# Options and effects given to others.


@pytest.mark.parametrize("between", ["", "\n"])
def test_options_chosen_on_activation_have_no_parent(between: str) -> None:
    text = (
        f"①：手札を２枚捨て、以下の効果から１つを選択して発動できる。{between}●獣族モンスター１体を対象として発動できる。その攻撃力は７７０アップする。"
        f"{between}●自分は３枚ドローする。{between}②：このカードは戦闘では破壊されない。"
    )
    assert kinds(text) == ["1.1 ignition", "1.2 ignition", "2 continuous"]
    first, second, _ = effects(text)
    assert [done(e.cost) for e in (first, second)] == ["discard", "discard"]
    assert (first.targets, done(first.actions)) == (True, "atk_def_change")
    assert (second.targets, done(second.actions)) == (False, "draw")
    assert text[slice(*second.span)].strip() == "●自分は３枚ドローする。"
    assert (first.printed_no, second.printed_no) == (1, 1)


def test_options_of_a_trap_are_judged_one_by_one() -> None:
    text = "①：以下の効果から１つを選択して発動できる。●相手が罠カードの効果を発動した時に発動できる。その発動を無効にする。●自分は３枚ドローする。"
    first, second = effects(text, "normal trap")
    assert (first.kind, first.condition.responds_to, second.condition.responds_to) == ("card_activation", ("activation",), ())


def test_effects_given_to_others() -> None:
    text = (
        "①：このカードを素材としてＸ召喚したモンスターは以下の効果を得る。●このカードが召喚した場合に発動できる。自分は３枚ドローする。"
        "●このカードは戦闘では破壊されない。"
    )
    assert kinds(text) == ["1 condition", "1.1 trigger", "1.2 continuous"]
    assert [e.granted for e in effects(text)] == [False, True, True]


def test_effects_that_this_card_gains_itself() -> None:
    text = "①：獣族モンスターが存在する場合、このカードは以下の効果を得る。●１ターンに１度、手札を２枚捨てて発動できる。自分は３枚ドローする。"
    assert kinds(text) == ["1 condition", "1.1 ignition"]
    assert [e.granted for e in effects(text)] == [False, False]


def test_bullets_that_only_name_cards_are_no_options() -> None:
    text = "①：以下から１つを選択して発動できる。●水属性\n●風属性\n"
    assert kinds(text) == ["1 ignition"]


# Segments.


def test_roles_of_segments() -> None:
    text = (
        "このカード名の①の効果は１ターンに１度しか使用できない。①：獣族モンスターが破壊された場合、手札を２枚捨てて発動できる"
        "（ダメージステップでも発動可能）。自分は３枚ドローする。②：このカードは戦闘では破壊されない。"
    )
    assert words(text) == [
        ("once", "このカード名の①の効果は１ターンに１度しか使用できない。"),
        ("number", "①："),
        ("condition", "獣族モンスターが破壊された場合、"),
        ("cost", "手札を２枚捨てて"),
        ("condition", "発動できる"),
        ("note", "（ダメージステップでも発動可能）"),
        ("condition", "。"),
        ("actions", "自分は３枚ドローする。"),
        ("number", "②："),
        ("statement", "このカードは戦闘では破壊されない。"),
    ]


def test_segments_name_their_effect() -> None:
    text = "①：このカードは戦闘では破壊されない。\n②：獣族モンスターの攻撃力は７７０アップする。"
    assert [(s.role, s.effect) for s in read(text).segments] == [
        ("number", 1), ("statement", 1), ("space", None), ("number", 2), ("statement", 2),
    ]  # fmt: skip


@pytest.mark.parametrize("shape", ["normal monster", "token"])
def test_flavour_text_is_no_effect(shape: str) -> None:
    text = "硝子の森に棲む鷺。手札を１枚捨てて発動できる。"
    assert read(text, shape).effects == ()
    assert words(text, shape) == [("flavour", text)]


def test_a_monster_without_any_ability_has_flavour_text_only() -> None:
    from pipeline.read.japanese import read_japanese
    from pipeline.records import Card

    plain = Card(card_id="1", name="Glass Heron", card_type="Monster", types=("Winged Beast",))
    assert [s.role for s in read_japanese("硝子の森に棲む鷺。", "text", plain).segments] == ["flavour"]
    untold = Card(card_id="1", name="Glass Heron", card_type="Monster")
    assert [e.kind for e in read_japanese("このカードは直接攻撃できる。", "text", untold).effects] == ["continuous"]
