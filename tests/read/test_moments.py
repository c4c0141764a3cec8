"""Moments that stand where nobody looks first, in both languages: behind the deed, in the turn's name, behind a Summon told before."""

import pytest

from tests.read import english_cards, japanese_cards


@pytest.mark.parametrize(
    ("text", "kind", "expected", "phases"),
    [
        ("Inflict 60 damage to your opponent each time a Fish monster is banished.", "trigger", "banished/other", ()),
        ("Gain 60 Life Points every time a Fish monster is banished.", "trigger", "banished/other", ()),
        ("Return this card to your hand during the End Phase of the turn a Fish monster is banished.", "trigger", None, ("end",)),
        ("Select 1 monster your opponent controls during each of your Standby Phases.", "trigger", "", ("standby",)),
        ("As long as this card remains face-up, increase your Life Points by 60 during each of your Standby Phases.", "trigger", "", ("standby",)),
    ],
)
def test_an_old_text_that_names_its_moment_last(text: str, kind: str, expected: str | None, phases: tuple[str, ...]) -> None:
    effect = english_cards.only(text)
    assert (effect.kind, effect.mandatory, effect.condition.phases) == (kind, True, phases)
    assert expected is None or english_cards.events(effect.condition) == expected
    assert effect.actions, "what is done stands in front"


@pytest.mark.parametrize(
    "text",
    [
        "Destroy this card during your 3rd End Phase after activation.",
        "Fish monsters gain 60 ATK each time a Fish monster is banished.",
        'If "Glass Tower" on the field is destroyed, destroy this card.',
        "Change all face-up Fish monsters to Defense Position.",
    ],
)
def test_what_only_holds_is_no_activated_effect(text: str) -> None:
    assert not any(effect.activated for effect in english_cards.effects(text, "continuous spell") if effect.number)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If this card is Tributed for a Tribute Summon: You can draw 1 card.", "used_as_material/self"),
        ('If this card is sent to the GY for the Synchro Summon of a "Glass" monster: You can draw 1 card.', "used_as_material/self"),
        ("If this card is Tributed: You can draw 1 card.", "tributed/self"),
        ("If this card is destroyed by card effect, or by battle: You can draw 1 card.", "destroyed/self/either"),
        ("If this card destroys a Fish monster by battle or by its own effect: Gain 60 LP.", "destroys/self/either"),
        ("If this card destroys a monster by battle: Draw 1 card.", "destroys/self"),
        ("When Special Summoned this way: You can draw 1 card.", "summoned/self"),
    ],
)
def test_events_by_the_words_around_them(text: str, expected: str) -> None:
    assert english_cards.events(english_cards.effects(text)[-1].condition) == expected


def test_the_activation_of_the_card_itself_is_nothing_to_answer() -> None:
    own = english_cards.effects("When this card is activated: Draw 1 card. All Fish monsters gain 60 ATK.", "continuous trap")
    assert [e.condition.responds_to for e in own if e.number] == [(), ()]
    assert english_cards.only("When a Trap Card is activated: You can draw 1 card.").condition.responds_to == ("activation",)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("獣族モンスターが戦闘を行う攻撃宣言時に発動できる。", ["attack_declared/other"]),
        ("このカードの①の方法で特殊召喚した時に発動できる。", ["special_summoned/self"]),
        ("このカードがＳ素材として墓地へ送られた場合に発動できる。", ["used_as_material/self"]),
        ("このカードがアドバンス召喚のためにリリースされた場合に発動できる。", ["used_as_material/self"]),
        ("「硝子」モンスターをＸ素材として持っているこのカードが墓地へ送られた場合に発動できる。", ["sent_to_gy/self"]),
    ],
)
def test_japanese_events_by_the_words_around_them(words: str, expected: list[str]) -> None:
    assert [f"{e.what}/{e.subject}" for e in japanese_cards.clause(words).condition.events] == expected


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("このカードを発動したターンの自分メインフェイズに発動できる。", "ignition"),
        ("このカードが召喚したターンの自分メインフェイズに１度だけ発動できる。", "ignition"),
    ],
)
def test_a_main_phase_of_a_certain_turn(words: str, kind: str) -> None:
    assert japanese_cards.clause(words).kind == kind


def test_a_phase_that_is_shut_out_is_no_moment() -> None:
    assert japanese_cards.clause("相手がドローフェイズ以外でカードをドローした場合に発動できる。").condition.phases == ()


@pytest.mark.parametrize(
    "text",
    [
        "このカードは発動後２回目の自分のスタンバイフェイズ時に破壊される。",
        "フィールド上の魚族モンスターは守備表示になる。",
        "このカードが戦闘で破壊したモンスターの効果は無効化される。",
        "「硝子の鷺」の効果によって特殊召喚に成功した場合、このカードの元々の攻撃力は６００になる。",
    ],
)
def test_what_only_holds_in_older_japanese(text: str) -> None:
    assert not any(effect.activated for effect in japanese_cards.effects(text, "continuous spell") if effect.number)
