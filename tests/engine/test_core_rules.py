"""The core's rule on effects of our own: permission, occasion and condition, and the traps between them."""

import msgspec
import pytest

from pipeline.engine import core_numbers as number
from pipeline.engine.core_events import occasion
from pipeline.engine.core_numbers import CardType, card_type
from pipeline.engine.core_rules import Outcome, of_card, permission, single_chain, windows
from pipeline.engine.script_facts import ScriptEffect
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

STEP = ALL & ~Window.DURING_CALC
NORMAL_TRAP, COUNTER_TRAP = CardType.TRAP, CardType.TRAP | CardType.COUNTER
CONTINUOUS_TRAP = CardType.TRAP | CardType.CONTINUOUS
QUICK_PLAY = CardType.SPELL | CardType.QUICK_PLAY
QUICK = number.QUICK_O | number.FIELD | number.ACTIONS
ACTIVATION = number.ACTIVATE | number.FIELD | number.ACTIONS
OWN_TRIGGER = number.TRIGGER_O | number.SINGLE | number.ACTIONS
FIELD_TRIGGER = number.TRIGGER_O | number.FIELD | number.ACTIONS
TO_GRAVE, SPECIAL_SUMMONED, STANDBY = 1014, 1102, number.EVENT_PHASE | 0x2


def effect(kind: int, code: int, flags: int = 0, **more: object) -> ScriptEffect:
    zeros = dict.fromkeys(ScriptEffect.__struct_fields__, 0)
    words = dict.fromkeys(("name", "condition", "cost", "target"), "")
    given = {"script": 500, "order": 1, "place": "card", "type": kind, "code": code, "flags": flags, "string_no": None, "value": None, "parts": 8}
    return msgspec.convert(zeros | words | given | more, ScriptEffect)


def outcome(kind: int, code: int, flags: int = 0, card: CardType | None = CardType.MONSTER, **more: object) -> Outcome:
    return windows(effect(kind, code, flags, **more), card)


