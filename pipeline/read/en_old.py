"""English texts from before the current conventions: no colon tells where the activation clause ends."""

import re

import msgspec

from pipeline.read.en_actions import parse_actions
from pipeline.read.en_condition import parse_head
from pipeline.read.en_kinds import MAINTENANCE
from pipeline.read.en_moments import CAN, clause_end, moment_behind
from pipeline.read.en_text import Folded, Sentence
from pipeline.records import Condition, Mark
from pipeline.windows import Window

# A cost without a "can" is the player's to pay all the same.
_BY_PAYING = re.compile(r"\bby (?:paying|discarding) ")
# `CAN` anywhere in a sentence: what may stand in front of it would only slow the search.
_CAN_ANYWHERE = re.compile(
    r"(?:you|your opponent|either player|a player|that player|each player|players|the turn player|they|"
    r"(?:its|their|that card.s|the) (?:owner|controller)s?) (?:can|may)\b"
)
# What can only be applied, never activated: a sentence without a colon that does one of these is no old-style trigger.
_APPLIED = frozenset(
    {
        "restrict",
        "protect",
        "unaffected",
        "replace",
        "attack_modify",
        "damage_modify",
        "treat",
        "summon_permission",
        "grant",
        "identity_change",
        "equip",
    }
)
_WITHOUT_CALCULATION = re.compile(
    r"without (?:applying )?(?:flipping it face-up or (?:applying )?)?damage calculation|before damage calculation|damage calculation is not|"
    r"no damage calculation is"
)
_ASKS_DEF = re.compile(r"(?:if|when) this card attacks a defense position monster (?:with|whose)[^,]{0,20}\bdef\b")
# "Activate only when ...": the rest of the sentence is the activation clause, what is done comes after it.
ACTIVATE_ONLY = re.compile(
    r"(?:you can (?:only )?activate this card(?: only)?|activate (?:this card )?only(?: by [^.:;,]{3,80}?(?= (?:when|if) ))?|"
    r"this card can (?:only be activated|"
    r"be activated only)) (?=when|if|during|after|at|as|in)"
)
_LATE_EXCEPT = re.compile(r"(?:cannot|can't|not) (?:be )?(?:activated?|used?)[^.;]{0,40} (?:during|in) the damage step")
# One clause of the processing is closed then, not the effect.
_PART_CLOSED = re.compile(r"; [^:]*\bthen [^:;]*\(except during the damage step\), you can ")
_LATE_EVEN = re.compile(r"can (?:also )?be (?:activated|used) (?:even )?(?:during|in) the damage step")
# "... gains 500 ATK during damage calculation only" is applied while that lasts (R-CON-01).
_ONLY_THEN = re.compile(r"(?:damage calculation|damage step) only")
# What befalls a lasting card and the monster that it belongs to is one thing, no effect is activated (both directions).
_TOGETHER = re.compile(
    r"when (?:this card|that monster|the equipped monster|it)\b[^,]*(?:leaves? the field|removed from the field|"
    r"destroyed)[^,]*, (?:destroy (?:this card|that monster|it)|"
    r"(?:this card|that monster|it) is (?:also )?destroyed)"
    r"|(?:if|when) [^:;]*(?:destroyed|leaves? the field|removed from (?:the field|that monster))[^:;]*, (?:destroy this card|"
    r"(?:destroy|banish) the equipped monster)"
    r"|(?:if|when) \"_+\"(?: on the field)? is (?:destroyed|removed from the field)[^,]*, destroy this card"
)
# An attacker that lies down afterwards is applied.
_TURNS = re.compile(
    r"(?:if|when) (?:this card|it|a monster) (?:attacks?|declares an attack)[^,:;]*, (?:it|this card) is changed to (?:face-up )?defense position "
    r"(?:at the end of|after) (?:the|that) (?:damage|battle)"
)
# What is dated within an effect that lasts for the turn is no moment of activation.
_THIS_TURN = re.compile(r"; (?:during )?this turn,|^during the turn this card is activated|battles [^,;]* this turn,")
_STATED_COST = re.compile(
    r"by (?:discarding|paying|tributing|sending|removing) [^,.;:]{3,90}, "
    r"|(?:tribute|discard|send|remove) \d[^.;:,]{0,60} to (?:draw|destroy|special summon|inflict) "
)
_NORMAL_DRAW = re.compile(r" instead of conducting (?:a|your|the) normal draw\b")
# What is declared, and what holds only later, is no state of the card: it comes up as an effect.
_LASTS_ON = re.compile(r"^,? ?declare |\bduring (?:his/her|their|your opponent's|the) next turn\b|\b(?:his/her|their) next turn, ")
_AGAIN = re.compile(r"attack (?:once )?(?:again|more)|once again in a row|second attack")
_PASSIVE = re.compile(r",? (?:this card|it) is (?:destroyed|sent|banished)")


def named_late(condition: Condition, opening: str) -> Condition:
    """A window or the step named behind "you can" in a text without a colon."""
    if condition.window or condition.names_step or _THIS_TURN.search(opening):
        return condition
    named = parse_head(opening).condition
    window = named.window
    if not (window or named.names_step):
        if _WITHOUT_CALCULATION.search(opening) is None:
            return condition
        # "without damage calculation": the effect comes before it, at the start (R-WIN-09); where a face-down monster is turned up first
        # (this card, or one of which the DEF is asked), after that.
        turned = _ASKS_DEF.match(opening) or " attacks this card in face-down " in opening
        window = Window.BEFORE_CALC if turned else Window.START
    return msgspec.structs.replace(condition, window=window, names_step=named.names_step, battle_of=named.battle_of)


