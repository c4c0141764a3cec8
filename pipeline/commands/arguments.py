"""Types of arguments that several commands take: what an unset variable leaves, an empty path, is none."""

import argparse
from pathlib import Path


def folder(words: str) -> Path:
    """A folder that is named: an empty path would be the current one, and what an unset variable leaves is no wish to fill that."""
    if not words.strip():
        raise argparse.ArgumentTypeError("names no folder")
    return Path(words)


def file(words: str) -> Path:
    """A file, or whatever a path may name, that is named."""
    if not words.strip():
        raise argparse.ArgumentTypeError("names no file")
    return Path(words)
