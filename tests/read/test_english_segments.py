"""Where an English text is cut: sentences, brackets, quoted names, materials, limits and flavour text."""

import pytest

from pipeline.records import Segment
from tests.read.english_cards import effects, kinds, only, read, words

DRAW = "You can draw 1 card."
# Names that hold what otherwise ends a clause, a cost, a sentence or a quotation.
AWKWARD_NAMES = [
    "Heron: the Pale",
    "Heron; Twice Born",
    "Mr. Heron. And Sons",
    "Heron! The Musical?",
    'Number 12: "Glass" Heron',
    'Heron "Kite" Warden',
    "Heron's Own",
    "H.E.R.O.N.",
    "If It Is Destroyed: You Can Draw",
    "(Quick Effect)",
    "Special Summon",
    "● Heron",
    "Héron Ω★",
    "硝子の鷺",
]


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_what_a_quoted_name_holds_cuts_nothing(name: str) -> None:
    text = f'If you control "{name}": You can discard 1 "{name}"; destroy 1 "{name}" on the field. Cannot be destroyed by battle.'
    first, second = effects(text)
    assert text[: first.span[1]].endswith("on the field.")
    assert first.kind == "ignition"
    assert [a.what for a in first.cost] == ["discard"]
    assert [a.what for a in first.actions] == ["destroy"]
    assert (second.kind, text[slice(*second.span)]) == ("continuous", "Cannot be destroyed by battle.")


@pytest.mark.parametrize("quotes", ['""', "“”", "„”"])
def test_typographic_quotes_hold_a_name_together_too(quotes: str) -> None:
    text = f"You can discard 1 {quotes[0]}Heron: Twice; Born.{quotes[1]}; draw 1 card."
    assert [a.what for a in only(text).cost] == ["discard"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gains 100 ATK. Cannot be Tributed.", ["Gains 100 ATK.", "Cannot be Tributed."]),
        ("Gains 100 ATK for each E.C. Counter on it. Cannot be Tributed.", ["Gains 100 ATK for each E.C. Counter on it.", "Cannot be Tributed."]),
        ("Gains 100 ATK (max. 500 ATK). Cannot be Tributed.", ["Gains 100 ATK (max. 500 ATK).", "Cannot be Tributed."]),
        ("Your monsters gain 1.5 times their ATK. Cannot be Tributed.", ["Your monsters gain 1.5 times their ATK.", "Cannot be Tributed."]),
        (
            'Unaffected by "Heron" cards, except "Heron No. 5". Gains 100 ATK.',
            ['Unaffected by "Heron" cards, except "Heron No. 5".', "Gains 100 ATK."],
        ),
        ("Cannot be Tributed.\nGains 100 ATK.", ["Cannot be Tributed.", "Gains 100 ATK."]),
        ("Cannot be Tributed.\r\nGains 100 ATK.", ["Cannot be Tributed.", "Gains 100 ATK."]),
        ("Gains 100 ATK", ["Gains 100 ATK"]),
        ("Gains 100 ATK.Cannot be Tributed.", ["Gains 100 ATK.Cannot be Tributed."]),
        ("You can target 1 monster with ? ATK; destroy it.", ["You can target 1 monster with ? ATK; destroy it."]),
    ],
)
def test_each_applied_sentence_is_an_effect(text: str, expected: list[str]) -> None:
    assert [text[slice(*e.span)] for e in effects(text)] == expected


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("If this card is banished: You can pay 500 LP; draw 1 card.", ["condition", "cost", "actions"]),
        ("You can pay 500 LP; draw 1 card.", ["cost", "actions"]),
        ("If this card is banished: Draw 1 card.", ["condition", "actions"]),
        ("If this card is banished: Draw 1 card. If you do, discard 1 card.", ["condition", "actions", "actions"]),
        ("(Quick Effect): You can discard this card; draw 1 card.", ["condition", "cost", "actions"]),
        (
            'If this card is banished: You can draw 1 card. You can only use this effect of "Glass Heron" once per turn.',
            ["condition", "actions", "once"],
        ),
        ('(This card is always treated as a "Glass" card.)\nGains 300 ATK.', ["note", "actions"]),
    ],
)
def test_roles_of_the_parts_of_an_effect(text: str, roles: list[str]) -> None:
    assert [role for role, _ in words(text)] == roles


def test_the_segments_of_an_effect_hold_their_stops() -> None:
    text = "If this card is banished (except during the Damage Step): You can pay 500 LP; draw 1 card."
    assert words(text) == [
        ("condition", "If this card is banished (except during the Damage Step):"),
        ("cost", " You can pay 500 LP;"),
        ("actions", " draw 1 card."),
    ]


def test_a_colon_or_semicolon_inside_brackets_cuts_nothing() -> None:
    effect = only("You can Special Summon 1 Token (Fiend; note: ATK 0/DEF 0), then draw 1 card.")
    assert effect.cost == ()
    assert effect.condition.span is None


