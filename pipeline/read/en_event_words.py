"""What the verbs of English events mean: the event of a participle or an active verb, whose it is, and its cause."""

import re

from pipeline.records import Cause, EventWhat, Subject

_SUMMON_KINDS: dict[str, EventWhat] = {
    "normal": "normal_summoned", "special": "special_summoned", "tribute": "tribute_summoned", "flip": "flip_summoned",
    "fusion": "fusion_summoned", "ritual": "ritual_summoned", "synchro": "synchro_summoned", "xyz": "xyz_summoned",
    "link": "link_summoned", "pendulum": "pendulum_summoned",
}  # fmt: skip
_SELF = re.compile(r"^(?:only |either |both |exactly )?this (?:[a-z\-/]+ ){0,6}?(?:card|monster)\b(?!'s? (?:effect|owner))")
_CAUSE_BOTH = re.compile(
    r"because it was destroyed by battle|by (?:either )?(?:that )?battle(?: with [^,:]{0,90}?)? ?(?:,? or|/|,| and/or) ?"
    r"(?:(?:(?:is |are )?destroyed )?by )?(?:sent [^,:]* by )?(?:an? |your |the |one |another |its own )?"
    r"(?:opponent'?s? )?(?:activated )?(?:card|effect|monster effect|spell|trap)"
    r"|by (?:an? |your |another )?(?:opponent'?s? )?(?:card )?effects?,(?: except [^:,]{0,80},)? or (?:by |being |destroyed ){1,4}battle"
    r"|by (?:your |an )?opponent'?s? (?:monster'?s? )?attack or (?:card )?effect|(?:card )?effects? or (?:their|"
    r"your opponent'?s?|an opponent'?s?) [a-z']*(?: monster's)? ?attack"
    r"|by (?:an? |your )?(?:opponent'?s? )?card effects? or (?:by )?battle|by battle or leaves|battle and/or|by (?:either )?(?:a )?card or battle"
    r"|from (?:a )?battles?[^,:]{0,40}, or from [^,:]{0,40}?effect"
    r"|by battle[^,:]*, or (?:leaves|is sent|are sent|is destroyed by)"
    r"|either by battle,[^:]*, or by (?:an? |your )?(?:opponent'?s? )?(?:card )?effect"
)
_CAUSE_EFFECT = re.compile(
    r"(?:by|because of|with|due to|via|through) (?:an?|your|the|this|that|its|another|one of|any|each|opponent'?s?|"
    r"[\"_]+)?[^,:]{0,90}?\beffects?\b|by card effects?\b|by effects?\b"
)
_BY_ATTACK = re.compile(r" (?:by|in|as a result of) (?:battle|an attack|its attack|this card's attack|attacking)\b")
_FROM_BATTLE = re.compile(r"(?:from|in) (?:a |that |this )?battles?\b(?! (?:phase|step|position))")
_ATTACKED = re.compile(r"by (?:an?|your|that|its) (?:opponent'?s? )?(?:monster'?s? attack|attack(?:ing monster)?)\b(?! or\b)")
_NOT_BATTLE = re.compile(
    r"(?:except|other than|not) (?:by |being destroyed by )?(?:being destroyed by )?battle"
    r"|except (?:if |when |by )?(?:being |it (?:is|was) )?destroyed by battle"
)
_BOTH_DAMAGES = re.compile(r"\w+ (?:any |no |\d+ or more )?(?:battle damage|effect damage) (?:or|and/or|and) (?:by )?(?:effect|battle)")
_FROM_BOTH = re.compile(r"\w+ [^,:]{0,40}?damage (?:from|by) [^,:]{0,60}?(?:attack|battle)[^,:]{0,40},? or (?:from|by) [^,:]{0,40}?effect")
_FOR_SUMMON = re.compile(
    r"sent (?:[^,:]{0,40}? )?to (?:the|your) (?:gy|graveyard) (?:for (?:a|the) [^,:]{0,40}?|to )(?:synchro|fusion|xyz|link|ritual) summon"
)
_DIRECTLY = re.compile(r"attacks? [^,:]{0,40}?directly")
_AS_MATERIAL = re.compile(r"banished,? as (?:[a-z]+ )?material")
_FOR_TRIBUTE = re.compile(r"tributed for (?:a|an|the) [^,:]{0,40}?(?:tribute|ritual) summon")
_TRIBUTES_FOR = re.compile(r"tributes? [^,:]{1,40}? for (?:a|an|the) [^,:]{0,40}?(?:tribute|ritual) summon")
_OF_THIS = re.compile(r"(?:the )?(?:level|rank|atk|def|control|battle position) of this card")
_STANDS = re.compile(r"this card is (?:in|on) (?:your|the|a|its)[^,:]{0,60}? and (?=\S)")
# Words before "battle" and "attack" that make them nouns.
_BEFORE_BATTLE = ("by ", "in ", "the ", "that ", "this ", "of ", "per ", "a ", "each ", "his ", "its ", "from ")
_BEFORE_ATTACK = (
    "an ", "the ", "its ", "this ", "that ", "direct ", "of ", "'s ", "each ", "second ", "for ", "as ", "to ", "'s first ", "and ",
)  # fmt: skip
_YOU = re.compile(r"you\b")
_A_PLAYER = re.compile(r"(?:either|a|any|each|both|that|neither) players?\b")
_SKIP_SUBJECT = re.compile(r"^(?:or )?(?:if|when|whenever|each time|every time|any time|immediately after|after|while|and if|and) ")


