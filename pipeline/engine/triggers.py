"""Which effects a batch of events triggers, and the order in which players put them on the chain (R-WIN-11)."""

import msgspec

from pipeline.engine.nature import removes_the_destroyed
from pipeline.engine.spec import EffectSpec, Happening
from pipeline.engine.state import Occurrence, Pending, Piece, Player, State, bears
from pipeline.windows import Window

# What a wider word of a text covers.
_COVERS = {
    "summoned": frozenset({"special_summoned", "flip_summoned", "normal_summoned"}),
    "damage": frozenset({"battle_damage", "effect_damage"}),
    "fusion_summoned": frozenset({"special_summoned"}), "synchro_summoned": frozenset({"special_summoned"}),
    "ritual_summoned": frozenset({"special_summoned"}), "xyz_summoned": frozenset({"special_summoned"}),
    "link_summoned": frozenset({"special_summoned"}),
    "returned": frozenset({"returned", "added_to_extra"}),
    "drawn": frozenset({"drawn"}),
}  # fmt: skip


def met(state: State, card: Piece, effect: EffectSpec, batch: tuple[Occurrence, ...]) -> Occurrence | None:
    """The first event of the batch that the effect waits for. An optional "when ... you can" needs it to be the last thing to happen."""
    last = max((one.act for one in batch), default=0)
    for one in batch:
        if any(_is(event, one, state, card, effect) for event in effect.events) and not (effect.when and not effect.mandatory and one.act != last):
            return one
    return None


def _is(event: Happening, one: Occurrence, state: State, card: Piece, effect: EffectSpec) -> bool:
    what = one.what
    early = removes_the_destroyed(effect)
    if early and what == "battles":
        return _doomed_now(event, one, state, card)
    if early and event.what in ("destroys", "destroyed"):
        return False
    if what != event.what and what not in _COVERS.get(event.what, frozenset()):
        return False
    return _whom(event, one, state, card) and _cause(event, one) and _which(event, one, state, card)


def _doomed_now(event: Happening, one: Occurrence, state: State, card: Piece) -> bool:
    """Destruction by battle is settled although nothing has left yet: effects that remove the destroyed monster start now (R-WIN-08)."""
    if one.card is None:
        return False
    if event.what == "destroys":
        return _whom(event, one, state, card) and _which(event, one, state, card) and one.other is not None and state.cards[one.other].doomed
    return one.card == card.id and event.subject == "self" and card.doomed


def _whom(event: Happening, one: Occurrence, state: State, card: Piece) -> bool:
    match event.subject:
        case "self":
            return one.card == card.id
        case "other":
            return one.card is not None and one.card != card.id
        case "you":
            return one.player == card.controller
        case "opponent":
            return one.player is not None and one.player != card.controller
        case _:
            return True


def _cause(event: Happening, one: Occurrence) -> bool:
    match event.cause:
        case "battle":
            return one.cause == "battle"
        case "effect":
            return one.cause == "effect"
        case "either":
            return one.cause in ("battle", "effect")
        case "not_battle":
            return one.cause != "battle"
        case _:
            return True


def _which(event: Happening, one: Occurrence, state: State, card: Piece) -> bool:
    subject = None if one.card is None else state.cards[one.card]
    if event.of is not None and (subject is None or not bears(subject, event.of)):
        return False
    if event.source is not None and one.source not in (("monster", "spell") if event.source == "field" else (event.source,)):
        return False
    if event.whose is not None and one.player is not None:
        return (one.player == card.controller) == (event.whose == "you")
    return True


def place_holds(card: Piece, effect: EffectSpec, state: State) -> bool:
    """Whether the card is where the effect activates from. What has just left by its own event activates from where it went."""
    if effect.places:
        return any(card.on_field and card.face_up if place == "field" else card.zone == place for place in effect.places)
    if card.on_field:
        return card.face_up
    if effect.kind == "flip" and not state.rules.flip_needs_zone:
        return True  # R-LEG-05
    # An effect about its own leaving, or one of the end of the step of a monster that this battle destroyed (R-END-05).
    own_leaving = any(event.subject == "self" and event.what in _LEAVING for event in effect.events)
    return card.zone in ("gy", "banished", "extra", "hand") and (own_leaving or (card.fallen and effect.window == ("end",)))


_LEAVING = frozenset(
    {"destroyed", "sent_to_gy", "banished", "discarded", "tributed", "returned", "added_to_hand", "added_to_extra", "leaves_field", "detached",
     "used_as_material"}
)  # fmt: skip


def names_this_moment(state: State, effect: EffectSpec) -> bool:
    """A trigger that names this window and waits for nothing else: due when the window opens."""
    if state.moment.window == Window.AFTER_CALC and "battles" not in state.moment.entry:
        return False  # the substep of the damage comes before that of the battle
    named = (
        bool(state.moment.window & Window.of(effect.window)) if effect.window else state.moment.key == "battle_end" and "battle_end" in effect.phases
    )
    return named and not effect.events


def stages(state: State, due: list[Pending]) -> tuple[tuple[Player, tuple[Pending, ...]], ...]:
    """Who may chain which of them, in turn: mandatory before optional, the turn player first; by ruleset also public before hidden."""

    def rank(one: Pending) -> tuple[int, int, int, int]:
        hidden = int(one.hidden and not one.mandatory) if state.rules.order == "ocg" else 0
        order = one.order if state.rules.order == "by event" else 0
        return order, int(not one.mandatory), hidden, "TN".index(one.player)

    found: dict[tuple[int, int, int, int], list[Pending]] = {}
    for one in due:
        found.setdefault(rank(one), []).append(one)
    return tuple((group[0].player, tuple(group)) for _, group in sorted(found.items()))


def without(state: State, done: Pending) -> State:
    """The state in which this trigger is no longer due."""
    left = tuple(
        (player, rest) for player, group in state.stages if (rest := tuple(one for one in group if one != done))
    )  # fmt: skip
    return msgspec.structs.replace(state, stages=left)
