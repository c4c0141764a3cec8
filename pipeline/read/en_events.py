"""English events: what happens to whom, by which cause, out of one "if/when" clause of an activation clause."""

import re
from typing import NamedTuple

from pipeline.records import Cause, Event, EventWhat, Span, Subject

_SUMMON_KINDS: dict[str, EventWhat] = {
    "normal": "normal_summoned", "special": "special_summoned", "tribute": "tribute_summoned", "flip": "flip_summoned",
    "fusion": "fusion_summoned", "ritual": "ritual_summoned", "synchro": "synchro_summoned", "xyz": "xyz_summoned",
    "link": "link_summoned", "pendulum": "pendulum_summoned",
}  # fmt: skip
_SUMMON = r"(?P<kinds>(?:(?:normal|special|tribute|flip|fusion|ritual|synchro|xyz|link|pendulum|gemini|set)(?:\(s\))?[ ,/]+(?:(?:or|and) )?)*)"
_SUMMONED = re.compile(_SUMMON + r"summoned(?:/set|\(s\))?")
_SUMMONS = re.compile(r"\b(?:you|opponent|player|players|they|monsters?|effect) (?:\(?s?\)? ?)" + _SUMMON + r"summons?(?:/sets?)?\b")
# Only the present tense: what "was sent this turn" is a state.
_COPULA = re.compile(r"\b(?:is|are|becomes?|gets?|be)\b ")
# Participles of the passive, with what they mean; looked up right behind the copula and behind "or", "and" or a comma.
_PARTICIPLE = re.compile(
    r"(?:(?:also|either|both|returned or|face-up and|face-down and|first) )*"
    r"(?P<verb>destroyed|sent|banished|discarded|tributed|returned|shuffled|added|drawn|placed|detached|attached|equipped|targeted|"
    r"chosen|selected|flipped|changed|used|excavated|revealed|set|moved|taken|negated|attacked|removed|summoned|unaffected|given|activated)\b"
)
_ALTERNATIVE = re.compile(r"(?:,? or|,? and/or|,? and|,|/) ?(?:is |are |was |be )?(?:then )?")
_ACTIVE = re.compile(
    r"\b(?P<verb>leaves? (?:the|your|their|its)|(?:has |have )?left the field|battles?|battled|declares? (?:an|the|its|"
    r"a direct) ?attack|attacks?|destroys?|inflicts?|takes?|draws?|"
    r"gains?|recovers?|pays?|loses?|changes?|moves?|resolves?|adds?|switches|tributes?|discards?|banish(?:es)?|"
    r"returns?|sends?|detach(?:es)?|flips?|declared|inflicted|gained|resolving|sets?|excavates?|reveals?|shuffles?|equips?|"
    r"increases?|decreases?|shifts?|excavate|targets?)\b"
)
_SELF = re.compile(r"^(?:only |either |both |exactly )?this (?:[a-z\-/]+ ){0,6}?(?:card|monster)\b(?!'s? (?:effect|owner))")
_CAUSE_BOTH = re.compile(
    r"by (?:either )?(?:that )?battle(?: with [^,:]{0,90}?)? ?(?:,? or|/|,| and/or) ?(?:by )?(?:sent [^,:]* by )?(?:an? |your |the |one )?"
    r"(?:opponent'?s? )?(?:activated )?(?:card|effect|monster effect|spell|trap)"
    r"|by (?:your |an )?opponent'?s? (?:monster'?s? )?attack or (?:card )?effect|(?:card )?effects? or (?:their|"
    r"your opponent'?s?|an opponent'?s?) [a-z']*(?: monster's)? ?attack"
    r"|by (?:an? |your )?(?:opponent'?s? )?card effects? or (?:by )?battle|by battle or leaves|battle and/or|by (?:either )?(?:a )?card or battle"
    r"|by battle[^,:]*, or (?:leaves|is sent|are sent|is destroyed by)"
)
_CAUSE_EFFECT = re.compile(
    r"(?:by|because of|with|due to|via|through) (?:an?|your|the|this|that|its|another|one of|any|each|opponent'?s?|"
    r"[\"_]+)?[^,:]{0,90}?\beffects?\b|by card effects?\b|by effects?\b"
)
_BY_ATTACK = re.compile(r" (?:by|in|as a result of) (?:battle|an attack|its attack|this card's attack|attacking)\b")
_FROM_BATTLE = re.compile(r"(?:from|in) (?:a |that |this )?battle\b(?! (?:phase|step|position))")
_NOT_BATTLE = re.compile(
    r"(?:except|other than|not) (?:by |being destroyed by )?(?:being destroyed by )?battle|except (?:by )?(?:being )?destroyed by battle"
)
_CAUSED = frozenset({"destroyed", "sent_to_gy", "banished", "leaves_field", "returned", "tributed", "discarded", "damage"})
_DONE_TO = frozenset(
    {"added_to_hand", "tributed", "discarded", "banished", "returned", "sent_to_gy", "detached", "flipped", "set", "revealed", "excavated"}
)
_BOTH_DAMAGES = re.compile(r"\w+ (?:any |no |\d+ or more )?(?:battle damage|effect damage) (?:or|and/or|and) (?:by )?(?:effect|battle)")
_DRAWS_THIS = re.compile(r"draws? this\b")
_THIS_CARD = re.compile(r"\w+ this card\b")
_THIS_WAY = ("if summoned this way", "when summoned this way", "when you do", "if you do")
# A clause longer than this is no card text (the longest real sentence has 583 characters).
LONGEST = 700
_STANDS = re.compile(r"this card is (?:in|on) (?:your|the|a|its)[^,:]{0,60}? and (?=\S)")
_SKIP_SUBJECT = re.compile(r"^(?:or )?(?:if|when|whenever|each time|every time|any time|immediately after|after|while|and if|and) ")


