"""English texts from before the current conventions, where no colon tells an activation clause from what is done."""

import pytest

from pipeline.windows import NONE, Window
from tests.read.english_cards import done, effects, events, kinds, only


@pytest.mark.parametrize(
    ("text", "kind", "expected", "mandatory"),
    [
        ("When this card is Normal Summoned, you can destroy 1 monster.", "trigger", "normal_summoned/self", False),
        ("When this card is Normal Summoned successfully, destroy 1 monster.", "trigger", "normal_summoned/self", True),
        ("When this card is destroyed by battle and sent to the Graveyard, you may gain 50 Life Points.", "trigger", "destroyed/self/battle", False),
        ("When this card is sent from the field to the Graveyard, draw 4 cards.", "trigger", "sent_to_gy/self", True),
        ("When this card inflicts Battle Damage to your opponent, you can draw 4 cards.", "trigger", "battle_damage/self", False),
        ("When this card destroys a monster by battle, draw 1 card.", "trigger", "destroys/self", True),
        ("When this card is flipped face-up, destroy 1 card.", "trigger", "flipped/self", True),
        ("If this card is removed from play, you can draw 1 card.", "trigger", "banished/self", False),
        ("FLIP: Destroy 1 monster on the field.", "flip", "", True),
        ("FLIP: You can select 1 card. Destroy it.", "flip", "", False),
        ("Once per turn, you can destroy 1 Spell Card.", "ignition", "", False),
        ("You can Tribute this card to destroy 1 monster.", "ignition", "", False),
        ("Once per turn, during your Main Phase, you can draw 1 card.", "ignition", "", False),
        ("During your Standby Phase, you can draw 1 card.", "trigger", "", False),
        ("By discarding 1 card, destroy 1 monster.", "ignition", "", False),
    ],
)
def test_old_activated_effects(text: str, kind: str, expected: str, mandatory: bool) -> None:
    effect = only(text)
    assert (effect.kind, events(effect.condition), effect.mandatory) == (kind, expected, mandatory)


@pytest.mark.parametrize("text", [
    "When this card is Flip Summoned, you can equip 1 Equip Spell Card to this card.",
    "Once per turn, if you control another Dragon, you can draw 1 card.",
    "Once per turn, if this card is in Attack Position, you can Tribute 1 monster to inflict 500 damage.",
])  # fmt: skip
def test_further_old_activated_effects(text: str) -> None:
    assert only(text).activated


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This card cannot be destroyed by battle.", "continuous"),
        ("While this card is face-up on the field, your Dragons gain 300 ATK.", "continuous"),
        ("Increase the ATK of all Dragon-Type monsters by 300 points.", "continuous"),
        ("This card gains 300 ATK for each Dragon on the field.", "continuous"),
        ("If this card attacks a Defense Position monster, inflict piercing Battle Damage.", "continuous"),
        ("During damage calculation, if this card battles, it gains 500 ATK.", "continuous"),
        ("Each time a Spell Card is activated, place 1 Glass Counter on this card.", "continuous"),
        ("If this card would be destroyed, you can remove 1 Counter instead.", "replacement"),
        ("During each of your Standby Phases, pay 500 Life Points. If you do not, destroy this card.", "maintenance"),
        ("This card cannot be Normal Summoned or Set.", "summoning"),
    ],
)
def test_old_applied_effects(text: str, kind: str) -> None:
    assert only(text).kind == kind


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("At the start of the Damage Step, if this card attacks a Glass Dragon, destroy that monster.", Window.START),
        ("If this card attacks a Defense Position monster, destroy it before damage calculation.", Window.BEFORE_CALC),
        (
            "If this card attacks a face-down Defense Position monster, destroy it without flipping it face-up or applying damage calculation.",
            Window.START,
        ),
        ("If this card battles a Dragon, destroy that monster after damage calculation.", Window.AFTER_CALC),
        ("During damage calculation, you can discard 1 card to have this card gain 500 ATK.", Window.DURING_CALC),
        ("At the end of the Damage Step, if this card attacked, draw 1 card.", Window.END),
        ("When this card destroys a monster by battle, draw 1 card.", NONE),
    ],
)
def test_windows_of_old_texts(text: str, window: Window) -> None:
    effect = only(text)
    assert effect.activated
    assert effect.condition.window is window


@pytest.mark.parametrize("text", [
    "During the Damage Step, when your LIGHT monster battles, you can discard this card to have that monster gain 500 ATK.",
    "If a Dragon you control battles, during the Damage Step you can pay 500 Life Points. It gains 500 ATK.",
])  # fmt: skip
def test_the_step_named_in_old_texts(text: str) -> None:
    effect = only(text)
    assert effect.activated
    assert effect.condition.names_step


