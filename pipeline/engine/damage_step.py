"""The Damage Step as a state machine: immutable states, one `step`, one `legal_actions`.

Built from the rulebook (``data/scenarios/rules.yml``) and from cards as data, not from the classifier's rules: each can convict the
other. Every answer to "may this be activated?" names the rule that gave it.
"""

import msgspec

from pipeline.engine.activation import may
from pipeline.engine.flow import advance, enter, settle
from pipeline.engine.nature import Permit, speed
from pipeline.engine.payment import pay
from pipeline.engine.resolution import resolve
from pipeline.engine.spec import EffectSpec
from pipeline.engine.state import Link, Pending, Piece, Player, Question, State, change, effect_of, opposing, other
from pipeline.engine.targets import candidates, target_choices
from pipeline.engine.triggers import without


class Activate(msgspec.Struct, frozen=True):
    """Put an effect on the chain."""

    player: Player
    card: str
    effect: int
    option: int | None = None
    targets: tuple[str, ...] = ()
    pays: tuple[str, ...] = ()
    together: bool = False


class Pass(msgspec.Struct, frozen=True):
    """Do nothing. Two passes in a row resolve the chain, or close the moment."""

    player: Player


class Decide(msgspec.Struct, frozen=True):
    """Answer the first open question: replace the destruction by battle or not."""

    player: Player
    yes: bool


Action = Activate | Pass | Decide


class IllegalAction(ValueError):
    """An action that the state does not allow; `permit` says why."""

    def __init__(self, permit: Permit) -> None:
        super().__init__(f"{permit.rule}: {permit.why}")
        self.permit = permit


def begin(state: State) -> State:
    """Opens the moment that the state stands in."""
    return enter(state, state.at)


def explain(state: State, player: Player, card: str, effect: int, option: int | None = None, *, together: bool = False) -> Permit:
    """Whether the player may activate this effect now, as if it were his turn to act, and by which rule."""
    if state.questions:
        return Permit(False, "R-CAL-06", "a replacement is to be decided first")
    piece = state.cards[card]
    spec = effect_of(piece, effect, option)
    permit = may(state, player, piece, spec, together=together)
    if permit.legal and state.stages and spec.kind not in ("trigger", "flip") and not state.chain:
        return Permit(False, "R-WIN-11", "triggers come first")
    return permit


def must(state: State, player: Player) -> list[Activate]:
    """What the player has to activate before he may pass: mandatory triggers of his turn, mandatory answers to the last link."""
    if state.stages:
        now, group = state.stages[0]
        return [_activation(state, one) for one in group if one.mandatory and _still_possible(state, one)] if now == player else []
    found = []
    for card in state.cards.values():
        for effect in card.spec.effects:
            forced = effect.mandatory and effect.kind == "quick" and card.controller == player
            if forced and may(state, player, card, effect).legal:
                found += [Activate(player, card.id, effect.no, effect.option, targets) for targets in target_choices(state, player, card, effect)]
    return found


def legal_actions(state: State, player: Player) -> list[Action]:
    """Everything that the player may do now; empty while the other holds priority, and when the step is over."""
    if state.questions:
        question = state.questions[0]
        if question.player != player:
            return []
        return [Decide(player, True)] if _must_replace(state, question) else [Decide(player, True), Decide(player, False)]
    if (state.over and state.moment.key == "closed") or state.priority != player:
        return []
    found: list[Action] = []
    if state.stages:
        for one in state.stages[0][1]:
            card = state.cards[one.card]
            spec = effect_of(card, one.effect, one.option)
            if _still_possible(state, one):
                found += [Activate(player, card.id, one.effect, one.option, targets) for targets in target_choices(state, player, card, spec)]
    else:
        for card in state.cards.values():
            for effect in card.spec.effects:
                found += _of_effect(state, player, card, effect)
    return found if must(state, player) else [*found, Pass(player)]


def _of_effect(state: State, player: Player, card: Piece, effect: EffectSpec) -> list[Action]:
    if effect.kind in ("trigger", "flip"):
        return []
    found: list[Action] = []
    for together in (False, True) if effect.with_card else (False,):
        if may(state, player, card, effect, together=together).legal:
            found += [
                Activate(player, card.id, effect.no, effect.option, targets, together=together)
                for targets in target_choices(state, player, card, effect)
            ]
    return found


def _still_possible(state: State, one: Pending) -> bool:
    """What is already on the chain may have used up its once per turn, its cost or its target."""
    card = state.cards[one.card]
    return may(state, one.player, card, effect_of(card, one.effect, one.option)).legal


def _activation(state: State, one: Pending) -> Activate:
    card = state.cards[one.card]
    choices = target_choices(state, one.player, card, effect_of(card, one.effect, one.option))
    return Activate(one.player, one.card, one.effect, one.option, choices[0] if choices else ())


