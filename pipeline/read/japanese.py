"""The Japanese reader: one part of a raw card text to its segments and effects (`Reading`).

It asks nothing of the text: every input gives a reading, in linear time, and what was not understood stands in `residue`.
"""

import msgspec
from msgspec.structs import replace

from pipeline.read.ja_build import build
from pipeline.read.ja_fold import Folded, fold
from pipeline.read.ja_group import Group, Limit, group, numbered
from pipeline.read.ja_kind import LASTING
from pipeline.read.ja_limits import limited
from pipeline.read.ja_segments import segments
from pipeline.read.ja_settle import Draft
from pipeline.read.ja_split import Section, Sentence, sections
from pipeline.records import Card, Effect, Part, Reading, Segment

_EXTRA = frozenset({"Fusion", "Synchro", "Xyz", "Link"})
# Kinds of monster that have effects (or are Summoned in a way of their own); one without any of them only has flavour text.
_ABILITIES = _EXTRA | {"Effect", "Ritual", "Tuner", "Flip", "Spirit", "Union", "Gemini", "Toon", "Divine-Beast"}


def _flavour(card: Card) -> bool:
    if not card.has_effects():
        return True
    return card.card_type == "Monster" and bool(card.types) and _ABILITIES.isdisjoint(card.types)


def _materials(section: Section, card: Card) -> int:
    """How many sentences at the beginning are the materials of an Extra Deck monster (0 or 1): a line without a stop."""
    if not section.sentences or _EXTRA.isdisjoint(card.types):
        return 0
    return 0 if section.sentences[0].text.endswith("。") else 1


def _ritual_line(section: Section, card: Card) -> int:
    """How many sentences in front of ① only say for whose Ritual Summon a Ritual Spell is there (0 or 1): no effect of its own."""
    return int(card.property == "Ritual" and bool(section.sentences) and section.sentences[0].text.endswith("降臨に必要。"))


def _marked_old(effects: list[Effect]) -> list[Effect]:
    """The effects of a text without circled numbers, marked: it tells neither where one ends nor whether it is activated."""
    for effect in effects:
        if effect.printed_no is not None:
            return effects
    return [replace(effect, old_wording=True) for effect in effects]


def _grouped(parts: list[Section], skip: int, lasting: bool) -> tuple[list[Group], list[Limit], int]:
    """The groups of all sections, the limits (with the number of groups before them), and how many groups stand in front of ①."""
    head = parts[0]
    if skip:
        bullets = tuple((at - skip, bullets) for at, bullets in head.bullets)
        head = replace(head, sentences=head.sentences[skip:], bullets=bullets)
    groups, limits = group(head, lasting, rules_only=len(parts) > 1)
    opening = len(groups)
    for section in parts[1:]:
        one, more = numbered(section)
        if one is not None:
            groups.append(one)
        if more:
            limits += [Limit(sentence, len(groups)) for sentence in more]
    return groups, limits, opening


def _joins(before: Effect, built: list[Effect]) -> bool:
    """Whether two neighbouring rules are one: summoning conditions run over several sentences."""
    return len(built) == 1 and before.kind == built[0].kind == "summoning" and before.bullet is None


class _Read(msgspec.Struct, frozen=True, gc=False):
    """What a text falls into: its groups of sentences with the numbers of their effects, what stands beside them, and the effects."""

    folded: Folded
    materials: tuple[Sentence, ...]
    groups: list[Group]
    numbers: list[int]
    limits: list[Limit]
    effects: tuple[Effect, ...]


def _read(text: str, part: Part, card: Card) -> _Read:
    folded = fold(text)
    parts = sections(folded.text)
    spell_trap = card.card_type != "Monster" and part == "text"
    lasting = not spell_trap or card.property in LASTING
    draft = Draft(folded, card, part, lasting)
    skip = _materials(parts[0], card) if part == "text" else 0
    ritual = _ritual_line(parts[0], card) if spell_trap and len(parts) > 1 else 0
    groups, limits, opening = _grouped(parts, skip or ritual, lasting)
    effects: list[Effect] = []
    if part == "pendulum_effect" or (spell_trap and lasting):
        effects.append(Effect(part=part, number=0, span=(0, 0), kind="card_activation", language="ja", speed=2 if card.card_type == "Trap" else 1))
    number = 0
    numbers: list[int] = []
    for k, one in enumerate(groups):
        built = build(draft, one, number + 1, k == (opening if len(parts) > 1 else 0))
        if k < opening and len(parts) > 1 and effects and _joins(effects[-1], built):
            last = effects[-1]
            effects[-1] = replace(last, span=(last.span[0], built[0].span[1]), actions=last.actions + built[0].actions)
        else:
            number += 1
            effects += built
        numbers.append(number)
    if limits:
        effects = limited(effects, ((limit.sentence.text, numbers[limit.after - 1] if 0 < limit.after <= len(numbers) else None) for limit in limits))
    return _Read(folded, parts[0].sentences[:skip], groups, numbers, limits, tuple(_marked_old(effects)))


def japanese_effects(text: str, part: Part, card: Card) -> tuple[Effect, ...]:
    """The effects of one part of a Japanese card text, as `read_japanese` gives them, for those who do not need its segments."""
    return () if part == "text" and _flavour(card) else _read(text, part, card).effects


def read_japanese(text: str, part: Part, card: Card) -> Reading:
    """Read one part of a Japanese card text. Spans of the result are code points of `text` as given; nothing is ever raised."""
    if part == "text" and _flavour(card):
        return Reading((Segment("flavour", 0, len(text)),) if text else (), ())
    read = _read(text, part, card)
    found = segments(read.folded, read.materials, read.groups, read.numbers, [limit.sentence for limit in read.limits])
    return Reading(found, read.effects)
