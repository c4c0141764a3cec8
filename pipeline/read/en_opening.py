"""The activation clause of an English effect: where it stands, what it says, and what the first sentence leaves for the processing."""

import re

from msgspec.structs import replace

from pipeline.read import en_moments, en_old
from pipeline.read.en_condition import Head, parse_head
from pipeline.read.en_pieces import Piece
from pipeline.read.en_text import Folded
from pipeline.records import Condition, Event, Span
from pipeline.windows import Window

_EMPTY = parse_head("")
# An activation that is offered, not forced.
CAN_START = re.compile(
    r"\s*(?:\([^)]*\) ?)?(?:during[^,;]{0,60}, |once per turn,? )?(?:you|your opponent|either player|"
    r"a player|that player|each player|players|the turn player|they|(?:its|their|that card.s|the) (?:owner|controller)s?) (?:can|may)\b",
    re.ASCII,
)

_PAID_FOR = re.compile(
    r"[\s,]*(?:once per turn, )?(?:you (?:can|may) )?"
    r"(?P<cost>(?:pay|discard|tribute|remove|send|banish|detach) (?:[^.;:,()]|\([^()]{1,30}\)){3,90}?) to "
    r"(?=(?:have|make|destroy|draw|special summon|inflict|increase|decrease|negate|change|select|take|place|look|gain|return 1|add 1)\b)"
)
# Of two battling monsters one is asked to be stronger.
_COMPARES = re.compile(
    r"if the (?:atk|def) of [^,.;:]{0,30}\battack(?:ed|ing)\b[^,.;:]{0,60} is (?:higher|lower) than the (?:atk|def)"
    r" of [^,.;:]{0,40}\battack(?:ed|ing)\b"
)


def _shift_condition(condition: Condition, offset: int, span: Span) -> Condition:
    events, states = condition.events, condition.states
    if events:
        events = tuple([Event(e.what, e.subject, e.cause, (e.span[0] + offset, e.span[1] + offset), e.past, e.arrived) for e in events])
    if states:
        states = tuple([(a + offset, b + offset) for a, b in states])
    return Condition(
        events=events,
        responds_to=condition.responds_to,
        window=condition.window,
        names_step=condition.names_step,
        mark=condition.mark,
        phases=condition.phases,
        whose_turn=condition.whose_turn,
        mandatory_word=condition.mandatory_word,
        states=states,
        battle_of=condition.battle_of,
        span=span,
        already_there=condition.already_there,
    )


class Opening:
    """The activation clause of an effect: where it stands, what it says, and what is left of the first sentence."""

    def __init__(self, text: Folded, first: Piece, *, own_activation: bool, option: bool) -> None:
        self.first = first
        self.head: Head = _EMPTY
        self.condition = Condition()
        self.residue: list[Span] = []
        self.words = text.low[first.sentence.start : first.sentence.end]
        self.old = first.head is None and not option
        if first.head is not None:
            self._parse(text.low, *first.head)
        elif not option:
            self._old_style(own_activation)
            self._split_cost(text.low)

    def _parse(self, low: str, start: int, end: int) -> None:
        raw = low[start:end]
        head = raw.strip()
        if head == "flip":
            self._behind_flip(low)
            return
        if head.startswith("flip:"):
            raw = raw[raw.index("flip") + 5 :]
            start = end - len(raw)
            head = raw.strip()
        self.head = parse_head(head)
        offset = start + len(raw) - len(raw.lstrip())
        self._take(offset, (start, end))

    def _behind_flip(self, low: str) -> None:
        """A moment of its own behind "FLIP:": the flip only lets the effect wait for it."""
        start, end = self.first.body
        words = low[start:end]
        behind = en_moments.moment_after_flip(words)
        if behind is None:
            return
        at, stop = behind
        self.head = parse_head(words[at:stop])
        self._take(start + at, (start + at, start + stop))
        if self.words.startswith(words[:stop].lstrip(), self.words.find(":") + 2):
            self.first = replace(self.first, body=(start + stop, end))

    def _take(self, offset: int, span: Span) -> None:
        """The clause that was parsed: its words begin at `offset`, it stands in `span`."""
        self.condition = _shift_condition(self.head.condition, offset, span)
        self.residue = [(a + offset, b + offset) for a, b in self.head.residue]

    def _old_style(self, own_activation: bool) -> None:
        start, end = self.first.sentence.start, self.first.sentence.end
        if own_activation and self.words.startswith("during the turn this card is activated, "):
            # What follows is set up for the turn: no moment of the activation.
            return
        if own_activation and _COMPARES.match(self.words):
            # Which of two battling monsters is stronger is asked when they are compared.
            clause = self.words.index(",")
            self.condition = Condition(window=Window.DURING_CALC, states=((start, start + clause),), span=(start, start + clause))
            self.first = replace(self.first, body=(start + clause, self.first.body[1]))
            return
        limit = en_old.ACTIVATE_ONLY.match(self.words) if own_activation else None
        if limit is not None and self.first.cost is not None:
            # "Activate only if ..., by targeting 1 of them; ...": the cost stands behind the clause.
            when = self.words[limit.end() : self.first.cost[1] - start].partition(", by ")[0]
            self.head = parse_head(when.rstrip(" ,;"))
            self.condition = _shift_condition(self.head.condition, start + limit.end(), (start, start + limit.end() + len(when)))
            return
        if limit is not None:
            self.head = parse_head(self.words[limit.end() :].rstrip(". "))
            self._take(start + limit.end(), (start, end))
            self.first = replace(self.first, body=(end, end))
            return
        behind = None if own_activation else en_moments.moment_behind(self.words)
        if behind is not None:
            at, stop = behind
            self.head = parse_head(self.words[at:stop].strip())
            self._take(start + at + 1, (start + at, start + stop))
            self.first = replace(self.first, body=(self.first.body[0], start + at))
            return
        clause = en_moments.clause_end(self.words)
        if clause > 0:
            self.head = parse_head(self.words[:clause].strip(" ,"))
            self._take(start, (start, start + clause))
            if self.first.cost is None:
                self.first = replace(self.first, body=(start + clause, self.first.body[1]))
            elif self.first.cost[0] == start:
                self.first = replace(self.first, cost=(start + clause, self.first.cost[1]))
        if "damage " in self.words:
            self.condition = en_old.named_late(self.condition, self.words)
            self.head = replace(self.head, condition=self.condition)

    def _split_cost(self, low: str) -> None:
        """ "Pay 500 Life Points to destroy 1 card": what is paid stands in front of what it is paid for."""
        start, end = self.first.body
        paid = _PAID_FOR.match(low, start, end) if self.first.cost is None else None
        if paid is not None:
            self.first = replace(self.first, cost=(start, paid.end("cost")), body=(paid.end(), end))

    def optional(self, low: str) -> bool:
        """Whether the activation is a "can"."""
        start, end = self.first.cost if self.first.cost is not None else self.first.body
        return CAN_START.match(low, start, end) is not None or self.head.you_can or (self.old and en_old.leaves_choice(self.words))
