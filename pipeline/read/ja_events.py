"""Japanese events: what happens to whom, by which cause, out of one clause of an activation clause."""

import re

import msgspec
from msgspec.structs import replace

from pipeline.read.ja_event_verbs import EVENT, NAMES
from pipeline.read.ja_subjects import SELF_AMONG, cause_of, either_cause, player_of, subject_of, with_battle
from pipeline.records import Cause, EventWhat, ResponseTo, Subject

_KINDS: dict[str, EventWhat] = {
    "特殊": "special_summoned", "反転": "flip_summoned", "融合": "fusion_summoned", "儀式": "ritual_summoned", "アドバンス": "tribute_summoned",
    "生け贄": "tribute_summoned", "A": "tribute_summoned", "S": "synchro_summoned", "シンクロ": "synchro_summoned",
    "X": "xyz_summoned", "エクシーズ": "xyz_summoned",
    "L": "link_summoned", "リンク": "link_summoned", "P": "pendulum_summoned", "ペンデュラム": "pendulum_summoned", "通常": "normal_summoned",
    "": "normal_summoned", "再度": "other", "デュアル": "other",
}  # fmt: skip
_KIND = "|".join(k for k in _KINDS if k)
_LISTED = re.compile(rf"(?:(?:{_KIND}|リバース)?(?:召喚)?(?:・|または|及び|か))*(?:{_KIND})?$")
_LIST_MARK = re.compile("・|または|及び|か")
_WHAT: dict[str, EventWhat] = {
    "destroyed": "destroyed", "flipped": "flipped", "sent": "sent_to_gy", "banished": "banished", "discarded": "discarded", "tributed": "tributed",
    "returned": "returned", "drawn": "drawn", "leaves": "leaves_field", "away": "moved", "material": "used_as_material",
    "position": "position_changed", "control": "control_changed", "detached": "detached", "counter": "counter", "equipped": "equipped",
    "set": "set", "placed": "placed", "moved": "moved", "shown": "revealed", "excavated": "excavated", "declared": "attack_declared",
    "attacks": "attacks", "direct": "battle_damage", "battles": "battles", "gained": "lp_gained", "paid": "lp_paid", "resolved": "resolved",
    "changed": "stat_changed", "reached": "other", "chance": "other",
}  # fmt: skip
_CAUSED = frozenset({"destroyed", "sent_to_gy", "banished", "leaves_field", "returned", "tributed", "discarded", "damage"})
_DAMAGES = frozenset({"battle_damage", "effect_damage", "damage"})
# Without a past form, a "when" or a battle there is no event in a clause.
_HINT = re.compile("た|時|際|度|戦闘|攻撃|チェーン")
_ALTERNATIVE = re.compile(r"または|もしくは|か、?$|か(?:、|[^らかけ])")
_TO_EXTRA = re.compile(r"(?:EX|エクストラ)デッキに[^、]*$")
_ATTACK_TARGET = re.compile(r"攻撃[^、。]{0,6}対象")
_EITHER_TARGET = re.compile(r"攻撃・[^、。]*効果|効果[^、。]*攻撃の")
_AS_MATERIAL = re.compile("素材として(?!持)|召喚に使用され")
# "Who destroyed this card": it was destroyed.
_STRUCK = re.compile("このカードを(?:戦闘(?:で|によって))?$")
_TARGETING = re.compile(r"対象(?:とする|にする|に(?:した|選択)|とした|を取る)")


# The Summon told by what it was performed with: "a Synchro Summon with this card as material", "an Advance Summon by Tributing this card".
_WITH_THIS = re.compile(r"このカード(?:1体)?を(?:(?P<tribute>リリースし|生け贄に(?:捧げ|し))[てた]|[^、。]{0,16}素材(?:と|に)し[てた])[^。]*$")


class Happening(msgspec.Struct, frozen=True, gc=False):
    """One event of a clause; its span is relative to the clause."""

    what: EventWhat
    subject: Subject
    cause: Cause
    start: int
    end: int


class Clause(msgspec.Struct, frozen=True, gc=False):
    """What one clause tells."""

    events: tuple[Happening, ...]
    answers: ResponseTo | None  # what it responds to


_NOTHING = Clause((), None)


def _damage(words: str) -> EventWhat:
    words = with_battle(words)
    if either_cause(words):
        return "damage"
    if "戦闘" in words or "直接攻撃" in words:
        return "battle_damage"
    return "effect_damage" if "効果" in words else "damage"