def step(state: State, action: Action) -> State:
    """The state after an action. Raises `IllegalAction` for one that is not allowed."""
    match action:
        case Decide():
            return _decide(state, action)
        case Pass():
            return _pass(state, action)
        case Activate():
            return _activate(state, action)


def _decide(state: State, action: Decide) -> State:
    if not state.questions or state.questions[0].player != action.player:
        raise IllegalAction(Permit(False, "R-CAL-06", "nothing to decide"))
    question, left = state.questions[0], state.questions[1:]
    if not action.yes and _must_replace(state, question):
        raise IllegalAction(Permit(False, "R-CAL-06", "the replacement is mandatory"))
    if action.yes:
        left = tuple(one for one in left if one.victim != question.victim)
        state = change(state, question.victim, doomed=False, fixed=None, killer=None)
        state = msgspec.structs.replace(state, replacing=(*state.replacing, question))
    state = msgspec.structs.replace(state, questions=left)
    if left:
        return state
    return enter(state, state.at if state.pending_moment else state.at + 1)


def _must_replace(state: State, question: Question) -> bool:
    return effect_of(state.cards[question.card], question.effect).mandatory


def _pass(state: State, action: Pass) -> State:
    if state.questions or state.priority != action.player or (state.over and state.moment.key == "closed"):
        raise IllegalAction(Permit(False, "R-STR-02", "not this player's turn to act"))
    if must(state, action.player):
        raise IllegalAction(Permit(False, "R-ACT-05", "something mandatory is owed"))
    if state.stages:
        return _next_stage(msgspec.structs.replace(state, stages=state.stages[1:]))
    if state.passes == 0:
        return msgspec.structs.replace(state, passes=1, priority=other(action.player))
    if state.chain:
        return resolve(state)
    return enter(state, state.rules.index("closed")) if state.over else advance(state)


def _next_stage(state: State) -> State:
    if state.stages:
        return msgspec.structs.replace(state, priority=state.stages[0][0])
    if state.named_waiting and not state.chain:
        return settle(state)
    # All triggers are on the chain, or declined: answers by the opponent of the last link, or an open moment.
    return msgspec.structs.replace(state, priority=other(state.chain[-1].player) if state.chain else "T", passes=0)


def _activate(state: State, action: Activate) -> State:
    card = state.cards.get(action.card)
    if card is None or state.priority != action.player or state.questions:
        raise IllegalAction(Permit(False, "R-STR-02", "not this player's turn to act"))
    effect = next((one for one in card.spec.effects if (one.no, one.option) == (action.effect, action.option)), None)
    if effect is None:
        raise IllegalAction(Permit(False, "R-ACT-01", "the card has no such effect"))
    due = _due_now(state, action)
    permit = explain(state, action.player, action.card, action.effect, action.option, together=action.together)
    if state.stages and due is None:
        permit = Permit(False, "R-WIN-11", "triggers come first")
    if not permit.legal:
        raise IllegalAction(permit)
    if effect.target is not None and (
        not len(action.targets) == len(set(action.targets)) == effect.target.count
        or not set(action.targets) <= set(candidates(state, action.player, card, effect))
    ):
        doomed = any(one in state.cards and state.cards[one].doomed for one in action.targets)
        raise IllegalAction(Permit(False, "R-DOOM-02" if doomed else "R-ACT-01", "not a target that it may choose"))
    if state.chain:
        answers: int | None = len(state.chain)
    else:
        answers = None
        state = msgspec.structs.replace(state, opened_here=state.opened_here + (due is None))
    if card.on_field and not card.face_up:
        state = change(state, card.id, face_up=True)
    elif effect.kind == "card_activation" and card.zone == "hand":
        state = change(state, card.id, zone="spell")
    link = Link(
        action.player, action.card, action.effect, action.option, action.targets, answers, action.together,
        None if due is None else due.event_card, speed=speed(card.spec, effect), met=opposing(state, card.id),
    )  # fmt: skip
    state = pay(state, link, card, effect, action.pays)
    key = f"{action.player} {card.name}" if effect.once in ("turn_by_name", "duel") else card.id
    used = state.used | {(key, effect.no)} if effect.once not in (None, "chain") else state.used
    state = msgspec.structs.replace(state, chain=(*state.chain, link), used=used, passes=0)
    if due is None:
        return msgspec.structs.replace(state, priority=other(action.player))
    state = without(state, due)
    return _next_stage(state)


def _due_now(state: State, action: Activate) -> Pending | None:
    if not state.stages:
        return None
    for one in state.stages[0][1]:
        if (one.card, one.effect, one.option) == (action.card, action.effect, action.option):
            return one
    return None