@pytest.mark.parametrize(
    ("kind", "code", "flags", "card", "expected", "reason"),
    [
        pytest.param(QUICK, 1002, 0, CardType.MONSTER, NONE, "not_permitted", id="quick without flag"),
        pytest.param(QUICK, 1002, number.DAMAGE_STEP, CardType.MONSTER, STEP, "flag", id="the step's flag leaves calculation out"),
        pytest.param(QUICK, 1002, number.DAMAGE_CAL, CardType.MONSTER, Window.DURING_CALC, "flag", id="calculation alone"),
        pytest.param(QUICK, 1027, 0, CardType.MONSTER, NONE, "not_permitted", id="answer without flag"),
        pytest.param(QUICK, 1027, number.DAMAGE_STEP | number.DAMAGE_CAL, CardType.MONSTER, ALL, "flag", id="answer with both"),
        pytest.param(QUICK, 1134, 0, CardType.MONSTER, Window.DURING_CALC, "battle_event", id="the calculation's own code"),
        pytest.param(ACTIVATION, 1002, 0, NORMAL_TRAP, NONE, "not_permitted", id="trap without flag"),
        pytest.param(ACTIVATION, 1002, number.DAMAGE_STEP, QUICK_PLAY, STEP, "flag", id="Quick-Play Spell with flag"),
        pytest.param(ACTIVATION, 1002, number.DAMAGE_STEP, CardType.SPELL, NONE, "speed", id="a Spell of Speed 1 cannot be chained"),
        pytest.param(ACTIVATION, 1002, number.DAMAGE_STEP, CardType.MONSTER, NONE, "speed", id="a Pendulum Card has no speed"),
        pytest.param(ACTIVATION, 1027, 0, COUNTER_TRAP, ALL, "counter", id="Counter Traps need no flag"),
        pytest.param(ACTIVATION, 1027, 0, NORMAL_TRAP, NONE, "not_permitted", id="other traps do"),
        pytest.param(ACTIVATION, 1103, 0, COUNTER_TRAP, NONE, "no_occasion", id="no Normal Summon in the step"),
        pytest.param(ACTIVATION, 1138, 0, NORMAL_TRAP, Window.AFTER_CALC, "battle_event", id="codes of the battle need no flag"),
        pytest.param(OWN_TRIGGER, TO_GRAVE, 0, CardType.MONSTER, ALL, "exempt", id="own optional triggers are exempt"),
        pytest.param(FIELD_TRIGGER, TO_GRAVE, 0, CardType.MONSTER, NONE, "not_permitted", id="those on other cards are not"),
        pytest.param(FIELD_TRIGGER, TO_GRAVE, number.DAMAGE_STEP, CardType.MONSTER, STEP, "flag", id="unless flagged"),
        pytest.param(number.TRIGGER_F | number.FIELD | 8, TO_GRAVE, 0, CardType.MONSTER, ALL, "exempt", id="mandatory ones are"),
        pytest.param(number.TRIGGER_O | number.XMATERIAL | 8, TO_GRAVE, 0, CardType.MONSTER, NONE, "not_permitted", id="trap 10: Xyz Material"),
        pytest.param(number.IGNITION | number.FIELD | 8, 0, number.DAMAGE_STEP, CardType.MONSTER, NONE, "ignition", id="ignition"),
        pytest.param(number.CONTINUOUS | number.FIELD | 8, 1134, 0, CardType.MONSTER, NONE, "not_activated", id="continuous"),
        pytest.param(number.SINGLE, 100, 0, CardType.MONSTER, NONE, "not_activated", id="no action"),
        pytest.param(OWN_TRIGGER, STANDBY, 0, CardType.MONSTER, NONE, "no_occasion", id="trap 2: let through, yet never there"),
        pytest.param(OWN_TRIGGER, 1143, 0, CardType.MONSTER, Window.AFTER_CALC, "exempt", id="battle damage"),
        pytest.param(OWN_TRIGGER, 1140, 0, CardType.MONSTER, Window.END, "exempt", id="destroyed by battle"),
        pytest.param(FIELD_TRIGGER, 1139, 0, CardType.MONSTER, Window.END, "battle_event", id="destroying by battle"),
        pytest.param(OWN_TRIGGER, 1132, 0, CardType.MONSTER, Window.START, "exempt", id="start"),
        pytest.param(OWN_TRIGGER, 1133, 0, CardType.MONSTER, Window.BEFORE_CALC, "exempt", id="before"),
        pytest.param(number.FLIP | number.TRIGGER_F | 9, 1001, 0, CardType.MONSTER, Window.AFTER_CALC, "exempt", id="trap 11: Flips wait"),
        pytest.param(QUICK, 1136, 0, CardType.MONSTER, Window.AFTER_CALC, "battle_event", id="before damage is dealt: collected after it"),
    ],
)  # fmt: skip
def test_permission_and_occasion(kind: int, code: int, flags: int, card: CardType, expected: Window, reason: str) -> None:
    found = outcome(kind, code, flags, card)
    assert (found.windows, found.reason) == (expected, reason)
    assert found.confidence == "high" and (found.mode is None) == (not expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [(1131, NONE), (1132, STEP), (1133, STEP), (1134, ALL), (1136, ALL), (1137, STEP), (1149, STEP), (1150, NONE)],
)
@pytest.mark.parametrize("kind", [QUICK, ACTIVATION, FIELD_TRIGGER, number.QUICK_F | number.FIELD | number.ACTIONS])
def test_codes_that_need_no_flag(kind: int, code: int, expected: Window) -> None:
    """effect.cpp, is_activateable: from 1132 to 1149 in one phase, from 1134 to 1136 in the other."""
    assert permission(effect(kind, code), NORMAL_TRAP)[0] == expected
    assert permission(effect(kind, code, number.DAMAGE_STEP | number.DAMAGE_CAL), NORMAL_TRAP)[0] == ALL


def test_a_mandatory_quick_effect_is_not_exempt() -> None:
    assert outcome(number.QUICK_F | number.FIELD | number.ACTIONS, 1027).windows == NONE


@pytest.mark.parametrize("code", [1000, 1100, 1101, 1103, 1104, 1105, 1106, 1113, 1114, 1115, 1116, 1130, 1131, 1135, 1137, 1142, 1210])
def test_events_that_never_fall_into_the_step(code: int) -> None:
    assert occasion(code) == ("never", NONE) and occasion(code + 0x10000) == ("anywhere", ALL)


def test_possible_is_not_permitted() -> None:
    """Traps 1 and 2: type and flags let pass what no Damage Step ever sees, and the flag may add nothing."""
    standby = outcome(OWN_TRIGGER, STANDBY)
    assert not standby.possible and standby.permitted == ALL and standby.windows == NONE
    assert outcome(OWN_TRIGGER, TO_GRAVE).windows == outcome(OWN_TRIGGER, TO_GRAVE, number.DAMAGE_STEP | number.DAMAGE_CAL).windows
    assert outcome(QUICK, 1002).possible


