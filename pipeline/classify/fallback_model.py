"""The fallback model as plain arrays, and what it says of an effect: a linear model a fold and target, a curve, a threshold.

Six targets: whether the effect may be activated in the step, and for each window, whether it may be activated there given that it may at all.
A known text is asked of the model of its own fold, which never saw it, nor a near-duplicate of it, nor any effect of its card.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from pipeline.classify.calibration import NEVER, Curve, Reals
from pipeline.windows import BY_KEY, NONE, Window

TARGETS = ("eligible", *BY_KEY)
# known: clause and deeds were met in training; new: one of them was not; unread: the clause was not understood.
Slice = Literal["known", "new", "unread"]
# From how many clusters of near-duplicates on a clause or a way of doing counts as met.
SUPPORT = 5
# Text weighs as much as four categories, however long it is: an effect has some forty.
_TEXT = 2.0


class Answer(msgspec.Struct, frozen=True):
    """What the model says of one effect.

    ``eligible``: the probability of a legal activation; ``windows``: those of each window given that, in the order of play.
    ``confidence``: that the whole verdict is right; ``needed``: the threshold that it has to reach. ``why``: the categories that weighed most.
    """

    eligible: float
    windows: tuple[float, ...]
    slice: Slice
    confidence: float
    needed: float
    fold: int | None = None  # whose model was asked; null: those of all folds
    why: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it is sure enough to decide."""
        return self.confidence >= self.needed

    @property
    def opened(self) -> Window:
        """The windows of the likelier verdict; none where that is "no"."""
        return opened(self.eligible, self.windows)


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands beside the arrays. ``curves``: by slice, one a target; ``thresholds``: by ``slice/era/kind``, ``slice`` where there is none."""

    source: str
    revision: str
    rulesets: tuple[str, ...]
    examples: int
    official: int
    risk: float
    curves: dict[str, tuple[Curve, ...]]
    thresholds: dict[str, float]


class Model(msgspec.Struct, frozen=True):
    """The arrays: ``names``: N categories, sorted; ``weights``: folds x targets x (N + buckets); ``shifts``: folds x targets;
    ``met``: folds x N, in how many clusters each training met a joint category; ``keys``: fingerprints of known texts, ascending, ``fold_of`` them.
    """

    facts: Facts
    names: tuple[str, ...]
    weights: npt.NDArray[np.float16]
    shifts: npt.NDArray[np.float32]
    met: npt.NDArray[np.uint16]
    keys: npt.NDArray[np.uint64]
    fold_of: npt.NDArray[np.uint8]

    def fold(self, key: int) -> int | None:
        """The fold of a known text."""
        place = int(np.searchsorted(self.keys, np.uint64(key)))
        return int(self.fold_of[place]) if place < len(self.keys) and int(self.keys[place]) == key else None

    def columns(self, names: Iterable[str], buckets: Iterable[int]) -> tuple[npt.NDArray[np.int64], Reals]:
        """An effect in one language as columns of ``weights`` and values."""
        index = self.index()
        known = [index[name] for name in names if name in index]
        text = list(buckets)
        columns = np.array([*known, *(len(self.names) + one for one in text)], np.int64)
        return columns, np.array([1.0] * len(known) + [text_value(len(text))] * len(text))

    def index(self) -> dict[str, int]:
        """Column by category."""
        found = _INDEX.get(id(self.names))
        if found is None or found[0] is not self.names:
            found = _INDEX[id(self.names)] = (self.names, {name: n for n, name in enumerate(self.names)})
        return found[1]

    def support(self, joint: Iterable[str], models: Sequence[int]) -> int:
        """In how many clusters the rarest of these was met, in the training of the one of these models that met it least."""
        index = self.index()
        return min((int(self.met[models, index[name]].min()) if name in index else 0 for name in joint), default=0)


_INDEX: dict[int, tuple[tuple[str, ...], dict[str, int]]] = {}


def text_value(count: int) -> float:
    """The value of each of so many buckets."""
    return _TEXT / math.sqrt(max(count, 1))


def opened(eligible: float, windows: Sequence[float]) -> Window:
    """The windows of the likelier verdict: those that are likely, or else the likeliest."""
    if eligible < 0.5:
        return NONE
    found = NONE
    for key, p in zip(BY_KEY, windows, strict=True):
        if p >= 0.5:
            found |= BY_KEY[key]
    return found or BY_KEY[max(zip(windows, BY_KEY, strict=True))[1]]


def confidences(eligible: Reals, windows: Reals) -> Reals:
    """How sure the likelier verdicts are: that of "no", or that of "yes" times that of the least certain window.

    Shapes: n and n x 5; the result n.
    """
    sure = np.maximum(windows, 1 - windows).min(axis=1)
    return np.asarray(np.where(eligible >= 0.5, eligible * sure, 1 - eligible), np.float64)


def needed(thresholds: dict[str, float], where: Slice, old_wording: bool, kind: str) -> float:
    """The threshold for an effect: that of its era and kind, else that of its slice."""
    return thresholds.get(place(where, old_wording, kind), thresholds.get(where, NEVER))


def place(where: Slice, old_wording: bool, kind: str) -> str:
    """The name under which a threshold stands."""
    return f"{where}/{'old' if old_wording else 'new'}/{kind}"