def _cause(clause: str) -> Cause:
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
    if "effect" in clause and _CAUSE_EFFECT.search(clause):
        return "effect"
    return "unsaid"


def _subject(words: str) -> Subject:
    words = _STANDS.sub("", _SKIP_SUBJECT.sub("", words)).strip()
    if (
        words in ("it", "the battle position of this card", "control of this card", "this card's battle position")
        or _SELF.match(words)
        or " or this card" in words
        or words.startswith("this card")
    ):
        return "self"
    if words.startswith(("your opponent's", "your ")) and not words.startswith("your opponent "):
        return "opponent" if words == "your opponent" else "other"
    if words.startswith("your opponent"):
        return "opponent"
    if re.match(r"you\b", words):
        return "you"
    if re.match(r"(?:either|a|any|each|both|that|neither) players?\b", words):
        return "player"
    return "other"


def _summon_whats(kinds: str) -> list[EventWhat]:
    return [what for word, what in _SUMMON_KINDS.items() if word in kinds] or ["summoned"]


def _passive(verb: str, clause: str, after: str) -> EventWhat | None:
    """What a participle means, given the words behind it; null where it is no event by itself."""
    if verb == "sent":
        if "material" in after[:60] and " as " in after[:60]:
            return "used_as_material"
        if re.match(r"sent (?:[^,:]{0,90}? )?to (?:[^,:]{0,90}?)(?:gy|graveyard|graveyards)\b", after):
            return "sent_to_gy"
        return "returned" if re.match(r"sent (?:[^,:]{0,90}? )?to (?:[^,:]{0,90}?)(?:hand|deck)", after) else "sent_to_gy"
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


def _active(verb: str, before: str, after: str) -> EventWhat | None:
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
        if (
            re.match(r"battles? (?:damage|phase|step|position|or |and/or )", after)
            or re.search(r"(?:by|in|the|that|this|of|per|a|each|his|its) $", before)
            or verb == "battled"
        ):
            return None
        return "battles"
    if verb.startswith("declare"):
        return "attack_declared"
    if verb == "attack":
        if re.search(r"(?:an|the|its|this|that|direct|of|'s|each|second|for|as|to|'s first|and) $", before) or re.match(
            r"attack (?:position|target|was|is|declaration|points)", after
        ):
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
        if (_CAUSE_BOTH.search(after) and "attack" in after) or _BOTH_DAMAGES.match(after):
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
    if verb == "return" and re.match(r"returns? (?:from [^,:]{0,90}?)?to (?:the|your|its|their)", after):
        return "returned"
    if verb in simple and re.search(r"\b(?:you|opponent|player|monster|card|\(s\)|effect|they) $", before):
        return simple[verb]
    return None


def events_of(clause: str, offset: int) -> list[Event]:
    """The events of one clause (lower case, quotes masked), alternatives in order; `offset` is added to the spans.

    A clause without an event (a state: "if you control ...") gives an empty list.
    """
    if clause.startswith(_THIS_WAY):
        return [Event("summoned", "self", "unsaid", (offset, offset + len(clause)))]
    clause = clause[:LONGEST]
    found: list[_Found] = []
    passed = 0
    for copula in _COPULA.finditer(clause):
        if copula.end() > passed:
            passed = _passives(clause, copula, found)
    for active in _SUMMONS.finditer(clause):
        if " would " not in clause[max(0, active.start() - 20) : active.end()]:
            subject: Subject = "self" if clause.startswith(" this card", active.end()) else "other"
            for what in _summon_whats(active["kinds"]):
                _add(found, what, subject, active.span())
    for active in _ACTIVE.finditer(clause):
        _actives(clause, active, found)
    return _with_causes(clause, sorted(found, key=lambda f: f.span), offset)


