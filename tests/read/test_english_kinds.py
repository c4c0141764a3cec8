"""What kind of effect an English text is, by the card it stands on, and which rows a card has."""

import pytest

from tests.read.english_cards import effects, events, kinds, only, read


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("If this card is Special Summoned: You can draw 1 card.", "trigger"),
        ("If another monster is banished: You can draw 1 card.", "trigger"),
        ("During your Standby Phase: You can draw 1 card.", "trigger"),
        ("At the end of the Battle Phase, if this card battled: You can gain 50 LP.", "trigger"),
        ("At the start of the Damage Step, if this card battles: You can draw 1 card.", "trigger"),
        ("During damage calculation, if this card battles: This card gains 500 ATK.", "trigger"),
        ("Each time a Spell Card is activated: Place 1 Counter on this card.", "trigger"),
        ("During damage calculation, if this card battles (Quick Effect): You can discard 1 card; this card gains 500 ATK.", "quick"),
        ("(Quick Effect): You can draw 1 card.", "quick"),
        ("Once per turn (Quick Effect): You can draw 1 card.", "quick"),
        ("During the Main Phase (Quick Effect): You can draw 1 card.", "quick"),
        ("During either player's turn: You can draw 1 card.", "quick"),
        ("When a Glass Dragon activates its effect (Quick Effect): You can negate the activation.", "quick"),
        ("When your opponent activates a monster effect: You can negate the activation.", "quick"),
        ("When a card or effect is activated that targets this card: You can Special Summon this card.", "quick"),
        ("When a monster(s) would be Special Summoned (Quick Effect): You can negate the Summon.", "quick"),
        ("You can draw 1 card. This is a Quick Effect if you control a Dragon.", "quick"),
        ("If this card is in your GY (Quick Effect): You can banish this card; draw 1 card.", "quick"),
        ("You can draw 1 card.", "ignition"),
        ("Once per turn: You can draw 1 card.", "ignition"),
        ("During your Main Phase: You can draw 1 card.", "ignition"),
        ("If you control no Glass Dragon: You can Special Summon this card from your hand.", "ignition"),
        ("If this card is in your GY: You can banish 1 card; Special Summon this card.", "ignition"),
        ("You can discard this card; draw 1 card.", "ignition"),
        ("FLIP: Draw 1 card.", "flip"),
        ("FLIP: You can target 1 card on the field; destroy it.", "flip"),
        ("Gains 500 ATK.", "continuous"),
        ("Cannot be destroyed by battle.", "continuous"),
        ("While you control a Dragon, this card gains 500 ATK.", "continuous"),
        ("If this card attacks a Defense Position monster, inflict piercing battle damage.", "continuous"),
        ("If this card battles, it gains 500 ATK during the Damage Step only.", "continuous"),
        ("You take no battle damage from battles involving this card.", "continuous"),
        ("Your opponent cannot target this card with card effects.", "continuous"),
        ("If this card attacks, your opponent cannot activate Glass Dragons until the end of the Damage Step.", "lock"),
        ("Your opponent cannot activate Trap Cards during the Battle Phase.", "lock"),
        ("If this card would be destroyed by battle, you can discard 1 card instead.", "replacement"),
        ("The first time a Glass Dragon would be destroyed by battle each turn, it is not destroyed.", "replacement"),
        ("During your Standby Phase, pay 500 LP or destroy this card.", "maintenance"),
        ("Cannot be Special Summoned.", "summoning"),
        ('You can only control 1 "Glass Heron".', "condition"),
    ],
)
def test_kinds_on_monsters(text: str, kind: str) -> None:
    assert only(text).kind == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("You can target 1 monster your opponent controls (Quick Effect); banish it.", "quick"),
        ("You can discard this card (Quick Effect); draw 1 card.", "quick"),
    ],
)
def test_a_quick_effect_marked_behind_its_cost(text: str, kind: str) -> None:
    assert only(text).kind == kind


@pytest.mark.parametrize("shape", ["normal spell", "quick-play", "ritual spell", "normal trap", "counter trap"])
def test_a_card_that_is_used_up_is_its_own_effect(shape: str) -> None:
    text = "Draw 1 card, then discard 1 card."
    assert kinds(text, shape) == ["1 card_activation"]
    effect = only(text, shape)
    assert (effect.span, effect.mandatory, effect.places) == ((0, len(text)), None, ())


@pytest.mark.parametrize(
    ("shape", "speed"),
    [
        ("normal spell", 1), ("ritual spell", 1), ("quick-play", 2), ("normal trap", 2), ("counter trap", 3),
    ],
)  # fmt: skip
def test_spell_speed_of_the_card(shape: str, speed: int) -> None:
    assert only("Draw 1 card.", shape).speed == speed


