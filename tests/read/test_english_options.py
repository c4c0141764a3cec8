"""Bullets of English texts: options chosen on activation, choices applied at resolution, effects granted to a card, and lists."""

import pytest

from tests.read.english_cards import done, effects, events, kinds, only, read, words

CHOICE = "Activate 1 of these effects;\n● Draw 1 card.\n● Target 1 monster; it gains 500 ATK."


@pytest.mark.parametrize("shape", ["normal spell", "quick-play", "normal trap", "counter trap"])
@pytest.mark.parametrize("lead", [
    "Activate 1 of these effects;",
    "Activate 1 of these effects.",
    "Activate 1 of the following effects.",
    "You can activate 1 of these effects;",
    "Pay 500 LP, then activate 1 of these effects;",
    "When an attack is declared: Activate 1 of these effects;",
    'Activate 1 of these effects (but you can only activate 1 "Glass Heron" per turn);',
])  # fmt: skip
def test_options_chosen_on_activation_have_no_parent_row(shape: str, lead: str) -> None:
    text = f"{lead}\n● Draw 1 card.\n● Destroy 1 card on the field."
    assert kinds(text, shape) == ["1.1 card_activation", "1.2 card_activation"]
    assert [done(e.actions) for e in effects(text, shape)] == ["draw", "destroy"]


@pytest.mark.parametrize(
    ("shape", "lead", "kind"),
    [
        ("monster", "Once per turn: You can activate 1 of these effects;", "ignition"),
        ("monster", "(Quick Effect): You can activate 1 of these effects;", "quick"),
        ("monster", "During the Main Phase (Quick Effect): You can activate 1 of these effects.", "quick"),
        ("monster", "If this card is Special Summoned: You can activate 1 of these effects.", "trigger"),
        ("monster", "You can discard 1 card, then activate 1 of these effects;", "ignition"),
        ("field spell", "Once per turn: You can activate 1 of these effects;", "ignition"),
        ("continuous trap", "Once per turn: You can activate 1 of these effects;", "quick"),
    ],
)
def test_options_take_what_they_leave_unsaid_from_the_offer(shape: str, lead: str, kind: str) -> None:
    text = f"{lead}\n● Draw 1 card.\n● Target 1 monster; it gains 500 ATK."
    first, second = effects(text, shape)
    assert [(e.number, e.bullet, e.kind, e.mandatory) for e in (first, second)] == [(1, 1, kind, False), (1, 2, kind, False)]
    assert (first.targets, second.targets) == (False, True)
    assert events(first.condition) == events(second.condition)
    assert first.condition.phases == second.condition.phases
    # The sentence that offers the options stands with the first of them.
    assert text[slice(*first.span)].startswith(lead)
    assert text[slice(*second.span)] == "● Target 1 monster; it gains 500 ATK."


def test_the_cost_of_the_offer_is_the_cost_of_each_option() -> None:
    text = "You can discard 1 card, then activate 1 of these effects;\n● Draw 1 card.\n● Pay 500 LP; destroy 1 card."
    first, second = effects(text)
    assert [a.what for a in first.cost][:1] == ["discard"]
    assert {"discard", "pay_lp"} <= {a.what for a in second.cost}


@pytest.mark.parametrize(
    ("shape", "lead"),
    [
        ("monster", "You can activate 1 of these effects."),
        ("monster", "Once per turn, you can activate 1 of the following effects."),
        ("continuous trap", "You can Tribute 1 monster, then activate 1 of the following effects."),
        ("field spell", "You can activate 1 of the following effects."),
    ],
)
def test_an_offer_without_a_colon(shape: str, lead: str) -> None:
    text = f"If this card is sent to the GY: You can gain 500 LP. {lead}\n● Draw 1 card.\n● Target 1 monster; it gains 500 ATK."
    assert [(e.bullet, e.activated) for e in effects(text, shape)[1:]] == [(1, True), (2, True)]


