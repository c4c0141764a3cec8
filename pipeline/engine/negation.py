"""Whether a card's effects hold, or are negated: by an effect that has resolved, by a continuous one, by what beat it (R-DOOM-09)."""

from pipeline.engine.reach import touches
from pipeline.engine.spec import EffectSpec, Happening
from pipeline.engine.state import Piece, State, bears
from pipeline.windows import Window


def applies(state: State, card: Piece) -> bool:
    """Whether its continuous effects hold: face-up on the field, not negated, not doomed (R-DOOM-04)."""
    return card.on_field and card.face_up and not card.doomed and not negated(state, card)


def in_force(state: State, card: Piece, effect: EffectSpec) -> bool:
    """Whether a continuous effect holds in this moment of the battle."""
    from pipeline.engine.needs import holds  # needs ask for ATK, and some changes of ATK have needs

    if effect.applies_in and not state.moment.window & Window.of(effect.applies_in):
        return False
    return all(holds(state, card, need) for need in effect.needs)


def negated(state: State, card: Piece) -> bool:
    """Whether the effects of this card are negated where it is."""
    if card.negated:
        return True
    if card.zone != "monster":
        return False
    return any(
        holder.on_field and holder.face_up and not holder.negated and not holder.doomed and _negates(state, holder, card)
        and not (holder.spec.type == "Monster" and _by_a_card(state, holder))
        for holder in state.cards.values()
        if holder.id != card.id or holder.spec.type != "Monster"
    )  # fmt: skip


def _by_a_card(state: State, card: Piece) -> bool:
    """Whether a Spell or Trap negates it; monsters that negate each other are not asked twice."""
    return any(holder.zone == "spell" and holder.face_up and not holder.negated and _negates(state, holder, card) for holder in state.cards.values())


def _negates(state: State, holder: Piece, card: Piece) -> bool:
    return any(
        (beaten if effect.events else in_force(state, holder, effect) and any(touches(state, holder, op, card) for op in effect.actions))
        for effect in holder.spec.effects
        if _is_negation(effect) and ((beaten := card.doomed and _beaten(state, holder, effect, card)) or not effect.events)
    )


def beaten_negated(state: State, card: Piece) -> bool:
    """Whether the destruction by battle negates it where it goes as well (R-DOOM-09)."""
    return card.doomed and any(
        holder.on_field and holder.face_up and not holder.negated and not holder.doomed and _beaten(state, holder, effect, card)
        for holder in state.cards.values()
        for effect in holder.spec.effects
        if _is_negation(effect) and effect.events
    )


def _beaten(state: State, holder: Piece, effect: EffectSpec, card: Piece) -> bool:
    return card.killer is not None and any(done_by(event, holder, state.cards[card.killer]) for event in effect.events)


def done_by(event: Happening, holder: Piece, killer: Piece) -> bool:
    """Whether `killer` is the monster, or one of those, whose victory an effect of `holder` waits for."""
    if event.subject == "self":
        return killer.id == holder.id
    whose = event.whose is None or (killer.controller == holder.controller) == (event.whose == "you")
    return whose and (event.of is None or bears(killer, event.of))


def _is_negation(effect: EffectSpec) -> bool:
    """Continuous, and about a monster wherever it is negated; with an event it is the destruction by battle."""
    if effect.kind != "continuous" or not any(op.do == "negate_effect" for op in effect.actions):
        return False
    return not effect.events or any(event.what == "destroys" for event in effect.events)
