"""Cards in: every source gives the same `Card`, whatever its format."""

from pipeline.scrape.source import SOURCES, Loaded, load

__all__ = ["SOURCES", "Loaded", "load"]
