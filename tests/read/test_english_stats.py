"""English changes of ATK or DEF: the shapes of the rulebook's W-01 to W-32b, and the words that only measure."""

import pytest

from tests.read.english_cards import only, stats

TARGET = "(Quick Effect): You can target 1 face-up monster on the field;"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("it gains 500 ATK.", "first target"),
        ("it loses 500 ATK/DEF until the end of this turn.", "first target"),
        ("it gains 500 ATK and DEF.", "first target"),
        ("its ATK becomes 0.", "first target"),
        ("its ATK/DEF become 0.", "first target"),
        ("its original ATK becomes 3000.", "first target"),
        ("change its ATK to 0.", "first target"),
        ("halve its ATK.", "first target"),
        ("its ATK is halved.", "first target"),
        ("its ATK and DEF are doubled.", "first target"),
        ("double its ATK until the end of this turn.", "first target"),
        ("its ATK becomes double its original ATK.", "first target"),
        ("switch its ATK and DEF.", "first target"),
        ("increase its ATK by 500.", "first target"),
        ("decrease its ATK by 500.", "first target"),
        ("reduce its ATK to 0.", "first target"),
        ("make its ATK 0.", "first target"),
        ("that target gains 500 ATK.", "first target"),
        ("that monster's ATK becomes 0.", "first target"),
        ("this card gains ATK equal to that target's ATK.", "first self"),
        ("this card gains 500 ATK.", "first self"),
        ("the ATK of this card becomes 3000.", "first self"),
        ("the ATK of that target becomes 0.", "first target"),
        ("all monsters you control gain 500 ATK.", "first other"),
        ("each monster your opponent controls loses 500 ATK.", "first other"),
        ("the original ATK of all monsters on the field becomes 1000.", "first other"),
        ("until the end of this turn, it gains 500 ATK.", "first target"),
    ],
)
def test_shapes_of_a_change(text: str, expected: str) -> None:
    assert stats(only(f"{TARGET} {text}"))[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "You can make this card gain 500 ATK.",
        "You can make all monsters you control lose 500 ATK.",
        "You can make this card's ATK become 0.",
        "You can make the ATK of all monsters your opponent controls become 0.",
        "You can make all Glass Dragons gain ATK equal to their Levels x 250.",
        "You can make this card gain 100 ATK for each monster with a different name.",
        "You can make this card gain ATK equal to your LP.",
    ],
)
def test_make_it_gain(text: str) -> None:
    effect = only(f"(Quick Effect): {text}")
    assert [s.split()[0] for s in stats(effect)] == ["first"]
    assert not effect.actions[0].optional


@pytest.mark.parametrize(
    "text",
    [
        "their ATK's become 0.",
        "this card gains 1 Level and 400 ATK.",
        "during this damage calculation, its DEF becomes equal to this card's DEF.",
        "all Fusion, Synchro, Xyz, and Link Monsters you control gain 500 ATK.",
        "the ATK of all monsters with its name becomes 0.",
    ],
)
def test_further_shapes_of_a_change(text: str) -> None:
    assert stats(only(f"{TARGET} {text}"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("negate its effects, also its ATK is halved.", ["also target"]),
        ("return it to the hand, and if you do, this card gains 500 ATK.", ["and_if_you_do self"]),
        ("destroy it, then this card gains 500 ATK.", ["then self"]),
        ("destroy it, and if you do, you can make this card gain 500 ATK.", ["and_if_you_do self?"]),
        ("destroy it, then you can make this card gain 500 ATK.", ["then self?"]),
        ("destroy it. This card gains 500 ATK.", ["sentence self"]),
        ("change its ATK to 0, also negate its effects.", ["first target"]),
        ("it cannot be destroyed by battle this turn, also its ATK is halved.", ["also target"]),
        ("destroy it, but this card loses 500 ATK.", ["and self"]),
        ("during your next Standby Phase, it gains 500 ATK.", ["first target~"]),
        ("if it battles this turn, it gains 500 ATK during the Damage Step only.", ["first target~"]),
        ("each time it destroys a monster, it gains 500 ATK.", ["and target~"]),
        ("it gains 500 ATK until the end of the Damage Step.", ["first target"]),
        ("it gains 500 ATK, then it loses 500 ATK during the End Phase.", ["first target", "then target"]),
    ],
)
def test_how_a_change_hangs_on(text: str, expected: list[str]) -> None:
    assert stats(only(f"{TARGET.replace('(Quick Effect): You can t', 'T')} {text}", "quick-play")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Special Summon 1 monster from your GY, and it gains 500 ATK.", ["and summoned"]),
        ("Special Summon 1 monster from your GY, and if you do, it gains 500 ATK.", ["and_if_you_do summoned"]),
        ("Special Summon 1 monster from your GY, but its ATK becomes 0.", ["and summoned"]),
        ("Special Summon 1 monster from your GY, and if you do, this card gains 500 ATK.", ["and_if_you_do self"]),
        ("Special Summon 1 monster from your GY, and if you do, all monsters you control gain 500 ATK.", ["and_if_you_do other"]),
        ("Special Summon 1 monster from your GY, but halve the ATK of the monster Summoned by this effect.", ["and summoned"]),
    ],
)
def test_a_change_of_the_summoned_monster(text: str, expected: list[str]) -> None:
    assert stats(only(f"(Quick Effect): You can discard this card; {text}")) == expected


