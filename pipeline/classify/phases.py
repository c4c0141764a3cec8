"""Which phases and steps, named as the moment of activation, shut the Damage Step out."""

from pipeline.records import Condition, Phase
from pipeline.windows import NONE


def excluding_phases(condition: Condition) -> tuple[Phase, ...]:
    """The phases named, where all of them lie outside the Damage Step and the text names no part of the step beside them."""
    phases = condition.phases
    if not phases or "battle" in phases or condition.names_step or condition.window is not NONE:
        return ()
    return phases