def cause_of(clause: str) -> Cause:
    """Which cause a clause names."""
    by_attack = "attack or" in clause or ("or " in clause and clause.rstrip(" )").endswith("attack"))
    if by_attack and _CAUSE_BOTH.search(clause):
        return "either"
    if "battle" in clause:
        if _NOT_BATTLE.search(clause):
            return "not_battle"
        if _CAUSE_BOTH.search(clause):
            return "either"
        if (
            "by battle" in clause
            or "by that battle" in clause
            or "as a result of battle" in clause
            or "through battle" in clause
            or _FROM_BATTLE.search(clause)
        ):
            return "battle"
    if "attack" in clause and _ATTACKED.search(clause):
        return "battle"
    if "effect" in clause and _CAUSE_EFFECT.search(clause):
        return "effect"
    return "unsaid"


def subject_of(words: str) -> Subject:
    """Whom the words before a verb are about."""
    words = _SKIP_SUBJECT.sub("", words, 1)
    words = (_STANDS.sub("", words) if "this card is " in words else words).strip()
    if (
        words in ("it", "control of this face-up card", "this card's battle position")
        or _SELF.match(words)
        or " or this card" in words
        or words.startswith("this card")
        or (words.endswith(" of this card") and _OF_THIS.match(words))
    ):
        return "self"
    if words.startswith(("your opponent's", "your ")) and not words.startswith("your opponent "):
        return "opponent" if words == "your opponent" else "other"
    if words.startswith("your opponent"):
        return "opponent"
    if _YOU.match(words):
        return "you"
    if _A_PLAYER.match(words):
        return "player"
    return "other"


def summon_whats(kinds: str) -> list[EventWhat]:
    """The Summons that the words before "Summoned" name; any Summon where they name none."""
    return [what for word, what in _SUMMON_KINDS.items() if word in kinds] or ["summoned"]


def passive(verb: str, clause: str, after: str) -> EventWhat | None:
    """What a participle means, given the words behind it; null where it is no event by itself."""
    if verb == "sent":
        if ("material" in after[:60] and " as " in after[:60]) or _FOR_SUMMON.match(after):
            return "used_as_material"
        if re.match(r"sent (?:[^,:]{0,90}? )?to (?:[^,:]{0,90}?)(?:gy|graveyard|graveyards)\b", after):
            return "sent_to_gy"
        return "returned" if re.match(r"sent (?:[^,:]{0,90}? )?to (?:[^,:]{0,90}?)(?:hand|deck)", after) else "sent_to_gy"
    if verb == "banished" and _AS_MATERIAL.match(after):
        return "used_as_material"
    if verb == "tributed" and _FOR_TRIBUTE.match(after):
        return "used_as_material"
    if verb in ("returned", "shuffled", "taken"):
        return "control_changed" if "control" in after[:30] and verb == "taken" else "returned"
    if verb == "added":
        return "added_to_extra" if re.match(r"added [^,:]*extra deck", after) else "added_to_hand"
    if verb == "placed":
        if "counter" in clause:
            return "counter"
        return "returned" if re.match(r"placed [^,:]*(?:deck)", after) else "placed"
    if verb == "removed":
        if "from the field" in after[:30]:
            return "leaves_field"
        return "banished" if "from play" in after[:25] else "counter" if "counter" in clause else "other"
    if verb in ("targeted", "chosen", "selected"):
        return "attack_targeted" if re.match(r"\w+ (?:for|as)(?: an| the)? ?(?:[a-z' ]*)attack", after) else "targeted"
    if verb == "attacked":
        return "attacks"
    if verb == "flipped":
        return "flipped" if "face-up" in after[:25] or not re.match(r"flipped face-down", after) else "position_changed"
    if verb == "changed":
        return "control_changed" if "control" in clause and "position" not in after else "position_changed"
    if verb == "used":
        return "used_as_material" if "material" in after or "summon" in after else "other"
    if verb == "equipped":
        return "equipped"
    if verb == "negated":
        return "attack_negated" if "attack" in clause else "negated"
    direct: dict[str, EventWhat] = {
        "destroyed": "destroyed", "banished": "banished", "discarded": "discarded", "tributed": "tributed", "drawn": "drawn", "detached": "detached",
        "attached": "attached", "excavated": "excavated", "revealed": "revealed", "set": "set", "moved": "moved",
    }  # fmt: skip
    return direct.get(verb)