def test_a_chainable_spell_of_speed_one() -> None:
    assert outcome(ACTIVATION, 1002, number.DAMAGE_STEP, CardType.SPELL, flags2=number.CHAINABLE_SPELL).windows == STEP


@pytest.mark.parametrize(
    ("flags", "answers", "expected"),
    [
        pytest.param(number.DAMAGE_STEP, "TTTFFTT", UNTIL_CALC, id="trap 3: closed after calculation by condition"),
        pytest.param(number.DAMAGE_STEP, "FFFFFTF", NONE, id="Main Phase only"),
        pytest.param(0, "TTTTTFT", NONE, id="trap 13: a Battle Phase condition opens nothing"),
        pytest.param(number.DAMAGE_STEP, "UUUUUUU", STEP, id="unknown closes nothing"),
        pytest.param(number.DAMAGE_STEP, "NNNNNNN", STEP, id="nor does what never looks at the phase"),
    ],
)
def test_conditions_close_windows(flags: int, answers: str, expected: Window) -> None:
    for place in ("condition", "cost", "target"):
        found = windows(msgspec.structs.replace(effect(QUICK, 1002, flags), **{place: answers}), CardType.MONSTER)
        assert found.windows == expected
        assert found.confidence == ("low" if "U" in answers else "high")
    if not expected and flags:
        assert outcome(QUICK, 1002, flags, condition=answers).reason == "condition"


def test_hint_timing_counts_for_nothing() -> None:
    """Trap 12."""
    assert outcome(QUICK, 1002, hint=0x2000, hint_other=0x2000).windows == NONE


def test_a_condition_that_forgets_the_calculation() -> None:
    """Trap 5: what names PHASE_DAMAGE alone leaves the calculation open, on exempt types by accident."""
    found = outcome(OWN_TRIGGER, SPECIAL_SUMMONED, condition="FFTFFTT")
    assert found.windows == Window.DURING_CALC and found.confidence == "low" and "calculation_artefact" in found.notes
    meant = outcome(QUICK, 1002, number.DAMAGE_CAL, condition="FFTFFFF")
    assert meant.windows == Window.DURING_CALC and meant.confidence == "high"


def test_events_of_the_scripts_own() -> None:
    """Trap 6."""
    found = outcome(OWN_TRIGGER, number.EVENT_CUSTOM + 500)
    assert found.windows == ALL and found.confidence == "low" and found.notes == ("custom_event",)


def test_effects_of_the_duel_skip_the_tests() -> None:
    """Trap 9."""
    assert outcome(QUICK, 1002, number.FIELD_ONLY).windows == ALL


def test_only_a_battle_is_cause_enough() -> None:
    destroyed = outcome(OWN_TRIGGER, 1029, condition="TTTTTTTTF")
    assert destroyed.windows == Window.END and "by_battle" in destroyed.notes
    assert outcome(OWN_TRIGGER, number.DAMAGE, condition="TTTTTTTTF").windows == Window.AFTER_CALC
    assert outcome(OWN_TRIGGER, 1029, condition="TTTTTTTFT").windows == ALL
    assert outcome(OWN_TRIGGER, number.DAMAGE).windows == ALL


def test_a_flip_is_asked_when_it_happens() -> None:
    """The card is flipped before damage calculation, when its condition is asked; it is activated after it."""
    kind = number.FLIP | number.TRIGGER_F | number.SINGLE | number.ACTIONS
    assert outcome(kind, 1001, condition="TTTFFTT").windows == Window.AFTER_CALC
    assert outcome(kind, 1001, condition="FFTTTTT").windows == NONE
    watching = outcome(FIELD_TRIGGER, 1001, number.DAMAGE_STEP)
    assert watching.kind == "trigger" and watching.windows == STEP