@pytest.mark.parametrize(
    ("text", "expected", "answers"),
    [
        ("Activate only when your opponent declares an attack. Destroy the attacking monster.", "attack_declared/opponent", ()),
        ("Activate only when a monster you control is destroyed by battle. Draw 1 card.", "destroyed/other/battle", ()),
        ("You can only activate this card when your opponent's monster declares an attack. Destroy it.", "attack_declared/other", ()),
        ("Activate only when a Spell Card is activated. Negate the activation and destroy it.", "", ("activation",)),
        ("Activate only during your opponent's Standby Phase. Draw 1 card.", "", ()),
        ("Negate the activation of a Spell Card and destroy it.", "", ()),
    ],
)
def test_activate_only_when(text: str, expected: str, answers: tuple[str, ...]) -> None:
    effect = only(text, "normal trap")
    assert (effect.kind, events(effect.condition), effect.condition.responds_to) == ("card_activation", expected, answers)
    assert effect.actions


def test_activate_only_at_the_end_of_the_damage_step() -> None:
    text = "Activate only at the end of the Damage Step, if your monster destroyed a monster by battle. Draw 1 card."
    assert only(text, "normal trap").condition.window is Window.END


def test_activate_at_the_end_of_the_damage_step() -> None:
    text = "Activate at the end of the Damage Step, if your monster destroyed a monster by battle. Draw 1 card."
    assert only(text, "normal trap").condition.window is Window.END


def test_old_cards_that_are_used_up() -> None:
    assert kinds("Select 1 Glass Dragon on the field. It gains 750 ATK until the End Phase.", "quick-play") == ["1 card_activation"]
    assert done(only("Select 1 face-up monster on the field. Destroy it.", "normal spell").actions) == "select, sentence destroy"


def test_a_used_up_card_that_speaks_of_its_own_activation() -> None:
    assert kinds("Gain 300 Life Points. If this card was activated as Chain Link 2, draw 1 card.", "normal trap") == ["1 card_activation"]


@pytest.mark.xfail(reason='_WAITING: "banish this card" in the first 60 characters makes a card seem to have no activation')
def test_a_used_up_card_that_banishes_itself_at_resolution() -> None:
    assert kinds('Banish this card and all "Glass" cards, then draw 1 card.', "normal spell") == ["1 card_activation"]


def test_a_used_up_card_with_an_old_trigger_alone() -> None:
    assert kinds("When this Set card is destroyed by your opponent, draw 1 card.", "normal trap") == ["1 trigger"]


def test_old_options() -> None:
    text = "Once per turn, you can activate 1 of these effects:\n● Destroy 1 Spell Card.\n● Draw 1 card."
    assert [(e.bullet, e.kind) for e in effects(text)] == [(1, "ignition"), (2, "ignition")]


def test_the_colon_before_bullets_is_no_mark_of_current_wording() -> None:
    text = (
        "When this card is Fusion Summoned, place 2 Counters on it. Once per turn, you can activate 1 of these effects: ● Draw 1 card. ● Gain 500 LP."
    )
    assert effects(text)[0].kind == "trigger"


@pytest.mark.parametrize("text", [
    "If this card is banished: You can draw 1 card. When a Dragon declares an attack, inflict 100 damage to its controller.",
    "If this card is banished: You can draw 1 card. Once per turn, you can negate the effect of a Trap Card.",
])  # fmt: skip
def test_current_wording_makes_a_sentence_without_a_colon_applied(text: str) -> None:
    assert [e.activated for e in effects(text)] == [True, False]


@pytest.mark.parametrize(("shape", "thing"), [("continuous trap", "that monster"), ("equip spell", "the equipped monster")])
@pytest.mark.parametrize("what", ["leaves the field", "is destroyed", "is removed from the field"])
def test_a_monster_that_goes_with_its_lasting_card(shape: str, thing: str, what: str) -> None:
    text = f"Activate this card by selecting 1 monster. When this card {what}, destroy {thing}."
    assert not effects(text, shape)[-1].activated


@pytest.mark.xfail(
    reason='_OLD_CAN: "if you control this card on the field" between the limit and the "can" makes a statement of an old Union effect'
)
def test_an_old_union_effect_is_activated() -> None:
    text = "Once per turn, in your Main Phase, if you control this Glass card, you can equip it to your Dragon, OR unequip it and Special Summon it."
    assert effects(text)[0].activated
