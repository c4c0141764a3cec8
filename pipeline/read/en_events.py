"""English events: what happens to whom, by which cause, out of one "if/when" clause of an activation clause."""

import re
from operator import attrgetter

import msgspec

from pipeline.read.en_event_words import active, cause_of, passive, subject_of, summon_whats
from pipeline.records import Cause, Event, EventWhat, Span, Subject

_SUMMON = r"(?P<kinds>(?:(?:normal|special|tribute|flip|fusion|ritual|synchro|xyz|link|pendulum|gemini|set)(?:\(s\))?[ ,/]+(?:(?:or|and) )?)*)"
_SUMMONED = re.compile(_SUMMON + r"summoned(?:/set|\(s\))?")
_SUMMONS = re.compile(r"\b(?:you|opponent|player|players|they|monsters?|effect) (?:\(?s?\)? ?)" + _SUMMON + r"summons?(?:/sets?)?\b", re.ASCII)
# The Summon told by what it was performed with: "you Link Summoned a monster using this card as material".
_WITH_THIS = re.compile(r"\b(?:you|opponent|player) [a-z]+ summon(?:s|ed)?\b[^,:;]{0,60}? using this card as [a-z ]{0,12}material")
# Only the present tense: what "was sent this turn" is a state.
_COPULA = re.compile(r"\b(?:is|are|becomes?|gets?|be)\b ", re.ASCII)
# Participles of the passive, with what they mean; looked up right behind the copula and behind "or", "and" or a comma.
_PARTICIPLE = re.compile(
    r"(?:(?:also|either|both|returned or|face-up and|face-down and|first) )*"
    r"(?P<verb>destroyed|sent|banished|discarded|tributed|returned|shuffled|added|drawn|placed|detached|attached|equipped|targeted|"
    r"chosen|selected|flipped|changed|used|excavated|revealed|set|moved|taken|negated|attacked|removed|summoned|unaffected|given|activated)\b",
    re.ASCII,
)
_ALTERNATIVE = re.compile(r"(?:,? or|,? and/or|,? and|,|/) ?(?:is |are |was |be )?(?:then )?")
_ACTIVE = re.compile(
    r"\b(?P<verb>leaves? (?:the|your|their|its)|(?:has |have )?left the field|battles?|battled|declares? (?:an|the|its|"
    r"a direct) ?attack|attacks?|destroys?|inflicts?|takes?|draws?|"
    r"gains?|recovers?|pays?|loses?|changes?|moves?|resolves?|adds?|switches|tributes?|discards?|banish(?:es)?|"
    r"returns?|sends?|detach(?:es)?|flips?|declared|inflicted|gained|resolving|sets?|excavates?|reveals?|shuffles?|equips?|"
    r"increases?|decreases?|shifts?|excavate|targets?)\b",
    re.ASCII,
)
_CAUSED = frozenset({"destroyed", "sent_to_gy", "banished", "leaves_field", "returned", "tributed", "discarded", "damage"})
# What ends in the GY by itself.
_SENDING = frozenset({"destroyed", "used_as_material"})
_DONE_TO = frozenset(
    {"added_to_hand", "tributed", "discarded", "banished", "returned", "sent_to_gy", "detached", "flipped", "set", "revealed", "excavated"}
)
_NO_TRIBUTE = re.compile(r"tribute (?:summon|set)\b")
_WHO = ("you ", "opponent ", "player ", "they ", "controller ", "owner ")
_DRAWS_THIS = re.compile(r"draws? this\b")
_THIS_CARD = re.compile(r"\w+ this card\b")
_TO_THIS_CARD = re.compile(r"equips? (?:[^,:;]{0,40}? )?to this card\b")
_OF_EQUIP_CARD = re.compile(r"\bequip (?:card|spell)s?(?: card)?(?:\(s\))? (?:is|are) ")
# Behind a way of Summoning: the card was Summoned so. ("If you do not control ..." is something else.)
_THIS_WAY = re.compile(r"(?:if|when) (?:(?:special |normal |tribute )?summoned this way|you do)(?= *(?:,|;|$))")
# Events in words of their own, asked for where a clause tells no other: a word without which the pattern need not be looked for, the
# pattern, the event.
_RARE: tuple[tuple[str, re.Pattern[str], EventWhat, Subject], ...] = (
    ("rolls", re.compile(r"\brolls? (?:an?|\d+) "), "other", "player"),
    ("toss", re.compile(r"\bcoin toss is performed\b"), "other", "player"),
    ("itself", re.compile(r"\bto special summon itself\b"), "special_summoned", "other"),
    ("attack target", re.compile(r"\b(?:is declared|selects? [^,:]{1,90}) as an attack target\b"), "attack_targeted", "other"),
    ("for an attack", re.compile(r"\btargets? [^:]{1,120}for an attack\b"), "attack_targeted", "other"),
    ("attack", re.compile(r"\bdeclares an? (?:second |third )?(?:direct )?attack\b"), "attack_declared", "opponent"),
    ("summoned", re.compile(r"(?:if|when) special summoned(?=[, ]*$)"), "special_summoned", "self"),
    ("material", re.compile(r"\bsummon(?:ed)? using this card as (?:[a-z]+ )?material\b"), "used_as_material", "self"),
    ("summon", re.compile(r"\bconducts (?:an?|their|his/her) (?:[a-z]+ )?summon\b"), "summoned", "other"),
    ("paid lp", re.compile(r"\bpaid lp\b"), "lp_paid", "other"),
    ("counter", re.compile(r"\bhas an? [^,:]{1,40}counter placed on it\b"), "counter", "other"),
    ("you destroy ", re.compile(r"\byou destroy (?=[^:]*effect)"), "destroyed", "other"),
)
# A clause longer than this is no card text (the longest real sentence has 583 characters).
LONGEST = 700


