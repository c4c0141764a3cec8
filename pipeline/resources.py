"""Where the data that come with the code lie: beside the package in the project's folder, within it where it was installed."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# A wheel holds ``models`` and the folders of ``data`` that come with the code here (see pyproject.toml); the project has no such folder.
_INSTALLED = _PACKAGE / "_data"
_PROJECT = _PACKAGE.parent


def data_folder(name: str) -> Path:
    """The path of ``data/<name>``, whether or not anything is there."""
    return _INSTALLED / name if _INSTALLED.is_dir() else _PROJECT / "data" / name


def model_folder() -> Path:
    """The path of ``models``, whether or not anything is there."""
    return _INSTALLED / "models" if _INSTALLED.is_dir() else _PROJECT / "models"
