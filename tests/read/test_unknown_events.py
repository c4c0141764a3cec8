"""Activation clauses that nobody here understands: left over, an event of an unknown kind, and no verdict - against what is known to be so."""

import pytest

from pipeline.build import process
from pipeline.read.en_states import is_state
from pipeline.read.english import read_english
from pipeline.read.ja_states import is_state as is_state_ja
from pipeline.read.japanese import read_japanese
from pipeline.records import Card, Effect, Tag

MONSTER = Card(card_id="1", name="Example", card_type="Monster", types=("Warrior", "Effect"))
TRAP = Card(card_id="2", name="Example", card_type="Trap", property="Normal")
QUICK_PLAY = Card(card_id="3", name="Example", card_type="Spell", property="Quick-Play")


def judged(card: Card, en: str | None, ja: str | None = None) -> Tag:
    """The tag of the one effect of a card with these texts."""
    whole = Card(card_id="1", name="Example", card_type=card.card_type, property=card.property, types=card.types, text_en=en, text_ja=ja)
    _, (tag,) = process(whole, "tcg")
    return tag


def english(text: str) -> Effect:
    (effect,) = read_english(text, "text", MONSTER).effects
    return effect


def japanese(text: str) -> Effect:
    (effect,) = read_japanese(text, "text", MONSTER).effects
    return effect


@pytest.mark.parametrize(
    ("clause", "subject"),
    [
        ("If this card is zorched", "self"),
        ("If this card zorches", "self"),
        ("When this card has been zorched by battle", "self"),
        ('If a "Glasswing" monster you control is zorched by a card effect', "other"),
        ('If a "Glasswing" monster you control zorches', "other"),
        ("If a monster your opponent controls zorches", "other"),
        ("Each time a card(s) is put under a bowl", "other"),
        ("If your opponent zorches", "opponent"),
        ("If this card was zorched this turn", "self"),
        ("If a monster is in your GY and is zorched", "other"),
        ("After a monster is zorched", "other"),
    ],
)
def test_an_unknown_english_event_is_left_over_and_undecided(clause: str, subject: str) -> None:
    text = f"{clause}: You can draw 1 card."
    effect = english(text)
    (event,) = effect.condition.events
    assert (event.what, event.subject) == ("other", subject)
    assert event.span in effect.residue
    assert text[slice(*event.span)] == clause
    assert effect.kind == "trigger"
    for card in (MONSTER, TRAP, QUICK_PLAY):
        tag = judged(card, text)
        assert (tag.eligible, tag.rule) == ("uncertain", None), card.card_type
        assert tag.reason is not None and "not understood" in tag.reason
    # A mandatory effect would activate whenever that happens - if it can at all.
    assert judged(MONSTER, f"{clause}: Draw 1 card.").eligible == "uncertain"
    assert judged(MONSTER, f"{clause} (except during the Damage Step): You can draw 1 card.").rule == "MARK-01"
    assert judged(MONSTER, f"{clause} (Quick Effect): You can draw 1 card.").eligible == "uncertain"


@pytest.mark.parametrize(
    ("clause", "subject"),
    [
        ("このカードがもやもやした場合に", "self"),
        ("このカードがもやもやされた時に", "self"),
        ("自分フィールドの「硝子」モンスターがぐるぐるされた場合、", "other"),
        ("相手がぐにゃった場合に", "other"),
        ("このカードが空を飛んだ時に", "self"),
        ("モンスターがぐるぐるする度に", "other"),
    ],
)
def test_an_unknown_japanese_event_is_left_over_and_undecided(clause: str, subject: str) -> None:
    text = f"①：{clause}発動できる。１枚ドローする。"
    effect = japanese(text)
    (event,) = effect.condition.events
    assert (event.what, event.subject) == ("other", subject)
    assert event.span in effect.residue
    assert text[slice(*event.span)] == clause
    assert judged(MONSTER, None, text).eligible == judged(TRAP, None, text).eligible == "uncertain"


@pytest.mark.parametrize(
    "clause",
    [
        "if you do not control a monster",
        "if this card is in your gy",
        'if this card is in your hand and you control a "____" monster',
        "if your opponent's life points are 2000 or less",
        "if all monsters in your gy are earth",
        "if this card is not equipped",
        "if it is the main phase",
        "if this card is co-linked",
        "if this card has no materials",
        "if this card has 7 counters",
        "if this card battled an opponent's monster",
        "if this card was normal summoned this turn",
        "if this card was sent there this turn",
        "if you would take battle damage",
        "if this card points to no monsters",
        "if 3 or more cards are in the same column",
        "if your monsters outnumber your opponent's",
        "when this card is activated",
        "if this effect was activated this turn (and was not negated)",
        "if no cards have been destroyed this turn",
    ],
)
def test_what_is_known_to_be_so_in_english(clause: str) -> None:
    assert is_state(clause)
    effect = english(f"{clause.capitalize()}: You can draw 1 card.")
    assert effect.residue == ()
    assert all(event.what != "other" for event in effect.condition.events)