def test_options_with_clauses_of_their_own() -> None:
    text = (
        "Once per turn (Quick Effect): You can activate 1 of these effects;\n"
        "● When your opponent activates a card: You can negate the activation.\n"
        "● When an attack is declared: You can negate the attack.\n"
        "● You can draw 1 card."
    )
    found = effects(text)
    assert [e.condition.responds_to for e in found] == [("activation",), (), ()]
    assert [events(e.condition) for e in found] == ["", "attack_declared/other", ""]
    assert {e.bullet for e in found} == {1, 2, 3}


def test_an_option_is_as_optional_as_its_offer() -> None:
    text = (
        "(Quick Effect): You can banish this card to activate 1 of these effects;\n● When a card is activated: Negate the activation.\n● Draw 1 card."
    )
    assert [e.mandatory for e in effects(text)] == [False, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw 1 card, then apply 1 of these effects.\n● Gain 500 LP.\n● Discard 1 card.", "draw, then apply, or gain_lp, or discard"),
        ("Apply 1 of these effects.\n● Gain 500 LP.\n● Discard 1 card.", "apply, or gain_lp, or discard"),
        (
            "Banish 1 card and apply the result.\n● Odd: Draw 1 card.\n● Even: Discard 1 card.",
            "banish, and apply, or draw, or discard",
        ),
        (
            "Reveal 1 card, then apply these effects based on its type.\n● Monster: Draw 1 card.\n● Spell: Gain 500 LP.",
            "reveal, then apply, or draw, or gain_lp",
        ),
    ],
)
@pytest.mark.parametrize("shape", ["normal spell", "normal trap"])
def test_bullets_applied_at_resolution_are_one_row(text: str, expected: str, shape: str) -> None:
    effect = only(text, shape)
    assert (effect.bullet, effect.span) == (None, (0, len(text)))
    assert done(effect.actions) == expected


def test_a_trigger_that_applies_bullets_is_one_row() -> None:
    text = "If this card is Special Summoned: You can apply these effects.\n● Draw 1 card.\n● Destroy 1 card. If this card is banished: Gain 500 LP."
    assert kinds(text)[0] == "1 trigger"
    assert [e.bullet for e in effects(text)] == [None]


@pytest.mark.parametrize("grant", [
    'If this card has a "Glass" monster as material, it gains this effect.',
    "A monster that has this card as material gains these effects.",
    "This card gains the following effects, based on the number of Counters on it.",
    "This card has these effects, depending on its materials.",
])  # fmt: skip
def test_granted_effects_have_a_parent_row(grant: str) -> None:
    text = f"{grant}\n● If this card is Special Summoned: You can draw 1 card.\n● (Quick Effect): You can gain 500 LP; draw 1 card.\n● Gains 500 ATK."
    assert kinds(text) == ["1 continuous", "1.1 trigger", "1.2 quick", "1.3 continuous"]
    assert [e.granted for e in effects(text)] == [False, True, True, True]


@pytest.mark.parametrize(
    ("label", "clause", "kind"),
    [
        ("3 or more: ", "If this card is destroyed: You can draw 1 card.", "trigger"),
        ("3+: ", "You can discard 1 card; draw 1 card.", "ignition"),
        ("2 or less: ", "Cannot be destroyed by battle.", "continuous"),
        ("Heads: ", "When a card is activated (Quick Effect): You can negate the activation.", "quick"),
        ("FIRE: ", "Gains 500 ATK.", "continuous"),
        ("Attack Position: ", "Once per turn: You can draw 1 card.", "ignition"),
        ("Level 4 or lower: ", "This card gains 500 ATK.", "continuous"),
        ('"Glass Heron": ', "Your monsters gain 500 ATK during damage calculation only.", "continuous"),
        ("", "During damage calculation, if this card battles: You can draw 1 card.", "trigger"),
    ],
)
def test_labels_are_no_activation_clauses(label: str, clause: str, kind: str) -> None:
    text = f"This card gains these effects.\n● {label}{clause}\n● Cannot be Tributed."
    found = effects(text)
    assert (found[1].kind, found[1].bullet, found[1].granted) == (kind, 1, True)
    assert text[slice(*found[1].span)] == f"● {label}{clause}"


