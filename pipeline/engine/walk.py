"""Walks standard battles and reports in which moments the engine lets an effect start: `windows_of`.

The card is tried in ten battles (as attacker, attacked, face-down, in a direct attack, as a bystander who wins or loses), in each
moment of each, with its own event caused there where an effect could cause it, and with an activation to answer where it answers one.
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from pipeline.engine.activation import may
from pipeline.engine.damage_step import Decide, Pass, begin, must, step
from pipeline.engine.flow import due_stages, settle
from pipeline.engine.nature import NO_OCCASION, Permit
from pipeline.engine.rulesets import RULES
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.engine.state import Link, Occurrence, Piece, Player, State, Zone, change, other
from pipeline.records import EventWhat, Mode, Place
from pipeline.windows import NONE, Ruleset, Window

_PROBE, _MATE, _FOE, _FOE_MATE, _BAIT = "probe", "mate", "foe", "foe's mate", "bait"
# States of the battle itself; everything else that an effect needs can be arranged beforehand.
# fmt: off
_BATTLE_NEEDS = frozenset({
    "battles", "attacks", "attacked", "own_battles", "own_attacks", "own_attacked", "opponent_battles", "opponent_attacks", "direct",
    "monster_battle", "opposing_face_up", "opposing_face_down", "has_attacked", "has_battled", "damage_to_you",
})
# fmt: on
_WIDER = {"own_battler": "own_battles", "opposing": "monster_battle"}
# Results of the battle itself: they come about in the battles that are walked, and are not made up.
# A flip by an effect is an open question (rulebook Q-3): the flip by the battle counts.
_NATURAL = frozenset({"battle_damage", "battles", "destroys", "flipped"})
_GOES_TO: dict[str, Zone] = {
    "destroyed": "gy", "sent_to_gy": "gy", "tributed": "gy", "discarded": "gy", "detached": "gy", "used_as_material": "gy", "leaves_field": "gy",
    "banished": "banished", "returned": "hand", "added_to_hand": "hand", "added_to_extra": "extra", "shuffled": "deck",
}  # fmt: skip

_ZONES: dict[Place, Zone] = {
    "hand": "hand", "field": "monster", "gy": "gy", "banished": "banished", "deck": "deck", "extra": "extra", "set": "spell",
}  # fmt: skip


class Reach(msgspec.Struct, frozen=True):
    """Where an effect may start: the moments by key, the windows they belong to, how, and the rule of each answer."""

    moments: tuple[str, ...]
    windows: Window
    mode: Mode | None
    rules: tuple[str, ...]  # of the legal answers; where there is none, of the refusals


def windows_of(card: CardSpec, effect: EffectSpec, ruleset: Ruleset) -> Reach:
    """In which moments the engine allows the activation under the ruleset, and in which mode."""
    tried = _simplified(effect)
    probe = msgspec.structs.replace(card, effects=(tried,) if tried.no == 0 or card.property != "Counter" else card.effects)
    if tried.kind == "card_activation" and tried.no == 0:
        probe = card  # whether turning it up does anything depends on its other effects
    legal: dict[str, set[str]] = {}
    modes: set[Mode] = set()
    refused: set[str] = set()
    for state in _states(ruleset):
        for tested, mode in _situations(state, probe, tried):
            permit = _permit(tested, tried)
            if permit.legal:
                legal.setdefault(tested.moment.key, set()).add(permit.rule)
                modes.add(_mode(tested, tried, mode))
            else:
                refused.add(permit.rule)
    order = [moment.key for moment in RULES[ruleset].moments if moment.key in legal]
    windows = NONE
    for moment in RULES[ruleset].moments:
        if moment.key in legal:
            windows |= moment.window
    least = next((mode for mode in ("open", "event", "first_chain", "response") if mode in modes), None)
    rules = set().union(*legal.values()) if legal else refused
    return Reach(tuple(order), windows, least, tuple(sorted(rules)))


def _simplified(effect: EffectSpec) -> EffectSpec:
    """The effect without what can be arranged before the battle: other cards, costs that can be paid, its once per turn."""
    needs = []
    for need in effect.needs:
        name = need.partition(":")[0]
        if need in _BATTLE_NEEDS or name in _WIDER:
            needs.append(_WIDER.get(name, need))
    events = tuple(msgspec.structs.replace(event, of=None) for event in effect.events)
    target = None if effect.target is None else msgspec.structs.replace(effect.target, of=None, count=1, face_up=None)
    if target is not None and target.place != "field":
        target = None
    answered = tuple(word for word in effect.answered if word in ("opponent", "monster", "spell", "trap"))
    return msgspec.structs.replace(effect, needs=tuple(needs), events=events, target=target, cost=(), once=None, answered=answered)


@cache
def _states(ruleset: Ruleset) -> tuple[State, ...]:
    """All moments of the standard battles, as they open, with a monster without effects in the place of the card."""
    return tuple(state for battle in _BATTLES for state in _walked(_battle(ruleset, battle)))


# Who attacks, who is attacked, and their strength; "probe" is the card under test.
_BATTLES: tuple[tuple[str, int, str | None, int, bool], ...] = (
    (_PROBE, 2000, _FOE, 1000, False), (_PROBE, 1000, _FOE, 2000, False), (_PROBE, 2000, _FOE, 1000, True), (_PROBE, 2000, None, 0, False),
    (_FOE, 1000, _PROBE, 2000, False), (_FOE, 2000, _PROBE, 1000, False), (_FOE, 1000, _PROBE, 2000, True), (_FOE, 2000, _PROBE, 1000, True),
    (_MATE, 2000, _FOE, 1000, False), (_MATE, 1000, _FOE, 2000, False), (_MATE, 2000, None, 0, False), (_MATE, 2000, _FOE, 1000, True),
    (_FOE, 1000, _MATE, 2000, False), (_FOE, 2000, _MATE, 1000, False), (_FOE, 2000, None, 0, False), (_FOE, 1000, _MATE, 2000, True),
)  # fmt: skip


def _battle(ruleset: Ruleset, battle: tuple[str, int, str | None, int, bool]) -> State:
    attacker, strength, target, held, hidden = battle
    mine: Player = "N" if attacker == _FOE else "T"
    plain = CardSpec("Monster", words=("Warrior", "LIGHT"))
    cards = {}
    for name, owner in ((_PROBE, mine), (_MATE, mine), (_FOE, other(mine)), (_FOE_MATE, other(mine)), (_BAIT, other(mine))):
        face_down = hidden and name == target
        value = strength if name == attacker else held if name == target else 500
        cards[name] = Piece(
            id=name, name=name, spec=plain, owner=owner, controller=owner, zone="monster", face_up=not face_down, defending=face_down, atk=value,
            defense=value, words=frozenset(plain.words),
        )  # fmt: skip
    return begin(State(rules=RULES[ruleset], cards=cards, lp=(8000, 8000), attacker=attacker, target=target, at=1))


def _walked(state: State) -> Iterator[State]:
    while not state.over:
        yield state
        before = state.at
        while state.at == before:
            if state.questions:
                state = step(state, Decide(state.questions[0].player, False))
            else:
                owed = must(state, state.priority)
                state = step(state, owed[0] if owed else Pass(state.priority))


def _situations(state: State, card: CardSpec, effect: EffectSpec) -> Iterator[tuple[State, Mode]]:
    """The moment as it opens; after a chain in it; with each event of the effect; with an activation to answer."""
    placed = _put(state, card, effect)
    if placed is not None:
        opened = due_stages(placed)
        yield opened, "first_chain"
        yield msgspec.structs.replace(opened, chains_here=1, batch=(), stages=()), "open"
    for event in effect.events:
        happened = _caused(state, card, effect, event)
        if happened is not None:
            yield happened, "event"
    if effect.answers and placed is not None:
        yield from ((baited, "response") for baited in _baited(placed, effect))


def _put(state: State, card: CardSpec, effect: EffectSpec) -> State | None:
    """The state with the card in the probe's place, or where its effect activates from."""
    probe = state.cards[_PROBE]
    fighting = _PROBE in (state.attacker, state.target)
    fields: dict[str, object] = {"spec": card, "words": frozenset(card.words) | probe.words, "materials": 9}
    zone: Zone | None = None
    if effect.kind == "card_activation":
        zone = "hand" if "hand" in effect.places and "field" not in effect.places and "set" not in effect.places else "spell"
    elif card.type != "Monster":
        zone = "spell"
    if effect.places and "field" not in effect.places:
        zone = _ZONES[effect.places[0]]
    if zone is not None:
        if fighting and zone in ("spell", "hand"):
            return None
        left = fighting and zone in ("gy", "banished", "extra", "deck")
        if left and not probe.doomed and probe.zone == "monster":
            return None
        fields["zone"] = zone if probe.zone == "monster" else probe.zone
        fields["face_up"] = effect.kind != "card_activation" and zone != "deck"
    return change(state, _PROBE, **fields)


