"""Numbers of the simulators' interface that the core's rule turns on. The same in both cores (``constant.lua``, ``effect.h``, ``card.h``)."""

import enum
from typing import Final

# EFFECT_TYPE_*
SINGLE: Final = 0x1
FIELD: Final = 0x2
ACTIONS: Final = 0x8
ACTIVATE: Final = 0x10
FLIP: Final = 0x20
IGNITION: Final = 0x40
TRIGGER_O: Final = 0x80
QUICK_O: Final = 0x100
TRIGGER_F: Final = 0x200
QUICK_F: Final = 0x400
CONTINUOUS: Final = 0x800
XMATERIAL: Final = 0x1000
GRANT: Final = 0x2000

# EFFECT_FLAG_*
FIELD_ONLY: Final = 0x8
DAMAGE_STEP: Final = 0x4000
DAMAGE_CAL: Final = 0x8000
# EFFECT_FLAG2_COF: a Spell of Speed 1 that may be chained.
CHAINABLE_SPELL: Final = 0x2

# EVENT_*
EVENT_FLIP: Final = 1001
FREE_CHAIN: Final = 1002
DESTROYED: Final = 1029
CHAINING: Final = 1027
DAMAGE: Final = 1111
BATTLE_START: Final = 1132
BATTLE_CONFIRM: Final = 1133
PRE_DAMAGE_CALCULATE: Final = 1134
PRE_BATTLE_DAMAGE: Final = 1136
BATTLED: Final = 1138
BATTLE_DESTROYING: Final = 1139
BATTLE_DESTROYED: Final = 1140
DAMAGE_STEP_END: Final = 1141
BATTLE_DAMAGE: Final = 1143
EVENT_PHASE: Final = 0x1000
EVENT_PHASE_START: Final = 0x2000
EVENT_CUSTOM: Final = 0x10000000


class CardType(enum.IntFlag):
    """TYPE_* of a card, as far as the rule asks for them. Scripts do not tell it: a card's data do."""

    MONSTER = 0x1
    SPELL = 0x2
    TRAP = 0x4
    RITUAL = 0x80
    QUICK_PLAY = 0x10000
    CONTINUOUS = 0x20000
    EQUIP = 0x40000
    FIELD = 0x80000
    COUNTER = 0x100000
    PENDULUM = 0x1000000


_PROPERTIES = {
    "Normal": 0, "Ritual": CardType.RITUAL, "Quick-Play": CardType.QUICK_PLAY, "Continuous": CardType.CONTINUOUS, "Equip": CardType.EQUIP,
    "Field": CardType.FIELD, "Counter": CardType.COUNTER,
}  # fmt: skip


def card_type(kind: str, prop: str | None) -> CardType | None:
    """The type by the words of the published tables (``card_type``, ``property``); ``None`` where they are none of these."""
    if kind == "Monster":
        return CardType.MONSTER
    if kind not in ("Spell", "Trap") or prop not in _PROPERTIES:
        return None
    return (CardType.SPELL if kind == "Spell" else CardType.TRAP) | _PROPERTIES[prop]
