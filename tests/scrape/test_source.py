"""The registry of sources, and that none of them leans on another."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.scrape import SOURCES, load
from pipeline.scrape.faq import FAQ_SOURCES

SCRAPE = Path(__file__).parents[2] / "pipeline" / "scrape"
# Modules that belong to one source beside the one that bears its name, by the beginning of theirs.
FAMILIES = {
    "sample": "sample", "yaml_yugi": "yaml_yugi", "ygoprodeck": "ygoprodeck", "yugipedia": "yugipedia", "ygoresources": "ygoresources",
    "konami": "konami_pages", "japanese_wiki": "japanese_wiki", "cdb": "cdb", "card_history": "card_history", "qa_history": "qa_history",
    "every": "every",
}  # fmt: skip


def family(module: str) -> str | None:
    """The source that a module belongs to; null for what all of them share."""
    return next((source for beginning, source in FAMILIES.items() if module == beginning or module.startswith(beginning + "_")), None)


def imported(module: Path) -> set[str]:
    """The modules of `pipeline.scrape` that a module imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "pipeline.scrape":
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pipeline.scrape."):
            found.add((node.module or "").split(".")[2])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[2] for alias in node.names if alias.name.startswith("pipeline.scrape.")}
    return found


def test_an_unknown_source_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"unknown source 'yugipaedia'; there are all, card-history, cdb, .* yugipedia"):
        load("yugipaedia", None, progress=print)


@pytest.mark.parametrize("module", [*SOURCES.values(), *FAQ_SOURCES.values()])
def test_every_source_can_be_loaded_and_belongs_to_a_family(module: str) -> None:
    found = import_module(module)
    assert callable(getattr(found, "load", None) or found.load_faq)
    assert family(module.rpartition(".")[2]) is not None


@pytest.mark.parametrize("module", sorted(SCRAPE.glob("*.py")), ids=lambda path: path.stem)
def test_no_source_imports_another_and_what_they_share_imports_none(module: Path) -> None:
    own = family(module.stem)
    others = {name: family(name) for name in imported(module)}
    assert {name: source for name, source in others.items() if source not in (None, own)} == {}
    assert not imported(module) & {"cli", "commands"}


@pytest.mark.parametrize("module", sorted(SCRAPE.glob("*.py")), ids=lambda path: path.stem)
def test_cards_come_in_and_nobody_reaches_back(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    names = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    own = {name for name in names if name.startswith("pipeline.") and not name.startswith("pipeline.scrape")}
    assert own <= {"pipeline.errors", "pipeline.records", "pipeline.resources", "pipeline.safe_yaml"}
