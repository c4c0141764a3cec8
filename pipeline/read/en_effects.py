"""From the sentences of one English effect to its `Effect` record."""

import re
from typing import NamedTuple

from pipeline.read.en_actions import parse_actions
from pipeline.read.en_condition import Head, parse_head
from pipeline.read.en_roles import colon, semicolon
from pipeline.read.en_text import Folded, Sentence
from pipeline.records import Action, Card, Condition, Effect, Event, Kind, Link, Part, Phase, Place, Segment, Span
from pipeline.windows import ALL, NONE, Window

EMPTY = parse_head("")
ONE_SHOT = frozenset({"Normal", "Quick-Play", "Ritual", "Counter"})
LASTING = frozenset({"Continuous", "Field", "Equip"})
_CAN = re.compile(r"(?:,? ?(?:also |then |either |each |once per turn,? )*(?:you|your opponent|either player|a player|that player|each player|both players|players|the turn player|they|its controller) (?:can|may)\b)")
_CAN_START = re.compile(r"\s*(?:\([^)]*\) ?)?(?:during[^,;]{0,60}, |once per turn,? |if [^,;]{0,120}, )?(?:you|your opponent|either player|a player|that player|each player|players|the turn player|they|its controller) (?:can|may)\b")
_PLACE_COST = (
    (re.compile(r"\b(?:discard|reveal|send|banish|show|return|special summon|add|shuffle) this card(?: \(from| from| in| that is in)? ?(?:your|the|its)? ?hand|discard this card|this card (?:in|from) your hand|\(from your hand\)"), "hand"),
    (re.compile(r"\b(?:banish|return|shuffle|special summon|add|target|set|attach|equip|place) this card (?:\()?(?:from|in|that is in) (?:your|the) (?:gy|graveyard)|this card (?:from|in) your (?:gy|graveyard)|banish this card from (?:your|the) "), "gy"),
)  # fmt: skip
# What can only be applied, never activated: a sentence without a colon that does one of these is no old-style trigger.
_APPLIED = frozenset({"restrict", "protect", "unaffected", "replace", "attack_modify", "damage_modify", "treat", "summon_permission", "grant", "identity_change", "equip"})
_WINDOW_NAMES = (
    ("end of the damage step", ALL),
    ("damage step only", ALL),
    ("during the damage step", ALL),
    ("start of the damage step", Window.START),
    ("before damage calculation", Window.BEFORE_CALC),
    ("during damage calculation", Window.DURING_CALC),
    ("during the damage calculation", Window.DURING_CALC),
    ("after damage calculation", Window.AFTER_CALC),
)
_REPLACE = re.compile(r"\bwould\b[^.;]*\binstead\b|\binstead of\b[^.;]*\bwould|\bwould be (?:destroyed|sent|banished|returned|removed|negated)\b")
_LOCK = re.compile(r"(?:your opponent|neither player|players|they|either player)(?: \w+)? (?:cannot|can't) (?:activate|use)|(?:your opponent|neither player) can(?:not)? activate|cannot be activated|cannot activate")
_MAINTENANCE = re.compile(r"\b(?:standby phase|end phase)s?\b[^.;]*?\b(?:pay|destroy this card|send this card|tribute|discard|remove|or this card is|if you do not|if you cannot)|pay \d+ lp or|(?:if|when) you do not[^.;]*destroy")
_CONDITION = re.compile(r"activate (?:this card |only |this effect )?(?:only|by|if|when)|can only be activated|you must (?:control|have)|you can only (?:activate|use|have)|cannot be activated unless|this card can only|equip only|this effect can only|cannot attack the turn|activate only")


_WITHOUT_CALCULATION = re.compile(r"without (?:applying )?(?:flipping it face-up or (?:applying )?)?damage calculation|before damage calculation|damage calculation is not")
# Monsters answer an activation with "when", never with "if" or "each time": those wait until the chain is over.
_WHEN_ACTIVATED = re.compile(r"\bwhen [^:]*\bactivat")


class Piece(NamedTuple):
    """One sentence of an effect, cut at its colon and semicolon; absolute positions."""

    sentence: Sentence
    head: Span | None
    cost: Span | None
    body: Span


