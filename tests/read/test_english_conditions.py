"""English activation clauses: windows, the step, marks, phases, turns, states and what is answered."""

import pytest

from pipeline.windows import NONE, UNTIL_CALC, Window
from tests.read.english_cards import effects, events, only

BOX = "You can draw 1 card."
START, BEFORE, DURING, AFTER, END = Window


@pytest.mark.parametrize(
    ("clause", "window"),
    [
        ("At the start of the Damage Step, if this card battles", START),
        ("If this card battles, at the start of the Damage Step", START),
        ("At the start of the Damage Step, when this card attacks a face-down Defense Position monster", START),
        ("Before damage calculation, if this card battles", BEFORE),
        ("When this card attacks or is attacked, before damage calculation", BEFORE),
        ("During damage calculation, if this card battles", DURING),
        ("During damage calculation, if your monster battles (Quick Effect)", DURING),
        ("During your opponent's damage calculation, if you would take battle damage", DURING),
        ("If this card battles a Glass Dragon, during damage calculation (in either player's turn)", DURING),
        ("During your opponent's turn, at damage calculation", DURING),
        ("After damage calculation, if this card battled", AFTER),
        ("After damage calculation, when this card battles an opponent's monster", AFTER),
        ("If this card destroys an opponent's monster by battle, after damage calculation", AFTER),
        ("At the end of the Damage Step, if this card battled", END),
        ("At the end of the Damage Step, if this card attacked", END),
        ("At the end of the Damage Step, when this card destroys a Glass Dragon by battle", END),
        ("When this card inflicts battle damage, at the end of that Damage Step", END),
        ("From the start of the Damage Step until before damage calculation, if your monster battles (Quick Effect)", UNTIL_CALC),
        # States and durations are no moment of activation.
        ("If this card that was face-down at the start of the Damage Step is destroyed by battle", NONE),
        ("When this card is destroyed by battle, if it was face-up at the start of the Damage Step", NONE),
        ("When a monster that was in Attack Position at the start of the Damage Step is destroyed by battle", NONE),
        ("If a monster affected until the end of the Damage Step is destroyed by battle", NONE),
        ("When this card inflicts battle damage", NONE),
        ("If this card battles", NONE),
        ("When an attack is declared", NONE),
        ("At the end of the Battle Phase, if this card battled", NONE),
    ],
)
def test_the_window_named_as_the_moment(clause: str, window: Window) -> None:
    condition = only(f"{clause}: {BOX}").condition
    assert condition.window is window
    assert not condition.names_step


def test_a_window_named_beside_a_state_of_the_same_words() -> None:
    text = "If this card was face-down at the start of the Damage Step, after damage calculation: Destroy the monster that attacked it."
    assert only(text).condition.window is AFTER


@pytest.mark.parametrize(
    ("text", "window"),
    [
        # What stands behind the colon is processing or duration (W-66, W-67).
        ("During damage calculation, if this card battles: You can banish the other monster at the end of the Damage Step.", DURING),
        ("When an attack is declared: You can make this card gain 500 ATK until the end of the Damage Step.", NONE),
        ("When this card declares an attack: Your opponent cannot activate cards until the end of the Damage Step.", NONE),
        ("Once per turn: You can target 1 monster; after damage calculation, if it battles this turn, destroy it.", NONE),
        ("When a Glass Dragon declares an attack: Change the target to this card, and perform damage calculation.", NONE),
        ("(Quick Effect): You can discard this card; your monster gains 900 ATK during damage calculation only.", NONE),
    ],
)
def test_a_window_behind_the_colon_is_no_moment(text: str, window: Window) -> None:
    assert only(text).condition.window is window


