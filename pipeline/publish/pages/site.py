"""The folder of pages. Only pages that an earlier report wrote are replaced."""

from collections.abc import Mapping
from pathlib import Path

from pipeline.publish.pages.templates import GENERATOR
from pipeline.publish.whole_folder import write_together

_MARK = f'name="generator" content="{GENERATOR.rsplit(" ", 1)[0]} '.encode()
# The mark stands behind the policy, in the first lines of a page.
_HEAD = 4096


def write_site(out: Path, pages: Mapping[str, str]) -> None:
    """Write the pages by their names into the folder ``out``, whole or not at all. `InputError` where that cannot be done."""
    write_together(out, {name: page.encode("utf-8", "replace") for name, page in pages.items()}, _is_page, "pages")


def _is_page(path: Path) -> bool:
    with path.open("rb") as stream:
        return _MARK in stream.read(_HEAD)
