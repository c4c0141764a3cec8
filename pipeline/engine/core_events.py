"""In which windows of the Damage Step the core can raise an event, so that an effect that waits for it has an occasion.

Places are those of edo9300/ygopro-core; Fluorohydride/ygopro-core has the same steps of the same functions.
"""

from typing import Literal

from pipeline.engine import core_numbers as number
from pipeline.windows import ALL, NONE, Window

Occasion = Literal["free", "chain", "battle", "anywhere", "flip", "custom", "never"]

# processor.cpp, process(BattleCommand): each event is raised in the step named and its triggers are collected by the next PointEvent.
_BATTLE: dict[int, Window] = {
    number.BATTLE_START: Window.START,  # step 20
    number.BATTLE_CONFIRM: Window.BEFORE_CALC,  # step 22
    number.PRE_DAMAGE_CALCULATE: Window.DURING_CALC,  # step 24
    number.PRE_BATTLE_DAMAGE: Window.AFTER_CALC,  # step 26, after the chains of the calculation: what it triggers waits for step 32
    number.BATTLED: Window.AFTER_CALC,  # step 31
    number.BATTLE_DAMAGE: Window.AFTER_CALC,  # step 27 (operations.cpp, damage with REASON_BATTLE), collected in step 32
    number.BATTLE_DESTROYING: Window.END,  # step 34
    number.BATTLE_DESTROYED: Window.END,  # step 34
    number.DAMAGE_STEP_END: Window.END,  # step 34
}
# Answers to a chain, which may be built in every window: CHAIN_*, BECOME_TARGET.
_CHAIN = frozenset({1020, 1021, 1022, 1024, 1025, 1026, number.CHAINING, 1028})
# What no Damage Step sees: the duel's start, Normal and Flip Summons and Sets, inherent Special Summons and the negation of any,
# the draw of the turn, the declaration of an attack and its negation, codes that neither core raises any longer (1135, 1137), turn's end.
_NEVER = frozenset(
    {1000, 1100, 1101, 1103, 1104, 1105, 1106, 1113, 1114, 1115, 1116, 1130, 1131, 1135, 1137, 1142, 1210}
)  # fmt: skip
_COUNTERS = (0x10000, 0x20000)  # EVENT_ADD_COUNTER, EVENT_REMOVE_COUNTER with the counter's number added


def occasion(code: int) -> tuple[Occasion, Window]:
    """What kind of event a code is, and the windows in which it can happen."""
    if code == number.FREE_CHAIN:
        return "free", ALL
    if code in _BATTLE:
        return "battle", _BATTLE[code]
    if code in _CHAIN:
        return "chain", ALL
    if code == number.EVENT_FLIP:
        return "flip", ALL
    if code in _NEVER:
        return "never", NONE
    if code >= number.EVENT_CUSTOM:
        # RaiseEvent and RaiseSingleEvent of a script: whenever the script likes.
        return "custom", ALL
    if code >= _COUNTERS[0]:
        return "anywhere", ALL
    if code >= number.EVENT_PHASE:
        # EVENT_PHASE and EVENT_PHASE_START with the phase's number: process(PhaseEvent) runs outside the Battle Phase or at its end.
        return "never", NONE
    return "anywhere", ALL
