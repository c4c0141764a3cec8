"""The damage calculation: who is destroyed, who takes how much (R-CAL-01 to R-CAL-08), and how damage is changed on the way."""

import msgspec

from pipeline.engine.needs import holds
from pipeline.engine.negation import applies, in_force, negated
from pipeline.engine.protection import protected
from pipeline.engine.reach import touches
from pipeline.engine.spec import EffectSpec, Op
from pipeline.engine.state import Occurrence, Piece, Player, Question, State, bears, change, in_battle, other
from pipeline.engine.stats import current

# The order in which changes of battle damage apply (R-CAL-04); several of a kind count once.
_ORDER = ("inflict_double", "both_take", "redirect", "as_effect", "gain", "zero", "half", "double")


def possible(state: State) -> bool:
    """Whether the calculation can take place: both battlers there, the attacker in a position from which it can attack (R-CAL-08)."""
    if not state.battle_on:
        return False
    attacker = state.cards[state.attacker]
    if attacker.zone != "monster" or not attacker.face_up:
        return False
    return state.target is None or state.cards[state.target].zone == "monster"


def calculate(state: State) -> State:
    """Performs it: life points change, the destroyed are asked for and then doomed. Events are held back for their moment."""
    if not possible(state):
        return state
    attacker = state.cards[state.attacker]
    target = None if state.target is None else state.cards[state.target]
    losers, damage, to = _compare(state, attacker, target)
    state = msgspec.structs.replace(state, calculated=True)
    # What protects is looked at before the damage is dealt: a protection that the damage ends has done its work (R-CAL-03).
    losers = [card for card in losers if not protected(state, card, "battle")]
    questions = tuple(question for card in losers for question in _replacements(state, card))
    held: list[Occurrence] = []
    if to is not None and damage > 0:
        state, dealt = _deal(state, attacker, target, to, damage)
        held += dealt
    for card in (attacker, target):
        if card is not None:
            held.append(Occurrence("battles", state.act, card.id, card.controller, _other(card, attacker, target), "battle"))
    state = msgspec.structs.replace(state, held=state.held + tuple(held), questions=questions)
    for card in losers:
        state = change(state, card.id, doomed=True, fixed=current(state, card), killer=_other(card, attacker, target))
    return state


def _other(card: Piece, attacker: Piece, target: Piece | None) -> str | None:
    if target is None:
        return None
    return target.id if card.id == attacker.id else attacker.id


def _compare(state: State, attacker: Piece, target: Piece | None) -> tuple[list[Piece], int, Player | None]:
    """Who loses, how much damage, to whom."""
    strength = current(state, attacker)[1 if attacker.defending and not _uses_atk(attacker) else 0]
    if target is None:
        return [], strength, other(attacker.controller)
    if target.defending:
        held = current(state, target)[1]
        if strength > held:
            pierces = any(op.what == "piercing" for op in _damage_ops(state, attacker))
            return [target], strength - held if pierces else 0, target.controller
        return [], held - strength, attacker.controller
    held = current(state, target)[0]
    if strength == held:
        # 0 against 0: nobody is destroyed, except in the ruleset of 2005.
        return ([attacker, target] if strength or state.rules.both_zero_die else []), 0, None
    return ([target], strength - held, target.controller) if strength > held else ([attacker], held - strength, attacker.controller)


def _uses_atk(attacker: Piece) -> bool:
    """Whether it attacks in Defense Position with its ATK instead of its DEF."""
    return any(op.do == "calculate_damage" and op.what == "ATK" for effect in attacker.spec.effects for op in effect.actions)


def _damage_ops(state: State, card: Piece) -> list[Op]:
    found: list[Op] = []
    for holder in state.cards.values():
        if applies(state, holder):
            for effect in holder.spec.effects:
                if effect.kind == "continuous" and not effect.events and in_force(state, holder, effect):
                    found += [op for op in effect.actions if op.do == "damage_modify" and touches(state, holder, op, card)]
    return found


