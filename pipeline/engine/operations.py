"""What a resolution does to the state, operation by operation. Doomed monsters are spared what can no longer happen to them."""

from collections.abc import Callable

import msgspec

from pipeline.engine.calculation import calculate
from pipeline.engine.moves import MOST_MONSTERS, destroy, move, summon, to_spell_zone
from pipeline.engine.nature import removes_the_destroyed
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Occurrence, Piece, Player, State, battler_of, bears, change, in_battle, monsters, note, opposing, other
from pipeline.engine.stats import current, meant, settled
from pipeline.records import PROCEDURE_SUMMONS
from pipeline.windows import NONE

_EVEN_HIDDEN = frozenset({"destroy", "banish", "send_to_gy", "return", "tribute", "take_control"})
# What cannot be done to a doomed monster: another is chosen, if there is one.
_SPARING = frozenset({"atk_def_change", "change_position", "return", "take_control", "attach", "place", "counter"})
# Operations whose number says how many cards they touch.
_NUMBERED = frozenset({"discard", "send_to_gy", "banish", "destroy", "special_summon", "tribute", "return", "add_to_hand"})


def whom(state: State, link: Link, op: Op) -> tuple[str, ...]:
    """Ids of the cards that the operation touches now."""
    match op.to:
        case "self":
            return (link.card,)
        case "target":
            return tuple(card for card in link.targets if _still_there(state, card))
        case "attacker":
            return (state.attacker,) if state.cards[state.attacker].zone == "monster" else ()
        case "attacked":
            return (state.target,) if state.target is not None and state.cards[state.target].zone == "monster" else ()
        case "own_battler" | "opposing_battler":
            found = battler_of(state, link.player if op.to == "own_battler" else other(link.player))
            return () if found is None else (found.id,)
        case "battled":
            met = link.met if link.met is not None else opposing(state, link.card) if in_battle(state, link.card) else None
            return () if met is None or state.cards[met].zone != "monster" else (met,)
        case "equipped":
            worn = state.cards[link.card].equipped_to
            return () if worn is None else (worn,)
        case "event":
            return () if link.event_card is None else (link.event_card,)
        case "chained":
            return () if link.answers is None else (state.chain[link.answers - 1].card,)
        case "all" | "all_own" | "all_opponent" if op.source not in (None, "field"):
            return tuple(card.id for card in state.cards.values() if card.zone == op.source and _of_side(card, link, op.to))
        case "all" | "all_own" | "all_opponent":
            side = None if op.to == "all" else link.player if op.to == "all_own" else other(link.player)
            return tuple(card.id for card in monsters(state, side) if _meant(card, op))
        case "chosen":
            return _chosen(state, link, op)
        case _:
            return ()


def _still_there(state: State, card: str) -> bool:
    return state.cards[card].zone != "gone"


def _meant(card: Piece, op: Op) -> bool:
    """Whether an operation on "all" monsters is about this one; what is hidden can only be moved or destroyed."""
    if op.what in ("attack", "defense"):
        return card.defending == (op.what == "defense")
    if not card.face_up:
        return op.what is None and op.do in _EVEN_HIDDEN
    return op.what is None or bears(card, op.what)


def _of_side(card: Piece, link: Link, to: str) -> bool:
    return to == "all" or (card.controller == link.player) == (to == "all_own")


def _chosen(state: State, link: Link, op: Op) -> tuple[str, ...]:
    """The first that can be chosen on resolution: without targeting, so a doomed monster too where the effect can apply (R-DOOM-02)."""
    source = op.source or "field"
    whose = op.whose or ("you" if op.do in ("special_summon", "discard", "send_to_gy", "tribute", "add_to_hand") else None)
    found = []
    for card in state.cards.values():
        there = card.on_field if source == "field" else card.zone == source
        side = whose is None or (card.controller == link.player) == (whose == "you")
        if there and side and card.id != link.card and meant(op, card):
            found.append(card.id)
    if op.do in _SPARING:
        found.sort(key=lambda one: state.cards[one].doomed)
    return tuple(found[: op.amount if isinstance(op.amount, int) and op.do in _NUMBERED else 1])


