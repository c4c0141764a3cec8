"""The vocabulary of the texts and that of the scripts side by side: events and codes, actions and categories, places and ranges.

Numbers are those of the simulators' ``constant.lua`` (see `pipeline.engine.script_facts`).
"""

from pipeline.engine import core_numbers as number

_SUMMONS, _SPECIAL = frozenset({1100, 1101, 1102}), frozenset({1102})
_GONE = frozenset({1014, 1015, 1019, 1029, number.BATTLE_DESTROYED})
# Which codes a script may wait for where a text names the event. More than one: scripts differ in what they listen to.
EVENT_CODES: dict[str, frozenset[int]] = {
    "summoned": _SUMMONS,
    "normal_summoned": frozenset({1100}),
    "tribute_summoned": frozenset({1100}),
    "special_summoned": _SPECIAL,
    "flip_summoned": frozenset({1101}),
    "fusion_summoned": _SPECIAL,
    "ritual_summoned": _SPECIAL,
    "synchro_summoned": _SPECIAL,
    "xyz_summoned": _SPECIAL,
    "link_summoned": _SPECIAL,
    "pendulum_summoned": _SPECIAL,
    "set": frozenset({1106, 1107}),
    "flipped": frozenset({1001, 1016, 1101}),
    "destroyed": _GONE,
    "destroys": frozenset({number.BATTLE_DESTROYING, number.BATTLE_DESTROYED, number.BATTLED, 1029}),
    "sent_to_gy": frozenset({1014, 1018, number.BATTLE_DESTROYED}),
    "banished": frozenset({1011}),
    "discarded": frozenset({1018, 1014}),
    "tributed": frozenset({1017}),
    "returned": frozenset({1012, 1013, 1015}),
    "added_to_hand": frozenset({1012, 1212}),
    "drawn": frozenset({1110, 1012}),
    "added_to_extra": frozenset({1013, 1030}),
    "leaves_field": frozenset({1015, 1019, 1014}),
    "detached": frozenset({1202, 1014, 1030}),
    "attached": frozenset({1030, number.EVENT_CUSTOM}),
    "used_as_material": frozenset({1108, 1109}),
    "position_changed": frozenset({1016}),
    "control_changed": frozenset({1120}),
    "moved": frozenset({1030}),
    "placed": frozenset({1030, 0x10000}),
    "equipped": frozenset({1121}),
    "targeted": frozenset({1028, number.CHAINING, 1131}),
    "attack_targeted": frozenset({1130, 1131}),
    "attack_declared": frozenset({1130, 1131}),
    "attacks": frozenset({1130, 1131, 1132, 1133, 1134, 1138, 1141}),
    "battles": frozenset({1132, 1133, 1134, 1138, 1141, 1130}),
    "battle_damage": frozenset({number.BATTLE_DAMAGE, number.DAMAGE, number.PRE_BATTLE_DAMAGE}),
    "effect_damage": frozenset({number.DAMAGE}),
    "damage": frozenset({number.DAMAGE, number.BATTLE_DAMAGE}),
    "lp_gained": frozenset({1112}),
    "lp_paid": frozenset({1201}),
    "activated": frozenset({number.CHAINING, 1020, 1022}),
    "resolved": frozenset({1020, 1022, number.CHAINING}),
    "negated": frozenset({1024, 1025, 1022, 1116, 1114}),
    "counter": frozenset({0x10000, 0x20000}),
    "revealed": frozenset({1211, 1212}),
    "attack_negated": frozenset({1142}),
}
ANSWER_CODES: dict[str, frozenset[int]] = {
    "activation": frozenset({number.CHAINING}),
    "chain": frozenset({number.CHAINING}),
    "targeting": frozenset({number.CHAINING, 1028}),
    "summon": frozenset({1103, 1104, 1105}),
    "attack": frozenset({1130, 1131}),
}
WINDOW_CODES: dict[str, frozenset[int]] = {
    "start": frozenset({1132, 1133}),
    "before_calc": frozenset({1133, 1132, number.FREE_CHAIN}),
    "during_calc": frozenset({1134, 1135, 1136, number.FREE_CHAIN}),
    "after_calc": frozenset({1138, 1143}),
    "end": frozenset({1141, 1138, 1139, 1140}),
}
# What actions and categories have in common. An action may stand for any of its labels.
ACTION_LABELS: dict[str, frozenset[str]] = {
    "special_summon": frozenset({"summon"}),
    "fusion_summon": frozenset({"summon"}),
    "ritual_summon": frozenset({"summon"}),
    "synchro_summon": frozenset({"summon"}),
    "xyz_summon": frozenset({"summon"}),
    "link_summon": frozenset({"summon"}),
    "pendulum_summon": frozenset({"summon"}),
    "normal_summon": frozenset({"normal_summon"}),
    "destroy": frozenset({"destroy"}),
    "banish": frozenset({"banish"}),
    "send_to_gy": frozenset({"gy", "discard"}),
    "discard": frozenset({"discard", "gy"}),
    "tribute": frozenset({"tribute"}),
    "return": frozenset({"hand", "deck"}),
    "add_to_hand": frozenset({"hand"}),
    "draw": frozenset({"draw"}),
    "equip": frozenset({"equip"}),
    "inflict_damage": frozenset({"damage"}),
    "gain_lp": frozenset({"recover"}),
    "change_position": frozenset({"position"}),
    "take_control": frozenset({"control"}),
    "negate_effect": frozenset({"disable"}),
    "negate_activation": frozenset({"negate"}),
    "negate_summon": frozenset({"negate_summon"}),
    "atk_def_change": frozenset({"stat"}),
    "counter": frozenset({"counter"}),
    "coin_dice": frozenset({"chance"}),
    "place": frozenset({"deck", "counter"}),
}
_CATEGORIES: tuple[tuple[int, str], ...] = (
    (0x1, "destroy"), (0x2, "tribute"), (0x4, "banish"), (0x8, "hand"), (0x80000010, "deck"), (0x60, "gy"), (0x400000080, "discard"),
    (0x100, "normal_summon"), (0x40000600, "summon"), (0x1000, "position"), (0x2000, "control"), (0x4000, "disable"), (0x8000, "negate_summon"),
    (0x10000, "draw"), (0x40000, "equip"), (0x80000, "damage"), (0x100000, "recover"), (0x600000, "stat"), (0x800000, "counter"),
    (0x3000000, "chance"), (0x10000000, "negate"),
)  # fmt: skip
_PLACES: tuple[tuple[int, str], ...] = ((0x2, "hand"), (0xD0C, "field"), (0x10, "gy"), (0x20, "banished"), (0x40, "extra"), (0x1, "deck"))
PZONE = 0x200


def labels_of(category: int) -> frozenset[str]:
    """What a script says that the effect does; categories that name only where cards come from are left out."""
    return frozenset(label for bits, label in _CATEGORIES if category & bits)


def places_of(area: int) -> frozenset[str]:
    """Where a script lets the effect be activated, in the words of the readings; the Pendulum Zone is part of the field."""
    found = {place for bits, place in _PLACES if area & bits}
    return frozenset(found | {"field"} if area & PZONE else found)


def base_code(code: int) -> int:
    """The code without the number of a counter, phase or custom event that is added to it."""
    if code >= number.EVENT_CUSTOM:
        return number.EVENT_CUSTOM
    if code >= 0x10000:
        return code & 0x30000
    return number.EVENT_PHASE if code >= number.EVENT_PHASE else code
