"""What the fallback model learns from: the activated effects of a dataset, with what the rules and official statements say of them.

The texts of the dataset are read and judged again by the rules at hand, so what a model or a ruling said of a row never becomes a label; and
nothing here knows of the simulators' scripts, which are what the tags are held against.
"""

from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path

import msgspec
import numpy as np

from pipeline.build import read_parts
from pipeline.classify.decide import Vote, judge
from pipeline.classify.events import live
from pipeline.classify.fallback_example import Example, Label, Side, key_text
from pipeline.classify.fallback_features import blotted, named, unread
from pipeline.classify.fallback_text import Stretches, buckets, stretches
from pipeline.classify.registry import groups
from pipeline.classify.rule import Case
from pipeline.errors import InputError
from pipeline.processes import workers
from pipeline.records import Card, Effect, Row, Verdict
from pipeline.scrape.intake import one_line
from pipeline.validate.dataset import Dataset, open_dataset, read_cards
from pipeline.validate.gold import SCORED_UNDER, read_gold
from pipeline.validate.locate import rows_of_statements
from pipeline.windows import CURRENT, Ruleset

# Sources whose texts are the printed ones. The embedded sample words its effects anew: a model of it would know nothing of real cards.
_INVENTED = frozenset({"sample"})
_CHUNK = 400
# Fewer effects than this are no pool to learn from.
_LEAST = 2000


class Examples(msgspec.Struct, frozen=True):
    """All activated effects of a dataset in its order, and the official labels by effect."""

    source: str
    revision: str
    ruleset: Ruleset
    rows: tuple[Example, ...]
    official: dict[str, Label]


def read_examples(folder: Path, gold: Path | None, jobs: int = 1) -> Examples:
    """The examples in the dataset of a folder. `InputError` where it is the sample, holds no texts, is for older rules, or is too small."""
    dataset = open_dataset(folder)
    if dataset.source in _INVENTED:
        raise InputError(f"{folder} was built from the embedded sample, whose texts are invented: a model is trained on a dataset of a real source")
    if dataset.ruleset not in CURRENT:
        raise InputError(f"{folder} was built for ruleset {dataset.ruleset}: a model is trained on the current rules, tcg or ocg")
    cards = read_cards(folder)
    if cards is None:
        raise InputError(f"{folder} holds no card texts (--no-text): a model cannot be trained on it")
    rows = tuple(_all_examples(cards, dataset.ruleset, jobs))
    if len(rows) < _LEAST:
        raise InputError(f"{folder} holds {len(rows)} activated effects: a model needs the texts of a real pool, {_LEAST:,} at least")
    official = {} if gold is None else _official(gold, dataset)
    return Examples(dataset.source, dataset.revision, dataset.ruleset, rows, official)


def _official(path: Path, dataset: Dataset) -> dict[str, Label]:
    """Official statements by the one effect that they are about; what is said twice and differently is left out."""
    gold = read_gold(path)
    if gold.form != "statements":
        raise InputError(f"{one_line(path)}: official statements are expected, not rulings (which may be about older rules or mistaken)")
    facts = gold.facts
    facts = facts[(facts["left_out"] == "") & facts["era"].map({era: dataset.ruleset in some for era, some in SCORED_UNDER.items()})]
    pairs = rows_of_statements(facts, dataset.effects)
    pairs = pairs[~pairs["fact"].duplicated(keep=False)]
    ids = dataset.effects["effect_id"].to_numpy()[pairs["row"].to_numpy()]
    said = facts.loc[pairs["fact"]]
    found: dict[str, Label] = {}
    doubtful: set[str] = set()
    for effect_id, legal, windows in zip(ids.tolist(), said["legal"].tolist(), said["windows"].tolist(), strict=True):
        label = Label(bool(legal), (int(windows) or None) if legal else 0)
        before = found.setdefault(effect_id, label)
        if before.eligible != label.eligible:
            doubtful.add(effect_id)
    return {key: label for key, label in found.items() if key not in doubtful}


def _all_examples(cards: Sequence[Card], ruleset: Ruleset, jobs: int) -> Iterator[Example]:
    if jobs == 1 or len(cards) <= _CHUNK:
        yield from examples_of(cards, ruleset)
        return
    chunks = [msgspec.msgpack.encode(cards[n : n + _CHUNK]) for n in range(0, len(cards), _CHUNK)]
    with workers(jobs) as pool:
        for packed in pool.map(_packed_examples, chunks, repeat(ruleset)):
            yield from msgspec.msgpack.decode(packed, type=list[Example])


def _packed_examples(packed: bytes, ruleset: Ruleset) -> bytes:
    return msgspec.msgpack.encode(list(examples_of(msgspec.msgpack.decode(packed, type=list[Card]), ruleset)))


def examples_of(cards: Sequence[Card], ruleset: Ruleset) -> Iterator[Example]:
    """The activated effects of these cards, read and judged by the rules at hand."""
    group_of = {rule.code: group for group, (_, some) in groups().items() for rule in some}
    for card in cards:
        for part in read_parts(card):
            for row in part.rows:
                if row.effect.activated:
                    yield _example(card, row, (part.english, part.japanese), ruleset, group_of)


def _example(card: Card, row: Row, siblings: tuple[Sequence[Effect], Sequence[Effect]], ruleset: Ruleset, group_of: dict[str, str]) -> Example:
    effect = row.effect
    read = [(one, some) for one, some in zip((row.en, row.ja), siblings, strict=True) if one is not None]
    texts = [stretches(card, one) for one, _ in read]
    sides = {one.language: _side(card, one, some, text) for (one, some), text in zip(read, texts, strict=True)}
    votes = [judge(Case(card, one, tuple(some), ruleset)) for one, some in read]
    return Example(
        effect_id=row.effect_id,
        kind=effect.kind,
        old_wording=effect.old_wording,
        text=key_text(card, effect, read[0][1]),
        english=sides.get("en"),
        japanese=sides.get("ja"),
        verbs=tuple(sorted({event.what for one, _ in read for event in live(one.condition)})),
        rule=_agreed(votes),
        groups=tuple(sorted({group_of[vote.rule.code] for vote in votes if vote is not None and isinstance(vote.answer, Verdict)})),
    )


def _side(card: Card, effect: Effect, siblings: Sequence[Effect], texts: Stretches) -> Side:
    numbers = sorted(buckets(texts, effect.language))
    without = blotted(effect)
    return Side(
        named=named(card, effect, siblings),
        buckets=np.array(numbers, np.uint16).tobytes(),
        unread=unread(effect),
        blotted=None if without is None else named(card, without, siblings),
    )


def _agreed(votes: Sequence[Vote | None]) -> Label | None:
    """The verdict on which the rules agree in both languages; null where they do not, or where it is not activated at all."""
    answers = [None if vote is None else vote.answer for vote in votes]
    if len(answers) < 2:
        return None
    one, two = answers
    if not isinstance(one, Verdict) or not isinstance(two, Verdict) or one.eligible == "not_activated":
        return None
    if one.eligible != two.eligible or one.windows is not two.windows:
        return None
    return Label(one.eligible == "yes", one.windows.value)