def _summons(before: str, also: str) -> tuple[list[EventWhat], int]:
    """Which Summons are listed up to the last word "Summon", and where the list begins."""
    found = _LISTED.search(before[-40:])
    listed = found[0] if found else ""
    kinds: list[EventWhat] = []
    for name in _LIST_MARK.split(listed + "召喚" + also):
        if name in ("リバース", "セット"):
            kinds.append("flipped" if name == "リバース" else "set")
        elif name:
            what = _KINDS.get(name.removesuffix("召喚"))
            if what is not None:
                kinds.append(what)
    return list(dict.fromkeys(kinds)), len(before) - len(listed)


def _answer(group: str, clause: str, start: int, end: int, words: str) -> ResponseTo | None:
    """What an activation in the clause is answered as; null where it is only an event (or this card's own activation)."""
    if group == "would":
        return "summon"
    if group == "answered":
        return None if clause.endswith("このカードの", 0, start) else "targeting" if _TARGETING.search(words) else "activation"
    if clause.startswith(("時", "際"), end):
        return "targeting" if _TARGETING.search(words) else "activation"
    return None


def _whats(group: str, clause: str, last: int, start: int, end: int) -> list[EventWhat]:
    """What the verb of a group tells, from its clause; `last` is where the event before it ended."""
    words = clause[last:start]
    if group == "destroys":
        if _STRUCK.search(words):
            return ["destroyed"]
        return ["destroyed" if cause_of(clause[last:end]) == "effect" else "destroys"]
    if group in ("taken", "dealt", "arisen"):
        return [_damage(clause[last:end])]
    if (group == "sent" and _AS_MATERIAL.search(words)) or (group == "tributed" and "召喚のために" in words):
        return ["used_as_material"]
    if group == "tohand":
        return ["added_to_extra" if _TO_EXTRA.search(words) else "added_to_hand"]
    if group == "targeted":
        if _EITHER_TARGET.search(clause, last, end):
            return ["attack_targeted", "targeted"]
        attack = _ATTACK_TARGET.search(clause, last, end) is not None and clause.find("効果の対象", last, end) < 0
        return ["attack_targeted" if attack else "targeted"]
    if group == "negated":
        return ["attack_negated" if "攻撃" in words else "negated"]
    return [_WHAT[group]]


def _with_this(before: str, whats: list[EventWhat]) -> bool:
    """Whether this card was material or Tribute of the Summon that the words lead up to."""
    found = _WITH_THIS.search(before)
    return found is not None and (whats == ["tribute_summoned"] if found["tribute"] else whats != ["special_summoned"])


def read_clause(clause: str, inherited: Subject | None = None) -> Clause:
    """The events of one clause, alternatives in order; a state ("if you control ...") gives none.

    `inherited`: the subject of the clause before, for "... or is banished".
    """
    if not _HINT.search(clause):
        return _NOTHING
    events: list[Happening] = []
    answers: ResponseTo | None = None
    last = 0
    joined = False
    for found in EVENT.finditer(clause):
        group = NAMES[found.lastindex or 0]
        start, end = found.span()
        before, words = clause[:start], clause[last:start]
        if joined and group not in ("activated", "reached") and not _ALTERNATIVE.search(words):
            # "was destroyed and sent": one event, told by its first verb; "the other was destroyed and this card was sent": by the second.
            if events and "、このカードが" in words and events[-1].subject != "self" and group in _WHAT:
                events[-1] = Happening(_WHAT[group], "self", "unsaid", start, end)
            elif events:
                events[-1] = replace(events[-1], end=end)
            last, joined = end, False
            continue
        if group in ("would", "answered", "activated"):
            answer = _answer(group, clause, start, end, words)
            answers = answer or answers
            if answer is None and group == "activated":
                events.append(Happening("activated", subject_of(before, "activated", None), "unsaid", start, end))
            last = end
            continue
        if group == "summon":
            whats, begin = _summons(before, found["also"])
            before = before[:begin]
            if "このカード" in before and _with_this(before, whats):
                whats = ["used_as_material"]
        else:
            whats = _whats(group, clause, last, start, end)
        if "targeted" in whats:
            answers = "targeting"
        for what in whats:
            subject = "self" if what == "used_as_material" and group == "summon" else subject_of(before, what, inherited if not events else None)
            if what in _DAMAGES and group == "taken" and subject == "other":
                subject = player_of(before[-4:].rstrip("はが")) or "you"
            cause: Cause = cause_of(clause[last:end]) if what in _CAUSED else "unsaid"
            if what == "destroys":
                cause = "either" if cause_of(words) == "either" else "battle"
            if subject == "self" and SELF_AMONG.search(before[: max(before.rfind("が"), 0)]):
                events.append(Happening(what, "other", cause, start, end))
            events.append(Happening(what, subject, cause, start, end))
        joined = found[0][-1] in "しれてり"
        last = end
    return Clause(tuple(events), answers)