def _announced(verb: str, before: str) -> EventWhat | None:
    """ "An attack is declared", "effect damage is inflicted", "LP are gained"."""
    if not before.endswith(("is ", "are ")):
        return None
    if verb == "declared":
        return "attack_declared" if "attack" in before else None
    if verb == "gained":
        return "lp_gained" if "lp" in before else None
    return "battle_damage" if "battle damage" in before else "effect_damage" if "effect damage" in before else "damage"


def active(verb: str, before: str, after: str) -> EventWhat | None:
    """What an active verb means; null where it is no event (a state, or part of a noun)."""
    verb = verb.rstrip("s") if verb not in ("battled",) and not verb.startswith(("leaves", "declares", "switches")) else verb
    if verb.startswith("leave") or verb.endswith("left the field"):
        return "leaves_field"
    if verb in ("declared", "inflicted", "gained"):
        return _announced(verb, before)
    if verb == "resolving":
        return "resolved"
    if verb == "target":
        return "attack_targeted" if re.match(r"targets? [^,:]{0,60}?for (?:an|its) attack", after) else None
    if verb.startswith("battle"):
        # "battle damage", "Battle Phase", "by battle", "battle position" are nouns.
        if re.match(r"battles? (?:damage|phase|step|position|or |and/or )", after) or before.endswith(_BEFORE_BATTLE) or verb == "battled":
            return None
        return "battles"
    if verb.startswith("declare"):
        return "attack_declared"
    if verb == "attack":
        # "If this card successfully attacks directly": once the damage is done.
        if "directly" in after and before.endswith("successfully ") and _DIRECTLY.match(after):
            return "battle_damage"
        if before.endswith(_BEFORE_ATTACK) or re.match(r"attack (?:position|target|was|is|declaration|points)", after):
            return None
        return "attacks"
    if verb == "destroy":
        return "destroys" if _BY_ATTACK.search(after) else "destroyed" if after.startswith("destroys") else None
    if verb in ("inflict", "take"):
        if re.match(
            r"(?:inflicts?|takes?) (?:\d+ or more |any |no |direct )?(?:points of )?[^,:]{0,90}?battle (?:or effect|and/or effect|"
            r"or card effect)",
            after,
        ) or re.match(r"(?:inflicts?|takes?) [^,:]{0,90}?effect or battle", after):
            return "damage"
        if (_CAUSE_BOTH.search(after) and "attack" in after) or _BOTH_DAMAGES.match(after) or _FROM_BOTH.match(after):
            return "damage"
        if re.match(r"(?:inflicts?|takes?) [^,:]{0,90}?(?:battle damage|piercing damage)", after):
            return "battle_damage"
        if re.match(r"(?:inflicts?|takes?) [^,:]{0,90}?effect damage", after) or re.match(
            r"(?:inflicts?|takes?) [^,:]{0,90}?damage [^,:]{0,90}?(?:by|from) [^,:]{0,90}?effect", after
        ):
            return "damage" if re.search(r"by battle|from battle|battle", after[:90]) else "effect_damage"
        if re.match(r"(?:inflicts?|takes?) [^,:]{0,90}?damage", after):
            return (
                "battle_damage"
                if re.search(r"from a direct attack|by a direct attack|from an attack|direct attack|by battle", after[:110])
                else "damage"
            )
        return "control_changed" if after.startswith("takes control") else None
    if verb == "draw":
        return None if re.match(r"draws? phase", after) else "drawn"
    if verb in ("gain", "recover"):
        if re.match(r"(?:gains?|recovers?) [^,:]{0,90}?\b(?:lp|life points)", after):
            return "lp_gained"
        return "stat_changed" if re.match(r"gains? [^,:]{0,90}?\b(?:atk|def)\b", after) else None
    if verb in ("pay", "lose"):
        if re.match(r"(?:pays?|loses?) [^,:]{0,90}?\b(?:lp|life points)", after):
            return "lp_paid"
        return "stat_changed" if re.match(r"loses? [^,:]{0,90}?\b(?:atk|def)\b", after) else None
    if verb in ("change", "switche", "switch", "shift"):
        return (
            "control_changed"
            if "control of" in before[-40:] or "control" in after[:30]
            else "position_changed"
            if "position" in before + after
            else "stat_changed"
        )
    if verb in ("increase", "decrease"):
        return "stat_changed"
    if verb == "move":
        return "moved"
    if verb == "resolve":
        return "resolved"
    simple: dict[str, EventWhat] = {
        "add": "added_to_hand", "tribute": "tributed", "discard": "discarded", "banishe": "banished", "banish": "banished", "return": "returned",
        "send": "sent_to_gy", "detache": "detached", "detach": "detached", "flip": "flipped", "set": "set", "excavate": "excavated",
        "reveal": "revealed", "shuffle": "returned", "equip": "equipped",
    }  # fmt: skip
    if verb == "tribute" and _TRIBUTES_FOR.match(after):
        return "used_as_material"
    if verb == "return" and re.match(r"returns? (?:from [^,:]{0,90}?)?to (?:the|your|its|their)", after):
        return "returned"
    if verb in simple and before.endswith(" ") and re.search(r"\b(?:you|opponent|player|monster|card|\(s\)|effect|they) $", before):
        return simple[verb]
    return None