def _caused(state: State, card: CardSpec, effect: EffectSpec, event: Happening) -> State | None:
    """The state after an effect has caused the event here; none where no effect can."""
    if event.what in NO_OCCASION or event.what in _NATURAL or event.cause == "battle":
        return None
    probe = state.cards[_PROBE]
    mine = probe.controller
    if event.subject == "self" and event.what in _GOES_TO:
        if probe.doomed or probe.zone != "monster":
            return None
        state = change(state, _PROBE, spec=card, words=frozenset(card.words) | probe.words, zone=_after(effect, event), face_up=True, materials=9)
        if _PROBE in (state.attacker, state.target):
            state = msgspec.structs.replace(state, battle_on=False)
    else:
        placed = _put(state, card, effect)
        if placed is None:
            return None
        state = placed
    subject = {"self": _PROBE, "other": _FOE_MATE if event.whose == "opponent" else _MATE}.get(event.subject)
    theirs = event.subject == "opponent" or event.whose == "opponent"
    what = _INSTANCE.get(event.what, event.what)
    occurrence = Occurrence(what, state.act + 1, subject, other(mine) if theirs else mine, None, "effect", other(mine), 500, "monster")
    state = msgspec.structs.replace(state, log=(*state.log, occurrence), mark=len(state.log), act=state.act + 1, chains_here=1, stages=(), batch=())
    return settle(state)


