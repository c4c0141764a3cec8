"""Summons by procedure as part of an effect: what the Damage Step does not allow (R-ACT-14)."""

from pipeline.records import PROCEDURE_SUMMONS, Effect


def performs_procedure_summon(effect: Effect) -> bool:
    """Whether the processing must perform a Normal, Ritual, Fusion, Synchro, Xyz, Link or Pendulum Summon.

    A Summon that the player may leave out, that comes only later or that is one of several choices does not count.
    """
    actions = effect.actions
    for n, action in enumerate(actions):
        if action.what in PROCEDURE_SUMMONS and not (action.optional or action.delayed or action.treated_as):
            chosen = action.link == "or" or (n + 1 < len(actions) and actions[n + 1].link == "or")
            if not chosen:
                return True
    return False
