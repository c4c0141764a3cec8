"""Equipping with a card that gets effects in a list: what they change is changed by the equipping (R-ATK-13). For both languages."""

from collections.abc import Sequence

from msgspec.structs import replace

from pipeline.records import Action, Effect


def with_bonus(effect: Effect, listed: Sequence[Effect]) -> Effect:
    """The effect, with a change of ATK or DEF behind its equipping where the effects listed below it hold one."""
    equips = [action for action in effect.actions if action.what == "equip"]
    if not (effect.activated and equips) or any(action.what == "atk_def_change" for action in effect.actions):
        return effect
    if not any(action.what == "atk_def_change" and not action.delayed for one in listed if not one.activated for action in one.actions):
        return effect
    # Equipped to a monster that is Summoned with it, it changes nothing but that.
    summoned = any(action.what == "special_summon" for action in effect.actions)
    last = equips[-1]
    bonus = Action("atk_def_change", "and", last.optional, "summoned" if summoned else "that", last.delayed, False, last.span)
    at = effect.actions.index(last) + 1
    return replace(effect, actions=(*effect.actions[:at], bonus, *effect.actions[at:]))
