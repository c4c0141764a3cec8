"""All measurements of reading: the checks of every text, added up by goal, by kind, card type, era and language, and by cause."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pandas as pd

from pipeline.read.supplement_kinds import Statement, statements
from pipeline.scrape.supplements import load_supplements
from pipeline.validate.checks import Check, Measure
from pipeline.validate.language_checks import language_checks, understood_checks
from pipeline.validate.read_texts import ReadDataset, read_dataset
from pipeline.validate.supplement_checks import supplement_checks
from pipeline.validate.wiki_checks import wiki_checks
from pipeline.validate.wiki_labels import WikiPages, read_pages

# Every measurement: how the report names it, and the least share that is the goal (null: shown beside the goals).
MEASURES: dict[Measure, tuple[str, float | None]] = {
    "wiki_numbers": ("the wiki labels as many effects as the Japanese text has numbers", None),
    "count": ("where these two agree: as many activated effects as the wiki", 0.98),
    "count_all": ("  and as many applied ones", None),
    "order": ("where these two agree: the wiki's activated kinds, in its order", 0.96),
    "order_all": ("  and its applied ones among them", None),
    "kinds": ("  effect by effect, where as many are activated", None),
    "followed": ("where these two differ: as many effects as numbers", None),
    "languages": ("numbered texts: as many activated effects in Japanese as in English", 0.96),
    "must": ("mandatory or optional alike in both languages, paired by number alone", 0.98),
    "supplement": ("the kind that the official supplement states", 0.98),
    "chain": ("  whether it starts a chain", None),
    "place": ("  where it is activated", None),
    "supplement_must": ("  whether it must be activated", None),
    "understood": ("characters of activated effects that were understood", 0.97),
}
_EXAMPLES = 3


class Line(msgspec.Struct, frozen=True):
    """`ok` of `n` agree; `unit` is what was counted under which name (``card type``, ``era`` ...)."""

    measure: Measure
    name: str
    ok: int
    n: int

    @property
    def share(self) -> float | None:
        """Null where nothing was compared."""
        return self.ok / self.n if self.n else None


class CauseLine(msgspec.Struct, frozen=True):
    """A cause, how many texts it keeps from agreeing, and cards that show it (at most as many as asked for)."""

    cause: str
    texts: int
    examples: tuple[str, ...]


class CauseCase(msgspec.Struct, frozen=True):
    """One text under a cause: its card and what was found."""

    card: str
    number: str
    part: str
    details: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """The figures. `tables`: breakdowns by name (``card type``, ``kind`` ...), lines in order."""

    cards: int
    texts: int
    labelled: int | None  # pages of the wiki with labels; null without the pages
    compared: int  # texts that a page was found for
    statements: int | None  # of the supplements; null without them
    stale: bool
    goals: tuple[Line, ...]
    tables: dict[str, tuple[Line, ...]]
    causes: tuple[CauseLine, ...]


class Measured(msgspec.Struct, frozen=True):
    """Every check, one row each (the columns of `Check`), and what they were made from."""

    checks: pd.DataFrame
    dataset: ReadDataset
    pages: WikiPages | None
    compared: int
    statements: list[Statement] | None


def measure(dataset: Path, pages: Path | None = None, supplements: Path | None = None) -> Measured:
    """Read the three sources and compare; a source that is not given is left out. Raises `InputError`."""
    wiki = None if pages is None else read_pages(pages)
    stated = None if supplements is None else _stated(supplements)
    texts = read_dataset(dataset)
    return compare(texts, wiki, stated)


def _stated(path: Path) -> list[Statement]:
    """What supplements state of kinds; the first statement on a subject counts."""
    return [one for notes in load_supplements(path).notes for one in statements(notes.konami_id, notes.part, dict(notes.sections))]


def compare(dataset: ReadDataset, pages: WikiPages | None, statements: list[Statement] | None) -> Measured:
    """The checks of every text of a dataset."""
    by_subject: dict[tuple[int, str], list[Statement]] = {}
    for statement in statements or ():
        by_subject.setdefault((statement.konami_id, statement.part), []).append(statement)
    compared = 0
    found: list[Check] = []
    for text in dataset.texts:
        card = text.card
        labels = None if pages is None else pages.labels(text.part, card.passcode, card.konami_id, card.name)
        if labels is not None:
            compared += 1
            found += wiki_checks(text, labels)
        found += language_checks(text)
        found += understood_checks(text)
        if card.konami_id is not None:
            # Cards that share a Konami id share a text: the first of them answers for all.
            found += supplement_checks(text, by_subject.pop((card.konami_id, text.part), ()))
    return Measured(pd.DataFrame(found, columns=list(Check._fields)), dataset, pages, compared, statements)


def report(measured: Measured, examples: int = _EXAMPLES) -> Report:
    """The figures of all checks."""
    checks = measured.checks
    goal = checks[checks["goal"]]
    # Goals break down by what the effect or the card is; eras and languages also show what no goal speaks of. The wiki follows the
    # English text: that the Japanese one has as many effects is shown by language alone.
    english = checks[(checks["measure"] != "count") | (checks["language"] == "en")]
    tables = {
        "card type": tuple(_lines(goal, "card_type")),
        "kind": tuple(_lines(goal[goal["kind"] != ""], "kind")),
        "Japanese text": tuple(_lines(english, "era")),
        "English text": tuple(_lines(english, "wording")),
        "language": tuple(_lines(checks[checks["language"] != ""], "language")),
    }
    return Report(
        cards=measured.dataset.cards,
        texts=len(measured.dataset.texts),
        labelled=None if measured.pages is None else measured.pages.labelled,
        compared=measured.compared,
        statements=None if measured.statements is None else len(measured.statements),
        stale=measured.dataset.stale,
        goals=tuple(_lines(goal, None)),
        tables=tables,
        causes=tuple(_causes(checks, examples)),
    )


def cases(measured: Measured, cause: str) -> list[CauseCase]:
    """The texts under one cause in the order of the dataset, each once."""
    rows = measured.checks
    rows = rows[rows["cause"] == cause]
    found: dict[tuple[str, str, str], list[str]] = {}
    for number, card, part, detail in rows[["number", "card", "part", "detail"]].drop_duplicates().itertuples(index=False, name=None):
        found.setdefault((number, card, part), []).append(detail)
    return [CauseCase(card, number, part, tuple(details)) for (number, card, part), details in found.items()]


def _lines(checks: pd.DataFrame, column: str | None) -> Iterator[Line]:
    counted = checks[checks["n"] > 0].assign(name="" if column is None else checks[column])
    sums = counted.groupby(["measure", "name"])[["ok", "n"]].sum().reset_index()
    lines = [Line(measure, name, int(ok), int(n)) for measure, name, ok, n in sums.itertuples(index=False, name=None)]
    order = {measure: place for place, measure in enumerate(MEASURES)}
    yield from sorted(lines, key=lambda line: (order[line.measure], line.name))


def _causes(checks: pd.DataFrame, examples: int) -> Iterator[CauseLine]:
    """Causes by the number of texts, most first; a text that a cause keeps from agreeing in several measurements counts once."""
    once = checks[checks["cause"] != ""].drop_duplicates(["cause", "number", "part"])
    for cause, rows in sorted(once.groupby("cause"), key=lambda pair: (-len(pair[1]), str(pair[0]))):
        yield CauseLine(str(cause), len(rows), tuple(dict.fromkeys(rows["card"]))[:examples])
