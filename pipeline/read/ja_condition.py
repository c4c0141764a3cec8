"""The Japanese activation clause: window, mark, phases, what it answers, its events and states; then cost and target.

In Japanese the clause runs "when or if ..., cost ..., target ... : can activate" in one sentence. Everything here works on that
sentence of working text up to its activation verb, and is cached.
"""

import re
from functools import lru_cache
from typing import Literal

import msgspec

from pipeline.read.ja_actions import Deed, parse_actions
from pipeline.read.ja_events import read_clause
from pipeline.read.ja_moments import BOUND, PHASE, STEP, Once, Turns, Whose, blank_limits, clauses, marks, names_step, phases, windows
from pipeline.read.ja_places import places_of
from pipeline.read.ja_states import is_state
from pipeline.records import Condition, Event, Phase, Place, ResponseTo, Span
from pipeline.windows import NONE

_OR_PHASE = re.compile(r"(?<=た場合、)または[^、]*フェイズ")
_CHAIN = re.compile(r"チェーン[0-9]|チェーンが|チェーンブロック")
# Behind an event, these make it something that happened earlier.
_EARLIER = re.compile(
    r"(?:自分・相手|お互い|自分か相手|自分|相手)?の?(?:ターン(?!プレイヤー)|バトルフェイズ|エンドフェイズ|メインフェイズ)"
)  # fmt: skip
_STATE_WORDS = ("場合", "れば", "状態", "限り", "時")
_ALREADY = re.compile(r"このカードが(?:既に)?(?:自分の)?(?:魔法&罠ゾーン|フィールド)に(?:表側表示で)?存在(?:する状態で|し、)")
_BATTLE = frozenset({"battles", "attacks", "attack_declared"})
_TARGET = re.compile(r"対象(?:とし|に選択|にして|に取|となる)|選択して(?:発動|、)|指定して(?:発動|、)|選択し、|を選択して")
_CHOICE = re.compile(r"(?:以下|次の効果|下記|その効果|効果|[いど]ずれか)[^、。]{0,8}から(?:[0-9一]つ|[0-9]|いずれか)?[^、。]{0,6}(?:選択|選ん)")
_NOT_PAID = frozenset(
    {"choose", "select", "target", "activate", "opponent_chooses", "other", "negate_activation", "negate_effect", "negate_summon", "negate_attack"}
)


class Head(msgspec.Struct, frozen=True, gc=False):
    """A parsed activation clause; spans are relative to the sentence."""

    condition: Condition
    cost: tuple[Deed, ...]
    targets: bool
    places: tuple[Place, ...]  # as the words say; empty where they say nothing
    once: Once | None
    turns: Turns
    residue: tuple[Span, ...]
    bound: int  # where the condition ends and cost and target begin


NO_HEAD = Head(Condition(), (), False, (), None, "unsaid", (), 0)


def _state(clause: str, start: int, end: int) -> Span | None:
    """The span of a clause without an event that must hold; null for one that only dates or repeats."""
    if not clause.strip("＿、") or not any(word in clause for word in _STATE_WORDS):
        return None
    if ("フェイズ" in clause or "バトルステップ" in clause) and PHASE.search(clause):
        return None
    return None if "ダメージ" in clause and (windows(clause) is not NONE or STEP.search(clause)) else (start, end)


