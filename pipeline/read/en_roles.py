"""What each English sentence is in its card: a limit, a summoning condition, the head of an effect, or a part of the one before."""

import re
from typing import Literal

Role = Literal["once", "note", "summoning", "limit", "head", "old_head", "old_trigger", "more", "statement"]

_ONCE = re.compile(
    r"\(?(?:you (?:can|may) (?:only )?(?:use|activate|special summon|apply|resolve|gain|perform|pendulum summon|"
    r"fusion summon|ritual summon|synchro summon|xyz summon|link summon|normal summon|conduct|set)\b"
    r"(?:[^.;:]*?)(?:once |twice |1 |\d times )?[^.;:]*?(?:per (?:turn|duel|chain|battle phase|battle)|that turn|"
    r"during (?:a|the|each) (?:turn|duel|battle phase)|while (?:it is |this card is )?face-up)"
    r"|(?:this|each|either|the|these|both)(?: [a-z0-9,/ ]{0,30})? effects?(?: of \"_+\")? (?:can|may) only be (?:used|"
    r"activated|applied)[^.;:]*(?:once|twice|per)"
    r"|each (?:of these |of the (?:above|following|preceding) )?effects?[^.;:]*can (?:only )?be (?:used|activated)[^.;:]*once"
    r"|\"_+\"(?:'s effects?)? can only be (?:used|activated|special summoned)[^.;:]*(?:once|per)"
    r"|(?:this card|this effect) can only be (?:used|activated|special summoned)[^.;:]*(?:once|per (?:turn|duel))"
    r"|only (?:1|one) \"_+\" can be activated per turn"
    r"|you can only activate (?:each of )?(?:this|these|the)[^.;:]* effects?[^.;:]*once)",
    re.ASCII,
)
_FROM_YOUR = re.compile(r"\bfrom your (?:hand|gy|deck|extra deck) (?:by|in|to)\b")
_NOTE = re.compile(
    r"\(|this card(?:'s name)? is (?:also )?always treated as|this card is always treated|this card(?:'s name)? (?:is|"
    r"becomes) also|this (?:card|effect) is (?:not|still|also) treated|"
    r"this card is also always|\"_+\" is always treated as"
)
_SUMMONING = re.compile(
    r"(?:this card )?(?:cannot|can't) be (?:(?:normal|special|flip|tribute|pendulum|either normal|ritual|fusion|synchro|xyz|"
    r"link)[ ,/]*(?:or |and )?)+(?:summoned|set)"
    r"|(?:this card )?(?:must|can only|cannot) (?:first |also |only |either )?be (?:either )?(?:[a-z ]+ )?(?:(?:normal|"
    r"special|ritual|fusion|synchro|xyz|link|pendulum|tribute|flip|gemini)[ ,/]*(?:or )?)+summoned"
    r"|(?:this card )?(?:must|cannot) be (?:set|normal|special|ritual|fusion)|cannot be set\b|must (?:first )?be summoned"
    r"|(?:this card )?cannot be (?:normal|special) summoned|this (?:card|monster) (?:can|"
    r"may) (?:also )?(?:only )?be (?:special|ritual|normal|tribute|link|fusion|synchro|xyz|pendulum) summoned"
    r"|(?:this card |it )?cannot be special summoned|this card can(?:not| only| also)? be (?:tribute|normal|special|ritual)"
    r"|(?:if (?:[^.;:]|\(min\. \d\))*, )?you (?:can|may) (?:tribute|send|remove|pay|banish|discard|return) "
    r"[^.;:]{3,120}? (?:to|and) special summon this card"
    r" (?:from your hand\b(?! or)|to your opponent's|when )"
    r"|(?:(?:[^.;:]|\(min\. \d\))*, )?(?:you|your opponent) (?:can|may|must) (?:also |only |either )*(?:special|normal|tribute|ritual|fusion|"
    r"synchro|xyz|link|pendulum) summon(?:/set)? this (?:card|monster)"
    r"|(?:[^.;:]*, )?you (?:can|may) (?:also )?(?:special|normal|tribute|ritual|synchro|xyz|link|fusion|"
    r"pendulum) summon (?:this card|\"_+\")(?:[^.;:]*)(?: by | without | using | from your )"
    r"|(?:to|for (?:a|the)) (?:(?:special|ritual|fusion|synchro|xyz|link|tribute|normal|"
    r"pendulum)[ /]*)*summon(?: of)? this card|for (?:this card's|the|its) (?:fusion|synchro|xyz|link|ritual) summon|"
    r"(?:you (?:can|must) )?tribute \d [^.;:]*to (?:normal|tribute) summon|(?:cannot|can) be (?:normal|tribute) (?:summoned|"
    r"set)|if (?:normal|tribute) summoning this card|if you tribute summon this card, [^.;:]*\bmust\b|"
    r"(?:this card )?can be (?:normal|tribute|special|ritual|link|fusion|synchro|xyz) summoned|(?:this card )?requires? \d|"
    r"you must (?:also )?(?:tribute|have|control)[^.;:]*to (?:summon|special summon|tribute summon)|"
    r"this card's (?:summon|special summon)|(?:its|this card's) (?:special )?summon cannot|when (?:normal|special|"
    r"you) [^.;:]*summoning this card|this card can only be (?:summoned|set)",
    re.ASCII,
)
_LIMIT = re.compile(
    r"you can only control (?:1|one|up to)|there can only be (?:1|one)|you (?:can|may) only have (?:1|one)|only (?:1|"
    r"one) \"_+\"[^.]* (?:can|may) (?:be|exist)|"
    r"(?:[^.;:]*, )?you can (?:also )?activate this card (?:from your hand|the turn it was|during the turn)|"
    r"(?:[^.;:]*, )?this card's activation(?: and (?:its )?effects?)? cannot be negated|"
    r"(?:[^.;:]*, )?the activation (?:and effects? )?of this card cannot be|this card can be activated (?:from|the turn|during)|"
    r"equip(?:ped)? only to|equip (?:this card )?only|can only be equipped|you can only equip|"
    r"this card can only be equipped|a monster can only be equipped"
)
_UNANSWERED = re.compile(
    r"(?:neither player|your opponent|players) (?:can|cannot) activate [^.;:]*in response to this card's activation|cannot be activated as chain link"
)
_MORE = re.compile(
    r"(?:\()?(?:it|its|it's|they|their|them|that|those|these|this (?:effect|damage|change|is|turn|destruction|banishing|"
    r"attack|return|negation|process|applies|treatment|equip|special summon|card's effect|replaces)|"
    r"then|also|in addition|additionally|otherwise|instead|after(?:wards?)?|unless|until|same|but|and|"
    r"if you (?:do|did|cannot|can't|don't|do not|activated?|use|used|resolved|discarded|tributed|sent|banished|detached|"
    r"special|call|called|drew|chose|choose|revealed|have no|still)\b(?! by a)|if your opponent (?:does|did|do not|doesn't|"
    r"cannot)|"
    r"if (?:it|that|those|they|your (?:result|roll)|the (?:target|revealed|drawn|added|discarded|banished|destroyed|excavated|sent|special|"
    r"equipped|card|monster|above|effect|result|activation|attack|number|top|selected|chosen|damage|tributed|returned|coin)|"
    r"this effect|no |there (?:is|are) no|both|neither|either|summoned|any|one|all (?:of )?the|that's|none|only one|"
    r"the targeted|equipped|so)|"
    r"when (?:it|that|they|those|the effect|you (?:do|activate this|use this)|resolving|this effect|the (?:targeted|"
    r"equipped|target|selected|chosen))|while (?:it|that|equipped|face-up|they)|"
    r"for (?:the rest of|every|each|this (?:fusion|ritual|synchro|link|xyz|effect)|that)|during (?:the end phase of (?:this|"
    r"that) turn|the end phase, (?:if|destroy|return|banish|send)|this turn|that turn|your next|the next|its|"
    r"your opponent's next|each of)|"
    r"at the end of (?:this|that|the) turn|at the end phase of|at the end of that|on the|once it|each (?:time (?:it|that)|"
    r"player|of (?:those|them))|both players|your opponent (?:chooses|then|adds|can then|discards|draws|selects|takes|"
    r"special summons|must|gains)|"
    r"the (?:special )?summoned|the equipped monster|the (?:targeted|selected|revealed|excavated|remaining|other|added|same|"
    r"sent|chosen|rest|effects? of|player|turn player|total|owner|name|previous|above|drawn|loser|winner|materials?|cards?|"
    r"monsters? special|battle damage|monster|opponent|target)|"
    r"(?:any|all|other|no|neither|only|some)(?: of)? (?:those|these|battle damage|damage|monsters? special summoned (?:by|"
    r"with|this)|cards?|excess|player|other|remaining|effects)?[^.;:]{0,40}(?:this (?:effect|way|turn)|by this|that turn|"
    r"rest of)|"
    r"monsters? (?:special )?summoned (?:by|this|with)|cards? (?:destroyed|added|drawn|sent)|tokens?|you (?:cannot|can't|"
    r"can only|must|also|take|lose|do not|skip|then|can also|gain|choose|have)\b[^.;:]{0,160}(?:this turn|this effect|"
    r"turn you|rest of|until|that turn|this way|next turn|cards? with|that name|by this)|"
    r"your opponent (?:cannot|can't|takes|also)[^.;:]{0,120}(?:this turn|this effect|rest of|that turn|this way|to this|"
    r"until the end of (?:this|the) turn)|"
    r"neither player (?:can|takes)[^.;:]{0,120}(?:this turn|this effect|rest of|that turn|until)|"
    r"the turn you|if you (?:control|have)[^.;:]{0,90}(?:(?:when|as) (?:you|this)|, you can (?:also |then |special |target|"
    r"add|draw|instead)|add|also|instead)|"
    r"(?:increase|decrease|reduce) its |"
    r"once (?:this|that)|changed? |send (?:it|them|that|those|the)|return (?:it|them|that|those|the)|destroy (?:it|them|"
    r"that|those|the)|banish (?:it|them|that|those|the)|shuffle (?:it|them|the|that|those)|add (?:it|them|that))\b",
    re.ASCII,
)
_MORE_ANYWHERE = re.compile(
    r"\bby this (?:effect|card's effect)\b|\bthis way\b|\bactivate(?:d)? (?:this|these|either|"
    r"one of)(?: card's)? effects?\b|\bactivate this card\b|\bthis effect's\b|\bthat target\b|"
    r"\buse this effect\b|\bwith this effect\b|\bto activate this\b|\bthis effect\b|\bthe targeted\b|\bthis turn\b|\bfor the rest of\b|\byou paid\b",
    re.ASCII,
)
_GAINS = re.compile(r"(?:^an? |monsters?\b|this card\b)[^.;:]*\b(?:gains?|has|have|gets?) (?:this|these|the following) effects?")
# Openings of an effect of its own, whatever they point back to.
_NEW = re.compile(
    r"this card can attack your opponent directly, but |"
    r"if the equipped monster would|(?:if|when) the equipped monster [^.:;]*\band this card is sent to |"
    r"while equipped (?:to a monster )?by this [^,.:;]{4,20}, (?:if|when|each time) |"
    r"(?:once|twice) per turn,? |when this card is (?:special |normal )?summoned this way|during each "
)
_OFFERS = re.compile(
    r"\byou can (?:activate|use|select and activate|choose and activate) (?:1|one|either)|\bactivate (?:1|one) of (?:these|the following)"
)
_ACTIVATE_ONLY = re.compile(r"activate (?:this card )?only (?:if|when|during|while)\b|you can only activate this card (?:if|when|during|while)\b")
_OLD_CAN = re.compile(
    r"(?:(?:once|twice|\d times|up to twice) per turn,? |during (?:your|either player's|the)[^,:;]{0,40}, |"
    r"if you control this (?:card|monster) on the field, |"
    r"by [^,:;]{3,120}, )*(?:you|either player) (?:can|may)\b(?! (?:only|also special|also treat|treat))"
)
_OLD_ONCE = re.compile(
    r"(?:once|twice) per turn,? (?:during your main phase,? )?(?:select|destroy|return|inflict|special summon|draw|change|"
    r"discard|this card can move)\b|(?:once per turn,? )?by (?:tributing|discarding|removing|sending|paying|detaching|"
    r"banishing)\b(?![^.]*\binstead\b)|by sending|tribute this (?:face-up )?card|offer (?:this|\d [^.;:]{3,60}? as a tribute to\b)"
    r"|(?:pay|remove from play|discard|tribute) [^.;:]{3,80}? to (?:special summon|destroy|inflict|draw|add|return|increase)\b"
)
# A cost that says what it is for, or that is joined to what is done.
_OLD_COST = re.compile(
    r"(?:send|discard|remove|pay|tribute) (?:\d+|an?) [^.;:]{3,90}?"
    r"(?: to (?:activate|destroy|draw|special summon|inflict) | to use this card's effect| during your main phase| and (?:select|destroy|draw) )"
)
_OLD_EVENT = re.compile(r"(?:\"_+\" |once per turn, |while |if |when |each time |during |at the |flip:|whenever |after |once )")
_PENDULUM_COST = re.compile(r"(?:once per turn, )?during (?:each of )?your (?:standby|end) phases?,")


