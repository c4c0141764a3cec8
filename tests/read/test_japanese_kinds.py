"""What kind of effect a Japanese text is, and how fast."""

import pytest

from pipeline.windows import ALL, NONE, Window
from tests.read.japanese_cards import BOX, clause, effects, kinds, only


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("手札を２枚捨てて発動できる。", "ignition"),
        ("自分メインフェイズに発動できる。", "ignition"),
        ("自分フィールドに「硝子の鷺」が存在する場合に発動できる。", "ignition"),
        ("獣族モンスターが破壊されたターンの自分メインフェイズに発動できる。", "ignition"),
        ("自分・相手ターンに発動できる。", "quick"),
        ("相手ターンに１度、手札を２枚捨てて発動できる。", "quick"),
        ("自分・相手のメインフェイズに発動できる。", "quick"),
        ("相手メインフェイズに発動できる。", "quick"),
        ("自分・相手のバトルフェイズに発動できる。", "quick"),
        ("相手が罠カードの効果を発動した時に発動できる。", "quick"),
        ("相手が罠カードの効果を発動した時に発動する。", "quick"),
        ("相手がモンスターを特殊召喚する際に発動できる。", "quick"),
        ("自分の獣族モンスターが戦闘を行うダメージ計算時に発動できる。", "quick"),
        ("このカードが戦闘を行うダメージ計算時に発動する。", "trigger"),
        ("このカードが戦闘を行うダメージステップ開始時に発動できる。", "trigger"),
        ("このカードが戦闘を行ったダメージ計算後に発動できる。", "trigger"),
        ("このカードが召喚した場合に発動できる。", "trigger"),
        ("相手モンスターの攻撃宣言時に発動できる。", "trigger"),
        ("自分エンドフェイズに発動する。", "trigger"),
        ("自分・相手のスタンバイフェイズに発動できる。", "trigger"),
        ("このカードが攻撃したバトルフェイズ終了時に発動できる。", "trigger"),
        ("獣族モンスターが特殊召喚される度に発動する。", "trigger"),
    ],
)
def test_kinds_of_a_monsters_activated_effects(words: str, kind: str) -> None:
    effect = clause(words)
    assert effect.kind == kind
    assert effect.speed == (2 if kind == "quick" else 1)


@pytest.mark.parametrize("remark", ["この効果は相手ターンでも発動できる。", "「硝子の鷺」が存在する場合、この効果は相手ターンでも発動できる。"])
def test_a_remark_makes_an_effect_quick(remark: str) -> None:
    note = f"（{remark[:-1]}）。"
    assert only(f"①：手札を２枚捨てて発動できる{note}{BOX}").kind == "quick"
    if remark.startswith("この"):
        assert only(f"①：手札を２枚捨てて発動できる。{BOX}{remark}").kind == "quick"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("①：このカードは戦闘では破壊されない。", "continuous"),
        ("①：このカードがモンスターゾーンに存在する限り、獣族モンスターの攻撃力は７７０アップする。", "continuous"),
        ("①：このカードは攻撃した場合、ダメージステップ終了時に守備表示になる。", "continuous"),
        ("①：獣族モンスターが攻撃する場合、相手はダメージステップ終了時まで速攻魔法カードを発動できない。", "lock"),
        ("①：獣族モンスターが戦闘で破壊される場合、代わりにこのカードを墓地へ送る事ができる。", "replacement"),
        ("①：このカードが戦闘で破壊したモンスターは墓地へは行かず除外される。", "replacement"),
        ("①：このカードは獣族モンスター１体を墓地へ送り、手札から特殊召喚できる。", "summoning"),
        ("①：自分フィールドにモンスターが存在しない場合、このカードはリリースなしで召喚できる。", "summoning"),
        ("①：「硝子の鷺」は自分フィールドに１体しか表側表示で存在できない。", "condition"),
        ("①：このカードのカード名は、フィールド・墓地に存在する限り「鷺」として扱う。", "condition"),
        ("①：このカードがモンスターゾーンに存在する限り、カード名を「鷺」として扱う。", "continuous"),
        ("①：このカードがＳ召喚に成功したターン、自分が受ける効果ダメージは０になる。", "lingering"),
        ("①：このカードのコントローラーは自分のスタンバイフェイズ毎に７７０ＬＰを払う。", "maintenance"),
    ],
)
def test_kinds_of_what_is_applied(text: str, kind: str) -> None:
    effect = only(text)
    assert effect.kind == kind
    assert (effect.activated, effect.speed, effect.mandatory, effect.places) == (False, None, None, ())


@pytest.mark.parametrize(
    ("text", "windows"),
    [
        ("①：獣族モンスターの攻撃力はダメージ計算時のみ７７０アップする。", Window.DURING_CALC),
        ("①：このカードが攻撃するダメージステップの間、このカードの攻撃力は７７０アップする。", ALL),
        ("①：獣族モンスターが攻撃する場合、相手はダメージステップ終了時まで速攻魔法カードを発動できない。", ALL),
        ("①：このカードは攻撃した場合、ダメージステップ終了時に守備表示になる。", Window.END),
        ("①：獣族モンスターの攻撃力は７７０アップする。", NONE),
    ],
)
def test_windows_in_which_a_text_applies(text: str, windows: Window) -> None:
    assert only(text).applies_in is windows