@lru_cache(maxsize=32768)
def _condition(words: str) -> tuple[Condition, Turns, tuple[Span, ...]]:
    """What the words of a condition tell, in whose turn they let the effect be used, and its clauses that nobody here understands.

    Spans are relative to the words, which recur from card to card.
    """
    window = windows(words)
    mark = marks(words)
    step = window is NONE and mark is None and names_step(words)
    dated = window is not NONE or step
    named: tuple[Phase, ...] = ()
    whose: Whose | None = None
    turns: Turns = "unsaid"
    if "フェイズ" in words or "ステップ" in words or "ターン" in words:
        # A phase as an alternative to an event limits nothing.
        beside = _OR_PHASE.search(words) if "または" in words else None
        named, whose, turns = phases(words if beside is None else words[: beside.start()])
    events: list[Event] = []
    answers: list[ResponseTo] = []
    states: list[Span] = []
    unknown: list[Span] = []
    battle_of: Literal["self", "other"] | None = None
    for start, end in clauses(words):
        clause = words[start:end]
        again = events[-1].subject if events and clause.startswith(("または", "もしくは")) else None
        read = read_clause(clause, again)
        if read.answers is not None and read.answers not in answers:
            answers.append(read.answers)
        for event in read.events:
            past = event.what != "targeted" and ("このターン" in clause or _EARLIER.match(clause, event.end) is not None)
            past = past or words.startswith("そのターンのバトルフェイズ", end)
            arrived = event.what == "destroys" and "墓地へ送" in clause
            # What this very effect did is no event of others.
            subject = "self" if clause.startswith("この効果で") else event.subject
            events.append(Event(event.what, subject, event.cause, (start + event.start, start + event.end), past, arrived))
            if event.what in _BATTLE and battle_of is None and (dated or event.what == "battles"):
                battle_of = "self" if event.subject == "self" else "other"
        if not read.events and read.answers is None:
            state = _state(clause, start, end)
            if state is not None:
                states.append(state)
            if not is_state(clause) and (state is not None or (PHASE.search(clause) is None and windows(clause) is NONE)):
                unknown.append((start, end))
        elif "存在し" in clause or "状態で" in clause:
            states.append((start, start + max(clause.rfind("存在し"), clause.rfind("状態で")) + 3))
    told = Condition(
        events=tuple(events),
        responds_to=tuple(answers),
        window=window,
        names_step=step,
        mark=mark,
        phases=named,
        whose_turn=whose,
        states=tuple(states),
        battle_of=battle_of,
        already_there="このカードが" in words and _ALREADY.search(words) is not None,
    )
    return told, turns, tuple(unknown)


def _chained(told: Condition, words: str) -> Condition:
    """The condition, answering a chain where the words (also those behind it) speak of one."""
    if "チェーン" in words and _CHAIN.search(words):
        return msgspec.structs.replace(told, responds_to=(*told.responds_to, "chain"))
    return told


def _waiting(told: Condition, words: str, unknown: tuple[Span, ...]) -> Condition:
    """The condition, with a clause that nobody understands as the moment it waits for where it has no other: an event of an unknown kind."""
    if not unknown or told.events or told.responds_to or told.window is not NONE or told.names_step:
        return told
    start, end = unknown[0]
    event = Event("other", "self" if "このカードが" in words[start:end] else "other", "unsaid", (start, end))
    return msgspec.structs.replace(told, events=(event,))


def condition_of(words: str) -> Condition:
    """What words tell that are nothing but a condition, as in old texts; spans are relative to them."""
    words, _ = blank_limits(words)
    return _chained(_condition(words)[0], words)


def _targets(condition: str, rest: str) -> bool:
    if "対象として" in condition:
        return True
    return _TARGET.search(rest) is not None and ("対象" in rest or not _CHOICE.search(rest))


@lru_cache(maxsize=32768)
def parse_head(sentence: str, stop: int, whole: bool = False) -> Head:
    """Parse an activation clause; `sentence` ends with its verb ("can be activated"), which begins at `stop`.

    `whole`: all of it is condition, as in old texts that name no cost in front of what they do.
    """
    spoken = sentence[:stop]
    words, once = blank_limits(spoken)
    bound = stop
    if not whole:
        bound = 0
        for found in BOUND.finditer(words):
            bound = found.end()
    condition, rest = words[:bound], words[bound:]
    told, turns, unknown = _condition(condition)
    told = _waiting(_chained(told, words), words, unknown)
    cost: tuple[Deed, ...] = ()
    residue = unknown
    if rest.strip("＿、"):
        # Read without the condition in front of it: costs recur, conditions differ.
        parsed = parse_actions(sentence[bound:])
        cost = tuple([msgspec.structs.replace(d, start=d.start + bound, end=d.end + bound) for d in parsed.deeds if d.what not in _NOT_PAID])
        residue += tuple([(a + bound, b + bound) for a, b in parsed.residue])
    return Head(told, cost, _targets(condition, rest), places_of(spoken, told.events), once, turns, residue, bound)
