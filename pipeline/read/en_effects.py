"""From the sentences of one English effect to its `Effect` record."""

import re

from msgspec.structs import replace

from pipeline.read import en_old
from pipeline.read.en_actions import Parsed, parse_actions, placed
from pipeline.read.en_kinds import kind_of, speed_of
from pipeline.read.en_opening import CAN_START, Opening
from pipeline.read.en_pieces import Piece
from pipeline.read.en_text import MOST_OF_EFFECT, Folded
from pipeline.records import Action, Card, Condition, Effect, EventWhat, Kind, Link, Part, Place, Span
from pipeline.windows import NONE

# How far back the way of Summoning may stand (code points).
_WAY_BACK = 300
# One of the bullets behind is applied, not each in turn.
_ONE_OF = re.compile(r"\b(?:1|one|either|any|\d|appropriate|corresponding)\b[^.;:]{0,40}\beffects?\b|based on|depending on")
_WAY = re.compile(r"\b(?:(?P<kind>normal|tribute) summon(?: \([^)]{1,20}\))? this card|special summon)")
_FROM_HAND = re.compile(
    r"\b(?:discard|reveal|send|banish|show|return|special summon|add|shuffle) this card(?: \(from| from| in|"
    r" that is in)? ?(?:your|the|its)? ?hand|discard this card|this card (?:in|from) your hand|\(from your hand\)"
)
_FROM_GY = re.compile(
    r"\b(?:banish|return|shuffle|special summon|add|target|set|attach|equip|place) this card (?:\()?(?:from|in|"
    r"that is in) (?:your|the) (?:gy|graveyard)|this card (?:from|in) your (?:gy|graveyard)|banish this card from (?:your|the) "
)


def merge(parent: Condition, own: Condition | None) -> Condition:
    """The condition of an option: its own words where it has some, else those of the sentence that offers it."""
    if own is None:
        return parent
    return Condition(
        events=own.events or parent.events,
        responds_to=own.responds_to or parent.responds_to,
        window=parent.window if own.window is NONE else own.window,
        names_step=own.names_step or parent.names_step,
        mark=own.mark or parent.mark,
        phases=own.phases or parent.phases,
        whose_turn=own.whose_turn or parent.whose_turn,
        states=(*parent.states, *own.states),
        battle_of=own.battle_of or parent.battle_of,
        span=own.span or parent.span,
        already_there=own.already_there or parent.already_there,
    )


def _settled(sentences: list[tuple[int, Parsed]], targets: bool) -> tuple[Action, ...]:
    """The actions of sentences (where they begin, what they do), and what "it" is: the monster just Special Summoned, else the target."""
    settled: list[Action] = []
    summoned = that_target = False
    for offset, parsed in sentences:
        for link, at, deed in parsed.deeds:
            what, said = deed.what, deed.object
            thing = said
            if what == "atk_def_change" and summoned and (said == "that" or (said == "target" and that_target)):
                thing = "summoned"
            elif said == "that" and targets and not summoned:
                thing = "target"
            if what == "special_summon" and not deed.delayed:
                summoned = True
                that_target = targets and said in ("that", "target")
            begin = offset + at
            settled.append(Action(what, link, deed.optional, thing, deed.delayed, deed.treated_as, (begin + deed.start, begin + deed.end)))
    return tuple(settled)


def _this_way(condition: Condition, before: str) -> Condition:
    """ "If Summoned this way": the way of Summoning that the text told of last."""
    ways = [way["kind"] for way in _WAY.finditer(before)]
    if not ways or ways[-1] is None:
        return condition
    what: EventWhat = "normal_summoned" if ways[-1] == "normal" else "tribute_summoned"
    events = tuple([replace(e, what=what) if e.what == "summoned" and e.subject == "self" else e for e in condition.events])
    return replace(condition, events=events)


def _alternatives(introduction: str | None) -> bool:
    """Whether of the bullets behind these words one is applied rather than each in turn; not where no words introduce them."""
    if introduction is None:
        return False
    if "in sequence" in introduction or "apply the following effect," in introduction:
        return False
    all_of_them = "apply the following effects." in introduction or "these effects" in introduction.replace("of these effects", "")
    return not all_of_them or "based on" in introduction or "depending on" in introduction