def test_a_target_that_is_summoned_is_the_summoned_monster() -> None:
    text = "(Quick Effect): You can target 1 monster in your GY; Special Summon it, and if you do, it gains 500 ATK."
    assert stats(only(text)) == ["and_if_you_do summoned"]
    text = "(Quick Effect): You can target 1 Glass Dragon; Special Summon this card from your hand, and if you do, that monster gains 500 ATK."
    assert stats(only(text))[0].split()[0] == "and_if_you_do"


@pytest.mark.parametrize(
    "text",
    [
        "inflict damage to your opponent equal to its ATK.",
        "gain LP equal to its original ATK.",
        "Special Summon 1 monster with 1500 or less ATK from your Deck.",
        "destroy all monsters with ATK less than or equal to its ATK.",
        "destroy the monster your opponent controls with the highest ATK.",
        "destroy 1 monster whose current ATK is higher than its original ATK.",
        'Special Summon 1 "Heron Token" (Fiend/DARK/Level 1/ATK 500/DEF 500).',
        "you take no battle damage this turn.",
        "double any battle damage it inflicts this turn.",
        "increase its Level by 1.",
        "change it to face-down Defense Position.",
        "change its battle position.",
        "it becomes Level 4.",
        "place 1 Counter on it for every 1000 ATK it has.",
        "Tribute monsters so that their combined ATK becomes 3000 or more.",
        "send 1 monster with 1000 ATK to the GY.",
        "add 1 monster with 1000 DEF to your hand.",
        "destroy 1 monster, if its ATK is 1000 or less.",
        "add 1 monster with 1500 or less ATK from your Deck to the hand.",
        "send 1 monster with the highest ATK to the GY.",
        "destroy all monsters whose DEF is lower than its ATK.",
        "destroy monsters whose ATK add up to 3000 or less ATK.",
    ],
)
def test_a_measure_is_no_change(text: str) -> None:
    assert stats(only(f"{TARGET} {text}")) == []


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [
        ("Target 1 monster on the field; equip this card to it. It gains 500 ATK.", "normal trap", ["sentence target"]),
        ("Target 1 Glass Dragon; equip this card to that target. It gains 550 ATK/DEF.", "normal trap", ["sentence target"]),
        ("Equip this card to 1 monster you control. The equipped monster gains 500 ATK.", "normal trap", ["sentence other"]),
        ("Target 1 monster; equip this card to it. While equipped, it gains 500 ATK.", "normal trap", ["sentence target~"]),
        ("All monsters you control gain 500 ATK until the end of this turn.", "quick-play", ["first other"]),
        ("Tribute 1 monster; all monsters you control gain ATK equal to the Tributed monster's ATK.", "normal trap", ["first other"]),
    ],
)
def test_cards_that_equip_themselves_or_raise_all(text: str, shape: str, expected: list[str]) -> None:
    assert stats(only(text, shape)) == expected


def test_an_opponents_choice_is_told() -> None:
    text = "Your opponent chooses 1 of these effects, and you apply it.\n● Halve the ATK of all monsters they control.\n● End the Battle Phase."
    assert next(a.what for a in only(text, "normal trap").actions) == "opponent_chooses"


def test_a_change_behind_a_negated_condition() -> None:
    assert stats(only("During your End Phase: If you do not control another monster, this card loses 800 ATK."))
