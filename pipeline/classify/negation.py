"""Which of the two an effect negates: an activation (open everywhere) or no more than an effect (closed)."""

from pipeline.records import Effect


def negates_activation(effect: Effect) -> bool:
    """Whether negating an activation is part of the processing, rather than something set up for later."""
    return any(action.what == "negate_activation" and not action.delayed for action in effect.actions)


def negates_effect(effect: Effect) -> bool:
    """Whether an effect is negated."""
    return any(action.what == "negate_effect" for action in effect.actions)