def _processing(low: str, pieces: list[Piece]) -> tuple[list[tuple[int, Parsed]], list[Span]]:
    """What the sentences of an effect do, in order, and what of them was not understood."""
    sentences: list[tuple[int, Parsed]] = []
    residue: list[Span] = []
    introduction: str | None = None
    for n, piece in enumerate(pieces):
        at, end = piece.body
        body = low[at:end]
        lead = len(body) - len(body.lstrip())
        if n == 0 and piece.cost is None:
            # The "you can" of the activation is no option at resolution.
            opened = CAN_START.match(body)
            lead = lead if opened is None else opened.end()
        link: Link = "first" if n == 0 else "or" if piece.sentence.opens_bullet and _alternatives(introduction) else "sentence"
        if not piece.sentence.bullet:
            introduction = body
        parsed = parse_actions(body[lead:], link)
        sentences.append((at + lead, parsed))
        if parsed.residue:
            residue += [(a + at + lead, b + at + lead) for a, b in parsed.residue]
    return sentences, residue


def activated(
    card: Card,
    text: Folded,
    part: Part,
    number: int,
    pieces: list[Piece],
    *,
    own_activation: bool,
    bullet: int | None = None,
    parent: Effect | None = None,
    granted: bool = False,
) -> Effect:
    """The record of an effect that starts a chain, out of its sentences in order.

    `parent` is the effect that offers this one as an option: what the option leaves unsaid is taken from it.
    """
    low = text.low
    span = (pieces[0].sentence.start, pieces[-1].sentence.end)
    whole = low[span[0] : min(span[1], span[0] + MOST_OF_EFFECT)]
    opening = Opening(text, pieces[0], own_activation=own_activation, option=parent is not None)
    first, head, condition = opening.first, opening.head, opening.condition
    if ("damage step" in whole or "cannot be activated during the battle phase" in whole) and condition.mark is None:
        mark = en_old.late_mark(whole)
        if mark is not None:
            condition = replace(condition, mark=mark)
    if "summoned this way" in opening.words and condition.events:
        condition = _this_way(condition, low[max(0, span[0] - _WAY_BACK) : span[0]])
    sentences, residue = _processing(low, [first, *pieces[1:]])
    residue += opening.residue
    cost: tuple[Action, ...] = ()
    targets = False
    paid = low[first.body[0] : first.body[1]]
    if first.cost is not None:
        paid = low[first.cost[0] : first.cost[1]]
        parsed = parse_actions(paid, "first")
        if parsed.residue:
            residue += [(a + first.cost[0], b + first.cost[0]) for a, b in parsed.residue]
        targets = parsed.targets
        cost = placed(parsed, first.cost[0])
    places = head.places or _cost_places(paid) or (_cost_places(low[first.body[0] : first.body[1]]) if first.cost is not None else ())
    # What is offered as a "can" is optional, whatever clause the option adds.
    mandatory: bool | None = not opening.optional(low) and not (parent is not None and parent.mandatory is False)
    kind: Kind
    if parent is not None:
        condition = merge(parent.condition, condition if first.head is not None else None)
        cost = (*parent.cost, *cost)
        targets = targets or parent.targets
    if parent is not None and first.head is None:
        kind, mandatory, places = parent.kind, parent.mandatory, parent.places
    elif own_activation:
        kind = "card_activation"
    else:
        if head.quick and all(e.what == "equipped" for e in condition.events):
            # "If this card is equipped with X (Quick Effect)" asks for a state.
            condition = replace(condition, events=())
        if "(quick effect)" in opening.words:
            head = replace(head, quick=True)
        kind = kind_of(
            card,
            head,
            whole if "this is a quick effect" in whole or "either player's turn" in whole else opening.words,
            part,
            bool(condition.events),
            places,
        )
    if kind == "card_activation":
        mandatory, places = None, ()
    else:
        # A Spell or Trap on the field that says what it does without an event to wait for is activated at will.
        waits = condition.events or condition.responds_to or condition.window is not NONE
        at_will = kind == "quick" and card.card_type != "Monster" and not waits
        mandatory = False if kind == "ignition" or at_will else mandatory
        places = places or ("field",)
    return Effect(
        part=part,
        number=number,
        span=span,
        kind=kind,
        bullet=bullet,
        speed=speed_of(card, kind),
        mandatory=mandatory,
        places=places,
        once=head.once,
        condition=condition,
        cost=cost,
        targets=targets,
        actions=_settled(sentences, targets),
        granted=granted,
        residue=tuple(residue),
    )


def _cost_places(words: str) -> tuple[Place, ...]:
    if "this card" in words or "(from your hand)" in words:
        if "this card from your hand or field" in words or "this card from your hand or face-up field" in words:
            return ("hand", "field")
        if ("hand" in words or "discard this card" in words) and _FROM_HAND.search(words):
            return ("hand",)
        if ("gy" in words or "graveyard" in words or "banish this card from " in words) and _FROM_GY.search(words):
            return ("gy",)
    return ()
