"""English processing: what an effect does, in which order, by whose choice, and what it costs."""

import pytest

from tests.read.english_cards import done, only

ANSWER = "When your opponent activates a card or effect (Quick Effect):"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{ANSWER} You can discard this card; negate the activation.", "negate_activation"),
        (
            f"{ANSWER} You can discard this card; negate that activation, and if you do, destroy that card.",
            "negate_activation, and_if_you_do destroy",
        ),
        (f"{ANSWER} You can negate its activation, then banish it.", "negate_activation, then banish"),
        (f"{ANSWER} You can negate the activation of that card or effect.", "negate_activation"),
        (f"{ANSWER} You can negate the activation and effect.", "negate_activation"),
        (f"{ANSWER} Negate the activation and its effect, and destroy it.", "negate_activation, and destroy"),
        (f"{ANSWER} You can negate that Spell Card's activation.", "negate_activation"),
        (f"{ANSWER} You can negate the effect's activation.", "negate_activation"),
        (f"{ANSWER} You can negate the Summon or activation, and if you do, destroy that card.", "negate_activation, and_if_you_do destroy"),
        (f"{ANSWER} You can negate the effect.", "negate_effect"),
        (f"{ANSWER} You can negate that effect, and if you do, destroy that card.", "negate_effect, and_if_you_do destroy"),
        (f"{ANSWER} You can negate its effects.", "negate_effect"),
        (f"{ANSWER} You can make that effect become negated.", "negate_effect"),
        ("When a monster(s) would be Summoned: Negate the Summon, and if you do, destroy it.", "negate_summon, and_if_you_do destroy"),
        ("When a monster would be Special Summoned: You can negate the Special Summon.", "negate_summon"),
        ("When a Glass Dragon declares an attack: Negate the attack, then end the Battle Phase.", "negate_attack, then end_phase"),
        ("When an opponent's monster declares an attack: You can negate that attack.", "negate_attack"),
        ("(Quick Effect): You can target 1 monster; negate its effects until the end of this turn.", "negate_effect"),
        ("You can target 1 monster; its effects are negated until the end of this turn.", "negate_effect"),
    ],
)
def test_what_is_negated(text: str, expected: str) -> None:
    assert done(only(text).actions) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You can Fusion Summon 1 Glass Dragon from your Extra Deck, using monsters from your hand.", ["fusion_summon"]),
        ("You can Ritual Summon 1 Ritual Monster from your hand.", ["ritual_summon"]),
        ("You can Synchro Summon 1 Synchro Monster.", ["synchro_summon"]),
        ("You can Xyz Summon 1 Xyz Monster using this card you control.", ["xyz_summon"]),
        ("You can Link Summon 1 Link Monster.", ["link_summon"]),
        ("Immediately after this effect resolves, Synchro Summon 1 Synchro Monster using this card.", ["synchro_summon"]),
        ("Special Summon 1 monster, then, immediately after this effect resolves, Xyz Summon 1 Xyz Monster.", ["special_summon", "xyz_summon"]),
        ("Immediately after this effect resolves, Normal Summon 1 monster.", ["normal_summon"]),
        ("Immediately after this effect resolves, you can Tribute Summon 1 monster.", ["normal_summon"]),
        ("Special Summon 1 Fusion Monster from your Extra Deck.", ["special_summon"]),
        ("Special Summon 1 Fusion Monster from your Extra Deck. (This is treated as a Fusion Summon.)", ["special_summon"]),
        ("Special Summon 1 Synchro Monster (this is treated as a Synchro Summon), then draw 1 card.", ["special_summon"]),
        ("Special Summon 1 monster that was Fusion Summoned this turn.", ["special_summon"]),
        ("Send 1 monster to the GY that can be used as material for a Fusion Summon.", []),
    ],
)
def test_summons(text: str, expected: list[str]) -> None:
    actions = only(f"If this card is Special Summoned: {text}").actions
    assert [a.what for a in actions if a.what.endswith("_summon")] == expected


