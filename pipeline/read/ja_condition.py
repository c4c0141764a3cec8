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
from pipeline.records import Condition, Event, Phase, Place, ResponseTo, Span

_CHAIN = re.compile(r"チェーン[0-9]|チェーンが|チェーンブロック")
# Behind an event, these make it something that happened earlier.
_EARLIER = re.compile(
    r"(?:自分・相手|お互い|自分か相手|自分|相手)?の?(?:ターン(?!プレイヤー)|バトルフェイズ|エンドフェイズ|メインフェイズ)"
)  # fmt: skip
_STATE_WORDS = ("場合", "れば", "状態", "限り", "時")
_BATTLE = frozenset({"battles", "attacks", "attack_declared"})
_TARGET = re.compile(r"対象(?:として|とし|に選択|にして|に取|となる)|(?:選択|指定)して(?:発動|、)|選択し、|を選択して")
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


class _Told(msgspec.Struct, frozen=True, gc=False):
    """What the clauses of a condition tell together."""

    events: list[Event]
    answers: list[ResponseTo]
    states: list[Span]
    battle_of: Literal["self", "other"] | None


def _state(clause: str, start: int, end: int) -> Span | None:
    """The span of a clause without an event that must hold; null for one that only dates or repeats."""
    if not clause.strip("＿、") or not any(word in clause for word in _STATE_WORDS):
        return None
    return None if PHASE.search(clause) or windows(clause) or STEP.search(clause) else (start, end)


def _tell(condition: str, dated: bool) -> _Told:
    told = _Told([], [], [], None)
    battle_of: Literal["self", "other"] | None = None
    for start, end in clauses(condition):
        clause = condition[start:end]
        again = told.events[-1].subject if told.events and clause.startswith(("または", "もしくは")) else None
        read = read_clause(clause, again)
        if read.answers is not None:
            told.answers.append(read.answers)
        for event in read.events:
            past = event.what != "targeted" and ("このターン" in clause or _EARLIER.match(clause, event.end) is not None)
            told.events.append(Event(event.what, event.subject, event.cause, (start + event.start, start + event.end), past))
            if event.what in _BATTLE and battle_of is None and (dated or event.what == "battles"):
                battle_of = "self" if event.subject == "self" else "other"
        if not read.events and read.answers is None:
            state = _state(clause, start, end)
            if state is not None:
                told.states.append(state)
        elif "存在し" in clause or "状態で" in clause:
            told.states.append((start, start + max(clause.rfind("存在し"), clause.rfind("状態で")) + 3))
    return msgspec.structs.replace(told, battle_of=battle_of)


@lru_cache(maxsize=32768)
def parse_head(sentence: str, stop: int, whole: bool = False) -> Head:
    """Parse an activation clause; `sentence` ends with its verb ("can be activated"), which begins at `stop`.

    `whole`: all of it is condition, as in old texts that name no cost in front of what they do.
    """
    words, once = blank_limits(sentence[:stop])
    bound = len(words)
    if not whole:
        bound = 0
        for found in BOUND.finditer(words):
            bound = found.end()
    condition, rest = words[:bound], words[bound:]
    window = windows(condition)
    mark = marks(condition)
    step = not window and mark is None and names_step(condition)
    named: tuple[Phase, ...] = ()
    whose: Whose | None = None
    turns: Turns = "unsaid"
    if "フェイズ" in condition or "ステップ" in condition or "ターン" in condition:
        named, whose, turns = phases(condition)
    told = _tell(condition, bool(window) or step)
    if "チェーン" in words and _CHAIN.search(words):
        told.answers.append("chain")
    targets = "対象として" in condition or (_TARGET.search(rest) is not None and ("対象" in rest or not _CHOICE.search(rest)))
    parsed = parse_actions(sentence, bound) if rest.strip("＿、") else None
    return Head(
        Condition(
            events=tuple(told.events),
            responds_to=tuple(dict.fromkeys(told.answers)),
            window=window,
            names_step=step,
            mark=mark,
            phases=named,
            whose_turn=whose,
            states=tuple(told.states),
            battle_of=told.battle_of,
        ),
        tuple(deed for deed in parsed.deeds if deed.what not in _NOT_PAID) if parsed is not None else (),
        targets,
        places_of(sentence[:stop], told.events),
        once,
        turns,
        parsed.residue if parsed is not None else (),
        bound,
    )