def perform(state: State, link: Link, op: Op) -> State:
    """The state after one operation of a resolving link (or of a payment). Unknown operations change nothing."""
    state = msgspec.structs.replace(state, act=state.act + 1)
    action = _ACTIONS.get(op.do)
    if action is None:
        return state
    if op.do in _ONCE:
        return action(state, link, op, link.card)
    for card in whom(state, link, op):
        if card not in state.unaffected or op.do in ("banish", "send_to_gy") or card == link.card:
            state = action(state, link, op, card)
    return state


def _stats(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    if piece.zone != "monster" or piece.doomed or not piece.face_up:
        return state
    if op.amount == "chained_atk":  # the original ATK of the card that was answered
        answered = None if link.answers is None else state.cards[state.chain[link.answers - 1].card]
        op = msgspec.structs.replace(op, amount=f"+{0 if answered is None else answered.spec.atk}")
    state = change(state, card, changes=(*piece.changes, settled(state, piece, op)))
    return note(state, Occurrence("stat_changed", state.act, card, piece.controller, cause="effect", by=link.player))


def _destroy(state: State, link: Link, op: Op, card: str) -> State:
    return destroy(state, card, cause="effect", by=link.player)


def _mover(zone: str) -> "Callable[[State, Link, Op, str], State]":
    def moved(state: State, link: Link, op: Op, card: str) -> State:
        to = op.place if zone == "hand" and op.place in ("deck", "extra") else zone
        if state.cards[card].doomed and any(one.no == link.effect and removes_the_destroyed(one) for one in state.cards[link.card].spec.effects):
            state = change(state, card, doomed=False, fixed=None)  # taken away instead of being destroyed by battle (R-WIN-08)
        return move(state, card, to, cause="effect", by=link.player)  # type: ignore[arg-type]

    return moved


def _discard(state: State, link: Link, op: Op, card: str) -> State:
    return _leave_hand(state, link, card, "discarded")


def _leave_hand(state: State, link: Link, card: str, what: str) -> State:
    piece = state.cards[card]
    state = note(state, Occurrence(what, state.act, card, piece.controller, cause="effect", by=link.player, source=piece.zone))  # type: ignore[arg-type]
    return move(state, card, "gy", cause="effect", by=link.player)


def _special_summon(state: State, link: Link, op: Op, card: str) -> State:
    return summon(state, card, link.player, defending=op.place == "set")


def _procedure(state: State, link: Link, op: Op, card: str) -> State:
    """A Summon by procedure, of the first monster that can be meant: never in the Damage Step (R-ACT-14, R-SUB-04)."""
    if state.moment.window != NONE:
        return state
    chosen = _chosen(state, link, msgspec.structs.replace(op, source=op.source or "extra", whose="you"))
    return summon(state, chosen[0], link.player) if chosen else state


def _position(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    if piece.zone != "monster" or piece.doomed or "Link" in piece.words:
        return state
    if op.what == "face-down" or op.place == "set":
        return change(state, card, face_up=False, defending=True)
    defending = {"attack": False, "defense": True}.get(op.what or "", not piece.defending)
    flipped = not piece.face_up
    state = change(state, card, defending=defending, face_up=True)
    happened = [Occurrence("position_changed", state.act, card, piece.controller, cause="effect", by=link.player)]
    if flipped:
        happened.append(Occurrence("flipped", state.act, card, piece.controller, cause="effect", by=link.player))
    return note(state, *happened)


def _control(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    room = sum(one.zone == "monster" and one.controller == link.player for one in state.cards.values()) < MOST_MONSTERS
    if piece.doomed or piece.zone != "monster" or piece.controller == link.player or not room:
        return state
    state = change(state, card, controller=link.player)
    return note(state, Occurrence("control_changed", state.act, card, link.player, cause="effect", by=link.player))


def _counter(state: State, link: Link, op: Op, card: str) -> State:
    piece, number = state.cards[card], int(op.amount or 1)
    if not piece.on_field or not piece.face_up or (piece.doomed and number > 0) or (number < 0 and not any(count for _, count in piece.counters)):
        return state
    name = op.what or "counter"
    counts = dict(piece.counters)
    counts[name] = max(0, counts.get(name, 0) + number)
    return change(state, card, counters=tuple(sorted(counts.items())))


def _detach(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    return change(state, card, materials=max(0, piece.materials - int(op.amount or 1)))


def _attach(state: State, link: Link, op: Op, card: str) -> State:
    """The touched card becomes material of this card, unless either is doomed (R-DOOM-05, R-DOOM-08)."""
    piece, holder = state.cards[card], state.cards[link.card]
    if op.of is not None:  # under one of the player's monsters, chosen on resolution
        found = (one for one in monsters(state, link.player, face_up=True) if not one.doomed and bears(one, op.of))
        holder = next(found, holder)
    if piece.doomed or holder.doomed or holder.zone != "monster":
        return state
    state = move(state, card, "gone", cause="effect", by=link.player)
    return change(state, holder.id, materials=holder.materials + 1)


def _negate_effects(state: State, link: Link, op: Op, card: str) -> State:
    if op.to == "chained" and link.answers is not None:
        links = list(state.chain)
        links[link.answers - 1] = msgspec.structs.replace(links[link.answers - 1], effect_negated=True)
        return msgspec.structs.replace(state, chain=tuple(links))
    return change(state, card, negated=True, negated_after=op.what == "also after leaving")


def _negate_activation(state: State, link: Link, op: Op, card: str) -> State:
    if link.answers is None:
        return state
    links = list(state.chain)
    negated = links[link.answers - 1]
    links[link.answers - 1] = msgspec.structs.replace(negated, negated=True)
    state = msgspec.structs.replace(state, chain=tuple(links))
    happened = Occurrence("negated", state.act, negated.card, negated.player, cause="effect", by=link.player)
    return note(state, happened)


def _points(state: State, player: Player, number: int, what: str, by: Player) -> State:
    lp = list(state.lp)
    lp["TN".index(player)] += number
    happened = Occurrence(what, state.act, None, player, cause="effect", by=by, amount=abs(number))  # type: ignore[arg-type]
    return note(msgspec.structs.replace(state, lp=(lp[0], lp[1])), happened)


_NO_EFFECT_DAMAGE = "no effect damage"


POINTS_IN_WORDS = frozenset({"battled_atk", "battled_def", "difference", "damage_taken", "half_of_battled", "half_lp"})


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
            return state.lp["TN".index(player)] // 2
        case _:
            return int(op.amount or 0)


def _sides(link: Link, op: Op) -> tuple[Player, ...]:
    if op.to == "both":
        return ("T", "N")
    return (other(link.player),) if op.to == "opponent" else (link.player,)


def _damage(state: State, link: Link, op: Op, card: str) -> State:
    sides = _sides(link, op if op.to in ("you", "both") else msgspec.structs.replace(op, to="opponent"))
    if op.to == "event" and link.event_card is not None:
        sides = (state.cards[link.event_card].controller,)
    for player in sides:
        if (player, _NO_EFFECT_DAMAGE) in state.damage_rules:
            continue
        state = _points(state, player, -_number(state, link, op, player), "effect_damage", link.player)
    return state


def _gain(state: State, link: Link, op: Op, card: str) -> State:
    for player in _sides(link, op):
        state = _points(state, player, _number(state, link, op, player), "lp_gained", link.player)
    return state


def _pay(state: State, link: Link, op: Op, card: str) -> State:
    return _points(state, link.player, -int(op.amount or 0), "lp_paid", link.player)


def _lose(state: State, link: Link, op: Op, card: str) -> State:
    for player in _sides(link, op):
        state = _points(state, player, -_number(state, link, op, player), "lp_paid", link.player)
    return state


def _draw(state: State, link: Link, op: Op, card: str) -> State:
    for player in _sides(link, op):
        for _ in range(int(op.amount or 1)):
            top = next((one for one in state.cards.values() if one.zone == "deck" and one.owner == player), None)
            if top is not None:
                state = change(state, top.id, zone="hand")
        state = note(state, Occurrence("drawn", state.act, None, player, cause="effect", by=link.player))
    return state


def _guard(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    return change(state, card, protected=True) if piece.zone == "monster" and not piece.doomed else state


def _damage_rule(state: State, link: Link, op: Op, card: str) -> State:
    for player in _sides(link, op):
        if (player, str(op.what)) not in state.damage_rules:  # a second effect of the kind changes nothing
            state = msgspec.structs.replace(state, damage_rules=(*state.damage_rules, (player, str(op.what))))
    return state


def _calculate(state: State, link: Link, op: Op, card: str) -> State:
    """The calculation takes place here and now; the moments before it have passed (R-SUB-01, R-SUB-02)."""
    if state.calculated or not state.battle_on:
        return state
    after = next(at for at, moment in enumerate(state.rules.moments) if "damage" in moment.entry)
    state = calculate(msgspec.structs.replace(state, attacked=True, at=after - 1))
    dealt = tuple(one for one in state.held if one.what != "battles")
    later = tuple(one for one in state.held if one.what == "battles")
    return msgspec.structs.replace(state, log=state.log + dealt, held=later, at=after, pending_moment=True)


def _redirect(state: State, link: Link, op: Op, card: str) -> State:
    return msgspec.structs.replace(state, target=card)


def _end_phase(state: State, link: Link, op: Op, card: str) -> State:
    if op.what == "after the step":
        return msgspec.structs.replace(state, end_phase_after=True)
    return msgspec.structs.replace(state, at=state.rules.index("end_phase"), battle_on=False)


def _equip(state: State, link: Link, op: Op, card: str) -> State:
    """This card (or one from another place) becomes an Equip Card of the touched monster, with its bonus."""
    wearer = state.cards[card]
    if wearer.doomed or wearer.zone != "monster" or not wearer.face_up:
        return state
    worn = link.card
    if op.source is not None:
        chosen = _chosen(state, msgspec.structs.replace(link, card=card), msgspec.structs.replace(op, whose=op.whose or "you"))
        if not chosen:
            return state
        worn = chosen[0]
        if op.amount == "its_atk":
            op = msgspec.structs.replace(op, amount=f"+{state.cards[worn].atk}")
    if worn == card or state.cards[worn].doomed or state.cards[worn].zone == "gone":
        return state
    state = to_spell_zone(state, worn, card)
    return _stats(state, link, op, card) if op.amount is not None or op.defense is not None else state


def _words(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    return state if piece.doomed or op.what is None else change(state, card, words=piece.words | {op.what})


def _unaffected(state: State, link: Link, op: Op, card: str) -> State:
    return msgspec.structs.replace(state, unaffected=state.unaffected | {card})


def _stop_attack(state: State, link: Link, op: Op, card: str) -> State:
    return msgspec.structs.replace(state, battle_on=False)


def _place(state: State, link: Link, op: Op, card: str) -> State:
    piece = state.cards[card]
    return state if piece.doomed or piece.zone in ("spell", "gone") else to_spell_zone(state, card)


def _look(state: State, link: Link, op: Op, card: str) -> State:
    return state


_ACTIONS: dict[str, Callable[[State, Link, Op, str], State]] = {
    "atk_def_change": _stats, "destroy": _destroy, "banish": _mover("banished"), "send_to_gy": _mover("gy"), "tribute": _mover("gy"),
    "return": _mover("hand"), "add_to_hand": _mover("hand"), "discard": _discard, "special_summon": _special_summon, "change_position": _position,
    "take_control": _control, "counter": _counter, "detach": _detach, "attach": _attach, "negate_effect": _negate_effects,
    "negate_activation": _negate_activation, "inflict_damage": _damage, "gain_lp": _gain, "pay_lp": _pay, "lose_lp": _lose, "draw": _draw,
    "protect": _guard, "damage_modify": _damage_rule, "calculate_damage": _calculate, "redirect_attack": _redirect, "end_phase": _end_phase,
    **dict.fromkeys(PROCEDURE_SUMMONS, _procedure),
    "equip": _equip, "identity_change": _words, "unaffected": _unaffected, "negate_attack": _stop_attack, "place": _place, "look": _look,
}  # fmt: skip
# Operations on players or on the game: done once, whatever cards there are.
_ONCE = frozenset(
    PROCEDURE_SUMMONS
    | {
        "inflict_damage",
        "gain_lp",
        "pay_lp",
        "lose_lp",
        "draw",
        "damage_modify",
        "calculate_damage",
        "end_phase",
        "negate_activation",
        "negate_attack",
    }
)


def piece_of(state: State, link: Link) -> Piece:
    """The card of a chain link."""
    return state.cards[link.card]
