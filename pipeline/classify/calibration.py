"""How far a model's numbers may be trusted: calibration on what it has not seen, its measures, and thresholds for a stated risk.

Probabilities p lie between 0 and 1; `Curve`s are fitted on scores (log-odds) of held-out examples. A threshold is the lowest one down to which
every stricter one keeps the promise too (Learn then Test: Angelopoulos et al. 2021), with exact binomial bounds (Clopper and Pearson 1934).
"""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
NEVER = 2.0  # a threshold that no probability reaches
_STEPS = 60
_BINS = 10


class Curve(msgspec.Struct, frozen=True):
    """A logistic curve from score to probability (Platt 1999): p = 1 / (1 + exp(-(slope * score + shift)))."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, scores: npt.ArrayLike) -> Reals:
        """The probabilities of these scores."""
        return sigmoid(self.slope * np.asarray(scores, np.float64) + self.shift)


class Bin(msgspec.Struct, frozen=True):
    """One point of a reliability curve: how many examples, their mean probability, and how often it came true."""

    n: int
    said: float
    true: float


class Quality(msgspec.Struct, frozen=True):
    """The measures of probabilities against outcomes. ``ece``: expected calibration error over ten bins of equal width."""

    n: int
    brier: float
    ece: float
    bins: tuple[Bin, ...]


def sigmoid(x: Reals) -> Reals:
    """The logistic function, without overflow."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * x)), np.float64)


def logit(p: npt.ArrayLike) -> Reals:
    """The log-odds of probabilities, those of 0 and 1 cut off at one in a million."""
    safe = np.clip(np.asarray(p, np.float64), 1e-6, 1 - 1e-6)
    return np.asarray(np.log(safe) - np.log1p(-safe), np.float64)


def fit(scores: npt.ArrayLike, outcomes: npt.ArrayLike, shifted: bool = True) -> Curve:
    """The curve that fits the outcomes best, by Newton's method, with Platt's targets (so that no outcome is ever certain).

    ``shifted``: whether it may move; else it only gets steeper or flatter, and no verdict changes. Where all outcomes are the same, or there
    are none, it is the plain one.
    """
    x, y = np.asarray(scores, np.float64), np.asarray(outcomes, np.float64)
    if not len(x):
        return Curve()
    good, bad = float((y > 0.5).sum()), float((y <= 0.5).sum())
    target = np.where(y > 0.5, (good + 1) / (good + 2), 1 / (bad + 2))
    if not good or not bad:
        return Curve(1.0, 0.0)
    scale = float(np.abs(x).max()) or 1.0
    design = np.stack([x / scale, np.full_like(x, float(shifted))], axis=1)
    found = np.array([scale, 0.0])
    for _ in range(_STEPS):
        p = sigmoid(design @ found)
        gradient = design.T @ (p - target) + 1e-3 * (found - np.array([scale, 0.0]))
        hessian = design.T @ (design * (p * (1 - p))[:, None]) + 1e-3 * np.eye(2)
        step = np.linalg.solve(hessian, gradient)
        longest = float(np.abs(step).max())
        found = found - step * min(1.0, 4.0 / longest if longest else 1.0)
        if longest < 1e-9:
            break
    return Curve(float(max(found[0], 0.0)) / scale, float(found[1]))


def quality(said: npt.ArrayLike, outcomes: npt.ArrayLike) -> Quality:
    """Brier score, expected calibration error and reliability curve of probabilities against outcomes (true or false)."""
    p, y = np.asarray(said, np.float64), np.asarray(outcomes, np.float64)
    if not len(p):
        return Quality(0, 0.0, 0.0, ())
    place = np.minimum((p * _BINS).astype(int), _BINS - 1)
    bins = [(int((place == n).sum()), float(p[place == n].mean()), float(y[place == n].mean())) for n in range(_BINS) if (place == n).any()]
    ece = sum(n * abs(mean - true) for n, mean, true in bins) / len(p)
    return Quality(len(p), float(np.mean((p - y) ** 2)), float(ece), tuple(Bin(*one) for one in bins))


def upper_bound(wrong: int, n: int, level: float = 0.95) -> float:
    """The largest rate of errors that ``wrong`` of ``n`` leave possible, one-sided (Clopper-Pearson); 1 for none at all."""
    from scipy.special import betaincinv  # costs more than a prediction, and only training needs it

    return 1.0 if wrong >= n else float(betaincinv(wrong + 1, n - wrong, level))


def fewest(risk: float, level: float = 0.95) -> int:
    """How many examples without any error are needed before a risk can be promised at all."""
    return int(np.ceil(np.log(1 - level) / np.log(1 - risk)))


def threshold(confidence: Sequence[float] | Reals, right: Sequence[bool] | Bools, risk: float, level: float = 0.95) -> float:
    """The lowest confidence from which on at most ``risk`` of the accepted are wrong, with probability ``level``; `NEVER` where none can be promised.

    Thresholds are tried from strict to lax on a fixed grid of how many are accepted, from the first that could pass on; the first that fails ends it,
    which is what makes the promise hold for the one chosen.
    """
    c, ok = np.asarray(confidence, np.float64), np.asarray(right, np.bool_)
    order = np.argsort(-c, kind="stable")
    c, wrong = c[order], np.cumsum(~ok[order])
    least = fewest(risk, level)
    found = NEVER
    # Each step accepts a tenth more; equal confidences are accepted together.
    n = 2 * least
    if len(c) < n:
        n = len(c)
    while least <= n <= len(c):
        while n < len(c) and c[n] == c[n - 1]:
            n += 1
        if upper_bound(int(wrong[n - 1]), n, level) > risk:
            break
        found = float(c[n - 1])
        if n == len(c):
            break
        n = min(len(c), n + max(1, n // 10))
    return found
