"""Whether a stated confidence keeps its word: how often verdicts are right by confidence, and what answering less would gain."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from pipeline.validate.intervals import wilson

# Where rules and calibration put their verdicts; below them there are few.
EDGES = (0.0, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 1.0)


class Judged(msgspec.Struct, frozen=True):
    """One verdict that an outside witness has judged. ``confidence`` and ``right``: null where nothing was answered."""

    confidence: float | None
    right: bool | None


class Bin(msgspec.Struct, frozen=True):
    """Verdicts of like confidence: the mean of it, the share that is right, and its 95 % interval."""

    low: float
    high: float
    count: int
    right: int
    mean: float

    @property
    def share(self) -> float:
        """The share that is right."""
        return self.right / self.count

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(self.right, self.count)


class Kept(msgspec.Struct, frozen=True):
    """What remains where only verdicts of at least this confidence are given: the share answered, and the share of wrong ones in it."""

    least: float
    coverage: float
    risk: float
    count: int
    wrong: int


def bins(judged: Sequence[Judged]) -> list[Bin]:
    """The verdicts in the bins of `EDGES`, empty ones left out."""
    found = []
    for low, high in pairwise(EDGES):
        inside = [(one.confidence, one.right) for one in judged if one.confidence is not None and one.right is not None]
        some = [(confidence, right) for confidence, right in inside if low <= confidence < high or (high == 1.0 and confidence == 1.0)]
        if some:
            found.append(Bin(low, high, len(some), sum(right for _, right in some), sum(confidence for confidence, _ in some) / len(some)))
    return found


def kept(judged: Sequence[Judged]) -> list[Kept]:
    """Coverage and risk for every confidence that occurs, the highest first; verdicts of one confidence go together."""
    answered = sorted(((one.confidence, one.right) for one in judged if one.confidence is not None and one.right is not None), reverse=True)
    found: list[Kept] = []
    wrong = 0
    for place, (confidence, right) in enumerate(answered, 1):
        wrong += not right
        if place == len(answered) or answered[place][0] != confidence:
            found.append(Kept(confidence, place / len(judged), wrong / place, place, wrong))
    return found


def expected_error(found: Sequence[Bin]) -> float | None:
    """Expected calibration error: the distance of stated confidence and share right, averaged over all verdicts; null of none."""
    total = sum(one.count for one in found)
    return sum(one.count * abs(one.mean - one.share) for one in found) / total if total else None
