"""Where the data that come with the code lie: beside the package in the project's folder, within it where it was installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# A wheel holds the folders of ``data`` that come with the code here (see pyproject.toml); the project's folder has no such folder.
_INSTALLED = _PACKAGE / "_data"
_PROJECT = _PACKAGE.parent / "data"


def data_folder(name: str) -> Path:
    """The path of ``data/<name>``, whether or not anything is there."""
    return (_INSTALLED if _INSTALLED.is_dir() else _PROJECT) / name
