"""Japanese events: what happens to whom, by which cause."""

import pytest

from tests.read.english_cards import events
from tests.read.japanese_cards import clause


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        # This card's own changes.
        ("このカードが召喚した場合", "normal_summoned/self"),
        ("このカードが召喚・特殊召喚に成功した場合", "normal_summoned/self, special_summoned/self"),
        ("このカードが融合・Ｓ・Ｘ召喚した場合", "fusion_summoned/self, synchro_summoned/self, xyz_summoned/self"),
        ("このカードがリバースした場合", "flipped/self"),
        ("このカードが墓地へ送られた場合", "sent_to_gy/self"),
        ("このカードが除外された場合", "banished/self"),
        ("このカードが手札から捨てられた場合", "discarded/self"),
        ("このカードがリリースされた場合", "tributed/self"),
        ("このカードが手札に加わった場合", "added_to_hand/self"),
        ("このカードがＥＸデッキに表側表示で加わった場合", "added_to_extra/self"),
        ("表側表示のこのカードがフィールドから離れた場合", "leaves_field/self"),
        ("このカードをドローした時", "drawn/self"),
        ("このカードの表示形式が変更された場合", "position_changed/self"),
        ("このカードが他のモンスターゾーンに移動した場合", "moved/self"),
        ("このカードに装備カードが装備された場合", "equipped/self"),
        ("このカードが融合素材として墓地へ送られた場合", "used_as_material/self"),
        ("Ｘ素材のこのカードが獣族モンスターの効果を発動するために取り除かれた場合", "detached/self"),
        # "This card" as a mere place or point of reference.
        ("このカードが墓地に存在し、獣族モンスターがリリースされた場合", "tributed/other"),
        ("このカードのリンク先に獣族モンスターが特殊召喚された場合", "special_summoned/other"),
        ("このカード以外の獣族モンスターが召喚した場合", "normal_summoned/other"),
        ("このカードと同じ縦列で魔法カードが発動した場合", "activated/other"),
        # Both: this card or another.
        ("このカードまたは「硝子の鷺」が効果で墓地へ送られた場合", "sent_to_gy/other/effect, sent_to_gy/self/effect"),
        ("このカードが召喚した場合、または獣族モンスターが特殊召喚された場合", "normal_summoned/self, special_summoned/other"),
        ("このカードが効果で墓地へ送られた場合または除外された場合", "sent_to_gy/self/effect, banished/self"),
        # Other cards and players.
        ("相手がモンスターを特殊召喚した場合", "special_summoned/other"),
        ("相手がドローした場合", "drawn/opponent"),
        ("自分のＬＰが回復した場合", "lp_gained/you"),
        ("自分がＬＰを払った場合", "lp_paid/you"),
        ("相手が魔法カードを発動した場合", "activated/opponent"),
        ("獣族モンスターが自分の墓地から離れた場合", "moved/other"),
        ("自分フィールドの魔力カウンターが取り除かれた場合", "counter/other"),
        ("コイントスを行う度", "other/other"),
    ],
)
def test_what_happens_to_whom(words: str, expected: str) -> None:
    assert events(clause(f"{words}に発動できる。").condition) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("このカードが戦闘で破壊された場合", "destroyed/self/battle"),
        ("このカードが戦闘によって破壊され墓地へ送られた場合", "destroyed/self/battle"),
        ("このカードが相手モンスターの攻撃によって破壊された場合", "destroyed/self/battle"),
        ("このカードが効果で破壊された場合", "destroyed/self/effect"),
        ("このカードが相手によって破壊された場合", "destroyed/self"),
        ("このカードが破壊された場合", "destroyed/self"),
        ("獣族モンスターが戦闘・効果で破壊された場合", "destroyed/other/either"),
        ("獣族モンスターが戦闘または相手の効果で破壊された場合", "destroyed/other/either"),
        ("獣族モンスターが相手モンスターの攻撃、または相手の効果によって破壊された時", "destroyed/other/either"),
        ("獣族モンスターが戦闘以外で破壊された場合", "destroyed/other/not_battle"),
        ("自分か相手が発動した効果で獣族モンスターが墓地へ送られた場合", "sent_to_gy/other/effect"),
        (
            "獣族モンスターが戦闘で破壊された場合、または相手の効果でフィールドから離れた場合",
            "destroyed/other/battle, leaves_field/other/effect",
        ),
    ],
)
def test_causes(words: str, expected: str) -> None:
    assert events(clause(f"{words}に発動できる。").condition) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("このカードが戦闘で相手モンスターを破壊した場合", "destroys/self/battle"),
        ("このカードが戦闘で相手モンスターを破壊し墓地へ送った場合", "destroys/self/battle"),
        ("獣族モンスターが戦闘で相手モンスターを破壊した場合", "destroys/other/battle"),
        ("自分の効果で相手のカードを破壊した場合", "destroyed/other/effect"),
        ("このカードが相手に戦闘ダメージを与えた場合", "battle_damage/self"),
        ("自分が戦闘ダメージを受けた場合", "battle_damage/you"),
        ("自分が戦闘・効果でダメージを受けた場合", "damage/you/either"),
        ("自分が効果ダメージを受けた場合", "effect_damage/you"),
        ("相手がダメージを受けた場合", "damage/opponent"),
        ("このカードが直接攻撃に成功した場合", "battle_damage/self"),
        ("このカードの攻撃宣言時", "attack_declared/self"),
        ("相手モンスターの攻撃宣言時", "attack_declared/other"),
        ("このカードが攻撃対象に選択された時", "attack_targeted/self"),
        ("このカードが相手の効果の対象になった時", "targeted/self"),
        ("獣族モンスターが攻撃・効果の対象になった時", "attack_targeted/other, targeted/other"),
        ("このカードが戦闘を行ったダメージ計算後", "battles/self"),
        ("獣族モンスターが攻撃するダメージステップ開始時", "attacks/other"),
    ],
)
def test_battles_attacks_and_damage(words: str, expected: str) -> None:
    assert events(clause(f"{words}に発動できる。").condition) == expected


@pytest.mark.parametrize(
    ("words", "past"),
    [
        ("このカードが墓地へ送られたターンの自分メインフェイズに発動できる。", True),
        ("このターンに獣族モンスターが破壊された場合に発動できる。", True),
        ("獣族モンスターが破壊された場合に発動できる。", False),
    ],
)
def test_what_happened_earlier_is_a_state(words: str, past: bool) -> None:
    assert [e.past for e in clause(words).condition.events] == [past]


def test_attributes_of_a_target_are_no_events() -> None:
    assert events(clause("このターンに戦闘で破壊された獣族モンスター１体を対象として発動できる。").condition) == ""
    assert events(clause("特殊召喚された相手モンスター１体を対象として発動できる。").condition) == ""


def test_spans_point_at_the_words() -> None:
    effect = clause("このカードが戦闘で破壊された場合に発動できる。")
    text = "①：このカードが戦闘で破壊された場合に発動できる。"
    assert [text[slice(*e.span)] for e in effect.condition.events] == ["破壊された"]
