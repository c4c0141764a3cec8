"""What holds in every battle, whatever is played: each function yields what is broken, in words."""

from collections import Counter
from collections.abc import Collection, Iterator

from pipeline.engine.damage_step import Action, Activate, IllegalAction, Pass, explain, legal_actions, must, step
from pipeline.engine.state import Occurrence, State, effect_of, other
from pipeline.windows import Window

_KINDS_THAT_WAIT = ("trigger", "flip")
_LP_SIGN = {"battle_damage": -1, "effect_damage": -1, "lp_paid": -1, "lp_gained": 1}
_NEVER = ("continuous", "lingering", "condition", "summoning", "replacement", "lock", "maintenance")
_COUNTER_TRAP = 3
_MOST_MONSTERS = 5
_CALCULATED = (Window.DURING_CALC, Window.AFTER_CALC)


def of_state(state: State) -> Iterator[str]:
    """What no state of a battle may show."""
    for name, card in state.cards.items():
        if card.id != name:
            yield f"{name} is called {card.id}"
        if card.doomed and not (state.calculated and state.moment.window in _CALCULATED):
            yield f"{name} is doomed in {state.moment.key}"
        if card.doomed and card.zone != "monster":
            yield f"{name} is doomed and lies in {card.zone}"
        if card.doomed and card.fixed is None:
            yield f"{name} is doomed, and its ATK and DEF are not settled"
        if card.equipped_to is not None and (card.zone != "spell" or state.cards[card.equipped_to].zone != "monster"):
            yield f"{name} in {card.zone} is equipped to {card.equipped_to} in {state.cards[card.equipped_to].zone}"
        if any(number < 0 for _, number in card.counters) or card.materials < 0:
            yield f"{name} has fewer than no counters or materials"
        if not card.on_field and (card.protected or card.unaffected or card.changes or card.counters or card.materials):
            yield f"{name} in {card.zone} keeps what was done to it on the field"
    for player in ("T", "N"):
        number = sum(card.zone == "monster" and card.controller == player for card in state.cards.values())
        if number > _MOST_MONSTERS:
            yield f"{player} has {number} monsters"
    if state.over and state.battle_on:
        yield "the step is over, and the battle goes on"
    if state.questions and not state.calculated:
        yield "a replacement is asked for before the calculation"


def of_actions(state: State, rules: Collection[str]) -> Iterator[str]:
    """Whether `legal_actions`, `explain`, `must` and `step` say the same in this state."""
    active = state.questions[0].player if state.questions else state.priority
    listed = legal_actions(state, active)
    if legal_actions(state, other(active)):
        yield "both players may act at once"
    if not listed and state.moment.key != "closed":
        yield f"{active} may do nothing at all, not even pass"
    owed = must(state, active)
    if not state.questions and state.moment.key != "closed" and (Pass(active) in listed) != (not owed):
        yield f"passing is {'listed' if owed else 'missing'} while {len(owed)} activations are owed"
    if not state.questions:
        yield from (f"{one} is owed and not listed" for one in owed if one not in listed)
    activations = [one for one in listed if isinstance(one, Activate)]
    for one in activations:
        permit = explain(state, one.player, one.card, one.effect, one.option, together=one.together)
        if not permit.legal:
            yield f"{one} is listed, but explained as not legal ({permit.rule}: {permit.why})"
        if permit.rule not in rules:
            yield f"{one} is legal by {permit.rule!r}, which is no rule"
        if any(state.cards[target].doomed for target in one.targets):
            yield f"{one} targets a doomed monster"
        yield from _kind(state, one)
    yield from _unlisted(state, active, {(one.card, one.effect, one.option, one.together) for one in activations}, rules)


def _kind(state: State, one: Activate) -> Iterator[str]:
    """What may not be used in the Damage Step by anybody, unless a ruling on the very card says so."""
    card = state.cards[one.card]
    effect = effect_of(card, one.effect, one.option)
    if state.moment.window == Window(0) or effect.ruled:
        return
    slow = effect.kind == "card_activation" and card.spec.type == "Spell" and card.spec.property != "Quick-Play" and effect.speed is None
    if effect.kind == "ignition" or slow:
        yield f"{one} has Spell Speed 1"
    if effect.mark == "except" or effect.kind in _NEVER:
        yield f"{one}, which is never activated here"
    if card.doomed and effect.kind == "quick" and not effect.mandatory:
        yield f"{one} is a Quick Effect of a doomed monster"
    if state.chain and state.chain[-1].speed == _COUNTER_TRAP and effect.kind not in _KINDS_THAT_WAIT and card.spec.property != "Counter":
        yield f"{one} answers a Counter Trap"