def test_flip_effects() -> None:
    text = f"①：このカードがリバースした場合に発動できる。{BOX}"
    assert only(text, "flip").kind == "flip"
    assert only(text).kind == "trigger"
    both = f"①：このカードが召喚・リバースした場合に発動できる。{BOX}"
    assert only(both, "flip").kind == "trigger"
    old = only("リバース：獣族モンスターを全て破壊する。", "flip")
    assert (old.kind, old.mandatory, [e.what for e in old.condition.events]) == ("flip", True, ["flipped"])
    assert only("リバース：獣族モンスター１体を破壊する事ができる。", "flip").mandatory is False


@pytest.mark.parametrize(
    ("shape", "speed"),
    [("normal spell", 1), ("ritual spell", 1), ("quick-play", 2), ("normal trap", 2), ("counter trap", 3)],
)
def test_a_cards_own_activation(shape: str, speed: int) -> None:
    for text in (f"①：{BOX}", f"①：手札を２枚捨てて発動できる。{BOX}", BOX):
        effect = only(text, shape)
        assert (effect.kind, effect.speed, effect.mandatory, effect.span) == ("card_activation", speed, None, (0, len(text)))


@pytest.mark.parametrize(
    ("words", "spell", "trap"),
    [
        ("墓地のこのカードを除外して発動できる。", "ignition", "quick"),
        ("自分メインフェイズに墓地のこのカードを除外して発動できる。", "ignition", "ignition"),
        ("このカードが墓地へ送られた場合に発動できる。", "trigger", "trigger"),
        ("このカードが墓地に存在し、獣族モンスターが戦闘で破壊された場合に発動できる。", "trigger", "trigger"),
        ("相手ターンに、墓地のこのカードを除外して発動できる。", "quick", "quick"),
        ("このカードが墓地に存在し、相手が罠カードの効果を発動した時に発動できる。", "quick", "quick"),
    ],
)
def test_further_effects_of_spells_and_traps(words: str, spell: str, trap: str) -> None:
    text = f"①：獣族モンスターを全て破壊する。②：{words}{BOX}"
    assert kinds(text, "normal spell") == ["1 card_activation", f"2 {spell}"]
    assert kinds(text, "normal trap") == ["1 card_activation", f"2 {trap}"]


@pytest.mark.parametrize(("shape", "kind"), [("continuous trap", "quick"), ("continuous spell", "ignition"), ("field spell", "ignition")])
def test_lasting_cards_have_a_bare_activation_beside_their_effects(shape: str, kind: str) -> None:
    text = f"①：手札を２枚捨てて発動できる。{BOX}②：獣族モンスターが破壊された場合に発動する。{BOX}③：獣族モンスターの攻撃力は７７０アップする。"
    assert kinds(text, shape) == ["0 card_activation", f"1 {kind}", "2 trigger", "3 continuous"]


def test_the_bare_activation_is_an_empty_span() -> None:
    from tests.read.japanese_cards import read

    for shape, speed in (("continuous trap", 2), ("continuous spell", 1), ("equip spell", 1), ("field spell", 1)):
        bare = read("①：獣族モンスターの攻撃力は７７０アップする。", shape).effects[0]
        assert (bare.number, bare.span, bare.kind, bare.speed) == (0, (0, 0), "card_activation", speed)
    assert all(e.number for e in read("①：獣族モンスターの攻撃力は７７０アップする。").effects)


@pytest.mark.parametrize(
    "text",
    [
        "①：このカードの発動時の効果処理として、デッキから「硝子の鷺」３枚を手札に加える事ができる。",
        "①：獣族モンスター１体を対象としてこのカードを発動できる。そのモンスターを墓地から特殊召喚する。",
        "①：このカードは発動後、効果モンスター（鳥獣族・風・星７・攻／守７７０）となり、モンスターゾーンに特殊召喚する。",
        "セットされたこのカードを鳥獣族モンスターの攻撃宣言時に発動できる。そのモンスターの守備力は７７０アップする。",
    ],
)
def test_effects_of_a_lasting_cards_activation(text: str) -> None:
    assert only(text, "continuous trap").kind == "card_activation"


def test_pendulum_effects() -> None:
    text = f"①：手札を２枚捨てて発動できる。{BOX}②：自分・相手ターンに発動できる。{BOX}③：獣族モンスターの攻撃力は７７０アップする。"
    assert kinds(text, "pendulum", "pendulum_effect") == ["0 card_activation", "1 ignition", "2 quick", "3 continuous"]
    assert kinds(text, "pendulum") == ["1 ignition", "2 quick", "3 continuous"]


def test_mandatory_is_said_of_what_can_come_up_only() -> None:
    assert clause("獣族モンスターが破壊された場合に発動する。").mandatory is True
    assert only("このカードをリリースして発動する。" + BOX + "この効果は相手ターンでも発動する事ができる。").mandatory is False
    assert [e.mandatory for e in effects(f"①：手札を２枚捨てて発動できる。{BOX}", "normal trap")] == [None]
