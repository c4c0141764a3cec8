"""Costs: what can be paid, by what (R-ACT-22), and what a doomed monster cannot pay for (R-DOOM-07)."""

import msgspec

from pipeline.engine.nature import Permit
from pipeline.engine.operations import perform
from pipeline.engine.spec import EffectSpec, Op
from pipeline.engine.state import Link, Occurrence, Piece, Player, State, bears

_GIVEN_UP = frozenset({"discard", "send_to_gy", "tribute", "banish", "return", "destroy", "reveal"})
_FINE = Permit(True, "")


def affordable(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """Whether the player can pay the whole cost: no card and no Life Points pay for two parts of it."""
    life_points, given = 0, set[str]()
    for op in effect.cost:
        answer = payable(state, player, card, effect, op)
        if not answer.legal:
            return answer
        number = int(op.amount) if isinstance(op.amount, int) else 1
        if op.do == "pay_lp":
            life_points += number
            if state.lp["TN".index(player)] <= life_points:
                return Permit(False, "R-ACT-22", "too few Life Points")
        elif op.do in _GIVEN_UP and op.do != "reveal" and op.to in ("chosen", "none"):
            left = [one for one in payers(state, player, card, effect, op) if one not in given]
            if len(left) < number:
                return Permit(False, "R-ACT-22", "nothing to pay the cost with")
            given.update(left[:number])
    return _FINE


def payable(state: State, player: Player, card: Piece, effect: EffectSpec, op: Op) -> Permit:
    """Whether the player can pay this part of the cost."""
    number = int(op.amount) if isinstance(op.amount, int) else 1
    match op.do:
        case "pay_lp":
            return _FINE if state.lp["TN".index(player)] > number else Permit(False, "R-ACT-22", "too few Life Points")
        case "detach":
            enough = holders(state, player, number) if op.to == "chosen" else card.materials >= number
            return _FINE if enough else Permit(False, "R-ACT-22", "no material to detach")
        case "counter" if number < 0:
            if op.to == "chosen":
                enough = bool(counted(state, player, op))
                return _FINE if enough else Permit(False, "R-ACT-22", "no counter to remove")
            have = dict(card.counters).get(op.what or "counter", sum(count for _, count in card.counters) if op.what is None else 0)
            return _FINE if have >= -number else Permit(False, "R-ACT-22", "no counter to remove")
        case _ if op.do in _GIVEN_UP:
            return _given_up(state, player, card, effect, op, number)
        case _:
            return _FINE


def holders(state: State, player: Player, number: int) -> list[str]:
    """The player's monsters with at least so many materials; a doomed one may give its own (R-DOOM-07)."""
    return [one.id for one in state.cards.values() if one.zone == "monster" and one.controller == player and one.materials >= number]


def _given_up(state: State, player: Player, card: Piece, effect: EffectSpec, op: Op, number: int) -> Permit:
    if op.to == "self":
        doomed = card.doomed and not effect.mandatory
        return Permit(False, "R-DOOM-07", "a doomed monster pays for no optional activation") if doomed else _FINE
    found = payers(state, player, card, effect, op)
    if len(found) >= number:
        return _FINE
    any_doomed = any(one.doomed for one in state.cards.values() if one.controller == player)
    return Permit(False, "R-DOOM-07" if any_doomed else "R-ACT-22", "nothing to pay the cost with")


def payers(state: State, player: Player, card: Piece, effect: EffectSpec, op: Op) -> list[str]:
    """Cards that could pay this part, besides the one whose effect it is."""
    place = op.source or ("hand" if op.do in ("discard", "reveal") else "field")
    found = []
    for one in state.cards.values():
        there = one.on_field if place == "field" else one.zone == place
        if op.do == "tribute":
            there = one.zone == "monster"
        if there and one.controller == player and one.id != card.id and (op.what is None or bears(one, op.what)):
            if one.doomed and not effect.mandatory:
                continue
            found.append(one.id)
    return found


def counted(state: State, player: Player, op: Op) -> list[str]:
    """Cards on the field (the player's own, where the text says so) with enough counters of the kind; a doomed one may give its own."""
    least = -int(op.amount) if isinstance(op.amount, int) else 1
    return [
        one.id for one in state.cards.values()
        if one.on_field and one.face_up and (op.whose != "you" or one.controller == player)
        and dict(one.counters).get(op.what or "counter", 0) >= least
    ]  # fmt: skip


def pay(state: State, link: Link, card: Piece, effect: EffectSpec, pays: tuple[str, ...]) -> State:
    """Pays the whole cost, with the named cards where there is a choice. `ValueError` where one of them cannot pay it."""
    left = list(pays)
    for op in effect.cost:
        before = len(state.log)
        if op.do in _GIVEN_UP and op.to in ("chosen", "none"):
            if op.do == "reveal":
                continue
            found = payers(state, link.player, card, effect, op)
            for _ in range(int(op.amount) if isinstance(op.amount, int) else 1):
                chosen = left.pop(0) if left else found[0]
                if chosen not in found:
                    raise ValueError(f"{chosen} cannot pay this cost")
                found.remove(chosen)
                state = perform(state, msgspec.structs.replace(link, card=chosen), msgspec.structs.replace(op, to="self"))
        elif op.do in ("detach", "counter") and op.to == "chosen":
            found = counted(state, link.player, op) if op.do == "counter" else holders(state, link.player, int(op.amount or 1))
            chosen = left.pop(0) if left else found[0]
            if chosen not in found:
                raise ValueError(f"{chosen} cannot pay this cost")
            state = perform(state, msgspec.structs.replace(link, card=chosen), msgspec.structs.replace(op, to="self"))
        else:
            state = perform(state, link, op)
        state = msgspec.structs.replace(state, log=state.log[:before] + tuple(_as_cost(one) for one in state.log[before:]))
    return state


def _as_cost(one: Occurrence) -> Occurrence:
    return msgspec.structs.replace(one, cause="cost") if one.cause == "effect" else one