def _unlisted(state: State, active: str, listed: set[tuple[str, int, int | None, bool]], rules: Collection[str]) -> Iterator[str]:
    for card in state.cards.values():
        for effect in card.spec.effects:
            for player in ("T", "N"):
                if player == active and (card.id, effect.no, effect.option, False) in listed:
                    continue
                permit = explain(state, player, card.id, effect.no, effect.option)
                if permit.rule not in rules:
                    yield f"{card.id} ({effect.no}): {permit.why or 'legal'} by {permit.rule!r}, which is no rule"
                # Once the triggers stand on the chain, others may answer them: their turn has only not come yet.
                if permit.legal and player == active and not state.stages and not state.questions and effect.kind not in _KINDS_THAT_WAIT:
                    yield f"{card.id} ({effect.no}) is explained as legal ({permit.rule}) for {player}, but not listed"


def of_refusal(state: State, action: Activate | Pass, rules: Collection[str]) -> Iterator[str]:
    """Whether `step` refuses an activation that is not listed, and by a rule."""
    try:
        step(state, action)
    except IllegalAction as error:
        if error.permit.rule not in rules:
            yield f"{action} is refused by {error.permit.rule!r}, which is no rule"
    else:
        yield f"{action} is not listed, and yet it is accepted"


def of_step(before: State, action: Action, after: State) -> Iterator[str]:
    """What no action may bring about."""
    if set(before.cards) != set(after.cards):
        yield "a card has come out of nowhere, or is gone altogether"
    came = after.moment.key
    backwards = after.at < before.at and not (came == "closed" and before.moment.key == "end_phase")
    if backwards:
        yield f"from {before.moment.key} back to {came}"
    if after.at > before.at + 1 and came not in ("end_phase", "closed") and not after.calculated and before.battle_on and after.battle_on:
        yield f"from {before.moment.key} straight to {came}"
    for player, old, new in zip("TN", before.lp, after.lp, strict=True):
        told = _points(after, player) - _points(before, player)
        if new - old != told:
            yield f"the Life Points of {player} change by {new - old}, of which {told} are accounted for"
    for name, card in after.cards.items():
        old_card = before.cards[name]
        if card.zone == "gone" and old_card.zone != "gone" and "Token" not in old_card.words and not _attached(before, after):
            yield f"{name} has vanished"
        if card.doomed and not old_card.doomed and before.moment.window not in _CALCULATED and not after.calculated:
            yield f"{name} is doomed without a calculation"
        if old_card.doomed and card.doomed and (card.controller, card.defending, card.face_up, card.counters) != (
            old_card.controller, old_card.defending, old_card.face_up, _left(old_card.counters, card.counters)
        ):  # fmt: skip
            yield f"{name} is doomed and changes its controller, its position or its counters"
    yield from _by_battle(before, after)
    yield from _paid_with_the_doomed(before, action, after)
    if isinstance(action, Activate) and len(after.chain) == len(before.chain) + 1 and any(before.cards[one].doomed for one in action.targets):
        yield f"{action} has targeted a doomed monster"


def _by_battle(before: State, after: State) -> Iterator[str]:
    """Battle damage comes with the calculation, destruction by battle with the end of the step."""
    news = [*after.log[len(before.log) :], *after.held]
    if any(one.what == "battle_damage" for one in news if one not in before.held) and (before.calculated or not after.calculated):
        retold = [one for one in before.held if one.what == "battle_damage"]
        if not retold:
            yield "battle damage without a calculation"
    ended = after.moment.window == Window.END or after.over
    if any(one.what == "destroyed" and one.cause == "battle" for one in after.log[len(before.log) :]) and not ended:
        yield f"destroyed by battle in {after.moment.key}"


def _paid_with_the_doomed(before: State, action: Action, after: State) -> Iterator[str]:
    """A doomed monster pays for no optional activation."""
    if isinstance(action, Activate) and not effect_of(before.cards[action.card], action.effect, action.option).mandatory:
        for name, card in before.cards.items():
            if card.doomed and after.cards[name].zone != "monster" and len(after.chain) > len(before.chain):
                yield f"{name} is doomed and pays for {action}"


def _left(old: tuple[tuple[str, int], ...], new: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The new counters where none was added; removing them is allowed."""
    have = dict(old)
    return new if all(number <= have.get(name, 0) for name, number in new) else old


def _points(state: State, player: str) -> int:
    return sum(_LP_SIGN.get(one.what, 0) * one.amount for one in (*state.log, *state.held) if one.player == player)


def _attached(before: State, after: State) -> bool:
    return sum(card.materials for card in after.cards.values()) != sum(card.materials for card in before.cards.values()) or any(
        card.zone != before.cards[name].zone and before.cards[name].materials for name, card in after.cards.items()
    )


def counted(occurrences: tuple[Occurrence, ...]) -> Counter[str]:
    """How often each kind of event came about."""
    return Counter(one.what for one in occurrences)