@pytest.mark.parametrize(
    "clause",
    [
        "このカードが墓地に存在する場合に",
        "自分フィールドにモンスターが存在しない場合、",
        "自分のＬＰが相手より少ない場合に",
        "自分の手札が０枚の時に",
        "このカードの攻撃力が元々の攻撃力と異なる場合に",
        "このカードがＸ素材を持っている場合に",
        "フィールドにカードが２枚ある場合に",
        "そのモンスターが戦士族だった場合に",
        "お互いの手札に差があった場合に",
        "攻撃力が守備力を超えていた場合に",
        "このカードがＬ召喚されている場合に",
        "守備力が低かった場合に",
    ],
)
def test_what_is_known_to_be_so_in_japanese(clause: str) -> None:
    assert is_state_ja(clause)
    effect = japanese(f"①：{clause}発動できる。１枚ドローする。")
    assert effect.residue == () and effect.condition.events == ()


def test_the_other_language_decides_what_one_does_not_know() -> None:
    known = "①：このカードが破壊された場合に発動できる。１枚ドローする。"
    tag = judged(MONSTER, "If this card is zorched: You can draw 1 card.", known)
    assert (tag.eligible, tag.rule) == ("yes", "OWN-01")
    assert tag.confidence is not None and tag.confidence < 0.9
    tag = judged(MONSTER, "If this card is destroyed: You can draw 1 card.", "①：このカードがもやもやした場合に発動できる。１枚ドローする。")
    assert (tag.eligible, tag.rule) == ("yes", "OWN-01")


def test_a_known_moment_beside_an_unknown_clause_decides() -> None:
    text = "After damage calculation, if this card is zorched: You can draw 1 card."
    effect = english(text)
    assert effect.condition.events == () and [text[a:b] for a, b in effect.residue] == ["if this card is zorched"]
    assert judged(MONSTER, text).windows.keys() == ("after_calc",)


def test_an_old_sentence_is_no_effect_for_a_clause_that_nobody_knows() -> None:
    (effect,) = read_english("When this card is zorched, this card gains 500 ATK.", "text", MONSTER).effects
    assert effect.kind == "continuous"


@pytest.mark.parametrize(
    ("clause", "event"),
    [
        ("Each time a player rolls a die", ("other", "player")),
        ("When a coin toss is performed", ("other", "player")),
        ("If a monster uses its own power to Special Summon itself", ("special_summoned", "other")),
        ('When a "Glasswing" monster you control is declared as an attack target', ("attack_targeted", "other")),
        (
            "When your opponent targets exactly 1 Light Beast monster that you control in the leftmost zone of your field for an attack",
            ("attack_targeted", "other"),
        ),
        ("When your opponent declares a second direct attack", ("attack_declared", "opponent")),
        ("If you Synchro Summoned using this card as material", ("used_as_material", "self")),
        ("If a player paid LP to activate an effect", ("lp_paid", "other")),
        ("If you destroy a card by a card effect", ("destroyed", "other")),
    ],
)
def test_rare_words_for_events(clause: str, event: tuple[str, str]) -> None:
    effect = english(f"{clause}: You can draw 1 card.")
    assert [(e.what, e.subject) for e in effect.condition.events] == [event]
    assert effect.residue == () and effect.kind == "trigger"


@pytest.mark.parametrize(
    ("clause", "what"),
    [
        ("相手が直接攻撃を宣言した時に", "attack_declared"),
        ("自分のモンスターが攻撃宣言を受けた時に", "attack_declared"),
        ("相手が２枚目のドローをした時に", "drawn"),
        ("自分が効果でデッキをめくった場合に", "excavated"),
        ("モンスターがリリースされる度に", "tributed"),
        ("相手のゾーンにカードが置かれる度に", "placed"),
        ("自分のモンスターのコントロールが相手のカードの効果によって相手に移った時に", "control_changed"),
    ],
)
def test_rare_words_for_japanese_events(clause: str, what: str) -> None:
    assert [e.what for e in japanese(f"①：{clause}発動できる。１枚ドローする。").condition.events] == [what]


def test_a_monster_that_points_to_another_is_no_bar_to_an_activation() -> None:
    assert english("When an Insect monster this card points to activates an effect (Quick Effect): You can draw 1 card.").condition.responds_to == (
        "activation",
    )
    assert english("If this card is discarded to activate an effect: You can draw 1 card.").condition.responds_to == ()
