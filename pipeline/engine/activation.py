"""May this player activate this very effect now? Every answer names the rule that gives it."""

import msgspec

from pipeline.engine.answers import fits
from pipeline.engine.locks import locked
from pipeline.engine.moves import MOST_MONSTERS
from pipeline.engine.nature import ANSWERABLE, Permit, removes_the_destroyed, speed
from pipeline.engine.needs import holds
from pipeline.engine.payment import affordable
from pipeline.engine.permission import timing
from pipeline.engine.selection import whom
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Link, Piece, Player, State
from pipeline.engine.targets import targetable
from pipeline.engine.triggers import met, names_this_moment, place_holds
from pipeline.windows import NONE, Window

_TRIGGERS = ("trigger", "flip")
# What a doomed monster can no longer undergo (R-DOOM-03, R-DOOM-05).
_SPARED = {"atk_def_change": "R-DOOM-03", "change_position": "R-DOOM-03", "return": "R-DOOM-05", "take_control": "R-DOOM-05", "attach": "R-DOOM-05",
           "place": "R-DOOM-05"}  # fmt: skip
# Taking away without a target needs something to take away.
REMOVALS = frozenset({"destroy", "banish", "return", "send_to_gy", "take_control"})
_BY_ITSELF = frozenset({"all", "all_own", "all_opponent", "battled"})
_NEED_RULES = {
    "has_battled": "R-STR-05",
    "has_attacked": "R-STR-05",
    "opposing_face_up": "R-WIN-01",
    "opposing_face_down": "R-WIN-01",
    "destroyed_in_gy": "R-END-04",
}


def may(state: State, player: Player, card: Piece, effect: EffectSpec, *, together: bool = False) -> Permit:
    """Whether the player may put this effect on the chain now, whoever holds priority."""
    for answer in (
        _place(state, player, card, effect, together),
        _doomed(card, effect),
        _again(state, player, card, effect),
        _moment(state, card, effect, together),
        locked(state, player, card, effect),
        _fast_enough(state, card, effect),
        _occasion(state, player, card, effect, together),
        _needs(state, card, effect),
        affordable(state, player, card, effect),
        targetable(state, player, card, effect),
        _something_to_do(state, player, card, effect),
        _room(state, player, card, effect),
    ):
        if not answer.legal:
            return answer
    permit = timing(state.rules, state.moment, card.spec, effect, first=state.chains_here == 0)
    return Permit(True, "R-ACT-18", "together with its card") if together else permit


_FINE = Permit(True, "")


def _place(state: State, player: Player, card: Piece, effect: EffectSpec, together: bool) -> Permit:
    if card.controller != player:
        return Permit(False, "R-ACT-01", "another player's card")
    if effect.kind == "card_activation" or together:
        own = effect.with_card and not effect.mandatory and (not effect.places or "field" in effect.places)
        if together and not (own and card.spec.type == "Trap"):
            return Permit(False, "R-ACT-18", "no effect that may be used while its card is being activated")
        from_hand = card.zone == "hand" and ((card.spec.property == "Quick-Play" and player == "T") or "hand" in effect.places)
        is_set = card.zone == "spell" and not card.face_up and card.set_before
        return _FINE if from_hand or is_set else Permit(False, "R-ACT-01", "the card is not where it can be activated from")
    if not place_holds(card, effect, state):
        rule = _where(effect)
        return Permit(False, rule, "the card is not where the effect activates")
    return _FINE


def _where(effect: EffectSpec) -> str:
    """The rule behind "the card is not where the effect activates"."""
    if any(event.what == "flipped" for event in effect.events):
        return "R-FLIP-05"
    if effect.window == ("end",):
        return "R-END-05"
    return "R-DOOM-01" if any(event.cause == "battle" for event in effect.events) else "R-ACT-05"


def _doomed(card: Piece, effect: EffectSpec) -> Permit:
    if card.doomed and effect.kind == "quick" and not effect.mandatory:
        return Permit(False, "R-DOOM-06", "a monster whose destruction is settled has no optional Quick Effects")
    return _FINE


