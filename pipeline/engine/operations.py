"""What a resolution or a payment does to the state, operation by operation (`perform`)."""

from collections.abc import Callable, Iterable

import msgspec

from pipeline.engine.battle_operations import calculate_now, go_to_end_phase, negate_activation, negate_effects, redirect_attack, stop_attack
from pipeline.engine.card_operations import (
    attach,
    destroy_card,
    discard,
    draw,
    equip,
    mover,
    place,
    special_summon,
    summon_by_procedure,
    take_control,
)
from pipeline.engine.life_points import change_damage, gain, inflict, lose, pay
from pipeline.engine.monster_operations import change_identity, change_position, change_strength, detach, make_unaffected, place_counters, protect
from pipeline.engine.needs import holds
from pipeline.engine.reach import immune
from pipeline.engine.selection import whom
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, State
from pipeline.records import PROCEDURE_SUMMONS


def perform(state: State, link: Link, op: Op) -> State:
    """The state after one operation of a resolving link (or of a payment). Unknown operations change nothing."""
    state = msgspec.structs.replace(state, act=state.act + 1)
    operation = _OPERATIONS.get(op.do)
    if operation is None:
        return state
    if op.do in _ON_THE_GAME:
        return operation(state, link, op, link.card)
    for card in whom(state, link, op):
        if not immune(state, state.cards[card], state.cards[link.card]):
            state = operation(state, link, op, card)
    return state


def perform_all(state: State, link: Link, ops: Iterable[Op]) -> State:
    """The state after these operations in order: what comes later is left out, and what depends on the one before if that came to nothing."""
    done = True
    for op in ops:
        if not all(holds(state, state.cards[link.card], need) for need in op.needs):
            done = False
            continue
        if op.delayed or (op.link in ("and_if_you_do", "then") and not done) or (op.link == "or" and done):
            continue
        before = state
        state = perform(state, link, op)
        done = msgspec.structs.replace(state, act=before.act) != before
    return state


_OPERATIONS: dict[str, Callable[[State, Link, Op, str], State]] = {
    "atk_def_change": change_strength, "change_position": change_position, "counter": place_counters, "detach": detach, "protect": protect,
    "identity_change": change_identity, "unaffected": make_unaffected,
    "destroy": destroy_card, "banish": mover("banished"), "send_to_gy": mover("gy"), "tribute": mover("gy"), "return": mover("hand"),
    "add_to_hand": mover("hand"), "discard": discard, "special_summon": special_summon, "take_control": take_control, "attach": attach,
    "draw": draw, "equip": equip, "place": place, **dict.fromkeys(PROCEDURE_SUMMONS, summon_by_procedure),
    "inflict_damage": inflict, "gain_lp": gain, "pay_lp": pay, "lose_lp": lose, "damage_modify": change_damage,
    "negate_effect": negate_effects, "negate_activation": negate_activation, "calculate_damage": calculate_now,
    "redirect_attack": redirect_attack, "end_phase": go_to_end_phase, "negate_attack": stop_attack,
}  # fmt: skip
# Operations on players, on the chain or on the battle: done once, whatever cards there are.
_ON_THE_GAME = PROCEDURE_SUMMONS | {
    "inflict_damage", "gain_lp", "pay_lp", "lose_lp", "draw", "damage_modify", "calculate_damage", "end_phase", "negate_activation", "negate_attack",
}  # fmt: skip
