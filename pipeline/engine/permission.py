"""May an effect of this kind start in this moment of the battle at all? The general rules of the step (rulebook 2.2 to 2.4)."""

from pipeline.engine.nature import (
    NO_OCCASION,
    Permit,
    battle_event,
    changes_while_face_up,
    counter_trap,
    either_cause,
    negates_activation,
    own_change,
    removes_the_destroyed,
    speed,
    stat_change,
    summons_by_procedure,
)
from pipeline.engine.rulesets import Moment, Rules
from pipeline.engine.spec import CardSpec, EffectSpec
from pipeline.records import Phase
from pipeline.windows import NONE, Window

LASTING = frozenset({"Continuous", "Field", "Equip"})
_NEVER_ACTIVATED = frozenset({"continuous", "lingering", "condition", "summoning", "replacement", "lock", "maintenance"})
# The phases and steps that a text may name for a moment around the Damage Step.
_PHASES_OUTSIDE: dict[str, set[Phase]] = {"battle_step": {"battle", "battle_step"}, "battle_end": {"battle", "battle_end"}, "end_phase": {"end"}}


def timing(rules: Rules, moment: Moment, card: CardSpec, effect: EffectSpec, *, first: bool) -> Permit:
    """Whether the kind of effect is one that may start in this moment. `first`: no chain has resolved in it yet.

    Says nothing of what the effect itself waits for or needs: that is for `activation`.
    """
    if effect.kind in _NEVER_ACTIVATED:
        return Permit(False, "R-CON-07", "it is applied, never activated")
    if moment.window == NONE:
        return _outside(effect, moment, card)
    for ruled in effect.ruled:
        if rules.name in ruled.rulesets:
            legal = moment.window in Window.of(ruled.windows)
            return Permit(legal, "R-RUL-01", "ruled for this card")
    if effect.kind == "ignition" or (speed(card, effect) == 1 and effect.kind == "card_activation"):
        return Permit(False, "R-ACT-15", "Spell Speed 1 outside an event needs an open Main Phase")
    if effect.mark == "except":
        return Permit(False, "R-ACT-12", "its text excludes the Damage Step")
    if effect.phases and "battle" not in effect.phases and not effect.names_step:
        return Permit(False, "R-ACT-01", "its text names another step or phase")
    if effect.kind == "card_activation" and card.property in LASTING and (effect.no == 0 or _by_lying_there(card, effect)):
        return _turned_up(rules, moment, card)
    if effect.window and effect.answers and moment.window not in Window.of(effect.window):
        return _before_named(moment, effect)
    if effect.window and not (removes_the_destroyed(effect) and "after_calc" in effect.window):
        return _named(moment, effect, first=first)
    if effect.names_step:
        return _names_step(rules, moment, effect)
    if counter_trap(card, effect):
        return Permit(True, "R-ACT-02", "a Counter Trap")
    if effect.answers:
        return _answer(effect)
    if effect.events:
        return _event(rules, effect)
    if effect.mandatory:
        return Permit(True, "R-ACT-05", "mandatory")
    return _free(rules, moment, effect)


def _outside(effect: EffectSpec, moment: Moment, card: CardSpec) -> Permit:
    if effect.window or effect.names_step:
        return Permit(False, "R-ACT-13", "its text names a moment of the Damage Step, and this is none")
    if moment.key == "closed" or (moment.key == "battle_end" and "battle_end" not in effect.phases):
        return Permit(False, "R-STR-04", "the Damage Step is over")
    if effect.kind == "ignition" or (speed(card, effect) == 1 and effect.kind == "card_activation"):
        return Permit(False, "R-ACT-15", "Spell Speed 1 outside an event needs an open Main Phase")
    if effect.phases and not _PHASES_OUTSIDE[moment.key] & set(effect.phases):
        return Permit(False, "R-ACT-01", "its text names another step or phase")
    return Permit(True, "R-STR-01", "not the Damage Step")


def _named(moment: Moment, effect: EffectSpec, *, first: bool) -> Permit:
    if moment.window not in Window.of(effect.window):
        return Permit(False, "R-ACT-13", "its text names another moment")
    if first or (moment.window == Window.BEFORE_CALC and effect.kind in ("quick", "card_activation")):
        return Permit(True, "R-WIN-10" if moment.window == Window.BEFORE_CALC and not first else "R-ACT-13", "its text names this moment")
    if len(effect.window) > 1 and moment.window in Window.START | Window.BEFORE_CALC and stat_change(effect):
        return Permit(True, "R-ATK-11", "its text gives the time until the calculation")
    rule = "R-WIN-10" if moment.window == Window.BEFORE_CALC else "R-WIN-06"
    return Permit(False, rule, "another effect has resolved in this moment already")


