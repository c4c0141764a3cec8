"""What an English verb is done to: this card, the target, what was spoken of last, or another thing."""

import re

from pipeline.records import Object

_BACK = 60
# What a verb is done to: the group that matched names it.
_OBJECT = re.compile(
    r" *(?:both |all |up to )?(?:of )?(?:(this (?:face-up |set |equip |banished )?(?:card|monster)|itself)|"
    r"(that target|the targets?\b|those targets|targets?\b|targeted\b|"
    r"the targeted)|"
    r"((?:it|them|that|those|its|their|each target|the (?:destroyed|banished|added|drawn|selected|chosen|special summoned|summoned))\b))",
    re.ASCII,
)
_OBJECTS: tuple[Object, ...] = ("other", "self", "target", "that")
_OWNER = re.compile(r"\b(this card|its|their|that monster|that target|the target|those monsters|the targeted|it)\b", re.ASCII)
_OWNER_BEHIND = re.compile(r"(?:s|/\w+)? of (?:both )?(?:the )?(this card|it\b|that target|targets?|targeted|that|those)")
# "Halve the ATK of 1 monster": whose it is stands behind.
_OF_OTHERS = re.compile(r"(?:s|/\w+)? of (?:all|any|each|1|up to|another|an?|every|your|\d)\b")
_JUST_SUMMONED = re.compile(r"of (?:the|that) special summoned monster")
_BEFORE_SELF = re.compile(r"\bthis card(?:'s)?(?: \w+){0,3}$")
_BEFORE_TARGET = re.compile(r"\b(?:targets?|targeted monsters?|targeted card|target's)$")
_BEFORE_THAT = re.compile(
    r"(?:^|\b(?:it|its(?: original| current)?|they|their|that monster|that monster's|those monsters|those monsters'|them|"
    r"that card|and|also|both))$"
)
_SUMMONED_NOUN = re.compile(
    r"(?:monsters?|cards?|tokens?)(?:\(s\))? (?:special )?summoned (?:by|with|this)|the (?:special )?summoned monsters?|tokens? (?:special )?summoned"
)


def object_after(clause: str, at: int) -> Object:
    match = _OBJECT.match(clause, at)
    return "other" if match is None else _OBJECTS[match.lastindex or 0]


def stat_object(clause: str, start: int, end: int) -> Object:
    """Whose ATK or DEF changes: a possessive inside the shape, else the words before it."""
    if "special summoned monster" in clause and _JUST_SUMMONED.search(clause, start, end):
        return "summoned"
    owner = _OWNER.search(clause, start, end)
    if owner is not None:
        word = owner[1]
        return "self" if word == "this card" else "target" if "target" in word else "that"
    behind = _OWNER_BEHIND.match(clause, end)
    if behind is not None:
        return "self" if behind[1] == "this card" else "target" if "target" in behind[1] else "that"
    if _SUMMONED_NOUN.search(clause, 0, start):
        return "summoned"
    if _OF_OTHERS.match(clause, end):
        return "other"
    words = clause[max(0, start - _BACK) : start].rstrip(" ,")
    if _BEFORE_SELF.search(words):
        return "self"
    if _BEFORE_TARGET.search(words):
        return "target"
    return "that" if _BEFORE_THAT.search(words) else "other"