@pytest.mark.parametrize(
    ("shape", "text", "expected"),
    [
        (
            "normal trap",
            "When an attack is declared: Negate the attack. You can banish this card from your GY, then target 1 monster; it gains 500 ATK.",
            ["1 card_activation", "2 quick"],
        ),
        (
            "quick-play",
            "Target 1 monster; it gains 500 ATK. If this card is in your GY: You can banish this card; draw 1 card.",
            ["1 card_activation", "2 ignition"],
        ),
        ("normal spell", "Draw 1 card. If this card is sent to the GY: You can gain 500 LP.", ["1 card_activation", "2 trigger"]),
        ("normal spell", "Draw 1 card. During your Main Phase: You can banish this card from your GY; gain 500 LP.",
         ["1 card_activation", "2 ignition"]),
        ("normal trap", "Draw 1 card. During your Main Phase: You can banish this card from your GY; gain 500 LP.",
         ["1 card_activation", "2 ignition"]),
        ("quick-play", "If this Set card is destroyed: You can draw 1 card. Target 1 monster; destroy it.", ["1 trigger", "2 card_activation"]),
        ("normal trap", "Draw 1 card. If a monster is destroyed, while this card is in your GY: You can banish this card; draw 1 card.",
         ["1 card_activation", "2 trigger"]),
        ("normal spell", "Destroy 1 monster. If a monster would be destroyed, you can banish this card from your GY instead.",
         ["1 card_activation", "2 replacement"]),
        ("normal spell", "Draw 2 cards. You cannot Special Summon the turn you activate this card.", ["1 card_activation"]),
        ("normal trap", "You can activate this card from your hand by discarding 1 card. Draw 1 card.", ["1 condition", "2 card_activation"]),
        ("counter trap", "When a monster effect is activated: Negate the activation. If you do, draw 1 card.", ["1 card_activation"]),
    ],
)  # fmt: skip
def test_cards_that_are_used_up_and_wait_elsewhere(shape: str, text: str, expected: list[str]) -> None:
    assert kinds(text, shape) == expected


@pytest.mark.parametrize(
    ("shape", "speed"), [("continuous spell", 1), ("field spell", 1), ("equip spell", 1), ("continuous trap", 2)]
)  # fmt: skip
def test_a_lasting_card_has_a_row_for_its_bare_activation(shape: str, speed: int) -> None:
    text = "All Dragon monsters you control gain 300 ATK. If a Dragon you control is destroyed by battle: You can draw 1 card."
    assert kinds(text, shape) == ["0 card_activation", "1 continuous", "2 trigger"]
    bare = read(text, shape).effects[0]
    assert (bare.span, bare.speed, bare.mandatory) == ((0, 0), speed, None)


def test_a_pendulum_card_has_a_row_for_its_bare_activation() -> None:
    text = "Once per turn: You can draw 1 card. Dragon monsters you control gain 300 ATK."
    assert kinds(text, "pendulum", "pendulum_effect") == ["0 card_activation", "1 ignition", "2 continuous"]
    assert read(text, "pendulum", "pendulum_effect").effects[0].speed == 1
    assert kinds(text, "pendulum") == ["1 ignition", "2 continuous"]
    assert all(e.part == "pendulum_effect" for e in read(text, "pendulum", "pendulum_effect").effects)


@pytest.mark.parametrize(
    ("shape", "text", "kind"),
    [
        ("continuous trap", "You can target 1 monster; it gains 500 ATK.", "quick"),
        ("continuous trap", "During the Main Phase: You can draw 1 card.", "quick"),
        ("continuous trap", "If a monster is destroyed: You can draw 1 card.", "trigger"),
        ("continuous trap", "When a card is activated: You can negate the activation.", "quick"),
        ("continuous trap", "During your Standby Phase: You can draw 1 card.", "trigger"),
        ("continuous spell", "You can target 1 monster; it gains 500 ATK.", "ignition"),
        ("continuous spell", "During your Main Phase: You can draw 1 card.", "ignition"),
        ("continuous spell", "If a monster is destroyed: You can draw 1 card.", "trigger"),
        ("continuous spell", "During the Battle Phase (Quick Effect): You can draw 1 card.", "quick"),
        ("field spell", "During damage calculation, if a Dragon battles: You can draw 1 card.", "trigger"),
        ("equip spell", "Once per turn: You can draw 1 card.", "ignition"),
        ("equip spell", "If the equipped monster destroys a monster by battle: You can draw 1 card.", "trigger"),
        ("equip spell", "The equipped monster gains 500 ATK.", "continuous"),
        ("equip spell", "Equip only to a Dragon.", "condition"),
    ],
)
def test_kinds_on_lasting_cards(shape: str, text: str, kind: str) -> None:
    assert only(text, shape).kind == kind


def test_a_lasting_card_whose_activation_does_something() -> None:
    text = "Activate this card by targeting 1 Dragon in your GY; Special Summon it. When this card leaves play, destroy that Dragon."
    found = read(text, "continuous trap").effects
    assert [e.kind for e in found][:2] == ["card_activation", "card_activation"]
    assert next(a.what for a in found[1].actions) == "special_summon"
    assert kinds("When this card is activated: Draw 1 card. Monsters gain 300 ATK.", "field spell")[1:] == ["1 card_activation", "2 continuous"]


@pytest.mark.parametrize("phase", ["once per turn, during your Main Phase", "during your opponent's End Phase"])
def test_summoned_this_way_may_be_a_state(phase: str) -> None:
    text = f"You can Special Summon this card (from your hand). If Summoned this way, {phase}: You can draw 1 card."
    assert events(effects(text)[1].condition) == ""


def test_when_you_do_behind_a_way_of_summoning_is_a_trigger() -> None:
    text = "You can Special Summon this card (from your hand). When you do: Add 1 Glass Dragon to your hand."
    assert kinds(text) == ["1 summoning", "2 trigger"]


def test_a_replacement_behind_an_effect_is_an_effect_of_its_own() -> None:
    text = "Once per turn: You can target 1 monster; equip this card to it. If the equipped monster would be destroyed, destroy this card instead."
    assert kinds(text) == ["1 ignition", "2 replacement"]