def test_continuous_traps_ride_with_their_effects() -> None:
    """Trap 7: a bare activation without flag is open where an effect of the card may be activated in the same link."""
    bare = effect(ACTIVATION, 1002, parts=0)
    companion = effect(FIELD_TRIGGER, 1138, order=2, range=0x8)
    first, second = of_card([bare, companion], CONTINUOUS_TRAP)
    assert first.windows == second.windows == Window.AFTER_CALC
    assert (first.reason, first.mode, first.notes) == ("companion", "event", ("bare_activation",))
    flagged = of_card([msgspec.structs.replace(bare, flags=number.DAMAGE_STEP), companion], CONTINUOUS_TRAP)[0]
    assert (flagged.windows, flagged.reason) == (STEP, "flag")
    for changed in ({"parts": 2}, {"parts": 4}, {"parts": 8}, {"code": 1027}):
        assert of_card([msgspec.convert(msgspec.to_builtins(bare) | changed, ScriptEffect), companion], CONTINUOUS_TRAP)[0].windows == NONE
    assert of_card([bare, companion], NORMAL_TRAP)[0].windows == NONE
    for other in (effect(FIELD_TRIGGER, 1138, range=0x10), effect(OWN_TRIGGER, 1138, range=0x8), effect(number.QUICK_F | 10, 1138, range=0x8)):
        assert of_card([bare, other], CONTINUOUS_TRAP)[0].windows == NONE


def test_a_ridden_activation_keeps_its_own_condition() -> None:
    bare = effect(ACTIVATION, 1002, parts=1, condition="TTTFFTT")
    after = effect(FIELD_TRIGGER, 1138, order=2, range=0x8)
    closed = of_card([bare, after], CONTINUOUS_TRAP)[0]
    assert (closed.windows, closed.mode, closed.reason) == (NONE, None, "not_permitted")
    before = effect(QUICK, 1002, number.DAMAGE_STEP, order=2, range=0x8)
    open_ = of_card([bare, before], CONTINUOUS_TRAP)[0]
    assert (open_.windows, open_.mode, open_.reason) == (UNTIL_CALC, "open", "companion")


def test_nothing_rides_but_with_an_effect_of_the_trap_itself() -> None:
    """field.cpp, get_cteffect: a Continuous Trap and nothing else, and the effects registered on it."""
    bare = effect(ACTIVATION, 1002, parts=0, flags2=number.CHAINABLE_SPELL)
    for place in ("duel", "granted"):
        assert of_card([bare, effect(FIELD_TRIGGER, 1138, order=2, range=0x8, place=place)], CONTINUOUS_TRAP)[0].windows == NONE
    companion = effect(FIELD_TRIGGER, 1138, order=2, range=0x8)
    assert of_card([bare, companion], CONTINUOUS_TRAP)[0].windows == Window.AFTER_CALC
    for card in (CardType.SPELL | CardType.CONTINUOUS, CONTINUOUS_TRAP | CardType.FIELD):
        assert of_card([bare, companion], card)[0].windows == NONE


def test_without_the_cards_type_activations_are_uncertain() -> None:
    found = outcome(ACTIVATION, 1002, number.DAMAGE_STEP, None)
    assert found.windows == STEP and found.confidence == "low" and "type_unknown" in found.notes
    assert outcome(OWN_TRIGGER, TO_GRAVE, 0, None).confidence == "high"


def test_mandatory_and_mode() -> None:
    assert outcome(number.TRIGGER_F | number.SINGLE | 8, TO_GRAVE).mandatory and not outcome(OWN_TRIGGER, TO_GRAVE).mandatory
    assert outcome(QUICK, 1002, number.DAMAGE_STEP).mode == "open"
    assert outcome(QUICK, 1027, number.DAMAGE_STEP).mode == "response"
    assert outcome(OWN_TRIGGER, TO_GRAVE).mode == "event"


def test_chains_in_a_window() -> None:
    """Trap 15."""
    assert single_chain("edopro") == Window.END and single_chain("ygopro") == ALL & ~Window.BEFORE_CALC


@pytest.mark.parametrize(
    ("code", "what", "expected"),
    [(1002, "free", ALL), (1028, "chain", ALL), (1111, "anywhere", ALL), (1130, "never", NONE), (0x1080, "never", NONE), (0x2004, "never", NONE),
     (0x10005, "anywhere", ALL), (0x20005, "anywhere", ALL), (0x10000001, "custom", ALL), (1137, "never", NONE)],
)  # fmt: skip
def test_occasions(code: int, what: str, expected: Window) -> None:
    assert occasion(code) == (what, expected)


def test_card_types_by_the_words_of_the_tables() -> None:
    assert card_type("Trap", "Counter") == COUNTER_TRAP and card_type("Spell", "Quick-Play") == QUICK_PLAY
    assert card_type("Monster", None) == CardType.MONSTER and card_type("Spell", "Normal") == CardType.SPELL
    assert card_type("Spell", None) is None and card_type("Skill", "Normal") is None
