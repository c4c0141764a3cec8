"""What else is said of an English effect: mandatory or not, from where, how often, and in which windows it applies."""

import pytest

from pipeline.windows import ALL, NONE, Window
from tests.read.english_cards import only


@pytest.mark.parametrize(
    ("text", "mandatory"),
    [
        ("If this card is Special Summoned: Draw 1 card.", True),
        ("If this card is Special Summoned: You can draw 1 card.", False),
        ("If this card is Special Summoned, you can: Draw 1 card.", False),
        ("If this card is Special Summoned: Pay 500 LP; draw 1 card.", True),
        ("If this card is Special Summoned: Draw 1 card, then you can discard 1 card.", True),
        ("If this card is Special Summoned: Target 1 monster; you can destroy it.", True),
        ("If this card is Special Summoned: Your opponent can draw 1 card.", False),
        ("If a monster is destroyed: Its controller can draw 1 card.", False),
        ("FLIP: Draw 1 card.", True),
        ("FLIP: You can draw 1 card.", False),
        ("When your opponent activates a card or effect: Negate the activation.", True),
        ("You can draw 1 card.", False),
        ("Gains 500 ATK.", None),
        ("Cannot be Special Summoned.", None),
        ("If this card is destroyed: Its owner can draw 1 card.", False),
    ],
)
def test_mandatory_or_not(text: str, mandatory: bool | None) -> None:
    assert only(text).mandatory is mandatory


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("If this card is Special Summoned: You can draw 1 card.", ("field",)),
        ("If this card is sent to the GY: You can draw 1 card.", ("gy",)),
        ("If this card is banished: You can draw 1 card.", ("banished",)),
        ("If this card is added to your hand: You can draw 1 card.", ("hand",)),
        ("If this card is in your GY: You can Special Summon this card.", ("gy",)),
        ("If this card is in your hand or GY: You can destroy 1 Glass Dragon.", ("hand", "gy")),
        ("While this card is in your GY, if a monster is destroyed: You can draw 1 card.", ("gy",)),
        ("If a monster is destroyed: You can discard this card; draw 1 card.", ("hand",)),
        ("(Quick Effect): You can discard this card; draw 1 card.", ("hand",)),
        ("(Quick Effect): You can send this card from your hand to the GY; draw 1 card.", ("hand",)),
        ("If a monster is destroyed: You can Special Summon this card from your hand.", ("hand",)),
        ("You can banish this card from your GY; draw 1 card.", ("gy",)),
        ("You can reveal this card in your hand; draw 1 card.", ("hand",)),
        ("You can Tribute this card; draw 1 card.", ("field",)),
        ("(Quick Effect): You can Tribute this card from your hand or field; draw 3 cards.", ("hand", "field")),
    ],
)
def test_places(text: str, places: tuple[str, ...]) -> None:
    assert only(text).places == places


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("Once per turn: You can draw 1 card.", "turn"),
        ("Once per turn, during your Standby Phase: You can draw 1 card.", "turn"),
        ("Once per Chain (Quick Effect): You can draw 1 card.", "chain"),
        ("Once per Duel: You can draw 1 card.", "duel"),
        ("Once per battle, during damage calculation, if this card battles: You can draw 1 card.", "battle"),
        ("If this card is banished: You can draw 1 card.", None),
    ],
)
def test_how_often(text: str, once: str | None) -> None:
    assert only(text).once == once


@pytest.mark.parametrize(
    ("text", "windows"),
    [
        ("If this card battles, it gains 500 ATK during damage calculation only.", Window.DURING_CALC),
        ("During damage calculation, this card gains 500 ATK if it battles a Dragon.", Window.DURING_CALC),
        ("If this card battles, it gains 500 ATK during the Damage Step only.", ALL),
        ("If this card attacks, your opponent cannot activate cards until the end of the Damage Step.", ALL),
        ("Monsters destroyed by battle with this card are banished after damage calculation.", Window.AFTER_CALC),
        ("Cannot be destroyed by battle.", NONE),
        ("If this card battles a Dragon, it gains 500 ATK during that damage calculation only.", Window.DURING_CALC),
        ("If this card attacks, your opponent cannot activate cards until after the Damage Step.", ALL),
    ],
)
def test_the_windows_in_which_an_applied_effect_applies(text: str, windows: Window) -> None:
    effect = only(text)
    assert not effect.activated
    assert effect.applies_in is windows
    assert effect.condition.window is NONE
