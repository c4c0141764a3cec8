"""English events: what happens to whom, and how several are joined."""

import pytest

from tests.read.english_cards import events, only

BOX = "You can draw 1 card."


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If this card is Normal Summoned", "normal_summoned/self"),
        ("If this card is Special Summoned", "special_summoned/self"),
        ("If this card is Normal or Special Summoned", "normal_summoned/self, special_summoned/self"),
        ("When this card is Tribute Summoned", "tribute_summoned/self"),
        ("When this card is Flip Summoned", "flip_summoned/self"),
        ("If this card is Fusion Summoned", "fusion_summoned/self"),
        ("If this card is Ritual Summoned", "ritual_summoned/self"),
        ("If this card is Synchro Summoned", "synchro_summoned/self"),
        ("If this card is Xyz Summoned", "xyz_summoned/self"),
        ("If this card is Link Summoned", "link_summoned/self"),
        ("If this card is Pendulum Summoned", "pendulum_summoned/self"),
        ("If this card is Summoned", "summoned/self"),
        ("If this card is Special Summoned from the GY", "special_summoned/self"),
        ("If this card is Special Summoned by the effect of a Dragon", "special_summoned/self"),
        ("If this card is flipped face-up", "flipped/self"),
        ("If this card is destroyed", "destroyed/self"),
        ("If this card is destroyed and sent to the GY", "destroyed/self"),
        ("If this card is sent to the GY", "sent_to_gy/self"),
        ("If this card is sent from the field to the Graveyard", "sent_to_gy/self"),
        ("If this card is sent from the hand or Deck to the GY", "sent_to_gy/self"),
        ("If this card is banished", "banished/self"),
        ("If this card is removed from play", "banished/self"),
        ("If this card is discarded", "discarded/self"),
        ("If this card is Tributed", "tributed/self"),
        ("If this card is returned to the hand", "returned/self"),
        ("If this card is added to your hand, except by drawing it", "added_to_hand/self"),
        ("When you draw this card", "drawn/self"),
        ("If this card is added to your Extra Deck face-up", "added_to_extra/self"),
        ("If this card leaves the field", "leaves_field/self"),
        ("If this face-up card leaves the field", "leaves_field/self"),
        ("If this card is detached from an Xyz Monster", "detached/self"),
        ("When this card is changed from Attack Position to face-up Defense Position", "position_changed/self"),
        ("If control of this card changes", "control_changed/self"),
        ("If this card is equipped with an Equip Card", "equipped/self"),
        ("If this card is used as Link Material", "used_as_material/self"),
        ("If this card is sent to the GY as Synchro Material", "used_as_material/self"),
        ("If this Set card is destroyed", "destroyed/self"),
        ("If this Link Summoned card is destroyed", "destroyed/self"),
        ("If this card in its owner's Monster Zone is destroyed", "destroyed/self"),
        ("If this card in the Field Zone is destroyed", "destroyed/self"),
    ],
)
def test_events_of_this_card(clause: str, expected: str) -> None:
    assert events(only(f"{clause}: {BOX}").condition) == expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If a monster(s) is Special Summoned", "special_summoned/other"),
        ("If another monster is Special Summoned to your field", "special_summoned/other"),
        ("If your opponent Special Summons a monster(s)", "special_summoned/other"),
        ("If your opponent Normal or Special Summons a monster(s)", "normal_summoned/other, special_summoned/other"),
        ("If a monster(s) is Special Summoned to a zone this card points to", "special_summoned/other"),
        ("If a monster this card points to is destroyed", "destroyed/other"),
        ("If a monster equipped with this card is destroyed", "destroyed/other"),
        ("If the equipped monster is destroyed", "destroyed/other"),
        ('If a "Glass Heron" you control is banished', "banished/other"),
        ("If a monster is banished while this card is in your GY", "banished/other"),
        ("While this card is in your GY, if a monster is banished", "banished/other"),
        ("If this card is in your hand and a monster you control is destroyed", "destroyed/other"),
        ("If a card(s) is sent from the hand to the GY", "sent_to_gy/other"),
        ("If a monster in your possession is Tributed", "tributed/other"),
        ("If a monster(s) is flipped face-up", "flipped/other"),
        ("If a monster's battle position is changed", "position_changed/other"),
        ("If your opponent adds a card from their Deck to their hand", "added_to_hand/other"),
        ("If you discard a card", "discarded/other"),
        ("If a Spell Counter is removed", "counter/other"),
        ("If a face-up card leaves the field", "leaves_field/other"),
    ],
)
def test_events_of_other_cards(clause: str, expected: str) -> None:
    assert events(only(f"{clause}: {BOX}").condition) == expected


@pytest.mark.parametrize(
    ("clause", "expected"),
    [
        ("If this card is Special Summoned, or if another monster is Special Summoned", "special_summoned/self, special_summoned/other"),
        ("If this card is Link Summoned, or if a card is banished", "link_summoned/self, banished/other"),
        (
            "If this card is Special Summoned or if another monster you control is destroyed by battle",
            "special_summoned/self, destroyed/other/battle",
        ),
        ("If this card or another monster you control is destroyed", "destroyed/self"),
        ("If this card is sent to the GY or banished", "sent_to_gy/self, banished/self"),
        ("If this card is destroyed, or banished from the field", "destroyed/self, banished/self"),
        ("If this card is discarded, or sent from the Deck to the GY", "discarded/self, sent_to_gy/self"),
        ("If another monster is banished, or if a card is added to the hand", "banished/other, added_to_hand/other"),
        ("If your opponent Special Summons a monster, or this card is targeted for an attack", "special_summoned/other, attack_targeted/self"),
        ("If this card is Normal Summoned, or is flipped face-up", "normal_summoned/self, flipped/self"),
    ],
)
def test_alternatives(clause: str, expected: str) -> None:
    found = events(only(f"{clause}: {BOX}").condition)
    assert found == expected


def test_an_event_has_its_own_span() -> None:
    text = "If this card is sent to the GY, or if another monster is banished by battle: You can draw 1 card."
    found = only(text).condition.events
    assert [text[slice(*e.span)] for e in found] == ["sent", "banished"]


def test_nouns_that_look_like_events() -> None:
    for clause in (
        "During the Battle Phase",
        "If you control a destroyed counter",
        "If all monsters in Attack Position are Dragons",
        "If the battle position of all monsters you control is the same",
        "If you have a Normal Summoned monster",
        "If you control a Special Summoned monster",
    ):
        assert events(only(f"{clause}: {BOX}").condition) == "", clause


@pytest.mark.parametrize("clause", ["If you Normal Summon this card", "If you Tribute Summon this card by Tributing a Dragon"])
def test_you_summon_this_card(clause: str) -> None:
    assert [e.subject for e in only(f"{clause}: {BOX}").condition.events if e.what.endswith("summoned")] == ["self"]