def events_of(clause: str, offset: int) -> list[Event]:
    """The events of one clause (lower case, quotes masked), alternatives in order; `offset` is added to the spans.

    A clause without an event (a state: "if you control ...") gives an empty list.
    """
    if _THIS_WAY.match(clause):
        return [Event("summoned", "self", "unsaid", (offset, offset + len(clause)))]
    clause = clause[:LONGEST]
    if "unless " in clause:
        # "... is sent to the GY (unless it was destroyed by battle)": what is excepted is neither an event nor a cause.
        clause = clause.partition("unless ")[0]
    found: list[_Found] = []
    passed = 0
    for copula in _COPULA.finditer(clause):
        if copula.end() > passed:
            passed = _passives(clause, copula, found)
    material = _WITH_THIS.search(clause) if "using this card as" in clause else None
    if material is not None:
        _add(found, "used_as_material", "self", material.span())
    for verb in _SUMMONS.finditer(clause) if clause.count("summon") > clause.count("summoned") else ():
        if material is not None and verb.start() >= material.start():
            continue
        if " would " not in clause[max(0, verb.start() - 20) : verb.end()]:
            subject: Subject = "self" if clause.startswith(" this card", verb.end()) else "other"
            for what in summon_whats(verb["kinds"]):
                _add(found, what, subject, verb.span())
    for verb in _ACTIVE.finditer(clause):
        _actives(clause, verb, found)
    if not found:
        found += [_Found(what, subject, rare.span()) for word, pattern, what, subject in _RARE if word in clause and (rare := pattern.search(clause))]
    if clause.endswith("by this effect"):
        # What this very effect did is no event of others.
        found = [_Found(f.what, "self", f.span) for f in found]
    if len(found) > 1:
        found.sort(key=_SPAN)
    return _with_causes(clause, found, offset)


class _Found(msgspec.Struct, frozen=True, gc=False):
    what: EventWhat
    subject: Subject
    span: Span


_SPAN = attrgetter("span")

# "Destroys a monster by battle and sends it to the GY".
_ARRIVED = re.compile(r"and sends? (?:it|them|that monster|the monster|that card|those monsters) to (?:the|your|their|its owner's) (?:gy|graveyard)")


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
        cause = cause_of(clause[start:end])
        if cause == "unsaid":
            cause = following
        following = cause
        what, subject, span = found[n].what, found[n].subject, found[n].span
        # "Destroys" tells of a battle unless an effect is named beside it.
        told = what in _CAUSED or (what == "destroys" and cause == "either")
        arrived = what == "destroys" and "and send" in clause and _ARRIVED.search(clause, span[0]) is not None
        events.append(Event(what, subject, cause if told else "unsaid", (offset + span[0], offset + span[1]), arrived=arrived))
    events.reverse()
    return events