class _Found(NamedTuple):
    what: EventWhat
    subject: Subject
    span: Span


def _add(found: list[_Found], what: EventWhat, subject: Subject, span: Span) -> None:
    """Adds an event unless it is there already."""
    if not any(f.what == what and f.subject == subject for f in found):
        found.append(_Found(what, subject, span))


def _with_causes(clause: str, found: list[_Found], offset: int) -> list[Event]:
    """The events in the order of the text, each with the cause of its own alternative.

    "is destroyed or banished by a card effect": what says no cause shares that of the next; "is destroyed by battle or sent to the
    GY": what comes behind a cause does not.
    """
    events: list[Event] = []
    following: Cause = "unsaid"
    for n in reversed(range(len(found))):
        start = 0 if n == 0 else found[n].span[0]
        end = found[n + 1].span[0] if n + 1 < len(found) else len(clause)
        cause = _cause(clause[start:end])
        if cause == "unsaid":
            cause = following
        following = cause
        what, subject, span = found[n]
        events.append(Event(what, subject, cause if what in _CAUSED else "unsaid", (offset + span[0], offset + span[1])))
    events.reverse()
    return events


def _passives(clause: str, copula: re.Match[str], found: list[_Found]) -> int:
    """The participles of one copula: "is destroyed, or banished", "is sent from the field to the GY or banished"; where they end."""
    before = clause[: copula.start()]
    would = before.rstrip().endswith("would")
    subject = _subject(before)
    at: int | None = copula.end()
    end_of_all = copula.end()
    first = True
    while at is not None:
        match = _PARTICIPLE.match(clause, at)
        if match is None:
            summoned = _SUMMONED.match(clause, at)
            if summoned is None:
                return at
            end = summoned.end()
            whats: list[EventWhat] = _summon_whats(summoned["kinds"])
            who = subject
        else:
            end = match.end()
            whats, who = _participle(clause, match, copula[0], subject)
        if not would:
            for what in whats:
                # "destroyed and sent to the GY" is one event.
                joined = (
                    not first and what == "sent_to_gy" and bool(found) and found[-1].what == "destroyed" and " and " in clause[max(0, end - 40) : end]
                )
                if not joined:
                    _add(found, what, who, (at, end))
        first = False
        at = next(
            (a.end() for a in _ALTERNATIVE.finditer(clause, end) if _PARTICIPLE.match(clause, a.end()) or _SUMMONED.match(clause, a.end())), None
        )
        end_of_all = end
    return end_of_all


def _participle(clause: str, match: re.Match[str], copula: str, subject: Subject) -> tuple[list[EventWhat], Subject]:
    verb = match["verb"]
    after = clause[match.start("verb") :]
    if verb == "summoned":
        return ["summoned"], subject
    if verb == "equipped" and after.startswith("equipped to"):
        # "is equipped to" is a state, "becomes equipped to" an event; of this card, where it is the one that gets the Equip Card.
        if not (copula.startswith("become") or clause.startswith("when")):
            return [], subject
        return ["equipped"], "self" if after.startswith("equipped to this card") else subject
    if verb == "activated" or (verb == "set" and after.startswith("set card")):
        return [], subject
    what = _passive(verb, clause, after)
    return ([] if what is None else [what]), subject


def _actives(clause: str, active: re.Match[str], found: list[_Found]) -> None:
    before = clause[: active.start()]
    if before.endswith((" would ", " cannot ", " can ", " must ", " by ", " of ", " would be ")):
        return
    if before.endswith(" to ") and not active["verb"].endswith("s"):
        # "sent to activate", but "the monster that it points to inflicts ...".
        return
    after = clause[active.start() :]
    what = _active(active["verb"], before, after)
    if what is None:
        return
    subject = _subject(before)
    if what == "returned" and not before.endswith(("you ", "opponent ", "player ")):
        pass
    elif what == "drawn":
        subject = "self" if _DRAWS_THIS.match(after) else subject
    elif what in _DONE_TO:
        # "You discard this card": what is done to a card is that card's event, not the player's.
        subject = "self" if _THIS_CARD.match(after) else "other"
    elif what == "attack_targeted":
        subject = "self" if _THIS_CARD.match(after) else "other"
    _add(found, what, subject, active.span())
