"""Where alike ends and doubt begins: limits of the alignment, each on effects just beside it."""

from typing import Any

import msgspec
import pytest

from pipeline.engine.core_rules import of_card
from pipeline.engine.script_facts import ScriptEffect
from pipeline.validate.script_alignment import CardAlignment, align_card, likeness
from pipeline.validate.script_groups import groups_of
from pipeline.validate.script_marks import base_code
from pipeline.validate.text_effects import TextCard, TextEffect
from pipeline.windows import ALL, NONE
from tests.validate.invented_scripts import (
    CAL,
    DELAY,
    FIELD_TRIGGER,
    GRAVE,
    IGNITION,
    MZONE,
    OWN_TRIGGER,
    QUICK,
    STEP,
    TARGETS,
    cards,
    script_effect,
)  # fmt: skip


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TextCard]:
    return cards(tmp_path_factory.mktemp("limits"))


def _boost(known: dict[str, TextCard], **more: Any) -> TextEffect:
    return msgspec.structs.replace(known["00000201"].effects[0], **more)


def _score(text: TextEffect, *effects: ScriptEffect) -> float:
    (group,) = groups_of(effects, of_card(effects))
    return likeness(text, group)


def _aligned(known: dict[str, TextCard], texts: list[TextEffect], *effects: ScriptEffect) -> CardAlignment:
    return align_card(msgspec.structs.replace(known["00000201"], effects=tuple(texts)), 201, effects)


def test_what_is_too_unlike_stays_alone(known: dict[str, TextCard]) -> None:
    boost = _boost(known)
    other = script_effect(201, 1, FIELD_TRIGGER, 1102, DELAY, category=0x200, range=MZONE)
    assert 0.3 < _score(boost, other) < 0.45
    found = _aligned(known, [boost], other)
    assert not found.matches and found.texts_left == (boost,) and len(found.groups_left) == 1


def test_a_poor_match_is_a_match_and_not_sure(known: dict[str, TextCard]) -> None:
    avenge = known["00000201"].effects[1]
    poor = script_effect(201, 1, QUICK, category=0x1, range=GRAVE)
    assert 0.45 < _score(avenge, poor) < 0.52
    (match,) = _aligned(known, [avenge], poor).matches
    assert not match.sure


def test_the_order_decides_between_equals(known: dict[str, TextCard]) -> None:
    boost, activation = _boost(known), _boost(known, kind="card_activation", number=3)
    equals = [script_effect(201, n, QUICK, category=0x1, range=GRAVE, string_no=n) for n in (1, 2, 3, 4)]
    assert 0.45 < _score(boost, equals[0]) == _score(boost, equals[1]) < 0.6 and _score(activation, equals[0]) == 0
    for texts, expected in (([boost, activation], 1), ([activation, boost], 3)):
        (match,) = _aligned(known, texts, *equals).matches
        assert match.texts == (boost,) and [one.order for one in match.effects] == [expected]


def test_the_pendulum_zone_is_for_pendulum_effects(known: dict[str, TextCard]) -> None:
    zone = script_effect(201, 1, QUICK, flags=STEP | TARGETS, category=0x200000, range=0x200)
    field = msgspec.structs.replace(zone, range=MZONE)
    pendulum = _boost(known, part="pendulum_effect")
    assert _score(pendulum, zone) > 0.9 and _score(pendulum, field) == 0
    assert _score(_boost(known), field) > 0.9 and _score(_boost(known), zone) == 0


def test_another_event_counts_for_less_than_free_timing(known: dict[str, TextCard]) -> None:
    avenge = known["00000201"].effects[1]
    free, other = (script_effect(201, 1, QUICK, code, category=0x10000, range=GRAVE) for code in (1002, 1130))
    right = script_effect(201, 1, QUICK, 1140, category=0x10000, range=GRAVE)
    assert _score(avenge, right) > _score(avenge, free) > _score(avenge, other)


def test_another_form_of_the_effect_joins_the_match(known: dict[str, TextCard]) -> None:
    boost = _boost(known)
    first = script_effect(201, 1, QUICK, flags=STEP | TARGETS, category=0x200000, range=MZONE, string_no=1)
    weaker = script_effect(201, 2, IGNITION, 0, category=0x200000, range=MZONE, string_no=2)
    unlike = script_effect(201, 3, IGNITION, 0, category=0x10000, range=GRAVE, string_no=3)
    assert 0.6 <= _score(boost, weaker) < 0.95 and _score(boost, unlike) < 0.6
    found = _aligned(known, [boost], first, weaker, unlike)
    assert [[one.order for one in match.effects] for match in found.matches] == [[1, 2]]
    assert [group.effects for group in found.groups_left] == [(unlike,)]


def test_an_exchange_that_costs_the_other_pair_is_no_doubt(known: dict[str, TextCard]) -> None:
    """A text that resembles two effects alike: whether they may be exchanged depends on what the other text would lose."""
    vague = _boost(known, actions=frozenset())
    draw = _boost(known, effect_id="00000201/text/3", number=3, actions=frozenset({"draw"}), windows=NONE, eligible="no")
    mixed = script_effect(201, 1, QUICK, flags=STEP | TARGETS, category=0x210000, range=MZONE, string_no=1)
    pure = script_effect(201, 2, QUICK, flags=TARGETS, category=0x10000, range=MZONE, string_no=2)
    assert _score(vague, mixed) == _score(vague, pure) and _score(draw, pure) - _score(draw, mixed) > 0.06
    matches = {match.texts[0].number: match for match in _aligned(known, [vague, draw], mixed, pure).matches}
    assert matches[1].effects == (mixed,) and matches[3].effects == (pure,)
    assert matches[1].sure and matches[3].sure
    alike = msgspec.structs.replace(pure, category=0x210000)
    assert not any(match.sure for match in _aligned(known, [vague, draw], mixed, alike).matches)


def test_codes_lose_what_is_added_to_them(known: dict[str, TextCard]) -> None:
    assert [base_code(code) for code in (1002, 0x1002, 0x1080, 0x10007, 0x20007, 0x10000005)] == [1002, 0x1000, 0x1000, 0x10000, 0x20000, 0x10000000]
    standby = msgspec.structs.replace(known["00000202"].effects[0], events=frozenset(), phases=frozenset({"standby"}))
    right, other = (script_effect(202, 1, FIELD_TRIGGER, code, DELAY, category=0x200, range=MZONE) for code in (0x1002, 1102))
    assert _score(standby, right) > 0.9 > _score(standby, other)


def test_effects_of_the_duel_and_applied_ones_are_no_partners() -> None:
    own = script_effect(1, 1, OWN_TRIGGER, 1102, DELAY, category=0x200)
    duel = script_effect(1, 2, FIELD_TRIGGER, 1102, DELAY, category=0x200, place="duel")
    applied = script_effect(1, 3, 0x2, 100)
    effects = (own, duel, applied)
    assert [group.effects for group in groups_of(effects, of_card(effects))] == [(own,)]


def test_clones_of_another_kind_are_groups_of_their_own() -> None:
    first = script_effect(1, 1, IGNITION, 0, category=0x200, range=MZONE, string_no=0)
    quick = script_effect(1, 2, QUICK, 1002, category=0x200, range=MZONE, string_no=0, clone_of=1)
    deeper = script_effect(1, 3, QUICK, 1027, STEP | CAL, category=0x200, range=MZONE, string_no=0, clone_of=2)
    effects = (first, quick, deeper)
    groups = groups_of(effects, of_card(effects))
    assert [[one.order for one in group.effects] for group in groups] == [[1], [2, 3]] and groups[1].windows == ALL