def late_mark(whole: str) -> Mark | None:
    """A mark that stands behind the colon or in a sentence of its own."""
    if "except during the damage step" in whole and not _PART_CLOSED.search(whole):
        return "except"
    if "this effect cannot be activated during the battle phase" in whole:
        return "except"
    barred = _LATE_EXCEPT.search(whole)
    if barred is not None and not whole.endswith(("opponent ", "they ", "player ", "players "), 0, barred.start()):
        return "except"
    if "even during the damage step" in whole or _LATE_EVEN.search(whole):
        return "even"
    return None


def summons_itself_when(low: str) -> bool:
    """Whether "When ..., you can Special Summon this card" waits for an event or a phase: it is activated then, no way of Summoning."""
    if low.startswith("during your end phase, ") and "you can special summon this card from your graveyard" in low:
        return True
    if (
        not low.startswith(("when ", "if ", "during your opponent's turn, when "))
        or "special summon this card" not in low
        or "special summon this card (from" in low
    ):
        return False
    end = clause_end(low)
    return end > 0 and CAN.match(low[end:].strip(" ,")) is not None and bool(parse_head(low[:end].strip(" ,")).condition.events)


def leaves_choice(words: str) -> bool:
    """Whether somebody "can" do something anywhere in these words."""
    if (" can" in words or " may" in words) and _CAN_ANYWHERE.search(words) is not None:
        return True
    return _BY_PAYING.search(words) is not None


def activates(text: Folded, sentence: Sentence) -> bool:
    """Whether an event sentence without a colon is an old-style trigger rather than a continuous effect."""
    low = text.low[sentence.start : sentence.end]
    if "instead of conducting" in low:
        # What is done in place of the normal draw is activated like anything else.
        low = _NORMAL_DRAW.sub(" ", low)
    if moment_behind(low):
        return True
    end = clause_end(low)
    if end <= 0:
        return False
    head = parse_head(low[:end].strip(" ,"))
    # A clause that nobody understands does not tell that the sentence is activated.
    condition = msgspec.structs.replace(head.condition, events=()) if head.unknown else head.condition
    body = low[end:]
    if "activation" in condition.responds_to and "would activate" not in low and CAN.match(body.strip(" ,")) and not low.startswith("each time"):
        return True
    if not (condition.events or condition.responds_to or condition.phases or condition.window):
        # "Once per turn, if you control ..., you can": a state alone; the "can" tells that it is activated.
        doing = parse_actions(body, "first").first
        can = CAN.match(body.strip(" ,")) is not None or _STATED_COST.match(body.strip(" ,")) is not None
        return can and doing is not None and doing not in _APPLIED - {"equip"} and doing != "other" and "instead" not in low
    if condition.phases and "instead" not in body and (CAN.match(body.strip(" ,")) or _STATED_COST.match(body.strip(" ,"))):
        doing = parse_actions(body, "first").first
        if doing is not None and doing not in _APPLIED and doing != "other":
            return True
    if _TOGETHER.match(low) or _TURNS.match(low) or _ONLY_THEN.search(body) or "immediately after" in low:
        return False
    if ", immediately " in low and "each time" in low:
        return False
    named = (
        _WITHOUT_CALCULATION.search(body) is not None
        or "during the damage step you can" in low
        or ("damage" in body and bool(parse_head(low).condition.window))
    )
    struck = any(e.what == "destroys" for e in condition.events)
    struck = struck or any(e.what == "destroyed" for e in condition.events)
    if any(e.what in ("attacks", "battles", "damage") for e in condition.events) and not struck and not condition.window and not named:
        return (CAN.match(body.strip(" ,")) is not None and "instead" not in body) or "then calculate damage" in body
    if condition.window and "instead" not in body and CAN.match(body.strip(" ,")):
        return True
    what = parse_actions(body, "first").first
    if "chain" not in condition.responds_to and (any(e.what == "resolved" for e in condition.events) or "resolves" in low[:end]):
        return False
    if what is None or "would" in low[:end] or "instead" in body:
        return False
    if _LASTS_ON.search(body) and condition.events:
        return True
    if what == "equip" and CAN.match(body.strip(" ,")) and condition.events:
        return True
    if what in ("damage_modify", "inflict_damage", "other") and struck and "also inflicted to" in body:
        return True
    if what == "damage_modify" and struck and "this turn" in body:
        # What changes from here to the end of the turn is no state of the card, which is gone.
        return True
    if what == "attack_modify" and struck and _AGAIN.search(body):
        return True
    # "Each time ..., place a counter" and "this card is destroyed" are applied, not activated.
    if (what == "counter" and low.startswith("each time")) or _PASSIVE.match(body):
        return False
    if what == "atk_def_change" and (condition.window or not (condition.events or condition.responds_to)):
        return False
    return what not in _APPLIED and what != "other" and not MAINTENANCE.search(low)