def _before_named(moment: Moment, effect: EffectSpec) -> Permit:
    """It answers activations as well, and the named moment opens the step to that up to it (R-ACT-17)."""
    if negates_activation(effect):
        return _answer(effect)
    earlier = moment.window.value < Window.of(effect.window).value  # a window's bit is higher than those before it
    return Permit(earlier, "R-ACT-17", "it names a later moment besides" if earlier else "the moment that it names is over")


def _by_lying_there(card: CardSpec, effect: EffectSpec) -> bool:
    """Whether the activation with its own effect is at any rate that of a card which changes ATK or DEF on the field."""
    return changes_while_face_up(card) and not (effect.events or effect.answers or effect.window)


def _names_step(rules: Rules, moment: Moment, effect: EffectSpec) -> Permit:
    if negates_activation(effect):
        return Permit(True, "R-ACT-03", "it negates an activation")
    if effect.events:
        return Permit(True, "R-ACT-13", "its text names the step")
    within = moment.key in rules.step_effects
    return Permit(within, "R-ATK-11", "effects of the whole step end before the calculation" if not within else "its text names the step")


def _answer(effect: EffectSpec) -> Permit:
    if negates_activation(effect):
        return Permit(True, "R-ACT-03", "it negates an activation")
    if effect.mandatory:
        return Permit(True, "R-ACT-05", "mandatory")
    if effect.mark == "even":
        return Permit(True, "R-ACT-11", "its text says so")
    if any(own_change(event) for event in effect.events):
        return Permit(True, "R-ACT-10", "one half of its condition is its own change of state")
    if "summon" in effect.answers or "attack" in effect.answers:
        return Permit(False, "R-STR-01", "what it answers does not happen in the step")
    if "targeting" in effect.answers:
        return Permit(False, "R-ACT-16", "it answers a targeting and negates no activation")
    negates = any(op.do == "negate_effect" for op in effect.actions)
    return Permit(False, "R-ACT-04" if negates else "R-ACT-17", "it answers an activation and does not negate it")


def _event(rules: Rules, effect: EffectSpec) -> Permit:
    if all(event.what in NO_OCCASION for event in effect.events):
        return Permit(False, "R-ACT-14", "what it waits for does not happen in the step")
    if effect.mandatory:
        return Permit(True, "R-ACT-05", "mandatory")
    if effect.mark == "even":
        return Permit(True, "R-ACT-11", "its text says so")
    if summons_by_procedure(effect):
        return Permit(False, "R-ACT-14", "it performs a Summon that the step has no place for")
    own = [own_change(event) and (rules.own_half_opens or event.what not in NO_OCCASION) for event in effect.events]
    if any(own):
        return Permit(True, "R-ACT-06" if all(own) else "R-ACT-10", "its own change of state")
    if any(either_cause(event) for event in effect.events):
        damage = any(event.what == "damage" for event in effect.events)
        return Permit(True, "R-ACT-20" if damage else "R-ACT-08", "it names battle and effect as causes")
    if any(battle_event(event) for event in effect.events):
        return Permit(True, "R-ACT-07", "a battle event")
    if any(event.what in ("effect_damage", "lp_gained") for event in effect.events):
        return Permit(False, "R-ACT-20", "an optional answer to effect damage or a gain of Life Points")
    return Permit(False, "R-ATK-06" if stat_change(effect) else "R-ACT-09", "it waits for what other cards do")


def _free(rules: Rules, moment: Moment, effect: EffectSpec) -> Permit:
    change = stat_change(effect)
    if change is None:
        return Permit(False, "R-ACT-01", "nothing opens the Damage Step to it")
    if not change.legal:
        return change
    if summons_by_procedure(effect):
        return Permit(False, "R-ACT-14", "it performs a Summon that the step has no place for")
    if moment.key not in rules.changes:
        return Permit(False, "R-ATK-02", "changes of ATK and DEF end before the calculation")
    return change


def _turned_up(rules: Rules, moment: Moment, card: CardSpec) -> Permit:
    if card.type != "Trap":
        return Permit(False, "R-ACT-15", "Spell Speed 1 outside an event needs an open Main Phase")
    if not changes_while_face_up(card):
        return Permit(False, "R-ACT-18", "merely turning it up does nothing that the step allows")
    within = moment.key in rules.changes
    return Permit(within, "R-ACT-18" if within else "R-ATK-02", "on the field it changes ATK or DEF")
