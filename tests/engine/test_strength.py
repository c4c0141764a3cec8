"""ATK and DEF after changes that look at the value as it stands or at the original one, and cards that effects do not touch."""

import pytest

from pipeline.engine.operations import perform
from pipeline.engine.scenario_format import OnField, Side
from pipeline.engine.spec import CardSpec, Op
from pipeline.engine.state import Link, State, change
from pipeline.engine.stats import current
from tests.engine.made import battle, continuous, monster, one_on_one, to

BANNER = CardSpec("Spell", property="Continuous", effects=(continuous(Op("atk_def_change", "all_own", amount="+300")),))


def field(*, guarded: str | None = None, spells: tuple[str, ...] = ()) -> State:
    """A battle of a monster that some effects may not touch; the turn player may have a Spell up that adds 300."""
    own = monster() if guarded is None else monster(continuous(Op("unaffected", "self", what=guarded)))
    mine = OnField("Own", alias="Attacker", atk=1000)
    return battle({"Own": own, "Banner": BANNER}, Side((mine,), spells), Side((OnField("Vanilla", alias="Defender", atk=1500),)))


def changed(state: State, *amounts: str) -> int:
    """The attacker's ATK after these changes by an effect of its opponent's monster."""
    for amount in amounts:
        state = perform(state, Link("N", "Defender", 0, targets=("Attacker",)), Op("atk_def_change", "target", amount=amount))
    return current(state, state.cards["Attacker"])[0]


@pytest.mark.parametrize(
    ("amounts", "atk"),
    [
        (("x2",), 2000),
        (("/2",), 500),
        (("/2", "/2"), 250),
        (("+500", "x2"), 3000),
        (("half_original",), 500),
        (("+500", "half_original"), 1000),  # what was added stays on top
        (("=0", "half_original"), 500),  # what was set gives way
        (("=0", "+100", "half_original"), 500),
        (("half_original", "half_original"), 250),
        (("half_original", "original"), 1000),
        (("=3000", "original", "half_original"), 500),
    ],
)
def test_of_the_value_and_of_the_original(amounts: tuple[str, ...], atk: int) -> None:
    assert changed(field(), *amounts) == atk


@pytest.mark.parametrize(("amount", "atk"), [("x2", 2600), ("/2", 650), ("half_original", 800), ("+100", 1400)])
def test_beside_a_continuous_effect(amount: str, atk: int) -> None:
    assert changed(field(spells=("Banner",)), amount) == atk


@pytest.mark.parametrize(
    ("guarded", "atk"), [(None, 1500), ("Monster", 1300), ("Spell", 1200), ("Spell/Trap", 1200), ("Trap", 1500), ("others", 1000)]
)
def test_a_card_that_effects_of_a_kind_do_not_touch(guarded: str | None, atk: int) -> None:
    """The Spell adds 300, the effect of the monster 200."""
    state = field(guarded=guarded, spells=("Banner",))
    assert changed(state, "+200") == atk


def test_its_own_effects_touch_it_and_none_guards_it_once_it_is_negated() -> None:
    state = field(guarded="others")
    own = perform(state, Link("T", "Attacker", 1, targets=("Attacker",)), Op("atk_def_change", "target", amount="+200"))
    assert current(own, own.cards["Attacker"])[0] == 1200
    assert changed(change(state, "Attacker", negated=True), "+200") == 1200
    assert changed(change(state, "Attacker", face_up=False), "+200") == 1000


def test_what_an_effect_keeps_off_is_forgotten_when_the_card_leaves() -> None:
    link = Link("T", "Attacker", 0, targets=("Attacker",))
    state = perform(field(), link, Op("unaffected", "target", what="Monster"))
    assert changed(state, "+200") == 1000
    gone = perform(state, link, Op("return", "target"))
    assert gone.cards["Attacker"].unaffected == frozenset()
    assert perform(gone, link, Op("unaffected", "target")).cards["Attacker"].unaffected == frozenset()


