"""All pages of a report, out of one dataset."""

from collections.abc import Callable, Sequence
from pathlib import Path

from pipeline.publish.pages.explorer import explorer_page, read_shelf
from pipeline.validate.beside import all_says, facts_at_hand
from pipeline.validate.findings import compare
from pipeline.validate.text_effects import read_text_cards


def pages(dataset: Path, gold: Sequence[Path], before: Path | None, progress: Callable[[str], None]) -> dict[str, str]:
    """The pages by their file names. `InputError` where the dataset, a gold file or the earlier dataset cannot be read."""
    facts = facts_at_hand()
    progress("comparing with the simulators' scripts")
    compared = compare(read_text_cards(dataset), facts, {})
    engines = all_says((one.text.effect_id, one.engines) for one in compared)
    shelf = read_shelf(dataset, engines)
    return {"index.html": explorer_page(shelf)}
