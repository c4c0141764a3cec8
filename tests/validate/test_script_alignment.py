"""Which effect of a script is which effect of a text."""

import pytest

from pipeline.engine.core_rules import of_card
from pipeline.validate.script_alignment import align_card, script_of
from pipeline.validate.script_groups import groups_of
from pipeline.validate.text_effects import TextCard
from tests.validate.invented_scripts import (
    DELAY,
    FIELD_TRIGGER,
    GRAVE,
    IGNITION,
    MZONE,
    OWN_TRIGGER,
    QUICK,
    STEP,
    cards,
    right_scripts,
    script_effect,
)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TextCard]:
    return cards(tmp_path_factory.mktemp("aligned"))


def test_effects_find_their_own_whatever_the_order(known: dict[str, TextCard]) -> None:
    card = known["00000201"]
    own = [one for one in right_scripts() if one.script == 201]
    for effects in (own, own[::-1]):
        found = align_card(card, 201, effects)
        pairs = {match.texts[0].number: match.effects[0].order for match in found.matches}
        assert pairs == {1: 1, 2: 2}
        assert found.effect_level and all(match.score > 0.8 for match in found.matches)


def test_options_share_the_one_effect_of_a_script(known: dict[str, TextCard]) -> None:
    card = known["00000203"]
    alone = align_card(card, 203, [script_effect(203, 1, IGNITION, 0, category=0x110000, range=MZONE)])
    assert [[text.bullet for text in match.texts] for match in alone.matches] == [[1, 2]] and not alone.texts_left
    each = align_card(card, 203, [one for one in right_scripts() if one.script == 203])
    assert [[text.bullet for text in match.texts] for match in each.matches] == [[1], [2]]


def test_what_has_no_partner_is_left(known: dict[str, TextCard]) -> None:
    lacking = align_card(known["00000201"], 201, [one for one in right_scripts() if one.script == 201][:1])
    assert [text.number for text in lacking.texts_left] == [2] and not lacking.effect_level
    other = script_effect(202, 2, IGNITION, 0, category=0x10000, range=GRAVE)
    more = align_card(known["00000202"], 202, [*[one for one in right_scripts() if one.script == 202], other])
    assert [group.effects for group in more.groups_left] == [(other,)] and more.effect_level


def test_activations_go_with_activations_only(known: dict[str, TextCard]) -> None:
    found = align_card(known["00000204"], 204, [one for one in right_scripts() if one.script == 204])
    assert {match.texts[0].kind: match.groups[0].kind for match in found.matches} == {"card_activation": "card_activation", "trigger": "trigger"}


def test_two_that_may_be_exchanged_are_unsure_where_it_matters(known: dict[str, TextCard]) -> None:
    card = known["00000201"]
    quick = [script_effect(201, n, QUICK, flags=flags, category=0x200000, range=MZONE, string_no=n) for n, flags in ((1, STEP), (2, 0))]
    assert not align_card(card, 201, quick).matches[0].sure
    same = [script_effect(201, n, QUICK, flags=STEP, category=0x200000, range=MZONE, string_no=n) for n in (1, 2)]
    assert align_card(card, 201, same).matches[0].sure


def test_clones_and_forms_with_one_string_are_one_group() -> None:
    first = script_effect(1, 1, OWN_TRIGGER, 1100, DELAY, category=0x200, string_no=0)
    clone = script_effect(1, 2, OWN_TRIGGER, 1102, DELAY, category=0x200, string_no=0, clone_of=1)
    other = script_effect(1, 3, FIELD_TRIGGER, 1102, DELAY, category=0x1, range=MZONE, string_no=1)
    effects = (first, clone, other)
    groups = groups_of(effects, of_card(effects))
    assert [[one.order for one in group.effects] for group in groups] == [[1, 2], [3]]
    assert groups[0].codes == {1100, 1102}


def test_what_happened_before_is_no_event_to_wait_for(known: dict[str, TextCard]) -> None:
    assert known["00000201"].effects[1].events == {"destroyed"}


def test_scripts_are_found_by_any_number_of_the_card(known: dict[str, TextCard]) -> None:
    card = known["00000201"]
    assert script_of(card, {9201: None, 5: None}) == 9201
    assert script_of(card, {9201: None, 201: None}) == 201
    assert script_of(card, {5: None}) is None


def test_a_script_of_thousands_of_effects_is_left_to_the_card(known: dict[str, TextCard]) -> None:
    many = [script_effect(201, n, QUICK, flags=STEP, category=n, range=MZONE, string_no=n) for n in range(1, 1500)]
    found = align_card(known["00000201"], 201, many)
    assert not found.matches and len(found.groups_left) == len(many) and not found.effect_level
