"""Operations on Life Points: damage by effects, gains, payments, and lasting changes of battle damage."""

import msgspec

from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Occurrence, Player, State, note, opposing, other
from pipeline.engine.stats import current

NO_EFFECT_DAMAGE = "no effect damage"
POINTS_IN_WORDS = frozenset({"battled_atk", "battled_def", "difference", "damage_taken", "half_of_battled", "half_lp"})


def inflict(state: State, link: Link, op: Op, card: str) -> State:
    """Effect damage to the opponent, or to whom the operation names."""
    hit = sides(link, op if op.to in ("you", "both") else msgspec.structs.replace(op, to="opponent"))
    if op.to == "event" and link.event_card is not None:
        hit = (state.cards[link.event_card].controller,)
    for player in hit:
        if (player, NO_EFFECT_DAMAGE) in state.damage_rules:
            continue
        state = _points(state, player, -_number(state, link, op, player), "effect_damage", link.player)
    return state


def gain(state: State, link: Link, op: Op, card: str) -> State:
    """Gains Life Points."""
    for player in sides(link, op):
        state = _points(state, player, _number(state, link, op, player), "lp_gained", link.player)
    return state


def pay(state: State, link: Link, op: Op, card: str) -> State:
    """Pays Life Points."""
    return _points(state, link.player, -int(op.amount or 0), "lp_paid", link.player)


def lose(state: State, link: Link, op: Op, card: str) -> State:
    """Loses Life Points, which is no damage."""
    for player in sides(link, op):
        state = _points(state, player, -_number(state, link, op, player), "lp_paid", link.player)
    return state


def change_damage(state: State, link: Link, op: Op, card: str) -> State:
    """From now on battle damage to a player is changed (or effect damage of this chain prevented)."""
    for player in sides(link, op):
        if (player, str(op.what)) not in state.damage_rules:  # a second effect of the kind changes nothing
            state = msgspec.structs.replace(state, damage_rules=(*state.damage_rules, (player, str(op.what))))
    return state


def _points(state: State, player: Player, number: int, what: str, by: Player) -> State:
    lp = list(state.lp)
    lp["TN".index(player)] += number
    happened = Occurrence(what, state.act, None, player, cause="effect", by=by, amount=abs(number))  # type: ignore[arg-type]
    return note(msgspec.structs.replace(state, lp=(lp[0], lp[1])), happened)


def _number(state: State, link: Link, op: Op, player: Player) -> int:
    """How many points, where they are given in words."""
    met = opposing(state, link.card)
    match op.amount:
        case "battled_atk":
            return 0 if met is None else current(state, state.cards[met])[0]
        case "battled_def":
            return 0 if met is None else current(state, state.cards[met])[1]
        case "difference":
            gone = met is None or {state.cards[met].zone, state.cards[link.card].zone} != {"monster"}
            return 0 if gone or met is None else abs(state.cards[met].atk - state.cards[link.card].atk)
        case "damage_taken":
            return next((one.amount for one in reversed(state.log) if one.what == "battle_damage" and one.player == player), 0)
        case "half_of_battled":
            return 0 if met is None else state.cards[met].atk // 2
        case "half_lp":
            return max(0, state.lp["TN".index(player)]) // 2  # below zero the duel is lost, and nothing is left to halve
        case _:
            return int(op.amount or 0)


def sides(link: Link, op: Op) -> tuple[Player, ...]:
    """Players that the operation is about."""
    if op.to == "both":
        return ("T", "N")
    return (other(link.player),) if op.to == "opponent" else (link.player,)