def cut(text: Folded, sentence: Sentence, *, opening: bool) -> Piece:
    """Cut a sentence into activation clause, cost and actions; only the opening sentence of an effect has the first two."""
    start, end = sentence.start, sentence.end
    low = text.low[start:end]
    lead = 0
    if low.startswith("●"):
        lead = len(low) - len(low[1:].lstrip())
    head: Span | None = None
    cost: Span | None = None
    body_start = start + lead
    if opening:
        at = colon(low)
        if at != -1 and at < len(low) - 1:
            head = (start + lead, start + at)
            body_start = start + at + 1
        semi = semicolon(low, max(at, 0))
        if semi != -1:
            cost = (body_start, start + semi)
            body_start = start + semi + 1
    return Piece(sentence, head, cost, (body_start, end))


def shift(actions: tuple[Action, ...], offset: int) -> tuple[Action, ...]:
    """Actions with their spans moved by `offset`."""
    return tuple(Action(a.what, a.link, a.optional, a.object, a.delayed, a.treated_as, (a.span[0] + offset, a.span[1] + offset)) for a in actions)


def _shift_condition(condition: Condition, offset: int, span: Span) -> Condition:
    return Condition(
        events=tuple(Event(e.what, e.subject, e.cause, (e.span[0] + offset, e.span[1] + offset), e.past) for e in condition.events),
        responds_to=condition.responds_to,
        window=condition.window,
        names_step=condition.names_step,
        mark=condition.mark,
        phases=condition.phases,
        whose_turn=condition.whose_turn,
        mandatory_word=condition.mandatory_word,
        states=tuple((a + offset, b + offset) for a, b in condition.states),
        battle_of=condition.battle_of,
        span=span,
    )


def merge(parent: Condition, own: Condition | None) -> Condition:
    """The condition of an option: its own words where it has some, else those of the sentence that offers it."""
    if own is None:
        return parent
    phases: tuple[Phase, ...] = own.phases or parent.phases
    return Condition(
        events=own.events or parent.events,
        responds_to=own.responds_to or parent.responds_to,
        window=own.window or parent.window,
        names_step=own.names_step or parent.names_step,
        mark=own.mark or parent.mark,
        phases=phases,
        whose_turn=own.whose_turn or parent.whose_turn,
        states=(*parent.states, *own.states),
        battle_of=own.battle_of or parent.battle_of,
        span=own.span or parent.span,
    )


def _resolve_objects(actions: list[Action], targets: bool) -> tuple[Action, ...]:
    """What "it" is: the monster that this effect just Special Summoned, else its target."""
    resolved: list[Action] = []
    summoned = False
    for action in actions:
        thing = action.object
        if action.what == "atk_def_change" and thing in ("that", "target") and summoned:
            thing = "summoned"
        elif thing == "that" and targets and not summoned:
            thing = "target"
        if action.what == "special_summon" and not action.delayed:
            summoned = True
        resolved.append(action if thing is action.object else Action(action.what, action.link, action.optional, thing, action.delayed, action.treated_as, action.span))
    return tuple(resolved)


def _kind(card: Card, head: Head, low: str, part: Part, has_event: bool, places: tuple[Place, ...], mandatory: bool) -> Kind:
    condition = head.condition
    phases = condition.phases
    timed = bool(condition.window) or any(phase != "main" for phase in phases) or condition.names_step
    if card.card_type == "Monster" and part == "text":
        if low.startswith("flip:") or low.startswith("● flip:"):
            return "flip"
        if head.quick or "this is a quick effect" in low or (condition.names_step and "hand" in places):
            return "quick"
        if condition.responds_to and not has_event and "summon" not in condition.responds_to and _WHEN_ACTIVATED.search(low):
            return "quick"
        if has_event or timed or condition.responds_to:
            return "trigger"
        return "ignition"
    if has_event:
        return "trigger"
    if head.quick or condition.responds_to:
        return "quick"
    if timed:
        return "quick" if phases and set(phases) <= {"battle", "main", "battle_step"} and not condition.window else "trigger"
    if card.card_type == "Trap" and not ("main" in phases and "gy" in places):
        return "quick"
    if "main" in phases and condition.whose_turn is None or condition.whose_turn == "opponent":
        return "quick"
    return "ignition"


