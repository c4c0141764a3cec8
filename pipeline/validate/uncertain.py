"""What stays uncertain, grouped by wording: each effect with its words, witnesses, the model's word, decided effects like it, what would settle it.

One official answer for one effect of a group tells what its wording means, and so settles the others: the largest groups come first.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from pipeline.build import PartRead, read_parts
from pipeline.classify.decide import Vote, judge, witness
from pipeline.classify.fallback import Fallback
from pipeline.classify.fallback_features import unread, whole_clause
from pipeline.classify.fallback_model import Answer
from pipeline.classify.rule import Case
from pipeline.errors import InputError
from pipeline.publish.tables import effect_label
from pipeline.records import Card, Effect, Language, Row, Span, Verdict
from pipeline.validate.dataset import Dataset, open_dataset, read_cards
from pipeline.validate.similar import Similar, similar_effects
from pipeline.windows import Ruleset

Cause = Literal["contradiction", "ruled both ways", "not understood", "no rule"]
_SETTLES: dict[Cause, str] = {
    "contradiction": "Read both texts: an official answer for one of these effects says which is right; if a text is misread, the reader is mended.",
    "ruled both ways": "An official answer for the card itself: effects of this wording are ruled both ways.",
    "not understood": "What the activation clause means: then the reader learns its words, and a rule decides.",
    "no rule": "An official answer for one of these effects: it becomes a rule for the wording.",
}
_SAYS = {"yes": "legal", "no": "not legal", "not_activated": "not activated"}


class Marked(msgspec.Struct, frozen=True):
    """The text of an effect in one language, cut where what decides begins and ends: pieces, and whether each is marked."""

    language: Language
    pieces: tuple[tuple[str, bool], ...]


class Open(msgspec.Struct, frozen=True):
    """One uncertain effect. ``similar``: decided effects most like it; ``effect``: its leading reading, for whoever makes a ruling of it."""

    effect_id: str
    card: Card
    label: str
    effect: Effect
    rows: tuple[Row, ...]  # all rows of the card
    why: str
    cause: Cause
    texts: tuple[Marked, ...]
    witness_en: str | None
    witness_ja: str | None
    witness_supplement: str | None
    answer: Answer | None
    similar: tuple[Similar, ...]


class Group(msgspec.Struct, frozen=True):
    """Uncertain effects of one wording; ``key``: short and stable; ``title``: the question, in our words."""

    key: str
    title: str
    settles: str
    effects: tuple[Open, ...]


class Report(msgspec.Struct, frozen=True):
    """All groups of a dataset, those first that settle most."""

    title: str
    ruleset: Ruleset
    effects: int
    groups: tuple[Group, ...]


def uncertain_report(folder: Path, fallback: Fallback) -> Report:
    """What stays uncertain in a dataset. `InputError` where it holds no card texts, which the report is made of."""
    dataset = open_dataset(folder)
    cards = read_cards(folder)
    if cards is None:
        raise InputError(f"{folder} holds no card texts (--no-text): a report of uncertain effects shows them")
    frame = dataset.effects
    left = frame[frame["eligible"] == "uncertain"]
    wanted = set(left["effect_id"])
    owners = {effect_id.partition("/")[0] for effect_id in wanted}
    reasons = _reasons(folder)
    alike = similar_effects(cards, frame, sorted(left.index.tolist()))
    supplements = dict(zip(left["effect_id"], left["witness_supplement"], strict=True))
    groups: dict[str, tuple[str, Cause, list[Open]]] = {}
    for card in cards:
        if card.card_id in owners:
            parts = read_parts(card)
            rows = tuple(row for part in parts for row in part.rows)
            for part in parts:
                for row in part.rows:
                    if row.effect_id in wanted:
                        wanted.discard(row.effect_id)
                        key, title, one = _open(card, row, rows, part, dataset, fallback, alike.get(row.effect_id, ()))
                        said = supplements[row.effect_id]
                        one = msgspec.structs.replace(
                            one, why=reasons.get(row.effect_id) or one.why, witness_supplement=said if isinstance(said, str) else None
                        )
                        groups.setdefault(key, (title, one.cause, []))[2].append(one)
    if wanted and not dataset.stale:
        raise InputError(f"{folder}: cards.parquet lacks the effect {min(wanted)[:80]!r}, which effects.parquet holds")
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1][2]), item[0]))
    found = tuple(Group(f"G{n:03}", title, _SETTLES[cause], tuple(some)) for n, (_, (title, cause, some)) in enumerate(ordered, 1))
    return Report(dataset.title, dataset.ruleset, len(frame), found)


def _reasons(folder: Path) -> dict[str, str]:
    """Why each effect is uncertain, as the dataset says it."""
    from pipeline.publish.lookup import opened, typed
    from pipeline.publish.schema import EFFECTS

    with opened(folder / "effects.parquet") as file:
        rows = file.read(columns=typed(file, EFFECTS, ("effect_id", "eligible", "reason"))).to_pylist()
    return {row["effect_id"]: row["reason"] for row in rows if row["eligible"] == "uncertain" and row["reason"]}


def _open(
    card: Card, row: Row, rows: tuple[Row, ...], part: PartRead, dataset: Dataset, fallback: Fallback, similar: Sequence[Similar]
) -> tuple[str, str, Open]:
    """The group's key and title, and the effect."""
    effect = row.effect
    votes = [
        None if one is None else judge(Case(card, one, some, dataset.ruleset)) for one, some in ((row.en, part.english), (row.ja, part.japanese))
    ]
    said = [vote.answer if vote is not None and isinstance(vote.answer, Verdict) else None for vote in votes]
    one, two = said
    if one is not None and two is not None and one.eligible != two.eligible:
        cause: Cause = "contradiction"
        title = f"English reads as {_SAYS[one.eligible]} ({_code(votes[0])}), Japanese as {_SAYS[two.eligible]} ({_code(votes[1])})"
        key = f"{_code(votes[0])} {_code(votes[1])} {one.eligible} {two.eligible}"
    else:
        silent = next((vote for vote in votes if vote is not None), None)
        cause = "not understood" if unread(effect) else "no rule" if silent is None else "ruled both ways"
        title = silent.rule.statement if silent is not None else "No rule speaks of what starts the effect"
        key = f"{_code(silent)} {whole_clause(effect)}"
    texts = tuple(_marked(card, some) for some in (row.en, row.ja) if some is not None)
    answer = fallback.answer(card, row, part.english, part.japanese, dataset.ruleset) if effect.activated else None
    label = effect_label(effect.part, row.number, row.bullet)
    witnesses = (witness(one), witness(two), None)
    return key, title, Open(row.effect_id, card, label, effect, rows, title, cause, texts, *witnesses, answer, tuple(similar))


def _code(vote: Vote | None) -> str:
    return "no rule" if vote is None else vote.rule.code


def _marked(card: Card, effect: Effect) -> Marked:
    """An effect's text with what decides: what was not understood, else events and changes of ATK or DEF, else the clause or the first deed."""
    raw = {
        ("text", "en"): card.text_en, ("text", "ja"): card.text_ja, ("pendulum_effect", "en"): card.pendulum_en,
        ("pendulum_effect", "ja"): card.pendulum_ja,
    }[effect.part, effect.language] or ""  # fmt: skip
    condition = effect.condition
    spans: list[Span] = list(effect.residue) if unread(effect) else []
    spans = spans or [event.span for event in condition.events] + [one.span for one in effect.actions if one.what == "atk_def_change"]
    spans = spans or ([condition.span] if condition.span is not None else []) or [one.span for one in effect.actions[:1]]
    start, end = effect.span
    pieces: list[tuple[str, bool]] = []
    at = start
    for first, last in sorted(spans):
        first, last = max(first, at), min(last, end)
        if first < last:
            pieces += [(raw[at:first], False), (raw[first:last], True)]
            at = last
    pieces.append((raw[at:end], False))
    return Marked(effect.language, tuple(piece for piece in pieces if piece[0]))
