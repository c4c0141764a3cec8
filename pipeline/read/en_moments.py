"""Where the moment of an English sentence stands that no colon sets apart: in front of what is done, behind it, behind "FLIP:"."""

import re

from pipeline.read.en_condition import parse_head

CAN = re.compile(
    r"(?:,? ?(?:also |then |either |each |once per turn,? )*(?:you|your opponent|either player|a player|that player|"
    r"each player|both players|players|the turn player|they|(?:its|their|that card.s|the) (?:owner|controller)s?) (?:can|may)\b)"
)
_OPENING = re.compile(r"(?:● ?)?(?:once per|if|when|while|during|each time|at the|after|before|flip|by )")
_GOES_ON = re.compile(r"(?:if|when|while|each time|during|at the|after|or|except|and (?!if you do|inflict|draw|destroy)|once per|in)\b")
_STEP_CAN = re.compile(r"(?<=during the damage step) you (?:can|may) ")
_LATE_CAN = re.compile(r" (?:during the damage step )?you (?:can|may) ")
# The moment behind the deed: "Inflict 500 damage each time ...", "returns to the hand during the End Phase of ...".
_MOMENT_BEHIND = re.compile(
    r" (?:(?:each|every) time (?!it|that)[^.;:]+|when it is (?:(?:normal|flip|special|tribute) summoned(?: or )?)+|"
    r"during (?:each of )?(?:your|his/her|their|your opponent's|the|each player's|each|both players'|either player's)"
    r" (?:standby|end) phases?(?: of the turn[^.;:]+)?"
    # ... of a battle, where the monster is told by it.
    r"|(?:at the end of (?:the |that )?damage step|after damage calculation))(?=\.|$)"
)
_THE_BATTLING = re.compile(r"\bmonsters? that (?:battles?|attacks?)\b")
_DEED_FIRST = re.compile(
    r"(?:this card's controller takes|inflict|gain|draw|destroy|select|place|put|increase your life points|you gain|"
    r"this card gains(?= [^.]*each time)|this card is changed(?=[^.]* when it is )|this card (?:returns|is returned) to (?:the |its )?owner's hand"
    r"|return this card|remove from play|an?y? monsters? that"
    r"|(?:as long as|while) this card (?:remains|is)[^,.;:]+, (?:inflict|gain|draw|increase your life points)) "
)
_DEEDS = (
    "remove from play",
    "a monster",
    "any monster",
    "inflict",
    "gain",
    "draw",
    "destroy",
    "select",
    "place",
    "put",
    "increase",
    "you gain",
    "this card",
    "return",
    "as long as",
    "while",
)
_AFTER_FLIP = re.compile(r"after this card is flipped, [^.;]{0,60}(during your (?:standby|end) phase)\b")


def clause_end(opening: str) -> int:
    """Where the activation clause of a sentence without a colon ends; 0 if it has none."""
    if not _OPENING.match(opening):
        return 0
    depth = 0
    for n, char in enumerate(opening):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0 and not _GOES_ON.match(opening[n + 1 : n + 40].lstrip()):
            # "When X battles, during the Damage Step you can pay LP, until ...": the "can" comes first.
            can = _STEP_CAN.search(opening, 0, n)
            return n if can is None else can.start()
    can = _LATE_CAN.search(opening)
    return 0 if can is None else can.start()


def moment_after_flip(words: str) -> tuple[int, int] | None:
    """Where the moment stands that the words behind "FLIP:" wait for; null where nothing but the flip is waited for."""
    lead = len(words) - len(words.lstrip())
    end = clause_end(words[lead:])
    if not end:
        return None
    clause = words[lead : lead + end]
    told = parse_head(clause).condition
    if "this turn" not in clause and told.phases:
        return lead, lead + end
    if any(event.what not in ("flipped", "attacks", "other") for event in told.events):
        return lead, lead + end
    later = _AFTER_FLIP.match(words, lead)
    return None if later is None else later.span(1)


def moment_behind(opening: str) -> tuple[int, int] | None:
    """Where the moment stands that an old sentence names behind what it does; null if it names none there."""
    if not opening.startswith(_DEEDS) or "after activation" in opening or not _DEED_FIRST.match(opening):
        return None
    found = _MOMENT_BEHIND.search(opening)
    if found is None or (opening.startswith(("place", "put")) and "each time" in found[0]):
        # Counters that are placed each time something happens are no effect that is activated.
        return None
    if "damage " in found[0] and not _THE_BATTLING.search(opening, 0, found.start()):
        return None
    return found.span()
