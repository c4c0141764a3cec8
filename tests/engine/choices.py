"""Where random choices come from: a seeded generator for long runs, Hypothesis for what it can make smaller."""

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from hypothesis import strategies as st

_Any = TypeVar("_Any")


class Choices(Protocol):
    """A source of choices; the same source in the same state makes the same ones."""

    def pick(self, options: Sequence[_Any]) -> _Any:
        """One of the options; the first is the plainest."""
        ...


class Seeded:
    """Choices of a pseudo-random generator."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def pick(self, options: Sequence[_Any]) -> _Any:
        """One of the options, all with the same chance."""
        return options[int(self._random.random() * len(options))]


class Drawn:
    """Choices drawn from Hypothesis, which can repeat them and make them plainer."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def pick(self, options: Sequence[_Any]) -> _Any:
        """One of the options; examples shrink towards the first."""
        return options[self._data.draw(st.integers(0, len(options) - 1))]


def chance(source: Choices, one_in: int) -> bool:
    """True once in so many times; false is the plain answer."""
    return source.pick(range(one_in)) == one_in - 1


def some(source: Choices, options: Sequence[_Any], most: int) -> list[_Any]:
    """At most so many of the options; one may come twice."""
    return [source.pick(options) for _ in range(source.pick(range(most + 1)))]