@pytest.mark.parametrize("clause", [
    "During the Damage Step, when your LIGHT monster battles (Quick Effect)",
    "During the Damage Step of either player's turn, when this card battles",
    "During either player's Damage Step, when your monster battles",
    "During the Battle Step or Damage Step of this card's attack, when a Trap Card is activated (Quick Effect)",
    "When your opponent activates a card or effect during the Damage Step (Quick Effect)",
])  # fmt: skip
def test_the_step_named_as_a_whole(clause: str) -> None:
    condition = only(f"{clause}: {BOX}").condition
    assert condition.names_step
    assert condition.window is NONE
    assert condition.mark is None


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        (f"If another card is banished (except during the Damage Step): {BOX}", "except"),
        (f"If another card is banished, except during the Damage Step: {BOX}", "except"),
        (f"If another card is banished (except in the Damage Step): {BOX}", "except"),
        (f"If another card is banished (except during the Damage Step, or the turn this card was banished): {BOX}", "except"),
        (f"During the Main Phase or when a card is activated (except during the Damage Step) (Quick Effect): {BOX}", "except"),
        (f"(Quick Effect) (except during the Damage Step): {BOX}", "except"),
        (f"If a Glass Dragon is banished while you control this card (except during the Damage Step): {BOX}", "except"),
        ("If another card is banished: You can draw 1 card. This effect cannot be activated during the Damage Step.", "except"),
        ("If another card is banished: You can draw 1 card. You cannot activate this effect in the Damage Step.", "except"),
        ("You can pay 500 LP (except during the Damage Step); draw 1 card.", "except"),
        (f"If another card is banished (even during the Damage Step): {BOX}", "even"),
        (f"If another card is banished, even during the Damage Step: {BOX}", "even"),
        (f"When a Trap Card is activated, even during the Damage Step (Quick Effect): {BOX}", "even"),
        (f"If a monster is Special Summoned, even in the Damage Step: {BOX}", "even"),
        ("If another card is banished: You can draw 1 card. This effect can be activated even during the Damage Step.", "even"),
        ("If another card is banished: You can draw 1 card. This effect can also be activated during the Damage Step.", "even"),
        (f"If another card is banished: {BOX}", None),
        (f"If this card is destroyed, except by battle: {BOX}", None),
        (f"If this card is in your GY, except the turn it was banished: {BOX}", None),
        (f"At the start of the Damage Step, if this card battles: {BOX}", None),
    ],
)
def test_marks(text: str, mark: str | None) -> None:
    condition = only(text).condition
    assert condition.mark == mark
    assert not condition.names_step


def test_a_mark_is_of_one_effect_alone() -> None:
    text = f"If another card is banished (except during the Damage Step): {BOX} If this card is banished: {BOX}"
    assert [e.condition.mark for e in effects(text)] == ["except", None]


def test_a_mark_beside_a_named_step() -> None:
    text = f"During the Damage Step, when your monster battles, or if a card is activated (except during the Damage Step) (Quick Effect): {BOX}"
    condition = only(text).condition
    assert (condition.mark, condition.names_step) == ("except", True)


@pytest.mark.parametrize(
    ("clause", "phases", "whose"),
    [
        ("During your Main Phase", ("main",), "you"),
        ("During your opponent's Main Phase (Quick Effect)", ("main",), "opponent"),
        ("During the Main Phase (Quick Effect)", ("main",), None),
        ("During your Main Phase 1", ("main",), "you"),
        ("During either player's Main Phase", ("main",), None),
        ("During the Main or Battle Phase (Quick Effect)", ("main", "battle"), None),
        ("During your opponent's Main or Battle Phase (Quick Effect)", ("main", "battle"), "opponent"),
        ("During the Battle Phase (Quick Effect)", ("battle",), None),
        ("During your Battle Phase", ("battle",), "you"),
        ("At the start of the Battle Phase", ("battle_start",), None),
        ("At the start of your Battle Phase", ("battle_start",), "you"),
        ("At the end of the Battle Phase, if this card battled", ("battle_end",), None),
        ("During the Battle Step, if this card attacks", ("battle_step",), None),
        ("During your opponent's Battle Step", ("battle_step",), "opponent"),
        ("Once per turn, during your Standby Phase", ("standby",), "you"),
        ("During your next Standby Phase", ("standby",), "you"),
        ("During the Draw Phase", ("draw",), None),
        ("During the End Phase", ("end",), None),
        ("During your opponent's End Phase", ("end",), "opponent"),
        ("During the End Phase, if this card is in the GY because a Glass Dragon was destroyed", ("end",), None),
        ("During your turn", (), "you"),
        ("During your opponent's turn (Quick Effect)", (), "opponent"),
        ("During either player's turn", (), None),
        ("If a card on the field is banished", (), None),
        ("If a card is added to the hand, except during the Draw Phase (Quick Effect)", (), None),
    ],
)
def test_phases_and_turns(clause: str, phases: tuple[str, ...], whose: str | None) -> None:
    condition = only(f"{clause}: {BOX}").condition
    assert (condition.phases, condition.whose_turn) == (phases, whose)


