"""The English activation clause: mark, window, phases, what it answers, its events and its states."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from pipeline.read.en_event_words import subject_of
from pipeline.read.en_events import events_of
from pipeline.read.en_places import places_of
from pipeline.read.en_states import is_state
from pipeline.read.en_windows import BEFORE_RESULT, windows_of
from pipeline.records import Condition, Event, Mark, Once, Phase, Place, ResponseTo, Span
from pipeline.windows import NONE

Whose = Literal["you", "opponent"]
# An activation that is past, or this card's own, is nothing to answer.
_NO_ANSWER = re.compile(r"(?:that was|you) activated|was activated|except the turn|^(?:when|if) this card is activated$")
_MARK_EXCEPT = re.compile(r"(?:except (?:during|in) (?:the |a )?damage step|(?:cannot|can't|not) be (?:activated|used) (?:during|in) (?:the |"
    r"a )?damage step|"
                          r"except [^():;]{0,60}damage step)")  # fmt: skip
_MARK_EVEN = re.compile(
    r"even (?:during|in|if it is) (?:the |a )?damage step|(?:can|may) (?:also )?be (?:activated|used) (?:even )?(?:during|in) (?:the |a )?damage step"
)
_STEP = re.compile(
    r"\b(?:during|in) (?:the |a |either player's |your |your opponent's |this card's |that |each |battle step (?:or|"
    r"and) )?damage step|battle step (?:or|and) damage step"
)
_PHASE_NAMES: dict[str, Phase] = {"draw": "draw", "standby": "standby", "main": "main", "battle": "battle", "end": "end"}
_PHASE = re.compile(
    r"\b(?P<how>during|it is|at the start of|at the end of|at the beginning of|in) "
    r"(?P<whose>(?:(?!\bif\b|\bwhen\b|\bwhile\b|\bfrom\b)[a-z0-9' /\-]){0,60}?)"
    r"(?P<name>draw|standby|main|battle|end)(?P<more>(?: phases?)?,? (?:or|and|and/or) (?:the |your |your opponent's |"
    r"during (?:the |your |your opponent's )?)?(?:standby|main|battle|end))? (?P<unit>phases?|step)\b",
    re.ASCII,
)
_ACTIVATES = re.compile(
    r"\b(?:(?:activates|(?<!to )activate)(?:,? (?:or|and) resolves?)?|uses an? effect|is activated|are activated|activation of|"
    r"is (?:first )?activated|activated the effect|(?:effect|chain)s? is used)\b"
)
_TARGETING = re.compile(r"\b(?:that )?(?:would )?target(?:s|ing|ed)?\b")
_WOULD_SUMMON = re.compile(r"\bwould (?:be )?(?:[a-z ,/]* )?(?:normal |special |flip |[a-z]+ )?summon")
_CHAIN = re.compile(r"a chain with \d or more links|chain link (?:\d|two|three|four)|as chain link|chain link \d or higher")
_CLAUSE = re.compile(
    r"(?:^|(?<=[,(;]) ?| (?=or (?:if|when|while|each time|during)\b)| (?=(?:if|when|while|each time) (?:this card|a |an |"
    r"your|you|the|it)\b)| (?=and (?:if|when|while)\b))"
    r"(?P<marker>(?:or |and )?(?:immediately (?=after)|only )?(?:if|when|whenever|while|each time|every time|any time|"
    r"during|at the|after|before|until|once|in|as long as|on|for))\b",
    re.ASCII,
)
_DESTROYED = re.compile(r"(?:if|when) this (?:card|monster) destroyed (?!by)(?![^,:;]*this turn)[^,:;]{0,60}? by battle")
_AT_DECLARATION = re.compile(r"\b(?:at|during) (?:the |an |your |your opponent's )?attack declaration\b")
_OR_PHASE = re.compile(r"(?<=ed), (?:or|also once per turn,?) (?=(?:if it is |during |at the (?:start|end) of )[^,]*phase)")
_ASIDE = re.compile(r",? except the turn[^,:(;]*|because (?:it|they|this card) (?:was|were)[^,:(;]*")
_STATE = re.compile(
    r"if (?:you|your opponent|a player|either player|both players|neither player|only your opponent|only you|"
    r"no player) (?:controls?|have|has|own)\b|if (?:there (?:is|are)|no |all (?:face-up )?monsters|the only|your lp|"
    r"your opponent's lp)\b"
)
_ONCE: tuple[tuple[str, Once], ...] = (
    ("per duel", "duel"),
    ("once per chain", "chain"),
    ("once per battle", "battle"),
    ("while face-up", "face_up"),
    ("per turn", "turn"),
    ("once during", "turn"),
    ("opponent's turn", "turn"),
)
_TIMING_WORDS = re.compile(
    r"^(?:,|\(|\)|and|or|the|a|each|once|twice|thrice|up to|\d+|times|time|per|turn|turns|duel|chain|battle|quick effect|"
    r"your|opponent's|player's|either|"
    r"during|at|start|end|of|phase|phases|step|main|standby|draw|damage|before|after|calculation|while|face-up|on|field|flip|in|this|that|it|is|"
    r"except|even|next|\d(?:st|nd|rd|th)|also|then|only|you can|any|both|activation|attack|declaration|battling|from|until|to|"
    r"same|following|last|new|again|"
    r"[\s.,;:()\-/])*$"
)


class Head(msgspec.Struct, frozen=True, gc=False):
    """A parsed activation clause with what else its words tell; spans relative to its start."""

    condition: Condition
    quick: bool
    once: Once | None
    places: tuple[Place, ...]
    residue: tuple[Span, ...]
    you_can: bool
    unknown: bool = False  # its one event is a clause that nobody here understands


def _phases(head: str) -> tuple[list[Phase], Whose | None]:
    phases: list[Phase] = []
    whose: Whose | None = None
    for match in _PHASE.finditer(head) if "phase" in head or "step" in head else ():
        how, name, unit = match["how"], match["name"], match["unit"]
        words = match["whose"]
        if head[: match.start()].endswith(("until ", "except ", "until the ")):
            continue
        if unit == "step":
            phases.append("battle_step")
        else:
            phase: Phase = _PHASE_NAMES[name]
            if how.startswith("at the") and phase == "battle":
                phase = "battle_end" if "end" in how else "battle_start"
            phases.append(phase)
            if match["more"]:
                phases.append(_PHASE_NAMES[match["more"].split()[-1]])
        if "your opponent" in words:
            whose = "opponent"
        elif "your" in words and "either" not in words:
            whose = "you"
    if "per battle step" in head:
        phases.append("battle_step")
    if not phases and "turn" in head:
        if "during your opponent's turn" in head or "once per opponent's turn" in head:
            whose = "opponent"
        elif "during your turn" in head:
            whose = "you"
    return phases, whose


@lru_cache(maxsize=32768)
def parse_head(head: str) -> Head:
    """Parse an activation clause (lower case, quotes masked, without its colon). Cached: clauses recur from card to card."""
    # "except the turn it was sent there" and "because it was sent there" limit a state; they are no moment.
    if "except the turn" in head or "because " in head:
        head = _ASIDE.sub(lambda m: " " * len(m[0]), head)
    window = windows_of(head)
    windowed = window is not NONE
    mark: Mark | None = None
    names_step = False
    if "damage step" in head:
        if _MARK_EVEN.search(head):
            mark = "even"
        elif _MARK_EXCEPT.search(head):
            mark = "except"
        if mark is None or head.count("damage step") > 1:
            names_step = not windowed and bool(_STEP.search(re.sub(r"(?:even|except) (?:during|in) (?:the |a )?damage step", "", head)))
    beside = _OR_PHASE.search(head) if "ed, " in head else None
    # A phase as an alternative to an event limits nothing.
    dated = head if beside is None else head[: beside.start()]
    phases, whose = _phases(dated) if ("phase" in head or "step" in head or "turn" in head) else ([], None)
    responds: list[ResponseTo] = []
    events: list[Event] = []
    states: list[Span] = []
    residue: list[Span] = []
    unknown: list[Span] = []
    battle_of: Literal["self", "other"] | None = None
    starts = [m.start("marker") for m in _CLAUSE.finditer(head)]
    bounds = [*starts, len(head)]
    if starts and starts[0] > 0 and not _TIMING_WORDS.match(head[: starts[0]]):
        residue.append((0, starts[0]))
    elif not starts and head and not (_TIMING_WORDS.match(head) or _CHAIN.search(head)):
        residue.append((0, len(head)))
    for begin, end in pairwise(bounds):
        clause = head[begin:end]
        if clause.startswith(("or ", "and ")):
            clause = clause[clause.index(" ") + 1 :]
            begin = end - len(clause)
        if clause.startswith("only "):
            clause = clause[5:]
            begin += 5
        if clause.startswith(("if", "when", "each time", "every time", "whenever", "any time", "after", "immediately", "in response")):
            if "would" in clause and _WOULD_SUMMON.search(clause):
                responds.append("summon")
            if ("activat" in clause or " is used" in clause) and _ACTIVATES.search(clause) and not _NO_ANSWER.search(clause):
                responds.append("targeting" if _TARGETING.search(clause) else "activation")
                found: list[Event] = []
            elif _STATE.match(clause):
                found = []
            else:
                found = events_of(clause, begin)
                if not found and not (phases or windowed) and _DESTROYED.match(clause):
                    # With no other moment named, what "it destroyed" is the moment.
                    found = [Event("destroys", "self", "unsaid", (begin, end))]
            if phases and clause.startswith(("if summoned this way", "when summoned this way")):
                # "If Summoned this way, during the End Phase" asks how it came here.
                found = []
            if windowed or names_step or "battles" in clause:
                for event in found:
                    if event.what in ("battles", "attacks") and battle_of is None:
                        battle_of = "self" if event.subject == "self" else "other"
            events += found
            if not found and not (responds and (_ACTIVATES.search(clause) or "summon" in clause)):
                states.append((begin, end))
                if not (_STATE.match(clause) or is_state(clause) or (windowed and windows_of(clause) is not NONE)):
                    unknown.append((begin, end))
        elif clause.startswith(("while", "as long as", "for", "on")):
            states.append((begin, end))
        elif (windowed or names_step) and "battle" in clause:
            battle_of = battle_of or ("self" if "this card" in clause else "other")
    if windowed and window in BEFORE_RESULT:
        # Before the battle has a result, "is destroyed by battle" tells what is going to be.
        events = [e for e in events if not (e.what == "destroys" or (e.what == "destroyed" and e.cause == "battle"))]
    if "attack declaration" in head and _AT_DECLARATION.search(head):
        # "At attack declaration, if this card battles a monster": the attack is the moment, the battle is still to come.
        events = [msgspec.structs.replace(e, what="attack_declared") if e.what in ("battles", "attacks") else e for e in events]
        battle_of = battle_of if windowed or names_step else None
    if "attack declaration" in head and "in response to" in head and responds:
        events.append(Event("attack_declared", "other", "unsaid", (0, len(head))))
    if "chain " in head and _CHAIN.search(head):
        responds.append("chain")
    residue += unknown
    # What nobody understands may be the moment that the effect waits for: without another moment it is read as one, of an unknown kind.
    moment = bool(events or responds or windowed or names_step)
    if unknown and not moment:
        begin, end = unknown[0]
        events.append(Event("other", subject_of(head[begin:end]), "unsaid", (begin, end)))
    once: Once | None = None
    if "once" in head or "per turn" in head or "per chain" in head:
        once = next((value for cheap, value in _ONCE if cheap in head), None)
    condition = Condition(
        events=tuple(events),
        responds_to=tuple(dict.fromkeys(responds)),
        window=window,
        names_step=names_step,
        mark=mark,
        phases=tuple(dict.fromkeys(phases)),
        whose_turn=whose,
        states=tuple(states),
        battle_of=battle_of,
        already_there="already face-up" in head,
    )
    quick = (
        "quick effect" in head or "either player's turn" in head or head.startswith("during either player's battle phase") or "multi-trigger" in head
    )
    return Head(condition, quick, once, places_of(head, events), tuple(residue), "you can" in head, bool(unknown) and not moment)
