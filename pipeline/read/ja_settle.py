"""Parts of a Japanese effect put together: its actions with their objects settled, its clause with raw spans, its old cost."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from pipeline.read.ja_actions import Deed, parse_actions
from pipeline.read.ja_condition import NO_HEAD, Head, parse_head
from pipeline.read.ja_fold import Folded, Note
from pipeline.read.ja_moments import first_window, windows
from pipeline.read.ja_old import PAYMENTS
from pipeline.read.ja_places import old_places
from pipeline.read.ja_split import Bullet, Sentence
from pipeline.records import Action, Card, Condition, Event, Link, Mark, Object, Part, ResponseTo, Span
from pipeline.windows import ALL, NONE, UNTIL_CALC, Window

_SUMMONS = frozenset(
    {"special_summon", "fusion_summon", "ritual_summon", "synchro_summon", "xyz_summon", "link_summon", "pendulum_summon", "normal_summon"}
)
# "2 or more: ..." in front of what a bullet does.
_LABEL = re.compile(r"[^。、:]{1,24}:")
_ASKS_DEF = re.compile(r"守備力[0-9]+以[上下]の守備表示モンスターを攻撃")
_STEP_LONG = re.compile(r"ダメージステップ(?:の間|終了時まで|中)")
_ONLY_THEN = re.compile(r"ダメージ計算時(?:のみ|だけ)")

# Windows that a text names as one moment.
_ONE_MOMENT = frozenset({*Window, UNTIL_CALC})

# An action and the place in the working text that its span counts from.
Placed = tuple[int, Deed]


def _place(note: Note) -> int:
    return note.at


class Draft(msgspec.Struct, frozen=True, gc=False):
    """What belongs to the card and the part while its effects are built."""

    folded: Folded
    card: Card
    part: Part
    lasting: bool  # the card has effects on the field

    def notes(self, start: int, end: int) -> list[str]:
        """Bracketed notes in a stretch of the working text."""
        if not self.folded.notes:
            return []
        notes = self.folded.notes
        first = bisect_left(notes, start, key=_place)
        return [n.text for n in notes[first : bisect_right(notes, end, first, key=_place)]]


class Body(msgspec.Struct, frozen=True, gc=False):
    """A resolution before its spans are raw."""

    deeds: tuple[Placed, ...] = ()
    residue: tuple[Span, ...] = ()  # of the working text


NOTHING = Body()


def body(sentences: Sequence[Sentence], begin: int = 0, remarks: bool = False) -> Body:
    """The actions of several sentences; `begin` skips the start of the first (an old text's condition).

    Remarks about the effect itself are passed over unless `remarks` is set.
    """
    if not sentences:
        return NOTHING
    deeds: list[Placed] = []
    residue: list[Span] = []
    for sentence in sentences:
        if begin or remarks or sentence.line.role not in ("once", "about"):
            start = sentence.start
            parsed = parse_actions(sentence.text, begin) if begin else parse_actions(sentence.text)
            for deed in parsed.deeds:
                deeds.append((start, deed))
            for a, b in parsed.residue:
                residue.append((start + a, start + b))
        begin = 0
    return Body(tuple(deeds), tuple(residue))


def settle(draft: Draft, deeds: Sequence[Placed], head: Head) -> tuple[Action, ...]:
    """Actions of a whole effect: who "it" is, what opens the resolution, what "negate it" negates."""
    if not deeds:
        return ()
    actions: list[Action] = []
    answers = head.condition.responds_to
    raw = draft.folded.span
    itself = others = target = False  # what has been Summoned so far
    for offset, deed in deeds:
        what, thing = deed.what, deed.object
        # An old text selects its target here; `targets` says so already.
        if what == "select" and head.targets:
            continue
        settled: Object = thing
        if thing == "that":
            settled = "target" if head.targets else "that"
        if what in _SUMMONS:
            itself, target, others = itself or thing == "self", target or thing == "that", others or thing not in ("self", "that")
        elif (thing == "self" and itself) or (thing == "that" and (target or (others and not head.targets))):
            settled = "summoned"
        link: Link = deed.link if actions else "first"
        action = Action(what, link, deed.optional, settled, deed.delayed, deed.treated_as, raw(offset + deed.start, offset + deed.end))
        if what == "negate_activation" and "summon" in answers:
            summon = replace(action, what="negate_summon")
            if "activation" in answers:
                actions.append(action)
                summon = replace(summon, link="or")
            action = summon
        actions.append(action)
    return tuple(actions)


def raw_condition(draft: Draft, condition: Condition, offset: int, stop: int, mark: Mark | None, must: bool) -> Condition:
    """A condition with its spans led back to the raw text."""
    raw = draft.folded.span
    events = condition.events
    if events:
        events = tuple([Event(e.what, e.subject, e.cause, raw(e.span[0] + offset, e.span[1] + offset), e.past, e.arrived) for e in events])
    states = condition.states
    if states:
        states = tuple([raw(start + offset, end + offset) for start, end in states])
    span = raw(offset, offset + stop)
    return replace(condition, events=events, mark=condition.mark or mark, mandatory_word=must, states=states, span=span)


def applied_windows(text: str) -> Window:
    """The windows that a text without activation names: durations count here."""
    if "ダメージ" not in text:
        return NONE
    found = windows(text)
    if _ONLY_THEN.search(text):
        found |= Window.DURING_CALC
    return found | ALL if _STEP_LONG.search(text) else found


def merge(parent: Head, own: Head) -> Head:
    """The head of an option: what the common clause says and what the option adds (events and states apart)."""
    a, b = parent.condition, own.condition
    return replace(
        parent,
        condition=replace(
            a,
            responds_to=a.responds_to + tuple(r for r in b.responds_to if r not in a.responds_to),
            window=a.window | b.window,
            names_step=a.names_step or b.names_step,
            mark=a.mark or b.mark,
            phases=a.phases + tuple(p for p in b.phases if p not in a.phases),
            whose_turn=a.whose_turn or b.whose_turn,
            battle_of=a.battle_of or b.battle_of,
        ),
        targets=parent.targets or own.targets,
        places=parent.places or own.places,
        turns=own.turns if parent.turns == "unsaid" else parent.turns,
    )


def old_head(sentence: str, stop: int) -> Head:
    """The head of an old text's sentence: all before `stop` is condition, the cost stands among the actions."""
    head = parse_head(sentence, stop, True) if stop else NO_HEAD
    condition = head.condition
    if condition.window is NONE:
        if "ダメージ計算を行わず" in sentence:
            # This card is turned up first where it is attacked face-down, and so is a monster of which the DEF is asked.
            turned = "裏側守備表示のこのカードを" in sentence or _ASKS_DEF.search(sentence)
            condition = replace(condition, window=Window.BEFORE_CALC if turned else Window.START)
        elif any(e.what in ("battles", "attacks") for e in condition.events):
            condition = replace(condition, window=first_window(sentence))
    elif condition.window not in _ONE_MOMENT:
        # What stands behind the moment of an old sentence dates the processing.
        condition = replace(condition, window=first_window(sentence))
    return replace(
        head,
        condition=condition,
        cost=(),
        once=head.once or ("turn" if "1ターンに1度" in sentence else None),
        places=head.places or old_places(sentence),
        targets="選択し、" in sentence or "選択して" in sentence,
    )


def paid(head: Head, told: Body, lead: Sentence, more: bool) -> tuple[Head, Body]:
    """An old text's cost taken out of its actions: what is done "by doing ...", or a first sentence that only pays (`more` follow)."""
    deeds = told.deeds
    opening = [k for k, (offset, _) in enumerate(deeds) if offset == lead.start]
    last = max((k for k in opening if deeds[k][1].paid), default=-1)
    if last < 0 and more and opening and all(deeds[k][1].what in PAYMENTS for k in opening):
        last = opening[-1]
    if opening and deeds[opening[-1]][1].optional:
        # "can" of an old text is the player's choice to activate, not one at resolution.
        deeds = tuple((offset, replace(deed, optional=False) if offset == lead.start else deed) for offset, deed in deeds)
    cost = tuple(deed for _, deed in deeds[: last + 1] if deed.what != "choose")
    return replace(head, cost=cost), replace(told, deeds=deeds[last + 1 :])


def applied_list(bullets: Sequence[Bullet], introduction: str) -> Body:
    """What the bullets of a resolution do: left to choice where the words before them say so, conditional where they have labels."""
    if not bullets:
        return NOTHING
    optional = "できる" in introduction
    choice = "1つ" in introduction or "いずれか" in introduction
    deeds: list[Placed] = []
    residue: list[Span] = []
    for k, bullet in enumerate(bullets):
        told = body(bullet.sentences)
        label = _LABEL.match(bullet.sentences[0].text) if bullet.sentences else None
        # The lowest step of "1 or more: ..., 2 or more: ..." is done whenever anything is.
        conditional = label is not None and (k > 0 or "以上" not in label[0])
        for n, (offset, deed) in enumerate(told.deeds):
            link: Link = "or" if choice and k and not n else deed.link
            deeds.append((offset, replace(deed, optional=deed.optional or optional, delayed=deed.delayed or conditional, link=link)))
        # A bullet without a stop only names a card.
        if any(s.text.endswith("。") for s in bullet.sentences):
            residue += told.residue
    return Body(tuple(deeds), tuple(residue))


def answering(head: Head, deeds: tuple[Placed, ...], counter: bool) -> Head:
    """The head of an effect that negates an activation or a Summon (of a Counter Trap: or an effect) without saying that it answers one."""
    if head.condition.responds_to or not deeds:
        return head
    first = deeds[0][1].what
    if first not in ("negate_activation", "negate_summon") and not (counter and first == "negate_effect"):
        return head
    what: ResponseTo = "summon" if first == "negate_summon" else "activation"
    return replace(head, condition=replace(head.condition, responds_to=(what,)))
