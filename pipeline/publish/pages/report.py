"""All pages of a report, out of one dataset."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pandas as pd

from pipeline.errors import InputError
from pipeline.publish.changes import compare_datasets
from pipeline.publish.lookup import Record
from pipeline.publish.pages.explorer import explorer_page, read_shelf
from pipeline.publish.pages.quality_page import held, quality_page
from pipeline.publish.pages.rules_page import rules_page
from pipeline.publish.pages.uncertain_page import uncertain_page
from pipeline.publish.pages.validation_page import validation_page
from pipeline.scrape.intake import one_line
from pipeline.validate.beside import all_says, facts_at_hand
from pipeline.validate.dataset import Dataset, open_dataset
from pipeline.validate.findings import compare, findings
from pipeline.validate.gold import Gold, read_gold
from pipeline.validate.measured import read_measured
from pipeline.validate.official import Official, by_row, officials
from pipeline.validate.rule_table import gold_marks
from pipeline.validate.score import Scored, score
from pipeline.validate.text_effects import read_text_cards

NAMES = ("index.html", "validation.html", "rules.html", "uncertain.html", "quality.html")


def pages(dataset: Path, gold: Sequence[Path], before: Path | None, progress: Callable[[str], None]) -> dict[str, str]:
    """The pages by their file names. `InputError` where the dataset, a gold file or the earlier dataset cannot be read."""
    opened = open_dataset(dataset)
    files = {path: read_gold(path) for path in gold}
    earlier = open_dataset(before) if before is not None else None
    changes = compare_datasets(before, dataset) if before is not None else None
    scored = {path: _scored(path, file, opened) for path, file in files.items()}
    statements: list[Official] = [one for path in gold for one in officials(path, opened)]
    figures = () if gold else read_measured(dataset)
    progress("comparing with the simulators' scripts")
    facts = facts_at_hand()
    compared = compare(read_text_cards(dataset), facts, by_row(statements))
    found = findings(compared, facts)
    progress("writing the pages")
    shelf = read_shelf(dataset, all_says((one.text.effect_id, one.engines) for one in compared))
    confidence = _confidences(shelf.effects, opened)
    sheets = [held(path, one, confidence, _before(files[path], earlier)) for path, one in scored.items()]
    decided = Counter(effect.rule for view in shelf.views for effect in view.effects if effect.rule)
    return {
        "index.html": explorer_page(shelf),
        "validation.html": validation_page(compared, found, facts, shelf.about),
        "rules.html": rules_page(decided, _by_rule(opened, list(scored.values())), compared, shelf.about),
        "uncertain.html": uncertain_page(shelf),
        "quality.html": quality_page(sheets, figures, compared, changes, earlier.title if earlier is not None else "", shelf.about),
    }


def _scored(path: Path, file: Gold, dataset: Dataset) -> Scored:
    found = score(file, dataset)
    if found.facts.empty:
        raise InputError(f"{one_line(path)}: no fact to score under ruleset {dataset.ruleset}")
    return found


def _before(file: Gold, earlier: Dataset | None) -> Scored | None:
    return None if earlier is None else score(file, earlier)


def _confidences(effects: Sequence[Sequence[Record]], dataset: Dataset) -> dict[int, float | None]:
    """The confidence of every row, by its place in the table."""
    by_id = {row["effect_id"]: row["confidence"] for some in effects for row in some}
    return {place: by_id[effect_id] for place, effect_id in enumerate(dataset.effects["effect_id"])}


def _by_rule(dataset: Dataset, scored: Sequence[Scored]) -> dict[str, tuple[int, int]]:
    """Facts that each rule answers rightly and wrongly."""
    if not scored:
        return {}
    marks = gold_marks(dataset, scored)
    counts = pd.crosstab(marks["rule"], marks["column"]).reindex(columns=["right", "wrong"], fill_value=0)
    return {str(rule): (int(right), int(wrong)) for rule, right, wrong in counts.itertuples()}
