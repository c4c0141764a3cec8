"""Walks standard battles and reports in which moments the engine lets an effect start: `windows_of`.

The card is tried in each moment of the `standard_battles`, with its own event caused there where an effect could cause it, and with an
activation to answer where it answers one.
"""

from collections.abc import Iterator
from functools import cache

import msgspec

from pipeline.engine.activation import REMOVALS, may
from pipeline.engine.flow import due_stages, settle
from pipeline.engine.nature import ANSWERABLE, NO_OCCASION, Permit
from pipeline.engine.permission import LASTING, timing
from pipeline.engine.rulesets import RULES
from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.engine.standard_battles import BAIT, FOE_MATE, MATE, PROBE, moments_of_battles
from pipeline.engine.state import Link, Occurrence, State, Zone, change, other
from pipeline.records import EventWhat, Mode, Place
from pipeline.windows import NONE, Ruleset, Window

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


def windows_of(card: CardSpec, effect: EffectSpec, ruleset: Ruleset, *, together: bool = False) -> Reach:
    """In which moments the engine allows the activation under the ruleset, and in which mode.

    ``together``: the effect of a lasting Trap in the same chain link in which that card is turned up (R-ACT-18). The bare activation of
    such a card is allowed where it is by itself, and where an effect that starts with it is.
    """
    tried = _simplified(effect)
    lies_there = tried.kind == "card_activation" and card.property in LASTING
    turned_up = lies_there and tried.no == 0
    whole = tuple(_simplified(one) for one in card.effects if one.kind == "continuous") if lies_there else ()
    found = _walked_with(CardSpec(card.type, property=card.property, effects=(tried, *whole)), tried, ruleset, together)
    if not turned_up:
        return found
    # An effect that the activation itself has leaves no room in that chain link for another.
    own = [one for one in card.effects if one.kind == "card_activation" and one.no]
    started = [windows_of(card, one, ruleset) for one in own] or [
        windows_of(card, one, ruleset, together=True) for one in card.effects if one.with_card
    ]
    return either([found, *started], ruleset)


def either(found: list[Reach], ruleset: Ruleset) -> Reach:
    """What several ways of starting reach between them; the refusals of the first where none is legal."""
    legal = [one for one in found if one.windows]
    if not legal:
        return found[0]
    keys = {key for one in legal for key in one.moments}
    windows = NONE
    for one in legal:
        windows |= one.windows
    moments = tuple(moment.key for moment in RULES[ruleset].moments if moment.key in keys)
    mode = next((mode for mode in _MODES if any(one.mode == mode for one in legal)), None)
    return Reach(moments, windows, mode, tuple(sorted({rule for one in legal for rule in one.rules})))


@cache
def _walked_with(card: CardSpec, effect: EffectSpec, ruleset: Ruleset, together: bool) -> Reach:
    """The walk itself, once for effects that are alike."""
    rules = RULES[ruleset]
    legal: dict[str, set[str]] = {}
    modes: set[Mode] = set()
    refused: set[str] = set()
    closed: dict[str, Permit | None] = {}  # moments that the kind of effect rules out, whatever happens in them
    for state in moments_of_battles(ruleset):
        key = state.moment.key
        if key not in closed:
            answers = [timing(rules, state.moment, card, effect, first=first) for first in (True, False)]
            closed[key] = None if any(one.legal for one in answers) else answers[0]
        barred = closed[key]
        if barred is not None:
            refused.add(barred.rule)
        elif key not in legal:  # what varies from battle to battle is only whether it can start
            for tested, mode in _situations(state, card, effect, together):
                probe = tested.cards[PROBE]
                permit = may(tested, probe.controller, probe, effect, together=together)
                if permit.legal:
                    legal.setdefault(key, set()).add(permit.rule)
                    modes.add(_mode(tested, effect, mode))
                else:
                    refused.add(permit.rule)
    windows = NONE
    for moment in rules.moments:
        if moment.key in legal:
            windows |= moment.window
    answered = set().union(*legal.values()) if legal else refused
    least = next((mode for mode in _MODES if mode in modes), None)
    return Reach(tuple(moment.key for moment in rules.moments if moment.key in legal), windows, least, tuple(sorted(answered)))


_MODES: tuple[Mode, ...] = ("open", "event", "first_chain", "response")  # the least restricted first