@pytest.mark.parametrize(
    ("text", "treated"),
    [
        ("Special Summon 1 Fusion Monster from your Extra Deck, and its Summon is treated as a Fusion Summon.", True),
        ("Special Summon 1 Synchro Monster from your Extra Deck (this Special Summon is treated as a Synchro Summon).", True),
        ("Special Summon 1 Fusion Monster from your Extra Deck.", False),
    ],
)
def test_a_special_summon_treated_as_another(text: str, treated: bool) -> None:
    summon = next(a for a in only(f"If this card is banished: {text}").actions if a.what == "special_summon")
    assert summon.treated_as is treated


def test_a_summon_treated_as_another_in_a_bracketed_sentence() -> None:
    text = "If this card is banished: Special Summon 1 Fusion Monster from your Extra Deck. (This is treated as a Fusion Summon.)"
    assert not {"fusion_summon", "synchro_summon"} & {a.what for a in only(text).actions}


@pytest.mark.parametrize(
    ("text", "cost", "actions", "targets"),
    [
        ("You can discard 1 card; draw 1 card.", "discard?", "draw", False),
        ("You can discard 1 card, then target 1 monster; destroy it.", "discard?, then target", "destroy", True),
        ("You can target 1 monster; destroy it.", "target?", "destroy", True),
        ("You can pay 500 LP and banish this card from your GY; draw 1 card.", "pay_lp?, and banish?", "draw", False),
        ("You can detach 1 material from this card; gain 500 LP.", "detach?", "gain_lp", False),
        ("You can Tribute this card; Special Summon 1 monster from your Deck.", "tribute?", "special_summon", False),
        ("You can reveal this card in your hand; send 1 card to the GY.", "reveal?", "send_to_gy", False),
        ("You can destroy 1 card you control, then destroy 1 card your opponent controls.", "", "destroy, then destroy", False),
        ("You can choose 1 monster on the field, and destroy it.", "", "choose, and destroy", False),
        ("You can activate this effect; your opponent cannot activate cards in this Battle Phase.", "activate?", "restrict", False),
    ],
)
def test_cost_and_targets(text: str, cost: str, actions: str, targets: bool) -> None:
    effect = only(f"Once per turn: {text}")
    assert (done(effect.cost), done(effect.actions), effect.targets) == (cost, actions, targets)


@pytest.mark.parametrize("text", ["You can reveal 1 monster in your hand: Draw 1 card.", "You can discard this card and pay 500 LP: Draw 1 card."])
def test_a_cost_before_the_colon(text: str) -> None:
    effect = only(text)
    assert effect.cost
    assert effect.residue == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw 1 card.", "draw"),
        ("Draw 1 card, then discard 1 card.", "draw, then discard"),
        ("Draw 1 card, also discard 1 card.", "draw, also discard"),
        ("Draw 1 card, and if you do, discard 1 card.", "draw, and_if_you_do discard"),
        ("Draw 1 card and discard 1 card.", "draw, and discard"),
        ("Draw 1 card. If you do, discard 1 card.", "draw, and_if_you_do discard"),
        ("Draw 1 card. That card cannot be activated this turn.", "draw, sentence restrict"),
        ("Draw 1 card. Then, discard 1 card.", "draw, then discard"),
        ("Draw 1 card, then you can discard 1 card.", "draw, then discard?"),
        ("Draw 1 card, and if you do, you can banish 1 card.", "draw, and_if_you_do banish?"),
        ("Draw 1 card, also, you can banish 1 card.", "draw, also banish?"),
        ("Draw 1 card, then destroy 1 card during the End Phase.", "draw, then destroy"),
        ("Draw 1 card, but during the End Phase, discard 1 card.", "draw, and discard~"),
        ("Special Summon this card, but banish it when it leaves the field.", "special_summon, and banish"),
    ],
)
def test_links_and_options(text: str, expected: str) -> None:
    assert done(only(f"If this card is banished: You can {text[0].lower()}{text[1:]}").actions) == expected


