"""Which effects of a lasting Trap may start in the chain link in which the card is turned up, and in which windows (R-ACT-18)."""

from typing import NamedTuple

from pipeline.classify.rule import Case
from pipeline.records import Effect, Mode
from pipeline.windows import NONE, Window

# From the least restricted on.
_MODES: tuple[Mode, ...] = ("open", "event", "first_chain", "response")
_ELSEWHERE = frozenset({"gy", "hand", "banished", "deck"})


class Together(NamedTuple):
    """Where a card may be turned up together with an effect of its own: the windows, and the least restricted mode."""

    windows: Window
    mode: Mode | None


def together(case: Case) -> Together:
    """Where the case's bare activation may be combined with one of its legal effects; no windows where with none."""
    own_effect = any(effect.kind == "card_activation" and effect.number for effect in case.siblings)
    windows = NONE
    modes: set[Mode | None] = set()
    for effect, verdict in case.legal:
        # An activation that has an effect of its own leaves no room for another one in its link.
        if _goes_with_activation(effect) and (effect.kind == "card_activation") >= own_effect:
            windows |= verdict.windows
            modes.add(verdict.mode)
    return Together(windows, next((mode for mode in _MODES if mode in modes), None))


def _goes_with_activation(effect: Effect) -> bool:
    """Whether an effect may start in the chain link in which its card is turned up.

    What is owed, what works from elsewhere, what asks for the card to lie there already, what is about this face-up card itself or is
    paid with it cannot.
    """
    if effect.mandatory or effect.condition.already_there or not _ELSEWHERE.isdisjoint(effect.places):
        return False
    return not any(e.subject == "self" for e in effect.condition.events) and not any(a.object == "self" for a in effect.cost)
