"""Which cards an operation touches: selectors of specifications, resolved in a state."""

from pipeline.engine.reach import HOW, meant
from pipeline.engine.spec import Op
from pipeline.engine.state import Link, Piece, State, battler_of, in_battle, monsters, opposing, other

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
            return chosen(state, link, op)
        case _:
            return ()


def _still_there(state: State, card: str) -> bool:
    return state.cards[card].zone != "gone"


def _meant(card: Piece, op: Op) -> bool:
    """Whether an operation on "all" monsters is about this one; what is hidden can only be moved or destroyed."""
    if op.what in ("attack", "defense") and op.do not in HOW:
        return card.defending == (op.what == "defense")
    if not card.face_up:
        return op.what is None and op.of is None and op.do in _EVEN_HIDDEN
    return meant(op, card)


def _of_side(card: Piece, link: Link, to: str) -> bool:
    return to == "all" or (card.controller == link.player) == (to == "all_own")


def chosen(state: State, link: Link, op: Op) -> tuple[str, ...]:
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
