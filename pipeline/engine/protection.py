"""What cannot be destroyed: by an effect that has resolved, or by a continuous one that holds."""

from typing import Literal

from pipeline.engine.negation import applies, in_force
from pipeline.engine.reach import touches
from pipeline.engine.state import Piece, Player, State


def protected(state: State, card: Piece, against: Literal["battle", "effect"], by: Player | None = None) -> bool:
    """Whether the card cannot be destroyed that way. `by`: whose effect would destroy it."""
    if any(_guards(None if what == "both" else what, card, against, by) for what in card.protected):
        return True
    return any(
        effect.kind == "continuous"
        and any(op.do == "protect" and _guards(op.what, card, against, by) and touches(state, holder, op, card) for op in effect.actions)
        and in_force(state, holder, effect)
        for holder in state.cards.values()
        for effect in holder.spec.effects
        if applies(state, holder)
    )


def _guards(what: str | None, card: Piece, against: str, by: Player | None) -> bool:
    return what in (None, against) or (what == "opponent's effect" and against == "effect" and by not in (None, card.controller))