@pytest.mark.parametrize(("what", "battle_too", "effect_too"), [("battle", True, False), ("effect", False, True), (None, True, True)])
def test_kept_from_destruction_by_what_the_text_says(what: str | None, battle_too: bool, effect_too: bool) -> None:
    state = one_on_one(monster(), monster())
    link = Link("N", "Defender", 0, targets=("Defender",))
    state = perform(state, link, Op("protect", "target", what=what))
    by_effect = perform(state, Link("T", "Attacker", 0, targets=("Defender",)), Op("destroy", "target"))
    assert (by_effect.cards["Defender"].zone == "monster") is effect_too
    assert (to(state, "closed").cards["Defender"].zone == "monster") is battle_too


def test_protection_against_the_opponent_does_not_bind_its_own_side() -> None:
    state = perform(
        one_on_one(monster(), monster()), Link("N", "Defender", 0, targets=("Defender",)), Op("protect", "target", what="opponent's effect")
    )
    for player, card, zone in (("T", "Attacker", "monster"), ("N", "Defender", "gy")):
        link = Link(player, card, 0, targets=("Defender",))  # type: ignore[arg-type]
        assert perform(state, link, Op("destroy", "target")).cards["Defender"].zone == zone


@pytest.mark.parametrize("op", [Op("protect", "all_own", what="battle"), Op("change_position", "all_own", what="defense")])
def test_what_is_done_to_all_says_how_and_not_to_whom(op: Op) -> None:
    state = perform(one_on_one(monster(), monster()), Link("N", "Defender", 0), op)
    assert state.cards["Defender"].protected == (frozenset({"battle"}) if op.do == "protect" else frozenset())
    assert state.cards["Defender"].defending is (op.do == "change_position")


def test_all_but_some_and_all_in_a_position() -> None:
    wild = monster(words=("Wild",))
    foes = Side((OnField("Vanilla", alias="Defender"), OnField("Wild", alias="Boar"), OnField("Vanilla", alias="Wall", position="defense")))
    state = battle({"Wild": wild}, Side((OnField("Vanilla", alias="Attacker"),)), foes)
    all_but = perform(state, Link("T", "Attacker", 0), Op("destroy", "all_opponent", but="Wild"))
    assert [name for name, card in all_but.cards.items() if card.zone == "gy"] == ["Defender", "Wall"]
    resting = perform(state, Link("T", "Attacker", 0), Op("destroy", "all_opponent", what="defense"))
    assert [name for name, card in resting.cards.items() if card.zone == "gy"] == ["Wall"]


def test_a_hidden_monster_is_neither_weakened_nor_negated_until_it_is_turned_up() -> None:
    stare = monster(continuous(Op("negate_effect", "battled"), Op("atk_def_change", "battled", amount="=half_original")))
    foe = OnField("Vanilla", alias="Defender", atk=1000, defense=3000, position="face-down")
    state = battle({"Stare": stare}, Side((OnField("Stare", alias="Attacker", atk=500),)), Side((foe,)))
    assert current(state, state.cards["Defender"]) == (1000, 3000)
    later = to(state, "before_calc")
    assert current(later, later.cards["Defender"]) == (500, 3000)


def test_others_may_let_it_attack_in_defense_position() -> None:
    drill = monster(continuous(Op("attack_modify", "all_own", what="defense", of="Soldier")))
    cards = {"Drill": drill, "Soldier": monster(words=("Soldier",))}
    own = (OnField("Soldier", alias="Attacker", atk=0, defense=2000, position="defense"), OnField("Drill", alias="Sergeant"))
    state = battle(cards, Side(own), Side((OnField("Vanilla", alias="Defender", atk=1000),)))
    assert to(state, "closed").lp == (8000, 7000)
    alone = change(state, "Sergeant", negated=True)
    assert not to(alone, "closed").calculated