@pytest.mark.parametrize("position", ["Attack", "Defense"])
def test_a_statement_behind_a_position_label_is_applied(position: str) -> None:
    text = f"This card gains these effects.\n● While in {position} Position: This card cannot be destroyed by battle.\n● Cannot be Tributed."
    assert effects(text)[1].kind == "continuous"


def test_a_list_of_effects_makes_each_bullet_an_effect() -> None:
    text = (
        'You can only use each of the following effects of "Glass Heron" once per turn.\n'
        "● If this card is Special Summoned: You can destroy 1 Glass Dragon.\n"
        "● If this card is banished: You can gain 500 LP.\n"
        "● Gains 500 ATK."
    )
    assert kinds(text) == ["1 trigger", "2 trigger", "3 continuous"]
    assert next(role for role, _ in words(text)) == "once"


def test_bullets_on_one_line() -> None:
    text = "Activate 1 of these effects; ● Draw 1 card. ● Destroy 1 card."
    assert [done(e.actions) for e in effects(text, "normal spell")] == ["draw", "destroy"]


def test_what_follows_the_bullets_is_an_effect_of_its_own() -> None:
    text = f'{CHOICE}\nIf this card is sent to the GY: You can banish 1 card.\nYou can only activate 1 "Glass Heron" per turn.'
    assert kinds(text, "quick-play") == ["1.1 card_activation", "1.2 card_activation", "2 trigger"]


def test_an_option_may_have_several_sentences() -> None:
    text = "Activate 1 of these effects;\n● Draw 1 card. You cannot Summon monsters this turn.\n● Destroy 1 card."
    first, second = effects(text, "normal spell")
    assert done(first.actions) == "draw, sentence restrict"
    assert text[slice(*second.span)] == "● Destroy 1 card."


def test_gemini_monsters_gain_their_effects() -> None:
    text = (
        "This card is a Normal Monster until it is Summoned again. While it is a Normal Monster, you can Normal Summon it "
        "so that it gains this effect.\n● Once per turn: You can draw 1 card."
    )
    assert kinds(text, "gemini")[-1].endswith(".1 ignition")
    assert effects(text, "gemini")[-1].granted


def test_an_inline_choice_on_activation_counts_as_options() -> None:
    text = "Once per turn, you can either: Target 1 Glass Dragon; equip this card to it, OR: Unequip this card and Special Summon it."
    assert kinds(text) == ["1.1 ignition", "1.2 ignition"]


def test_effects_gained_by_a_coin_toss_are_granted() -> None:
    text = (
        "If this card is Summoned: Toss a coin.\n"
        "● Heads: When this card destroys a monster by battle: You can draw 1 card.\n"
        "● Tails: Once per turn, during your End Phase: Discard 1 card."
    )
    assert kinds(text) == ["1 trigger", "1.1 trigger", "1.2 trigger"]


def test_bullets_without_a_word_before_them() -> None:
    text = "● Draw 1 card.\n● Destroy 1 card."
    assert [e.bullet for e in effects(text, "normal spell")] == [1, 2]
    assert "".join(text[s.start : s.end] for s in read(text, "normal spell").segments) == text


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("When this card is destroyed by battle, you can draw 1 card.", "trigger"),
        ("When this card is destroyed by battle, you take no damage this turn.", "trigger"),
        ("Once per turn, you can draw 1 card.", "ignition"),
        ("Once per turn, if you control another monster, this card gains 300 ATK. You cannot Set the turn you activate this effect.", "ignition"),
        ("This card gains 300 ATK.", "continuous"),
        ('Your opponent cannot select another "Cogling" monster as an attack target.', "continuous"),
        ("If this card would be destroyed, you can destroy 1 other card you control instead.", "replacement"),
    ],
)
def test_the_position_before_a_colon_is_a_state(told: str, kind: str) -> None:
    text = f"● While in Attack Position: {told}\n● While in Defense Position: This card cannot be destroyed by battle."
    assert kinds(text) == [f"1.1 {kind}", "1.2 continuous"]