def activated(
    card: Card, text: Folded, part: Part, number: int, pieces: list[Piece], *, own_activation: bool, bullet: int | None = None,
    parent: Effect | None = None, granted: bool = False,
) -> Effect:  # fmt: skip
    """The record of an effect that starts a chain, out of its sentences in order."""
    low = text.low
    first = pieces[0]
    span = (first.sentence.start, pieces[-1].sentence.end)
    residue: list[Span] = []
    head = EMPTY
    condition = Condition()
    opening = low[first.sentence.start : first.sentence.end]
    head_low = ""
    if first.head is not None:
        at, end = first.head
        raw_head = low[at:end]
        flip = raw_head.startswith("flip")
        head_low = raw_head.strip()
        head = parse_head("" if flip and len(head_low) < 6 else head_low)
        offset = at + len(raw_head) - len(raw_head.lstrip())
        condition = _shift_condition(head.condition, offset, (at, end))
        residue += [(a + offset, b + offset) for a, b in head.residue]
    elif parent is None:
        # No colon: what stands before "you can" or the comma behind an event is the activation clause of an old text.
        clause_end = _old_clause(opening)
        if clause_end > 0:
            head_low = opening[:clause_end].strip(" ,")
            head = parse_head(head_low)
            condition = _shift_condition(head.condition, first.sentence.start, (first.sentence.start, first.sentence.start + clause_end))
            if first.cost is None:
                first = first._replace(body=(first.sentence.start + clause_end, first.body[1]))
                pieces = [first, *pieces[1:]]
            elif first.cost[0] == first.sentence.start:
                first = first._replace(cost=(first.sentence.start + clause_end, first.cost[1]))
                pieces = [first, *pieces[1:]]
    whole = low[span[0] : span[1]]
    if first.head is None and parent is None and "damage " in opening:
        condition = _named_late(condition, opening)
        head = head._replace(condition=condition)
    if "damage step" in whole and condition.mark is None:
        mark = _late_mark(whole)
        if mark is not None:
            condition = _with_mark(condition, mark)
    if parent is not None:
        condition = merge(parent.condition, condition if first.head is not None else None)
    cost: tuple[Action, ...] = ()
    targets = False
    cost_low = ""
    if first.cost is not None:
        cost_low = low[first.cost[0] : first.cost[1]]
        parsed = parse_actions(cost_low, "first")
        residue += [(a + first.cost[0], b + first.cost[0]) for a, b in parsed.residue]
        targets = any(a.what in ("target", "select") for a in parsed.actions)
        cost = shift(parsed.actions, first.cost[0])
    actions: list[Action] = []
    can_opening = cost_low if first.cost is not None else low[first.body[0] : first.body[1]]
    can = _CAN_START.match(can_opening) is not None or head.you_can or (first.head is None and parent is None and _CAN.search(opening) is not None)
    for n, piece in enumerate(pieces):
        at, end = piece.body
        body = low[at:end]
        lead = len(body) - len(body.lstrip())
        if n == 0 and first.cost is None:
            # The "you can" of the activation is no option at resolution.
            opened = _CAN_START.match(body)
            if opened is not None:
                lead = opened.end()
        link: Link = "first" if n == 0 else "sentence"
        parsed = parse_actions(body[lead:], link)
        actions += shift(parsed.actions, at + lead)
        residue += [(a + at + lead, b + at + lead) for a, b in parsed.residue]
    if parent is not None:
        cost = (*parent.cost, *cost)
        targets = targets or parent.targets
    places = head.places or _cost_places(cost_low or low[first.body[0] : first.body[1]], card, whole)
    mandatory: bool | None = not can
    if parent is not None and not granted and first.head is None:
        kind: Kind = parent.kind
        mandatory = parent.mandatory
        places = parent.places
    elif own_activation:
        kind = "card_activation"
    else:
        kind = _kind(card, head, opening if "quick effect" not in whole else whole, part, bool(condition.events), places, not can)
    if kind == "card_activation":
        mandatory = None
        places = ()
    elif kind == "ignition":
        mandatory = False
    if not places and kind != "card_activation":
        places = ("field",)
    once = head.once
    return Effect(
        part=part, number=number, span=span, kind=kind, bullet=bullet, speed=_speed(card, kind), mandatory=mandatory, places=places,
        once=once if once is None else _ONCE_OF[once], condition=condition, cost=cost, targets=targets, actions=_resolve_objects(actions, targets),
        granted=granted, residue=tuple(residue),
    )  # fmt: skip


