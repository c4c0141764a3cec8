"""Fits the fallback model with scikit-learn (extra ``model``): logistic regression on categories and hashed text, a model a fold.

Everything is deterministic: folds and clusters do not depend on chance, and the solver's own is fixed.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, vstack

from pipeline.classify.calibration import Bools, Reals
from pipeline.classify.clusters import Ints
from pipeline.classify.fallback_model import TARGETS
from pipeline.classify.fallback_table import NO_SIDE, NO_VALUE, Table
from pipeline.errors import InputError
from pipeline.processes import workers
from pipeline.windows import BY_KEY

_BLOTTED = 0.5  # factor on the weight of a clause that was blotted out on purpose
_STRENGTH = 1.0  # inverse of the regularisation
_TOLERANCE = 0.1
_ALWAYS = 4.0  # log-odds of what was the same in every example


class Fitted(msgspec.Struct, frozen=True):
    """One model: ``weights``: targets x columns, rounded as they are stored; ``shifts``: a target; ``met``: clusters by joint category."""

    weights: npt.NDArray[np.float16]
    shifts: npt.NDArray[np.float32]
    met: npt.NDArray[np.uint16]


def require_solver() -> None:
    """`InputError` where scikit-learn is not installed."""
    if find_spec("sklearn") is None:
        raise InputError("training needs scikit-learn: install the extra `model` (pip install 'damage-step-pipeline[model]')")


def fit(table: Table, chosen: Bools, with_blotted: bool = True) -> Fitted:
    """A model of the chosen examples, which must have labels; each also as it would be read if its clause were not understood."""
    from sklearn.linear_model import LogisticRegression

    parts = [(table.sides[n], chosen & table.present[:, n], 1.0) for n in (0, 1)]
    if with_blotted:
        parts += [(table.blotted[n], chosen & table.blottable[:, n], _BLOTTED) for n in (0, 1)]
    places = [np.flatnonzero(which) for _, which, _ in parts]
    inputs = csr_array(vstack([matrix[some] for (matrix, _, _), some in zip(parts, places, strict=True)], format="csr", dtype=np.float64))
    rows = np.concatenate(places)
    weight = np.concatenate([table.weight[some] * factor for (_, _, factor), some in zip(parts, places, strict=True)])
    legal = np.flatnonzero((table.eligible[rows] == 1) & (table.windows[rows] != NO_VALUE))
    opened, of_legal, windows = inputs[legal], weight[legal], table.windows[rows[legal]]
    weights = np.zeros((len(TARGETS), inputs.shape[1]), np.float16)
    shifts = np.zeros(len(TARGETS), np.float32)
    for n, target in enumerate(TARGETS):
        x, y, w = (opened, windows & BY_KEY[target].value > 0, of_legal) if n else (inputs, table.eligible[rows] == 1, weight)
        if not len(y) or y.all() or not y.any():
            shifts[n] = 0.0 if not len(y) else _ALWAYS if y[0] else -_ALWAYS
            continue
        # The dual form suits rows that are few beside their columns.
        solver = LogisticRegression(solver="liblinear", dual=True, C=_STRENGTH, tol=_TOLERANCE, max_iter=200, random_state=0)
        solver.fit(x, y, sample_weight=w)
        weights[n] = solver.coef_[0]
        shifts[n] = solver.intercept_[0]
    return Fitted(weights, shifts, _met(table, chosen, with_blotted))


class Task(NamedTuple):
    """One model to be fitted: to which examples, and whether to each also with its clause blotted out."""

    chosen: Bools
    with_blotted: bool = True


_SHARED: list[Table] = []


def _share(table: Table) -> None:
    _SHARED[:] = [table]


def _fit_shared(task: Task) -> Fitted:
    return fit(_SHARED[0], *task)


def fit_all(table: Table, tasks: Sequence[Task], jobs: int = 1) -> Iterator[Fitted]:
    """The models, in order. Processes share the work, not threads: the solver's source of chance is one for a whole process."""
    if jobs == 1 or len(tasks) < 2:
        yield from (fit(table, *task) for task in tasks)
        return
    with workers(jobs, partial(_share, table)) as pool:
        yield from pool.map(_fit_shared, tasks)


def _met(table: Table, chosen: Bools, with_blotted: bool) -> npt.NDArray[np.uint16]:
    """In how many clusters each joint category was met."""
    size = len(table.names)
    kinds = [table.joint[chosen], *([table.blotted_joint[chosen]] if with_blotted else [])]
    pairs = [(table.cluster[chosen][:, None] * size + joint)[joint >= 0] for joint in kinds]
    return np.minimum(np.bincount(np.unique(np.concatenate(pairs)) % size, minlength=size), 65535).astype(np.uint16)


def scores(table: Table, fitted: Fitted, chosen: Bools, blotted: bool = False) -> Reals:
    """Log-odds of the chosen examples, one row each, one column a target: the mean of the languages that have them."""
    which = np.flatnonzero(chosen)
    there = (table.blottable if blotted else table.present)[which]
    matrices = table.blotted if blotted else table.sides
    weights = fitted.weights.T.astype(np.float32)
    total = np.zeros((len(which), len(TARGETS)))
    for language in (0, 1):
        total += (matrices[language][which] @ weights + fitted.shifts) * there[:, language, None]
    return np.asarray(total / np.maximum(there.sum(axis=1), 1)[:, None], np.float64)


def support(table: Table, fitted: Fitted, chosen: Bools, blotted: bool = False) -> Ints:
    """In how many clusters the training met the rarest of each chosen example's clause and deeds."""
    joint = (table.blotted_joint if blotted else table.joint)[np.flatnonzero(chosen)]
    met = np.append(fitted.met.astype(np.int64), 0)
    found = met[joint]  # -1, of an unknown category, is the last one
    found[joint == NO_SIDE] = np.iinfo(np.int64).max
    return np.asarray(found.min(axis=1), np.int64)
