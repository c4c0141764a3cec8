"""Types of arguments that several commands take."""

import argparse
from pathlib import Path


def folder(words: str) -> Path:
    """A folder that is named: an empty path would be the current one, and what an unset variable leaves is no wish to fill that."""
    if not words.strip():
        raise argparse.ArgumentTypeError("names no folder")
    return Path(words)
