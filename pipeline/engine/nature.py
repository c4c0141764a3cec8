"""What kind of effect a specification describes, as far as the limits of the Damage Step ask for it."""

import msgspec

from pipeline.engine.spec import CardSpec, EffectSpec, Happening, Op
from pipeline.records import PROCEDURE_SUMMONS

# Changes of state of a card that nothing in the step brings about (R-ACT-14, R-STR-01): such events have no occasion.
NO_OCCASION = frozenset(
    {"normal_summoned", "tribute_summoned", "flip_summoned", "pendulum_summoned", "used_as_material", "attack_declared", "attack_targeted", "attacks"}
)
# What an answer can be put on top of. Summons and attacks that could be answered lie outside the step (R-ACT-14, R-STR-01).
ANSWERABLE = frozenset({"activation", "targeting", "chain"})
_BATTLE = frozenset({"battle_damage", "battles", "destroys"})
_PLAYERS = frozenset({"battle_damage", "effect_damage", "damage", "lp_gained", "lp_paid"})
_NOT_A_CHANGE = frozenset({"targeted", "activated", "resolved", "other", "attack_declared", "attack_targeted", "attacks"})


class Permit(msgspec.Struct, frozen=True):
    """Whether something may be done, and the rule that says so."""

    legal: bool
    rule: str
    why: str = ""


def speed(card: CardSpec, effect: EffectSpec) -> int:
    """Spell Speed 1 to 3."""
    if effect.speed is not None:
        return effect.speed
    if effect.kind == "card_activation":
        if card.property == "Counter":
            return 3
        return 2 if card.type == "Trap" or card.property == "Quick-Play" else 1
    return 2 if effect.kind == "quick" else 1


def counter_trap(card: CardSpec, effect: EffectSpec) -> bool:
    """The activation of a Counter Trap itself."""
    return card.property == "Counter" and effect.kind == "card_activation"


def negates_activation(effect: EffectSpec) -> bool:
    """Whether it negates an activation, not merely an effect."""
    return any(op.do == "negate_activation" for op in effect.actions)


def own_change(event: Happening) -> bool:
    """This card's own change of state (R-ACT-06)."""
    return event.subject == "self" and event.what not in _NOT_A_CHANGE and event.what not in _PLAYERS


def battle_event(event: Happening) -> bool:
    """An event that is itself a result of battle (R-ACT-07)."""
    return event.what in _BATTLE or event.cause == "battle"


def either_cause(event: Happening) -> bool:
    """An event that names battle and card effect as its causes (R-ACT-08, R-ACT-20)."""
    return event.cause == "either" or event.what == "damage"


def summons_by_procedure(effect: EffectSpec) -> bool:
    """Whether a needed part of it is a Summon that nothing in the step may perform (R-ACT-14)."""
    return any(op.do in PROCEDURE_SUMMONS and not (op.treated_as or op.optional or op.delayed) for op in effect.actions)


def stat_change(effect: EffectSpec) -> Permit | None:
    """Whether it counts as a change of ATK or DEF, by R-ATK-01 to R-ATK-13; none where it changes neither."""
    changes = [(at, op) for at, op in enumerate(effect.actions) if op.do == "atk_def_change" or (op.do == "equip" and _bonus(op))]
    if not changes:
        return None
    fixed = [(at, op) for at, op in changes if not op.optional and not op.delayed]
    if not fixed:
        return Permit(False, "R-ATK-05", "the change is left to choice or comes later")
    if any(op.do == "opponent_chooses" for op in effect.actions) or any(_one_of_several(effect, at) for at, _ in fixed):
        return Permit(False, "R-ATK-07", "it may end without any change")
    at, op = fixed[0]
    if op.to == "summoned" or (op.to == "self" and any(one.do == "special_summon" and one.to == "self" for one in effect.actions[:at])):
        return Permit(False, "R-ATK-08", "it changes the monster that it Summons itself")
    if op.do == "equip":
        return Permit(True, "R-ATK-13", "it equips itself and changes ATK or DEF")
    if at and op.link == "then":
        return Permit(False, "R-ATK-04", "the change comes after a break; such effects are ruled one by one")
    return Permit(True, "R-ATK-04" if at else "R-ATK-01", "it changes ATK or DEF")


def _one_of_several(effect: EffectSpec, at: int) -> bool:
    """Whether the change is one of several results, of which another one changes nothing: then none is certain."""
    listed = [op for op in effect.actions if op.link == "or"]
    return effect.actions[at].link == "or" and any(op.do != "atk_def_change" for op in listed)


def _bonus(op: Op) -> bool:
    return op.amount is not None or op.defense is not None


def _keeps_changed(op: Op) -> bool:
    return op.do == "atk_def_change" and op.to != "self" and not op.delayed


def changes_while_face_up(card: CardSpec) -> bool:
    """Whether a lasting card itself keeps ATK or DEF changed on the field (R-ACT-18); not its own, once it has become a monster (R-ATK-08)."""
    return any(
        (effect.kind == "continuous" and not effect.events and any(_keeps_changed(op) for op in effect.actions))
        or (effect.kind == "card_activation" and effect.no == 0 and any(op.do == "equip" and _bonus(op) for op in effect.actions))
        for effect in card.effects
    )  # fmt: skip


def removes_the_destroyed(effect: EffectSpec) -> bool:
    """Whether it removes the very monster that the battle destroys, so that it must start before that one has left (R-WIN-08)."""
    by_battle = [event.what for event in effect.events if event.cause == "battle"]
    if "after_calc" in effect.window:
        return "destroys" in by_battle or "destroyed" in by_battle
    # Returned, equipped or attached it can be only once it has left (R-DOOM-05).
    removed = any(op.do == "banish" and op.to in ("event", "battled") for op in effect.actions)
    return "destroys" in by_battle and removed and not effect.window