_ONCE_OF = {"turn": "turn", "duel": "duel", "chain": "chain", "battle": "battle", "face_up": "face_up"}


def _with_mark(condition: Condition, mark: str) -> Condition:
    return Condition(
        events=condition.events, responds_to=condition.responds_to, window=condition.window, names_step=condition.names_step, mark=mark,  # type: ignore[arg-type]
        phases=condition.phases, whose_turn=condition.whose_turn, states=condition.states, battle_of=condition.battle_of, span=condition.span,
    )  # fmt: skip


def _named_late(condition: Condition, opening: str) -> Condition:
    """A window or the step named behind "you can" in a text without a colon."""
    if condition.window or condition.names_step:
        return condition
    named = parse_head(opening).condition
    window = named.window
    if not (window or named.names_step):
        if _WITHOUT_CALCULATION.search(opening) is None:
            return condition
        # "without damage calculation": the effect comes before it, at the start (R-WIN-09).
        window = Window.START
    return Condition(
        events=condition.events, responds_to=condition.responds_to, window=window, names_step=named.names_step, mark=condition.mark, phases=condition.phases,
        whose_turn=condition.whose_turn, states=condition.states, battle_of=named.battle_of, span=condition.span,
    )  # fmt: skip


def _late_mark(whole: str) -> str | None:
    """A mark that stands behind the colon or in a sentence of its own."""
    if "except during the damage step" in whole or re.search(r"(?:cannot|can't|not) (?:be )?(?:activated?|used?)[^.;]{0,40} (?:during|in) the damage step", whole):
        return "except"
    if "even during the damage step" in whole or re.search(r"can (?:also )?be (?:activated|used) (?:even )?(?:during|in) the damage step", whole):
        return "even"
    return None


def _old_clause(opening: str) -> int:
    """Where the activation clause of a sentence without a colon ends; 0 if it has none."""
    if not re.match(r"(?:● ?)?(?:once per|if|when|while|during|each time|at the|after|before|flip|by )", opening):
        can = _CAN.match(opening)
        return 0 if can is None else 0
    best = 0
    depth = 0
    for n, char in enumerate(opening):
        if char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
        elif char == "," and depth == 0:
            rest = opening[n + 1 : n + 40].lstrip()
            if not re.match(r"(?:if|when|while|during|at the|after|or|and (?!if you do|inflict|draw|destroy)|once per|in)\b", rest):
                best = n
                break
    return best


_LABEL = re.compile(r"(?:while in (?:attack|defense) position|\d+\+?(?: or more)?|[a-z/ +,\"_-]{1,24})$")


def is_clause(text: Folded, piece: Piece) -> bool:
    """Whether the words before the colon of an option are an activation clause rather than a label ("Heads", "3+", "FIRE")."""
    if piece.head is None:
        return False
    words = text.low[piece.head[0] : piece.head[1]].strip()
    if words.startswith("while in"):
        return False
    head = parse_head(words)
    if head.once or head.quick or head.condition != Condition() or head.you_can:
        return True
    return _LABEL.match(words) is None or _CAN_START.match(text.low[piece.body[0] : piece.body[1]]) is not None or (
        piece.cost is not None and _CAN_START.match(text.low[piece.cost[0] : piece.cost[1]]) is not None
    )


