"""How well the official supplements were read and placed, where they contradict the printed text, and whether another reading agrees."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from pipeline.build import judge, read_parts
from pipeline.classify.rulings import load_rulings
from pipeline.classify.supplement_rows import rows_of
from pipeline.classify.supplements import Stated, Supplements
from pipeline.errors import InputError
from pipeline.read.supplement import ReadNotes, Supplement, read_notes
from pipeline.records import Card
from pipeline.scrape.supplements import LoadedNotes, load_supplements
from pipeline.validate.dataset import Dataset, read_cards
from pipeline.validate.gold import read_gold
from pipeline.validate.intervals import percent
from pipeline.validate.locate import rows_of_statements
from pipeline.validate.text_table import aligned
from pipeline.windows import NONE, Ruleset, Window

LISTS = ("unread", "unplaced", "contradictions", "differences")
Lines = list[dict[str, object]]


class Placed(msgspec.Struct, frozen=True):
    """The supplements beside the rows of a dataset: what is said of which row, and what found none."""

    stated: tuple[tuple[Card, Stated], ...]
    unplaced: tuple[tuple[Card, Supplement], ...]
    placed: int
    strangers: int  # supplements of cards that the dataset lacks


class Agreement(msgspec.Struct, frozen=True):
    """Statements of another reading beside ours: how many agree, and each that does not, with the reason."""

    facts: int
    agree: int
    windows: int
    same_windows: int
    differences: Lines


def read_all(path: Path) -> tuple[LoadedNotes, tuple[ReadNotes, ...]]:
    """The notes in a file or checkout, and what they say. Raises `InputError`."""
    loaded = load_supplements(path)
    return loaded, tuple(read_notes(notes) for notes in loaded.notes)


def cards_of(folder: Path) -> list[Card]:
    """The cards of a dataset with their texts. Raises `InputError`."""
    cards = read_cards(folder)
    if cards is None:
        raise InputError(f"{folder} holds no texts (--no-text): supplements are placed by the words of the cards")
    return cards


def place(read: Sequence[ReadNotes], revision: str, cards: Iterable[Card], ruleset: Ruleset) -> Placed:
    """Judge the cards by text and rulings alone, and lay the supplements beside."""
    supplements, rulings = Supplements.of(read, revision), load_rulings()
    stated: list[tuple[Card, Stated]] = []
    unplaced: list[tuple[Card, Supplement]] = []
    placed, seen = 0, set()
    for card in cards:
        said = supplements.by_card.get(card.konami_id) if card.konami_id is not None else None
        if not said:
            continue
        parts = read_parts(card)
        rows = [row for part in parts for row in part.rows]
        stated += [(card, one) for one in supplements.stated(card, rows, judge(card, parts, ruleset, rulings), ruleset, rulings)]
        if card.konami_id in seen:
            continue
        seen.add(card.konami_id)
        for one in said:
            if one.eligible is None:
                continue
            if rows_of(card, rows, one):
                placed += 1
            else:
                unplaced.append((card, one))
    strangers = sum(one.eligible is not None for key, said in supplements.by_card.items() if key not in seen for one in said)
    return Placed(tuple(stated), tuple(unplaced), placed, strangers)


def agreement(placed: Placed, dataset: Dataset, gold: Path) -> Agreement:
    """Official statements as another reading has them beside ours, found by the rows that both are about. Raises `InputError`."""
    read = read_gold(gold)
    if read.form != "statements":
        raise InputError(f"{gold}: rulings, not official statements")
    facts = read.facts[read.facts["left_out"] == ""]
    pairs = rows_of_statements(facts, dataset.effects)
    rows = {fact: list(some) for fact, some in pairs.groupby("fact")["row"]}
    ids = dataset.effects["effect_id"]
    said = {one.row.effect_id: one.said for _, one in placed.stated}
    agree = windows = same = 0
    differences: Lines = []
    numbers = facts["konami_id"].to_dict()
    for fact, name, label, legal, bits in facts[["name", "label", "legal", "windows"]].itertuples():
        ours = [said[key] for key in ids.loc[rows.get(fact, [])] if key in said]
        words = {one.eligible for one in ours}
        fits = ("yes" if legal else "no") in words
        agree += fits
        named = Window(int(bits))
        if fits and legal and named is not NONE:
            windows += 1
            if any(one.windows == named for one in ours):
                same += 1
                continue
        elif fits:
            continue
        differences.append(
            {
                "konami_id": numbers[fact],
                "card": name,
                "effect": label,
                "other_reading": _said("yes" if legal else "no", named),
                "our_reading": "; ".join(sorted({_said(str(one.eligible), one.windows) for one in ours})) or "nothing of this effect",
            }
        )
    return Agreement(len(facts), agree, windows, same, differences)


def _said(eligible: str, windows: Window) -> str:
    return f"{eligible}: {', '.join(windows.keys())}" if windows else eligible


def figures(loaded: LoadedNotes, read: Sequence[ReadNotes], placed: Placed | None, agreed: Agreement | None) -> list[str]:
    """The report, line by line."""
    spoken, unread = sum(notes.spoken for notes in read), sum(len(notes.unread) for notes in read)
    said = Counter(str(one.eligible) for notes in read for one in notes.supplements if one.eligible is not None)
    lines = [
        f"{loaded.cards:,} cards, {len(loaded.notes):,} texts with notes, the newest of {loaded.newest or 'unknown date'}",
        f"revision {loaded.revision}",
        f"lines that speak of activating in the Damage Step: {spoken:,}, clauses not understood: {unread:,} ({percent(unread, spoken)} of the lines)",
        f"what they say: {sum(said.values()):,} statements - {', '.join(f'{n:,} {word}' for word, n in sorted(said.items(), reverse=True))}",
    ]
    if placed is not None:
        every = placed.placed + len(placed.unplaced)
        lines += [
            "",
            f"placed: {placed.placed:,} of {every:,} ({percent(placed.placed, every)}); of cards that the dataset lacks: {placed.strangers:,}",
        ]
        lines += _beside_text(placed)
    if agreed is not None:
        lines += [
            "",
            f"another reading: {agreed.agree:,} of {agreed.facts:,} statements agree ({percent(agreed.agree, agreed.facts)});"
            f" of the windows that it names {agreed.same_windows:,} of {agreed.windows:,} ({percent(agreed.same_windows, agreed.windows)})",
        ]
    return lines


def _beside_text(placed: Placed) -> list[str]:
    counts: Counter[tuple[str, str]] = Counter()
    for _, one in placed.stated:
        verdict = (
            "agrees" if one.agrees else "contradicts" if one.contradicts else "text leaves open" if one.before.eligible == "uncertain" else "depends"
        )
        counts[str(one.said.eligible), verdict] += 1
    rows = [[said, verdict, n] for (said, verdict), n in sorted(counts.items(), key=lambda item: -item[1])]
    return [
        f"rows that they speak of: {len(placed.stated):,}, beside text and rulings alone:",
        *aligned(["says", "text", "rows"], rows, {"rows"}, "  "),
    ]


def listed(which: str, read: Sequence[ReadNotes], placed: Placed | None, agreed: Agreement | None) -> Lines:
    """One of the `LISTS`, a line each."""
    if which == "unread":
        return [
            {"konami_id": one.konami_id, "part": one.part, "section": one.words.section, "line": one.words.line + 1, "text": one.text}
            for notes in read
            for one in notes.unread
        ]
    if which == "differences":
        return [] if agreed is None else agreed.differences
    if placed is None:
        return []
    return list(_unplaced(placed.unplaced) if which == "unplaced" else contradictions(placed.stated))


def _unplaced(found: Iterable[tuple[Card, Supplement]]) -> Iterator[dict[str, object]]:
    for card, one in found:
        yield {"konami_id": one.konami_id, "card": card.name, "part": one.part, "effect": pointer(one), "says": _said(str(one.eligible), one.windows)}


def contradictions(stated: Iterable[tuple[Card, Stated]]) -> Iterator[dict[str, object]]:
    """Each row on which supplement and printed text (with rulings) part, with both words, their sources and the date."""
    for card, one in stated:
        if one.contradicts:
            before = one.before
            yield {
                "effect_id": one.row.effect_id,
                "card": card.name,
                "effect": pointer(one.said),
                "supplement": _said(str(one.said.eligible), one.said.windows),
                "text": _said(before.eligible, before.windows),
                "rule": before.rule,
                "witness_en": before.witness_en,
                "witness_ja": before.witness_ja,
                "decided_by": one.after.decided_by,
                "date": one.said.date,
                "source": one.after.source if one.after.decided_by == "supplement" else None,
            }


def pointer(one: Supplement) -> str:
    """Which effect a supplement speaks of, in our words."""
    subject = one.subject
    if subject.what != "effect":
        return {"card": "the activation of the card", "alone": "the activation alone", "together": "the activation with an effect"}[subject.what]
    found = f"no. {subject.number}" if subject.number is not None else "a quoted passage" if subject.quote is not None else "the only effect"
    return found if subject.option is None else f"{found}, option {subject.option}"


HEADS: dict[str, tuple[str, ...]] = {
    "unread": ("konami_id", "part", "section", "line", "text"),
    "unplaced": ("konami_id", "card", "part", "effect", "says"),
    "contradictions": (
        "effect_id", "card", "effect", "supplement", "text", "rule", "witness_en", "witness_ja", "decided_by", "date", "source",
    ),
    "differences": ("konami_id", "card", "effect", "other_reading", "our_reading"),
}  # fmt: skip
