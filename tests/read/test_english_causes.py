"""English events of battle and damage, and by which cause a thing happens."""

import pytest

from tests.read.english_cards import events, only

BOX = "You can draw 1 card."


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If this card is destroyed by battle", "destroyed/self/battle"),
        ("If this card is destroyed by battle and sent to the GY", "destroyed/self/battle"),
        ("If this card is sent to the GY by battle", "sent_to_gy/self/battle"),
        ("If a monster you control is destroyed by battle", "destroyed/other/battle"),
        ("If this card is destroyed by card effect", "destroyed/self/effect"),
        ("If this card is destroyed by an opponent's card effect", "destroyed/self/effect"),
        ("If this card is sent to the GY by a card effect", "sent_to_gy/self/effect"),
        ("If a monster leaves the field because of an opponent's card effect", "leaves_field/other/effect"),
        ("If this card is destroyed by your opponent's card", "destroyed/self"),
        ("If this card is destroyed by battle or card effect", "destroyed/self/either"),
        ("If this card is destroyed by battle or an opponent's card effect", "destroyed/self/either"),
        ("If this card is destroyed by battle or by card effect", "destroyed/self/either"),
        ("If this card is destroyed by card effect or by battle", "destroyed/self/either"),
        ("If this card is destroyed (by battle or card effect)", "destroyed/self/either"),
        ("If this card is destroyed by battle with a stronger monster, or destroyed by an opponent's card effect", "destroyed/self/either"),
        ("When this card is destroyed (either by battle, and it was face-up before that, or by card effect)", "destroyed/self/either"),
        ("If this card is sent to the GY (unless it was attacked and destroyed by battle)", "sent_to_gy/self"),
        ("If a monster you control is destroyed by battle or card effect", "destroyed/other/either"),
        ("If a monster you control is destroyed by battle with an opponent's monster, or by an opponent's card effect", "destroyed/other/either"),
        ("If this card is destroyed, except by battle", "destroyed/self/not_battle"),
        ("If a monster leaves the field, except by being destroyed by battle", "leaves_field/other/not_battle"),
        ("If this card is sent to the GY, other than by battle", "sent_to_gy/self/not_battle"),
    ],
)
def test_causes(clause: str, expected: str) -> None:
    assert events(only(f"{clause}: {BOX}").condition) == expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If a Glass Dragon leaves the field by a Trap Card's effect, or is destroyed by battle", {"leaves_field": "effect", "destroyed": "battle"}),
        ("If this card is sent to the GY by a card effect, or is destroyed by battle", {"sent_to_gy": "effect", "destroyed": "battle"}),
        (
            "If this card is banished by a card effect, or if another monster is destroyed by battle",
            {"banished": "effect", "destroyed": "battle"},
        ),
    ],
)
def test_each_alternative_has_its_own_cause(clause: str, expected: dict[str, str]) -> None:
    assert {e.what: e.cause for e in only(f"{clause}: {BOX}").condition.events} == expected


def test_destroyed_by_battle_or_leaves_by_an_effect() -> None:
    clause = "If a Glass Dragon is destroyed by battle, or leaves the field because of a Trap Card's effect, while this card is in your GY"
    assert events(only(f"{clause}: {BOX}").condition) == "destroyed/other/battle, leaves_field/other/effect"


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If this card destroys an opponent's monster by battle", "destroys/self"),
        ("When this card destroys a Dragon by battle and sends it to the GY", "destroys/self"),
        ("When your monster destroys an opponent's monster by battle", "destroys/other"),
        ("When this card inflicts battle damage to your opponent", "battle_damage/self"),
        ("When this card inflicts battle damage by a direct attack", "battle_damage/self"),
        ("When a monster you control inflicts battle damage", "battle_damage/other"),
        ("When you take battle damage", "battle_damage/you"),
        ("If your opponent takes battle damage", "battle_damage/opponent"),
        ("When you take battle damage from a direct attack", "battle_damage/you"),
        ("When you take damage", "damage/you"),
        ("If you take battle or effect damage", "damage/you"),
        ("When you take battle damage or effect damage", "damage/you"),
        ("If you take effect damage", "effect_damage/you"),
        ("If your opponent takes effect damage", "effect_damage/opponent"),
        ("When you take damage from a card effect", "effect_damage/you"),
        ("If you gain LP", "lp_gained/you"),
        ("Each time your opponent gains LP", "lp_gained/opponent"),
        ("If you pay LP", "lp_paid/you"),
        ("If this card battles", "battles/self"),
        ("If this card battles an opponent's monster", "battles/self"),
        ("When this card attacks", "attacks/self"),
        ("When this card attacks or is attacked", "attacks/self"),
        ("When this card declares an attack", "attack_declared/self"),
        ("When an attack is declared", "attack_declared/other"),
        ("When an opponent's monster declares a direct attack", "attack_declared/other"),
        ("When this card is targeted for an attack", "attack_targeted/self"),
        ("When a monster you control is targeted for an attack", "attack_targeted/other"),
        ("If an attack is negated", "attack_negated/other"),
    ],
)
def test_attack_battle_and_damage(clause: str, expected: str) -> None:
    assert events(only(f"{clause}: {BOX}").condition) == expected


@pytest.mark.parametrize("clause", [
    "If your opponent's monster targets this card for an attack",
    "If your opponent Special Summons a monster, or if an opponent's monster targets this card for an attack",
])  # fmt: skip
def test_targeted_for_an_attack_in_the_active_voice(clause: str) -> None:
    assert "attack_targeted/self" in events(only(f"{clause}: {BOX}").condition)