@pytest.mark.parametrize(
    "limit",
    [
        'You can only use this effect of "Glass Heron" once per turn.',
        'You can only use each effect of "Glass Heron" once per turn.',
        'You can only use 1 "Glass Heron" effect per turn, and only once that turn.',
        'You can only use each of the following effects of "Glass Heron" once per turn.',
        'You can only Special Summon "Glass Heron" once per turn this way.',
        'You can use this effect of "Glass Heron" up to twice per turn.',
        'You can only use this effect of "Glass Heron" once per Duel.',
        'You can only Link Summon "Glass Heron(s)" once per turn.',
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_limits_of_use_belong_to_no_effect(limit: str, first: bool) -> None:
    trigger = "If this card is banished: You can draw 1 card."
    text = f"{limit} {trigger}" if first else f"{trigger} {limit}"
    assert [e.kind for e in effects(text)] == ["trigger"]
    assert [text[s.start : s.end] for s in read(text).segments if s.role == "once"] == [limit]


def test_only_one_activation_per_turn_of_a_spell() -> None:
    text = 'Draw 1 card. You can only activate 1 "Heron\'s Call" per turn.'
    assert kinds(text, "normal spell") == ["1 card_activation"]
    assert words(text, "normal spell")[-1][0] == "once"


@pytest.mark.parametrize(
    ("shape", "materials"),
    [
        ("fusion", '"Glass Heron" + 1 "Glass" monster'),
        ("synchro", "1 Tuner + 1+ non-Tuner monsters"),
        ("xyz", "2 Level 4 monsters"),
        ("link", "2+ Effect Monsters, except Tokens"),
        ("link", '2 monsters, including a "Glass. Heron" monster'),
    ],
)
def test_the_materials_of_extra_deck_monsters_are_no_effect(shape: str, materials: str) -> None:
    text = f"{materials}\nCannot be destroyed by battle."
    assert words(text, shape) == [("materials", materials), ("actions", "Cannot be destroyed by battle.")]
    assert effects(materials, shape) == ()


def test_a_ritual_monster_has_no_materials_line() -> None:
    text = 'You can Ritual Summon this card with "Heron\'s Rite".\nGains 500 ATK.'
    assert kinds(text, "ritual") == ["1 summoning", "2 continuous"]


@pytest.mark.parametrize("shape", ["normal monster", "token"])
def test_flavour_text_is_no_effect(shape: str) -> None:
    text = "If this bird is destroyed by battle: You can draw your own conclusions.\nGlass does not bend."
    reading = read(text, shape)
    assert reading.effects == ()
    assert reading.segments == (Segment("flavour", 0, len(text), None),)


def test_the_pendulum_effect_of_a_normal_monster_is_read() -> None:
    assert kinds("You take no damage.", "normal monster", "pendulum_effect") == ["0 card_activation", "1 continuous"]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\r\n \t"])
def test_a_text_without_words_has_no_effects(text: str) -> None:
    assert read(text).effects == ()
    assert "".join(text[s.start : s.end] for s in read(text).segments) == text


@pytest.mark.parametrize("summoning", [
    "Cannot be Normal Summoned/Set.",
    "Cannot be Special Summoned.",
    'Must be Special Summoned with "Heron\'s Rite".',
    'Cannot be Normal Summoned/Set. Must be Special Summoned by banishing 2 "Glass" monsters from your GY.',
    "If you control no Glass Dragon, you can Special Summon this card (from your hand).",
    "You can Special Summon this card (from your hand) by discarding 1 card.",
    "You can Normal Summon this card without Tributing.",
    "You can Tribute 1 monster your opponent controls to Tribute Summon this card.",
    "To Tribute Summon this card face-up, you must Tribute 3 monsters.",
])  # fmt: skip
def test_summoning_conditions_are_no_activated_effects(summoning: str) -> None:
    text = f"{summoning} If this card is banished: {DRAW}"
    assert kinds(text) == ["1 summoning", "2 trigger"]
    assert text[slice(*effects(text)[0].span)] == summoning


@pytest.mark.parametrize(
    "limit",
    ['You can only control 1 "Glass Heron".', 'You can only control 1 face-up "Glass Heron".', 'There can only be 1 "Glass Heron" on the field.'],
)
def test_a_limit_of_control_is_a_condition(limit: str) -> None:
    assert kinds(f"{limit} If this card is banished: {DRAW}") == ["1 condition", "2 trigger"]
    assert kinds(f"If this card is banished: {DRAW} {limit}") == ["1 trigger", "2 condition"]


def test_spans_are_of_the_raw_text() -> None:
    text = "  Gains 100 ATK.\u3000“Heron” monsters gain 200 ATK.\nIf this card is banished: You can draw 1 card.  "
    assert [text[slice(*e.span)] for e in effects(text)] == [
        "Gains 100 ATK.",
        "“Heron” monsters gain 200 ATK.",
        "If this card is banished: You can draw 1 card.",
    ]
    event = effects(text)[2].condition.events[0]
    assert text[slice(*event.span)] == "banished"
    assert text[effects(text)[2].actions[0].span[0] :].startswith("draw")