def _simplified(effect: EffectSpec) -> EffectSpec:
    """The effect without what can be arranged before the battle: other cards, costs that can be paid, its once per turn."""
    needs = []
    for need in effect.needs:
        name = need.partition(":")[0]
        if need in _BATTLE_NEEDS or name in _WIDER:
            needs.append(_WIDER.get(name, need))
    # A card of the kind could be there, and come from there.
    events = tuple(msgspec.structs.replace(event, of=None, source="field" if event.source == "field" else None) for event in effect.events)
    target = None if effect.target is None else msgspec.structs.replace(effect.target, of=None, count=1, face_up=None)
    if target is not None and target.place != "field":
        target = None
    answered = tuple(word for word in effect.answered if word in ("opponent", "monster", "spell", "trap", "on_normal_summon"))
    # Some card of the kind that is taken away could be there.
    actions = tuple(msgspec.structs.replace(op, what=None, of=None, but=None) if op.do in REMOVALS else op for op in effect.actions)
    return msgspec.structs.replace(effect, needs=tuple(needs), events=events, target=target, cost=(), once=None, answered=answered, actions=actions)


def _situations(state: State, card: CardSpec, effect: EffectSpec, together: bool) -> Iterator[tuple[State, Mode]]:
    """The moment as it opens; after a chain in it; with each event of the effect; with an activation to answer."""
    placed = _put(state, card, effect, together)
    if placed is not None:
        opened = due_stages(placed)
        yield opened, "first_chain"
        yield msgspec.structs.replace(opened, chains_here=1, opened_here=1, batch=(), stages=()), "open"
    for event in effect.events:
        happened = _caused(state, card, effect, event, together)
        if happened is not None:
            yield happened, "event"
    if ANSWERABLE.intersection(effect.answers) and placed is not None:
        yield from ((baited, "response") for baited in _baited(placed, effect))


def _put(state: State, card: CardSpec, effect: EffectSpec, together: bool) -> State | None:
    """The state with the card in the probe's place, or where its effect activates from; `together` still face-down."""
    probe = state.cards[PROBE]
    fighting = PROBE in (state.attacker, state.target)
    fields: dict[str, object] = {"spec": card, "words": frozenset(card.words) | probe.words, "materials": 9}
    zone: Zone | None = None
    if effect.kind == "card_activation":
        zone = "hand" if "hand" in effect.places and "field" not in effect.places and "set" not in effect.places else "spell"
    elif card.type != "Monster" and not _of_a_battler(effect):
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
        fields["face_up"] = effect.kind != "card_activation" and zone != "deck" and not together
    return change(state, PROBE, **fields)


def _of_a_battler(effect: EffectSpec) -> bool:
    """Whether it is about this very card in battle: a Trap that has become a monster."""
    return any(event.subject == "self" and (event.cause == "battle" or event.what in _NATURAL) for event in effect.events)


def _caused(state: State, card: CardSpec, effect: EffectSpec, event: Happening, together: bool) -> State | None:
    """The state after an effect has caused the event here; none where no effect can."""
    by_battle = event.what in _NATURAL and event.cause not in ("either", "effect")
    if event.what in NO_OCCASION or by_battle or event.cause == "battle":
        return None
    probe = state.cards[PROBE]
    mine = probe.controller
    if event.subject == "self" and event.what in _GOES_TO:
        if probe.doomed or probe.zone != "monster":
            return None
        state = change(state, PROBE, spec=card, words=frozenset(card.words) | probe.words, zone=_after(effect, event), face_up=True, materials=9)
        if PROBE in (state.attacker, state.target):
            state = msgspec.structs.replace(state, battle_on=False)
    else:
        placed = _put(state, card, effect, together)
        if placed is None:
            return None
        state = placed
    subject = {"self": PROBE, "other": FOE_MATE if event.whose == "opponent" else MATE}.get(event.subject)
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
    owner = other(state.cards[PROBE].controller)
    state = change(state, BAIT, spec=bait, zone="monster" if kind == "monster" else "spell")
    for chains in (0, 1):
        yield msgspec.structs.replace(
            state, chain=(Link(owner, BAIT, 1, targets=(PROBE,), speed=2),), priority=other(owner), stages=(), batch=(), chains_here=chains
        )


def _mode(state: State, effect: EffectSpec, found: Mode) -> Mode:
    if effect.answers and state.chain:
        return "response"
    if (effect.events and not effect.window) or (effect.mandatory and effect.kind in ("trigger", "flip") and not effect.window):
        return "event"
    return found
