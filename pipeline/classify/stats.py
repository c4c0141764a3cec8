"""How firmly an effect changes ATK or DEF (rules R-ATK-03 to R-ATK-13): what decides whether it is free to be used before damage calculation."""

from typing import Literal

from pipeline.classify.events import free_timing
from pipeline.classify.processing import alternative, standings
from pipeline.records import Action, Effect

# first: the first thing done. joined: tied to another processing. sentence: in a sentence of its own behind one. equipped: comes
# with the card's becoming an Equip Card. broken: only behind a break ("then"). optional: left to the player at resolution.
# summoned: on nothing but the monster just Summoned. chosen: perhaps not at all, as somebody chooses.
Role = Literal["first", "joined", "sentence", "equipped", "broken", "optional", "summoned", "chosen"]
_STRENGTH: dict[Role, int] = {
    "first": 7, "equipped": 6, "joined": 5, "sentence": 4, "broken": 3, "summoned": 2, "optional": 1, "chosen": 0,
}  # fmt: skip
# What is commonly done to a monster just Summoned, so that a change behind it is still about that monster.
_ABOUT_SUMMONED = frozenset({"negate_effect", "level_change", "identity_change", "protect", "restrict", "treat", "atk_def_change"})
# Picking something out is no processing that a change could stand behind.
_PICKS = frozenset({"target", "select", "choose"})


def stat_role(effect: Effect) -> Role | None:
    """The firmest change of ATK or DEF in an effect's processing; null where there is none that counts."""
    for action in effect.actions:
        if action.what == "atk_def_change" and not action.delayed:
            return _role(effect.actions)
    return None


def free_role(effect: Effect) -> Role | None:
    """The same for a fast effect of free timing; null for all others."""
    return stat_role(effect) if free_timing(effect) else None


def _role(actions: tuple[Action, ...]) -> Role | None:
    found: Role | None = None
    # What came before the action in hand: another processing, an equipping, an opponent's choice, a Special Summon.
    done = equipped = chosen = False
    summoned: Action | None = None
    for n, (action, standing) in enumerate(standings(actions)):
        if action.what in _PICKS:
            continue
        if action.what != "atk_def_change":
            done = True
            equipped = action.what == "equip"
            chosen = chosen or action.what == "opponent_chooses"
            if action.what == "special_summon":
                summoned = action
            elif action.what not in _ABOUT_SUMMONED:
                summoned = None
            continue
        if standing.delayed:
            continue
        role: Role
        if standing.optional and n:
            role = "optional"
        elif chosen or alternative(actions, n):
            role = "chosen"
        elif action.object == "summoned" or (
            summoned is not None and (action.object == "that" or (action.object == "self" and summoned.object == "self"))
        ):
            role = "summoned"
        elif not done:
            role = "first"
        elif standing.broken:
            role = "broken"
        elif equipped:
            role = "equipped"
        else:
            role = "sentence" if action.link == "sentence" else "joined"
        if found is None or _STRENGTH[role] > _STRENGTH[found]:
            found = role
    return found
