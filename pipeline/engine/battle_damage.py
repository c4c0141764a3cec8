"""Battle damage: who loses the comparison, how much is dealt, and how it is changed on the way (R-CAL-01, R-CAL-02, R-CAL-04)."""

from collections.abc import Iterator

import msgspec

from pipeline.engine.negation import applies, in_force
from pipeline.engine.reach import touches
from pipeline.engine.spec import Op
from pipeline.engine.state import Occurrence, Piece, Player, State, other
from pipeline.engine.stats import current

PLAYERS: tuple[Player, Player] = ("T", "N")
# How damage may be changed, besides "piercing". A number, or ``atk`` for that of the card itself, follows the last three.
WAYS = frozenset({"piercing", "inflict_double", "both_take", "redirect", "as_effect", "gain", "zero", "half", "double"})
WAYS_WITH_NUMBER = frozenset({"fixed", "none_from", "none_to"})


def compared(state: State, attacker: Piece, target: Piece | None) -> tuple[list[Piece], int, Player | None]:
    """Who loses, how much damage, to whom; nothing that protects or changes is looked at yet."""
    strength = current(state, attacker)[1 if attacker.defending and not _uses_atk(attacker) else 0]
    if target is None:
        return [], strength, other(attacker.controller)
    if target.defending:
        held = current(state, target)[1]
        if strength > held:
            return [target], strength - held if _pierces(state, attacker) else 0, target.controller
        return [], held - strength, attacker.controller
    held = current(state, target)[0]
    if strength == held:
        # 0 against 0: nobody is destroyed, except in the ruleset of 2005.
        return ([attacker, target] if strength or state.rules.both_zero_die else []), 0, None
    return ([target], strength - held, target.controller) if strength > held else ([attacker], held - strength, attacker.controller)


def _uses_atk(attacker: Piece) -> bool:
    """Whether it attacks in Defense Position with its ATK instead of its DEF."""
    return any(op.do == "calculate_damage" and op.what == "ATK" for effect in attacker.spec.effects for op in effect.actions)


def _pierces(state: State, attacker: Piece) -> bool:
    return any(op.what == "piercing" and touches(state, holder, op, attacker) for holder, op in _changes(state))


def _changes(state: State) -> Iterator[tuple[Piece, Op]]:
    """What continuous effects say of battle damage now, and whose effects they are."""
    for holder in state.cards.values():
        for effect in holder.spec.effects:
            of_damage = [op for op in effect.actions if op.do == "damage_modify"]
            if of_damage and effect.kind == "continuous" and not effect.events and applies(state, holder) and in_force(state, holder, effect):
                yield from ((holder, op) for op in of_damage)


def deal(state: State, attacker: Piece, target: Piece | None, to: Player, damage: int) -> tuple[State, list[Occurrence]]:
    """Deals the damage as it comes out after all changes; the events are for the caller to tell in their time."""
    inflicting = _inflicting(attacker, target, to)
    happened = []
    lp = list(state.lp)
    for player, (points, what) in dealt(state, attacker, target, to, damage).items():
        if points > 0:
            lp[PLAYERS.index(player)] += points if what == "lp_gained" else -points
            source = None if inflicting is None else inflicting.id
            happened.append(Occurrence(what, state.act, source, player, None, "battle", other(player), points))  # type: ignore[arg-type]
    return msgspec.structs.replace(state, lp=(lp[0], lp[1])), happened


def would_take(state: State, player: Player) -> bool:
    """Whether the player would take battle damage if the calculation took place now."""
    target = None if state.target is None else state.cards[state.target]
    attacker = state.cards[state.attacker]
    if not state.battle_on or attacker.zone != "monster" or (target is not None and target.zone != "monster"):
        return False
    _, damage, to = compared(state, attacker, target)
    if to is None or damage <= 0:
        return False
    points, what = dealt(state, attacker, target, to, damage).get(player, (0, ""))
    return points > 0 and what == "battle_damage"


def _inflicting(attacker: Piece, target: Piece | None, to: Player) -> Piece | None:
    return attacker if to != attacker.controller else target


def dealt(state: State, attacker: Piece, target: Piece | None, to: Player, damage: int) -> dict[Player, tuple[int, str]]:
    """Who takes how much, and as what, once every change has been applied in its order (R-CAL-04); several of a kind count once."""
    inflicting = _inflicting(attacker, target, to)
    ways = {player: _ways(state, player, inflicting) for player in PLAYERS}
    if any(how == "inflict_double" for how, _ in ways[to]):
        damage *= 2
    taken: dict[Player, int] = dict.fromkeys(PLAYERS, 0)
    for first in PLAYERS if any(how == "both_take" for how, _ in ways[to]) else (to,):
        # An amount is passed on once at most, then what guards the one who takes it in the end is looked at.
        taken[other(first) if any(how == "redirect" for how, _ in ways[first]) else first] += damage
    return {player: _after(points, ways[player]) for player, points in taken.items() if points}


def _ways(state: State, player: Player, inflicting: Piece | None) -> list[tuple[str, int]]:
    """How damage to this player is changed, each way with the number that goes with it."""
    found = [_way(rule, 0) for whom, rule in state.damage_rules if whom == player]
    for holder, op in _changes(state):
        if op.what is not None and _guards(holder, op.to, player, inflicting):
            found.append(_way(op.what, current(state, holder)[0]))
    return found


def _way(words: str, atk: int) -> tuple[str, int]:
    how, _, number = words.partition(" ")
    return how, int(number) if number.isdigit() else atk


def _after(points: int, ways: list[tuple[str, int]]) -> tuple[int, str]:
    kinds = {how for how, _ in ways}
    if "zero" in kinds:
        points = 0
    if ("half" in kinds) != ("double" in kinds):  # one of each cancel out
        points = -(-points // 2) if "half" in kinds else points * 2
    if points and "fixed" in kinds:
        points = min(number for how, number in ways if how == "fixed")
    for how, number in ways:
        if (how == "none_from" and points >= number) or (how == "none_to" and points <= number):
            points = 0
    return points, "lp_gained" if "gain" in kinds else "effect_damage" if "as_effect" in kinds else "battle_damage"


def _guards(holder: Piece, selector: str, player: Player, inflicting: Piece | None) -> bool:
    """Whether what the holder says of damage is about damage to this player."""
    match selector:
        case "you":
            return holder.controller == player
        case "opponent":
            return holder.controller != player
        case "both":
            return True
        case "self":
            return inflicting is not None and inflicting.id == holder.id
        case "equipped":
            return inflicting is not None and inflicting.id == holder.equipped_to
        case _:
            return False