def _deal(state: State, attacker: Piece, target: Piece | None, to: Player, damage: int) -> tuple[State, list[Occurrence]]:
    """Applies what changes battle damage, in its order (R-CAL-04), and deals it."""
    inflicting = attacker if to != attacker.controller else target
    rules: list[str] = [how for player, how in state.damage_rules if player == to]
    for holder in state.cards.values():
        if applies(state, holder):
            for effect in holder.spec.effects:
                if effect.kind == "continuous" and not effect.events and in_force(state, holder, effect):
                    rules += [str(op.what) for op in effect.actions if op.do == "damage_modify" and _guards(holder, op.to, to, inflicting)]
    takers: list[Player] = [to]
    gain = as_effect = False
    for how in sorted({rule for rule in rules if rule in _ORDER}, key=_ORDER.index):
        match how:
            case "inflict_double" | "double":
                damage *= 2
            case "both_take":
                takers = [to, other(to)]
            case "redirect":
                # At most one redirection for an amount: what both take, one of them takes twice.
                damage, takers = damage * len(takers), [other(to)]
            case "as_effect":
                as_effect = True
            case "gain":
                gain = True
            case "zero":
                damage = 0
            case "half":
                damage = -(-damage // 2) if "double" not in rules else damage
    happened = []
    lp = list(state.lp)
    for player in takers:
        if damage > 0:
            lp["TN".index(player)] += damage if gain else -damage
            what = "lp_gained" if gain else "effect_damage" if as_effect else "battle_damage"
            source = None if inflicting is None else inflicting.id
            happened.append(Occurrence(what, state.act, source, player, None, "battle", other(player), damage))  # type: ignore[arg-type]
    return msgspec.structs.replace(state, lp=(lp[0], lp[1])), happened


def _guards(holder: Piece, selector: str, to: Player, inflicting: Piece | None) -> bool:
    match selector:
        case "you":
            return holder.controller == to
        case "opponent":
            return holder.controller != to
        case "both":
            return True
        case "self":
            return inflicting is not None and inflicting.id == holder.id
        case "equipped":
            return inflicting is not None and inflicting.id == holder.equipped_to
        case _:
            return False


def _replacements(state: State, victim: Piece) -> list[Question]:
    """What could happen instead of its destruction by battle (R-CAL-06)."""
    found = []
    for holder in state.cards.values():
        for effect in holder.spec.effects:
            if effect.kind == "replacement" and _would_save(state, holder, effect, victim):
                found.append(Question(holder.controller, victim.id, holder.id, effect.no))
    return found


def _would_save(state: State, holder: Piece, effect: EffectSpec, victim: Piece) -> bool:
    places = effect.places or ("field",)
    there = (holder.on_field and holder.face_up and "field" in places) or holder.zone in places
    waits = any(
        event.what == "destroyed" and event.cause in ("battle", "either", "unsaid")
        and (
            (event.subject == "self" and (holder.id == victim.id or holder.equipped_to == victim.id))
            or (event.subject == "other" and holder.id != victim.id and holder.controller == victim.controller
            and (event.of is None or event.of in victim.words or event.of == victim.name))
        )
        for event in effect.events
    )  # fmt: skip
    needs = all(holds(state, holder, need) for need in effect.needs)
    return there and waits and needs and not negated(state, holder) and _can_pay(state, holder, effect)


def _can_pay(state: State, holder: Piece, effect: EffectSpec) -> bool:
    for op in (*effect.cost, *effect.actions):
        if op.do == "counter" and not any(number > 0 for _, number in holder.counters):
            return False
        if op.do == "detach" and holder.materials < 1:
            return False
        if op.to == "chosen" and not payment(state, holder, op.what, effect.mandatory, op.source or "field"):
            return False
    return True


def payment(state: State, holder: Piece, word: str | None, mandatory: bool, source: str = "field") -> list[str]:
    """Other cards of the controller that may pay for a replacement, from the field if no other place is named.

    Doomed ones only where it is mandatory (R-DOOM-07).
    """
    return [
        card.id
        for card in state.cards.values()
        if (card.on_field if source == "field" else card.zone == source)
        and card.controller == holder.controller and card.id != holder.id and (mandatory or not card.doomed)
        and (word is None or bears(card, word)) and not (in_battle(state, card.id) and state.cards[card.id].doomed)
    ]  # fmt: skip