# One of the things that a wider word covers.
_INSTANCE: dict[EventWhat, EventWhat] = {"damage": "effect_damage", "summoned": "special_summoned"}


def _after(effect: EffectSpec, event: Happening) -> Zone:
    """Where the card is once its own event has moved it: where the effect activates from, if it says so."""
    place = effect.places[0] if effect.places else None
    return _GOES_TO[event.what] if place in (None, "field", "set") else _ZONES[place]


def _baited(state: State, effect: EffectSpec) -> Iterator[State]:
    """The opponent has activated something that fits the answer."""
    kind = next((word for word in ("spell", "trap") if word in effect.answered), "monster")
    does = (Op("destroy", "target"), Op("draw"), Op("inflict_damage", amount=500), Op("special_summon", "chosen", source="deck"))
    if kind == "monster":
        bait = CardSpec("Monster", effects=(EffectSpec(1, "quick", actions=does),))
    else:
        trap = kind == "trap"
        bait = CardSpec(
            "Trap" if trap else "Spell", property="Normal" if trap else "Quick-Play", effects=(EffectSpec(1, "card_activation", actions=does),)
        )
    owner = other(state.cards[_PROBE].controller)
    state = change(state, _BAIT, spec=bait, zone="monster" if kind == "monster" else "spell")
    for chains in (0, 1):
        yield msgspec.structs.replace(
            state, chain=(Link(owner, _BAIT, 1, targets=(_PROBE,), speed=2),), priority=other(owner), stages=(), batch=(), chains_here=chains
        )


def _permit(state: State, effect: EffectSpec) -> Permit:
    probe = state.cards[_PROBE]
    return may(state, probe.controller, probe, effect)


def _mode(state: State, effect: EffectSpec, found: Mode) -> Mode:
    if effect.answers and state.chain:
        return "response"
    if effect.events or (effect.mandatory and effect.kind in ("trigger", "flip") and not effect.window):
        return "event"
    return found
