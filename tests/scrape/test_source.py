"""The registry of sources."""

from importlib import import_module
from pathlib import Path

import pytest

from pipeline.errors import InputError
from pipeline.scrape import SOURCES, load

SCRAPE = Path(__file__).parents[2] / "pipeline" / "scrape"


def test_an_unknown_source_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"unknown source 'yugipaedia'; there are card-history, cdb, .* yugipedia"):
        load("yugipaedia", None, progress=print)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_every_source_can_be_loaded_and_imports_no_other(name: str) -> None:
    module = SOURCES[name]
    assert callable(import_module(module).load)
    code = (SCRAPE / f"{module.rpartition('.')[2]}.py").read_text(encoding="utf-8")
    for other in SOURCES.values():
        assert other == module or other not in code
