"""Japanese sentences that only limit how often effects are used, led to the effects that they mean."""

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from pipeline.read.ja_moments import Once
from pipeline.records import Effect

_CIRCLED = re.compile(r"[①-⑳](?:~[①-⑳])?")
_BY_NAME = re.compile(r"^(?:また、)?(?:このカード名|「」)")
# "..., and can be activated in the opponent's turn as well".
_BOTH_TURNS = "、相手ターンでも発動できる"
_NAME = "このカード名の"


class _Limit(msgspec.Struct, frozen=True, gc=False):
    once: Once
    numbers: frozenset[int]  # the circled numbers it names; none = all effects
    card: bool  # about the card (its activation) rather than its effects


@lru_cache(maxsize=4096)
def _read(sentence: str) -> _Limit:
    numbers: set[int] = set()
    for found in _CIRCLED.finditer(sentence):
        first, last = ord(found[0][0]) - 0x245F, ord(found[0][-1]) - 0x245F
        numbers.update(range(first, last + 1))
    if "デュエル中" in sentence:
        once: Once = "duel"
    elif "チェーン" in sentence:
        once = "chain"
    elif "度の戦闘" in sentence:
        once = "battle"
    else:
        once = "turn_by_name" if _BY_NAME.match(sentence) else "turn"
    return _Limit(once, frozenset(numbers), ("カードは" in sentence or "」は" in sentence) and "効果は" not in sentence)


def _parts(sentence: str) -> list[str]:
    """The limits of a sentence that holds several ("①②③ only once per turn, and ①② not in one chain"); its opening counts for all."""
    parts = sentence.split("ず、")
    opening = _NAME if sentence.startswith(_NAME[:-1]) else ""
    return [parts[0], *(opening + part for part in parts[1:])]


def _fits(limit: _Limit, effect: Effect, before: int | None) -> bool:
    if effect.once is not None or (effect.number == 0 and not limit.card):
        return False
    if limit.numbers:
        return effect.printed_no in limit.numbers
    if not effect.activated:
        return False
    if before is not None and limit.once == "turn":
        return effect.number == before
    return effect.kind == "card_activation" if limit.card else True


def _fast(effects: list[Effect], numbers: frozenset[int]) -> list[Effect]:
    """The effects, those with these numbers usable in the opponent's turn: what a player starts at will is fast then."""
    return [
        msgspec.structs.replace(effect, kind="quick", speed=2) if effect.kind == "ignition" and effect.printed_no in numbers else effect
        for effect in effects
    ]


def limited(effects: list[Effect], limits: Iterable[tuple[str, int | None]]) -> list[Effect]:
    """The effects with their limits. Each limit comes with the number of the effect before it, which a bare "this effect" means."""
    found = list(effects)
    # An effect keeps the first limit that fits it, so the same effects need not be asked again; no real text has the numbers to need more
    # than one look, a text of nothing but limits and effects has thousands of either.
    asked: set[object] = set()
    by_number: dict[int, list[int]] = {}
    for k, effect in enumerate(found):
        by_number.setdefault(effect.number, []).append(k)
    for sentence, before in limits:
        if _BOTH_TURNS in sentence:
            found = _fast(found, _read(sentence).numbers)
        for part in _parts(sentence):
            limit = _read(part)
            this_one = before is not None and limit.once == "turn" and not limit.numbers
            meant: object = (before if this_one else None, limit.card)
            if limit.numbers:
                if asked.issuperset(limit.numbers):
                    continue
                asked |= limit.numbers
            elif meant in asked:
                continue
            else:
                asked.add(meant)
            for k in by_number.get(before, ()) if this_one and before is not None else range(len(found)):
                if _fits(limit, found[k], before):
                    found[k] = msgspec.structs.replace(found[k], once=limit.once)
    return found