def colon(sentence: str) -> int:
    """Position of the first colon outside brackets, -1 without one."""
    at = sentence.find(":")
    while at != -1:
        if sentence.count("(", 0, at) <= sentence.count(")", 0, at):
            return at
        at = sentence.find(":", at + 1)
    return -1


def semicolon(sentence: str, start: int = 0) -> int:
    """Position of the first semicolon outside brackets from `start` on, -1 without one."""
    at = sentence.find(";", start)
    while at != -1:
        if sentence.count("(", 0, at) <= sentence.count(")", 0, at):
            return at
        at = sentence.find(";", at + 1)
    return -1


def offers(low: str) -> bool:
    """Whether a sentence offers options to choose from on activation."""
    return ("activate" in low or "you can use " in low) and _OFFERS.search(low) is not None


def role_of(low: str, *, after_effect: bool, one_shot: bool) -> Role:
    """The role of one sentence (lower case, quotes masked).

    `after_effect`: an effect stands before it, which it may continue. `one_shot`: the card is a Normal, Quick-Play, Ritual or
    Counter card, whose statements all belong to the activation.
    """
    if ("per " in low or "once" in low or "that turn" in low) and _ONCE.match(low) and not _goes_on(low):
        return "once"
    at = colon(low)
    if low.startswith("(") and low.endswith(")") and at == -1:
        return "note"
    if at == -1 and _NOTE.match(low) and "(quick effect" not in low[:20] and not low.startswith("("):
        return "note"
    if at != -1 and at < len(low) - 1:
        head = low[:at]
        if after_effect and _more_head(head):
            return "more"
        return "head"
    if at == len(low) - 1 and offers(low):
        return "head"
    semi = semicolon(low)
    if semi != -1 and at == -1 and low.startswith("equip only to "):
        return "statement"
    if semi != -1 and at == -1:
        if after_effect and _MORE.match(low) and not low.startswith(("you can", "once per", "during")):
            return "more"
        return "head"
    if not after_effect and _UNANSWERED.match(low):
        return "limit"
    if (("only" in low or "activat" in low or "equip" in low) and _LIMIT.match(low)) or (not one_shot and at == -1 and _ACTIVATE_ONLY.match(low)):
        return "limit"
    if ("summon" in low or "set" in low) and _SUMMONING.match(low) and not (after_effect and _MORE.match(low)):
        return "summoning"
    if after_effect and not _NEW.match(low) and (_MORE.match(low) or _MORE_ANYWHERE.search(low)) and not ("effect" in low and _GAINS.search(low)):
        return "more"
    if one_shot:
        return "more" if after_effect else "statement"
    if _OLD_CAN.match(low) and " can only " not in low[:40] and "you can activate" not in low and "in addition" not in low:
        return "old_head"
    if _OLD_ONCE.match(low) or _OLD_COST.match(low):
        return "old_head"
    if _OLD_EVENT.match(low):
        return "old_trigger"
    return "statement"


def _goes_on(low: str) -> bool:
    """Whether a sentence that looks like a limit of use does something besides."""
    return ": " in low or "; " in low or ("from your " in low and _FROM_YOUR.search(low) is not None)


_MORE_HEAD = re.compile(r"(?:then|otherwise|if so)\b|if you do, (?:before|during|after|at the) [a-z ]*(?:damage calculation|damage step)$")


def _more_head(head: str) -> bool:
    """Whether a clause before a colon only goes on with the effect before it ("If you do:")."""
    return len(head) < 60 and _MORE_HEAD.match(head) is not None
