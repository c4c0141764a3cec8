"""The Japanese reader: one part of a raw card text to its segments and effects (`Reading`).

It asks nothing of the text: every input gives a reading, in linear time, and what was not understood stands in `residue`.
"""

import re

import msgspec

from pipeline.read.ja_build import Draft, build
from pipeline.read.ja_condition import Once
from pipeline.read.ja_fold import Folded, fold
from pipeline.read.ja_group import Group, group, numbered
from pipeline.read.ja_kind import LASTING
from pipeline.read.ja_segments import segments
from pipeline.read.ja_split import Bullet, Section, Sentence, sections
from pipeline.records import Card, Effect, Part, Reading, Segment

# A sentence longer than this is no card text; it is kept as a statement, unread.
LONGEST = 1200
_EXTRA = frozenset({"Fusion", "Synchro", "Xyz", "Link"})
# Kinds of monster that have effects (or are Summoned in a way of their own); one without any of them only has flavour text.
_ABILITIES = frozenset({"Effect", "Fusion", "Ritual", "Synchro", "Xyz", "Link", "Tuner", "Flip", "Spirit", "Union", "Gemini", "Toon", "Divine-Beast"})
_CIRCLED = re.compile(r"[①-⑳](?:~[①-⑳])?")
_BY_NAME = re.compile(r"^(?:また、)?(?:このカード名|「」)")


def _flavour(card: Card) -> bool:
    if not card.has_effects():
        return True
    return card.card_type == "Monster" and len(card.types) > 0 and not _ABILITIES & set(card.types)


def _marked_old(effects: list[Effect]) -> list[Effect]:
    """The effects of a text without circled numbers, marked: it tells neither where one ends nor whether it is activated."""
    if any(effect.printed_no is not None for effect in effects):
        return effects
    return [msgspec.structs.replace(effect, old_wording=True) for effect in effects]


def _limit(sentence: str) -> tuple[Once, frozenset[int], bool]:
    """What a sentence of limits says: how often, for which circled numbers (none = all), whether it is about the card's activation."""
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
    return once, frozenset(numbers), "カードは" in sentence or "」は" in sentence


def _parts(sentence: str) -> list[str]:
    """The limits of a sentence that holds several ("①②③ only once per turn, and ①② not in one chain"); its opening counts for all."""
    parts = sentence.split("ず、")
    opening = "このカード名の" if sentence.startswith("このカード名") else ""
    return [parts[0], *(opening + part for part in parts[1:])]


def _limited(effects: list[Effect], limits: list[tuple[Sentence, int | None]]) -> list[Effect]:
    """The effects with the limits of sentences that stand apart; each limit names its effects by number or means the one before it."""
    parts = [(part, before) for sentence, before in limits for part in _parts(sentence.text)]
    for text, before in parts:
        once, numbers, whole_card = _limit(text)
        for k, effect in enumerate(effects):
            if effect.once is not None or effect.number == 0 and not whole_card:
                continue
            if numbers:
                fits = effect.printed_no in numbers
            elif before is not None and once == "turn":
                fits = effect.number == before
            elif whole_card and "効果は" not in text:
                fits = effect.kind == "card_activation"
            else:
                fits = effect.activated
            if fits and (effect.activated or numbers):
                effects[k] = msgspec.structs.replace(effect, once=once)
    return effects


def _materials(folded: Folded, section: Section, card: Card) -> int:
    """How many sentences at the beginning are the materials of an Extra Deck monster."""
    if not section.sentences or not _EXTRA & set(card.types):
        return 0
    first = section.sentences[0]
    return 0 if first.text.endswith("。") else 1


def _shorten(section: Section) -> Section:
    """The section without sentences that are too long to be card text."""
    if all(len(s.text) <= LONGEST for s in section.sentences) and all(
        len(s.text) <= LONGEST for _, bs in section.bullets for b in bs for s in b.sentences
    ):
        return section
    keep = tuple(s for s in section.sentences if len(s.text) <= LONGEST)
    bullets: list[tuple[int, tuple[Bullet, ...]]] = []
    for at, group_ in section.bullets:
        kept = sum(len(s.text) <= LONGEST for s in section.sentences[: at + 1]) - 1
        bullets.append((kept, tuple(b._replace(sentences=tuple(s for s in b.sentences if len(s.text) <= LONGEST)) for b in group_)))
    return section._replace(sentences=keep, bullets=tuple(bullets))


def read_japanese(text: str, part: Part, card: Card) -> Reading:
    """Read one part of a Japanese card text. Spans of the result are code points of `text` as given; nothing is ever raised."""
    if part == "text" and _flavour(card):
        return Reading((Segment("flavour", 0, len(text)),) if text else (), ())
    folded = fold(text)
    parts = sections(folded.text)
    if len(folded.text) > LONGEST:
        parts = [_shorten(s) for s in parts]
    lasting = card.card_type == "Monster" or part == "pendulum_effect" or card.property in LASTING
    draft = Draft(folded, card, part, lasting)
    head = parts[0]
    materials = _materials(folded, head, card) if part == "text" else 0
    body = head._replace(sentences=head.sentences[materials:], bullets=tuple((at - materials, b) for at, b in head.bullets))
    groups, raw_limits = group(body, lasting, rules_only=len(parts) > 1)
    limits: list[tuple[Sentence, int | None]] = [(s, n) for s, n in raw_limits]
    opening = len(groups)
    for section in parts[1:]:
        one, more = numbered(section)
        if one is not None:
            groups.append(one)
        limits += [(s, len(groups)) for s, _ in more]
    effects: list[Effect] = []
    if part == "pendulum_effect" or (card.card_type != "Monster" and card.property in LASTING):
        effects.append(Effect(part=part, number=0, span=(0, 0), kind="card_activation", language="ja", speed=2 if card.card_type == "Trap" else 1))
    number = 0
    numbers: list[int] = []
    for k, one in enumerate(groups):
        first = k == opening if len(parts) > 1 else k == 0
        built = build(draft, one, number + 1, first)
        if effects and built and k < opening and len(parts) > 1 and _joins(effects[-1], built):
            effects[-1] = msgspec.structs.replace(
                effects[-1], span=(effects[-1].span[0], built[0].span[1]), actions=effects[-1].actions + built[0].actions
            )
        else:
            number += 1
            effects += built
        numbers.append(number)
    own = [(s, numbers[n - 1] if 0 < n <= len(numbers) else None) for s, n in limits]
    effects = _limited(effects, own)
    return Reading(segments(folded, head.sentences[:materials], groups, numbers, [s for s, _ in limits]), tuple(_marked_old(effects)))


def _joins(before: Effect, built: list[Effect]) -> bool:
    """Whether two neighbouring rules are one: summoning conditions run over several sentences."""
    return before.kind == built[0].kind == "summoning" and before.bullet is None and len(built) == 1