def test_the_can_of_the_activation_is_no_option() -> None:
    assert not any(a.optional for a in only("If this card is banished: You can draw 4 cards, then discard 3 cards.").actions)
    assert not any(a.optional for a in only("If this card is banished: You can pay 500 LP; draw 1 card.").actions)
    assert only("If this card is banished: You can pay 500 LP; you can draw 1 card.").actions[0].optional


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("banish it", "banish"), ("destroy it", "destroy"), ("return it to the hand", "return"), ("shuffle it into the Deck", "return"),
        ("place it on the bottom of the Deck", "return"), ("send it to the GY", "send_to_gy"), ("discard it", "discard"), ("Tribute it", "tribute"),
        ("add it to your hand", "add_to_hand"), ("take control of it", "take_control"), ("Special Summon it", "special_summon"),
        ("change it to face-down Defense Position", "change_position"), ("change its battle position", "change_position"),
        ("equip it to this card", "equip"), ("attach it to this card as material", "attach"), ("increase its Level by 1", "level_change"),
        ("its name becomes \"Glass\"", "identity_change"), ("place 1 Glass Counter on it", "counter"), ("gain 500 LP", "gain_lp"),
        ("inflict 500 damage to your opponent", "inflict_damage"), ("Set it", "set"), ("it cannot be destroyed by battle this turn", "protect"),
        ("it is unaffected by card effects this turn", "unaffected"), ("it cannot attack this turn", "restrict"),
        ("it can attack directly this turn", "attack_modify"), ("you take no battle damage this turn", "damage_modify"),
        ("toss a coin", "coin_dice"), ("excavate the top card of your Deck", "excavate"), ("end the Battle Phase", "end_phase"),
    ],
)  # fmt: skip
def test_one_verb_one_action(text: str, expected: str) -> None:
    assert next(a.what for a in only(f"You can target 1 card on the field; {text}.").actions) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("change the attack target to this card and perform damage calculation", ["redirect_attack", "calculate_damage"]),
        ("change the attack target to it, and proceed to damage calculation", ["redirect_attack", "calculate_damage"]),
    ],
)
def test_damage_calculation_inside_an_effect(text: str, expected: list[str]) -> None:
    effect = only(f"When an opponent's monster declares an attack: You can {text}.")
    assert [a.what for a in effect.actions] == expected


def test_it_is_the_target() -> None:
    effect = only("You can target 1 monster; destroy it, and if you do, banish that monster.")
    assert [a.object for a in effect.actions] == ["target", "target"]
    assert only("If this card is banished: You can Special Summon this card.").actions[0].object == "self"


def test_the_target_as_a_noun_is_no_action() -> None:
    assert done(only("You can target 1 monster; destroy that target.").actions) == "destroy"


def test_equipping_a_target_redirects_no_attack() -> None:
    assert done(only("You can target 1 monster; equip that target to this card.").actions) == "equip"


@pytest.mark.parametrize(
    "text",
    [
        "If this card is banished: You can destroy 1 card on the field.",
        "When a Trap Card is activated (Quick Effect): You can banish this card; negate that activation, and if you do, shuffle it into the Deck.",
        "Target 1 face-up monster; its ATK becomes 0, also negate its effects, then you can draw 1 card.",
    ],
)
def test_plain_texts_leave_no_residue(text: str) -> None:
    assert only(text).residue == ()


def test_what_is_not_understood_is_kept_as_residue() -> None:
    text = "If this card is banished: Draw 1 card, then sing loudly."
    effect = only(text)
    assert [text[slice(*r)].strip() for r in effect.residue] == ["sing loudly."]
    text = "Whistling gently: Draw 1 card."
    assert [text[slice(*r)] for r in only(text).residue] == ["Whistling gently"]


@pytest.mark.parametrize("text", [
    "If you do not control a Dragon, destroy this card.",
    "If this card does not have material, destroy this card.",
])  # fmt: skip
def test_a_negated_condition_is_no_ban(text: str) -> None:
    assert only(f"If this card is Summoned: Draw 1 card, then, {text[0].lower()}{text[1:]}").actions[-1].what == "destroy"