def test_a_phase_behind_the_colon_is_no_moment() -> None:
    assert only("If this card is banished: You can draw 1 card during the End Phase.").condition.phases == ()
    assert (
        only("If this card is banished: You can draw 1 card; until the end of your next Main Phase, skip your Battle Phase.").condition.phases == ()
    )


@pytest.mark.parametrize(
    ("clause", "answers"),
    [
        ("When a card or effect is activated (Quick Effect)", ("activation",)),
        ("When your opponent activates a card or effect (Quick Effect)", ("activation",)),
        ("When your opponent activates a monster effect in response", ("activation",)),
        ("When a Spell/Trap Card, or monster effect, is activated", ("activation",)),
        ("Each time a Spell Card is activated", ("activation",)),
        ("When a card or effect is activated that targets this card (Quick Effect)", ("targeting",)),
        ("When your opponent activates a card that targets a Glass Dragon (Quick Effect)", ("targeting",)),
        ("When an effect of a monster that targets 1 card is activated (Quick Effect)", ("targeting",)),
        ("When an effect is activated that would destroy a card you control (Quick Effect)", ("activation",)),
        ("When a monster(s) would be Summoned", ("summon",)),
        ("When your opponent would Special Summon a monster(s) (Quick Effect)", ("summon",)),
        ("When a Glass Dragon would be Summoned, OR a Trap Card is activated", ("summon", "activation")),
        ("Activate only as Chain Link 3 or higher", ("chain",)),
        ("If a monster is Special Summoned by an effect that was activated in the GY", ()),
        ("If a monster is destroyed", ()),
        ("If this card's effect was activated this turn", ()),
    ],
)
def test_what_is_answered(clause: str, answers: tuple[str, ...]) -> None:
    assert only(f"{clause}: {BOX}").condition.responds_to == answers


@pytest.mark.parametrize(
    ("clause", "states", "expected"),
    [
        ("If you control no monsters", ["If you control no monsters"], ""),
        ("If your opponent controls a monster and you do not", ["If your opponent controls a monster and you do not"], ""),
        ("If this card is in your GY", ["If this card is in your GY"], ""),
        ("If this card is in your hand", ["If this card is in your hand"], ""),
        ("If a monster you control is destroyed, while this card is in your GY", ["while this card is in your GY"], "destroyed/other"),
        ("While this card is in your hand, if a monster you control is destroyed", ["While this card is in your hand,"], "destroyed/other"),
        ("When a monster declares an attack, if you control a Dragon", ["if you control a Dragon"], "attack_declared/other"),
        ("If a monster was destroyed by battle this turn", ["If a monster was destroyed by battle this turn"], ""),
        ("If your LP are lower than your opponent's", ["If your LP are lower than your opponent's"], ""),
        ("If this card was Special Summoned by the effect of a Dragon", ["If this card was Special Summoned by the effect of a Dragon"], ""),
        ("If this card is equipped to a monster", ["If this card is equipped to a monster"], ""),
        ("If this card is in Attack Position", ["If this card is in Attack Position"], ""),
    ],
)
def test_states_are_no_events(clause: str, states: list[str], expected: str) -> None:
    text = f"{clause}: {BOX}"
    condition = only(text).condition
    assert [text[slice(*s)].strip() for s in condition.states] == states
    assert events(condition) == expected


@pytest.mark.parametrize(
    ("clause", "whose"),
    [
        ("During damage calculation, if this card battles", "self"),
        ("During damage calculation, if your other monster battles", "other"),
        ("During the Damage Step, when your LIGHT monster battles (Quick Effect)", "other"),
        ("At the start of the Damage Step, if this card attacks a monster", "self"),
        ("During damage calculation, if you would take battle damage", None),
    ],
)
def test_whose_battle_must_be_going_on(clause: str, whose: str | None) -> None:
    assert only(f"{clause}: {BOX}").condition.battle_of == whose