def _again(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    key = f"{player} {card.name}" if effect.once in ("turn_by_name", "duel") else card.id
    if effect.once is not None and (key, effect.no) in state.used:
        return Permit(False, "R-ACT-01", "used already")
    if any(link.card == card.id and link.effect == effect.no for link in state.chain):
        return Permit(False, "R-ACT-01", "already on this chain")
    return _FINE


def _moment(state: State, card: Piece, effect: EffectSpec, together: bool) -> Permit:
    if together and state.moment.window != NONE and effect.kind not in _TRIGGERS and card.face_up:
        return Permit(False, "R-ACT-18", "the card is face-up already")
    return timing(state.rules, state.moment, card.spec, effect, first=state.chains_here == 0)


def _fast_enough(state: State, card: Piece, effect: EffectSpec) -> Permit:
    own = speed(card.spec, effect)
    if effect.kind in _TRIGGERS:
        return _FINE
    if state.chain:
        last = state.chain[-1].speed
        if own < 2 or (last == 3 and own < 3):
            return Permit(False, "R-ACT-15" if own < 2 else "R-ACT-02", "too slow to answer the last chain link")
        return _FINE
    limit = state.moment.chains
    if limit is not None and state.opened_here >= limit and not (effect.events or effect.mandatory):
        return Permit(False, {"goat": "R-LEG-07", "ocg-mr2": "R-LEG-03"}.get(state.rules.name, "R-LEG-01"), "this moment has had its chain")
    return _FINE


def _occasion(state: State, player: Player, card: Piece, effect: EffectSpec, together: bool) -> Permit:
    """What it waits for: an event that has just happened, an activation to answer."""
    if effect.kind in _TRIGGERS and not together:
        due = any(one.card == card.id and one.effect == effect.no and one.option == effect.option for _, group in state.stages for one in group)
        return _FINE if due else _not_due(state, player, card, effect)
    if not effect.events and not effect.answers:
        return _FINE
    if effect.events and met(state, card, effect, state.batch) is not None:
        return _FINE
    if ANSWERABLE.intersection(effect.answers) and state.chain and fits(state, player, card, effect, state.chain[-1]):
        return _FINE
    if effect.window and not effect.events and (not effect.answers or state.moment.window in Window.of(effect.window)):
        return _FINE
    return _unmet(state, card, effect)


def _not_due(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """Why a trigger did not come: what it waits for is missing, or its moment is there and something else stands against it."""
    if met(state, card, effect, state.batch) is None and not (names_this_moment(state, effect) and not state.chains_here):
        return _unmet(state, card, effect)
    for answer in (
        _needs(state, card, effect),
        affordable(state, player, card, effect),
        targetable(state, player, card, effect),
        _something_to_do(state, player, card, effect),
        _room(state, player, card, effect),
    ):
        if not answer.legal:
            return answer
    return Permit(False, "R-WIN-11", "its moment has passed")


def _unmet(state: State, card: Piece, effect: EffectSpec) -> Permit:
    if met(state, card, effect, state.batch) is not None if effect.events else effect.window or effect.phases:
        lacking = (
            _needs(state, card, effect),
            affordable(state, card.controller, card, effect),
            targetable(state, card.controller, card, effect),
            _something_to_do(state, card.controller, card, effect),
        )
        passed = Permit(False, "R-WIN-06" if state.chains_here else "R-WIN-11", "its moment has passed")
        return next((one for one in lacking if not one.legal), passed)
    if effect.when and met(state, card, msgspec.structs.replace(effect, when=False), state.batch) is not None:
        return Permit(False, "R-SUB-03", "something else has happened since: it has missed its moment")
    if effect.answers:
        return Permit(False, "R-ACT-03", "no activation that it could answer")
    if any(event.what == "flipped" for event in effect.events):
        return Permit(False, "R-FLIP-03", "no flip that counts now")
    if any(event.what == "battles" for event in effect.events):
        return Permit(False, "R-STR-05", "no damage calculation was made")
    if any(event.cause == "battle" for event in effect.events):
        return Permit(False, "R-DOOM-01", "not destroyed by battle")
    return Permit(False, "R-ACT-06", "what it waits for has not happened")


def _needs(state: State, card: Piece, effect: EffectSpec) -> Permit:
    for need in effect.needs:
        if not holds(state, card, need):
            return Permit(False, _NEED_RULES.get(need, "R-INT-03" if not state.battle_on else "R-ACT-13"), f"not so: {need}")
    return _FINE


def _room(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """What comes to the field needs a zone; doomed monsters still fill theirs (R-DOOM-01), a cost may empty one."""
    first = next((op for op in effect.actions if op.to != "none" or op.do not in ("choose", "place")), None)
    if effect.mandatory or first is None or first.do not in ("special_summon", "take_control") or first.optional:
        return _FINE
    own = [one for one in state.cards.values() if one.zone == "monster" and one.controller == player]
    frees = any(op.do in ("tribute", "send_to_gy", "banish", "return") and op.source in (None, "field") for op in effect.cost)
    if len(own) < MOST_MONSTERS or (frees and card.zone != "hand"):
        return _FINE
    return Permit(False, "R-DOOM-01" if any(one.doomed for one in own) else "R-ACT-01", "no free zone for the monster")


def _something_to_do(state: State, player: Player, card: Piece, effect: EffectSpec) -> Permit:
    """An optional effect whose only object is doomed and cannot undergo it, or that has no object at all, is not activated."""
    if effect.mandatory or removes_the_destroyed(effect):
        return _FINE
    link = Link(player, card.id, effect.no)
    alone = [op for op in effect.actions if op.link not in ("and_if_you_do", "then")]  # the others do nothing without what stands before them
    if alone and all(op.do in REMOVALS and op.to in _BY_ITSELF and not op.delayed and not whom(state, link, op) for op in alone):
        return Permit(False, "R-ACT-01", "there is nothing that it could do")
    for op in effect.actions:
        rule = _SPARED.get(op.do)
        if rule is None or op.optional or op.delayed or op.to in ("target", "self", "chained"):
            continue
        touched = whom(state, link, op)
        if touched and all(state.cards[one].doomed for one in touched):
            return Permit(False, rule, "the only monster that it could touch is doomed")
    return _FINE