def _passives(clause: str, copula: re.Match[str], found: list[_Found]) -> int:
    """The participles of one copula: "is destroyed, or banished", "is sent from the field to the GY or banished"; where they end."""
    before = clause[: copula.start()]
    # What is denied ("and neither is destroyed") does not happen either.
    would = before.rstrip().endswith(("would", "neither"))
    # "The equipped monster is destroyed and this card is sent to the GY": what befalls this card is the moment, the rest its reason.
    as_result = before.endswith(" and this card ")
    subject = "self" if as_result else subject_of(before)
    at: int | None = copula.end()
    end_of_all = copula.end()
    joins = False
    while at is not None:
        match = _PARTICIPLE.match(clause, at)
        if match is None:
            summoned = _SUMMONED.match(clause, at)
            if summoned is None:
                return at
            end = summoned.end()
            whats: list[EventWhat] = summon_whats(summoned["kinds"])
            who = subject
        else:
            end = match.end()
            whats, who = _participle(clause, match, copula[0], subject)
        if not would:
            for what in whats:
                # "destroyed and sent to the GY" is one event; so is "used for a Synchro Summon and sent to the GY".
                joined = joins and what == "sent_to_gy" and bool(found) and found[-1].what in _SENDING
                if joined and found[-1].what == "used_as_material":
                    joined = " or " not in clause[end:]
                if not joined:
                    if as_result:
                        found.clear()
                    _add(found, what, who, (at, end))
        end_of_all = end
        following = next((a for a in _ALTERNATIVE.finditer(clause, end) if _is_event(clause, a.end())), None)
        if following is None or any(_is_event(clause, own.end()) for own in _COPULA.finditer(clause, end, following.start())):
            # "..., or a monster is destroyed by battle and sent to the GY": what follows belongs to a copula of its own.
            return end_of_all
        at, joins = following.end(), following[0].lstrip(" ,").startswith("and ")
    return end_of_all


def _is_event(clause: str, at: int) -> bool:
    """Whether a participle or a way of Summoning stands at `at`."""
    return _PARTICIPLE.match(clause, at) is not None or _SUMMONED.match(clause, at) is not None


def _participle(clause: str, match: re.Match[str], copula: str, subject: Subject) -> tuple[list[EventWhat], Subject]:
    verb = match["verb"]
    after = clause[match.start("verb") :]
    if verb == "summoned":
        return ["summoned"], subject
    if verb == "equipped" and after.startswith("equipped to"):
        # "this card is equipped to" is a state, "becomes equipped to" an event, and so is what is said of an Equip Card; it is an event of
        # this card, where this is the one that gets the Equip Card.
        said = clause.startswith(("when", "each time", "every time")) or _OF_EQUIP_CARD.search(clause, 0, match.start()) is not None
        if not (copula.startswith("become") or said):
            return [], subject
        return ["equipped"], "self" if after.startswith("equipped to this card") else subject
    if verb == "activated" or (verb == "set" and after.startswith("set card")):
        return [], subject
    what = passive(verb, clause, after)
    return ([] if what is None else [what]), subject


def _actives(clause: str, verb: re.Match[str], found: list[_Found]) -> None:
    before = clause[: verb.start()]
    if before.endswith((" would ", " cannot ", " can ", " must ", " by ", " of ", " would be ")):
        return
    if before.endswith(" to ") and not verb["verb"].endswith("s"):
        # "sent to activate", but "the monster that it points to inflicts ...".
        return
    after = clause[verb.start() :]
    if _NO_TRIBUTE.match(after) or (verb["verb"].startswith("tribute") and not before.endswith(_WHO)):
        # "Tribute Summon", "2 Tributes": no Tribute is what happens.
        return
    what = active(verb["verb"], before, after)
    if what is None:
        return
    subject = subject_of(before)
    if what == "returned" and not before.endswith(("you ", "opponent ", "player ")):
        pass
    elif what == "drawn":
        subject = "self" if _DRAWS_THIS.match(after) else subject
    elif what in _DONE_TO or what == "used_as_material":
        # "You discard this card": what is done to a card is that card's event, not the player's.
        subject = "self" if _THIS_CARD.match(after) else "other"
    elif what == "equipped":
        subject = "self" if _THIS_CARD.match(after) or _TO_THIS_CARD.match(after) else "other"
    elif what == "attack_targeted":
        subject = "self" if _THIS_CARD.match(after) else "other"
    _add(found, what, subject, verb.span())