def without_label(text: Folded, piece: Piece) -> Piece:
    """The piece of an option cut again behind its label; the label stays a part of its span."""
    start = piece.body[0] if piece.cost is None else piece.cost[0]
    sentence = piece.sentence
    again = cut(text, sentence._replace(start=start), opening=True)
    return again._replace(sentence=sentence)


def _speed(card: Card, kind: Kind) -> int:
    if kind == "quick":
        return 2
    if kind == "card_activation":
        if card.property == "Counter":
            return 3
        return 2 if card.card_type == "Trap" or card.property == "Quick-Play" else 1
    return 1


def _cost_places(words: str, card: Card, whole: str) -> tuple[Place, ...]:
    if "this card" not in words and "(from your hand)" not in words:
        return ()
    places: list[Place] = []
    for pattern, place in _PLACE_COST:
        if pattern.search(words):
            places.append(place)  # type: ignore[arg-type]
    return tuple(places[:1])


def applied(card: Card, text: Folded, part: Part, number: int, pieces: list[Piece], kind: Kind | None = None) -> Effect:
    """The record of an effect that is applied, not activated."""
    low = text.low
    span = (pieces[0].sentence.start, pieces[-1].sentence.end)
    whole = low[span[0] : span[1]]
    actions: list[Action] = []
    for n, piece in enumerate(pieces):
        parsed = parse_actions(low[piece.sentence.start : piece.sentence.end], "first" if n == 0 else "sentence")
        actions += shift(parsed.actions, piece.sentence.start)
    windows = NONE
    if "damage" in whole:
        for words, window in _WINDOW_NAMES:
            if words in whole:
                windows |= window
    if kind is None:
        if "would" in whole and _REPLACE.search(whole):
            kind = "replacement"
        elif "activate" in whole and _LOCK.search(whole):
            kind = "lock"
        elif ("phase" in whole or "pay" in whole) and _MAINTENANCE.search(whole):
            kind = "maintenance"
        elif _CONDITION.match(whole):
            kind = "condition"
        else:
            kind = "continuous"
    return Effect(part=part, number=number, span=span, kind=kind, actions=tuple(actions), applies_in=windows)


def old_style_activates(text: Folded, sentence: Sentence) -> bool:
    """Whether an event sentence without a colon is an old-style trigger rather than a continuous effect."""
    low = text.low[sentence.start : sentence.end]
    end = _old_clause(low)
    if end <= 0:
        return False
    head = parse_head(low[:end].strip(" ,"))
    condition = head.condition
    if not (condition.events or condition.responds_to or condition.phases or condition.window):
        return False
    body = low[end:]
    named = _WITHOUT_CALCULATION.search(body) is not None or ("damage" in body and bool(parse_head(low).condition.window))
    if any(e.what in ("attacks", "battles", "damage") for e in condition.events) and not condition.window and not named:
        return _CAN.match(body.strip(" ,")) is not None and "instead" not in body
    parsed = parse_actions(body, "first")
    if any(e.what == "resolved" for e in condition.events) or "resolves" in low[:end]:
        return False
    if not parsed.actions or "would" in low[:end] or "instead" in body:
        return False
    what = parsed.actions[0].what
    # "Each time ..., place a counter" and "this card is destroyed" are applied, not activated.
    if (what == "counter" and low.startswith("each time")) or re.match(r",? (?:this card|it) is (?:destroyed|sent|banished)", body):
        return False
    if what == "atk_def_change" and (head.condition.window or "each time" in low[:10] or not condition.events):
        return False
    return what not in _APPLIED and what != "other" and not _MAINTENANCE.search(low)


def segments(pieces: list[Piece], number: int) -> list[Segment]:
    """The segments of an effect: activation clause, cost and actions of each of its sentences, without the gaps between."""
    found: list[Segment] = []
    for piece in pieces:
        at = piece.sentence.start
        if piece.head is not None:
            found.append(Segment("condition", at, piece.head[1] + 1, number))
            at = piece.head[1] + 1
        if piece.cost is not None:
            found.append(Segment("cost", at, piece.cost[1] + 1, number))
            at = piece.cost[1] + 1
        if at < piece.sentence.end:
            found.append(Segment("actions", at, piece.sentence.end, number))
    return found
