"""The examples of the fallback model as arrays: a sparse matrix a language, labels, weights, clusters and folds."""

from collections.abc import Sequence

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from pipeline.classify.calibration import Bools, Reals
from pipeline.classify.clusters import Ints, components, folds, near_duplicates
from pipeline.classify.fallback_example import Example, Label, Side
from pipeline.classify.fallback_features import Named
from pipeline.classify.fallback_model import text_value
from pipeline.classify.fallback_text import BUCKETS

FOLDS = 5
# An official statement counts whole, what rules say less; near-duplicates share their weight.
_OFFICIAL, _RULES = 1.0, 0.3
_RARE = 2  # categories of fewer clusters are no columns
NO_VALUE, NO_SIDE = -1, -2
JOINT = 3  # joint categories a language


class Table(msgspec.Struct, frozen=True):
    """The examples as arrays, one element or row an example; ``sides``, ``blotted``: English, Japanese (rows of zeros where there is none).

    ``eligible``: 0, 1 or -1 (unknown); ``windows``: value of a `Window` or -1; ``joint``, ``blotted_joint``: columns of the joint categories
    of both languages, -1 for what is too rare for a column, -2 where there is none.
    """

    examples: tuple[Example, ...]
    names: tuple[str, ...]
    sides: tuple[csr_array, csr_array]
    blotted: tuple[csr_array, csr_array]
    present: npt.NDArray[np.bool_]  # examples x languages
    blottable: npt.NDArray[np.bool_]
    unread: Bools  # a clause was not understood, in some language
    joint: Ints
    blotted_joint: Ints
    eligible: Ints
    windows: Ints
    stated_windows: Ints  # as far as an official statement names them
    official: Bools
    weight: Reals
    cluster: Ints
    fold: Ints

    @property
    def labelled(self) -> Bools:
        """The examples that a verdict is known of."""
        return np.asarray(self.eligible != NO_VALUE)


def table_of(examples: Sequence[Example], official: dict[str, Label], names: tuple[str, ...] | None = None) -> Table:
    """The examples as arrays, with clusters and folds; an official statement goes before what the rules say.

    ``names``: the categories to count, those of a model; by default those that occur in enough clusters.
    """
    cluster = near_duplicates([one.text for one in examples])
    fold = folds(components(cluster.tolist(), [one.card_id for one in examples]), FOLDS)
    labels = [official.get(one.effect_id, one.rule) for one in examples]
    stated = np.array([one.effect_id in official for one in examples], np.bool_)
    # Where a statement names no windows, the rules' are taken if the verdict is the same.
    windows = [_windows(label, one.rule) for label, one in zip(labels, examples, strict=True)]
    names = _vocabulary(examples, cluster) if names is None else names
    index = {name: n for n, name in enumerate(names)}
    sizes = np.bincount(cluster)[cluster]
    return Table(
        examples=tuple(examples),
        names=names,
        sides=_matrices([[_plain(side) for side in one.sides] for one in examples], index),
        blotted=_matrices([[_without(side) for side in one.sides] for one in examples], index),
        present=np.array([[side is not None for side in one.sides] for one in examples], np.bool_),
        blottable=np.array([[side is not None and side.blotted is not None for side in one.sides] for one in examples], np.bool_),
        unread=np.array([any(side is not None and side.unread for side in one.sides) for one in examples], np.bool_),
        joint=_joint([[None if side is None else side.named for side in one.sides] for one in examples], index),
        blotted_joint=_joint([[None if side is None else side.blotted for side in one.sides] for one in examples], index),
        eligible=np.array([NO_VALUE if label is None else int(label.eligible) for label in labels], np.int64),
        windows=np.array(windows, np.int64),
        stated_windows=np.array([official[one.effect_id].windows or 0 if one.effect_id in official else 0 for one in examples], np.int64),
        official=stated,
        weight=np.where(stated, _OFFICIAL, _RULES) / np.sqrt(sizes),
        cluster=cluster,
        fold=fold,
    )


def _windows(label: Label | None, rule: Label | None) -> int:
    if label is None or not label.eligible:
        return NO_VALUE
    if label.windows is not None:
        return label.windows
    return rule.windows if rule is not None and rule.eligible and rule.windows is not None else NO_VALUE


def _vocabulary(examples: Sequence[Example], cluster: Ints) -> tuple[str, ...]:
    """The categories that occur in enough clusters, sorted."""
    met: dict[str, set[int]] = {}
    for one, number in zip(examples, cluster.tolist(), strict=True):
        for side in one.sides:
            if side is not None:
                for name in (*side.named.names, *(side.blotted.names if side.blotted is not None else ())):
                    found = met.setdefault(name, set())
                    if len(found) < _RARE:
                        found.add(number)
    return tuple(sorted(name for name, found in met.items() if len(found) >= _RARE and name.isprintable()))


_Row = tuple[Named, bytes] | None


def _plain(side: Side | None) -> _Row:
    return None if side is None else (side.named, side.buckets)


def _without(side: Side | None) -> _Row:
    return None if side is None or side.blotted is None else (side.blotted, side.buckets)


def _matrices(rows: Sequence[Sequence[_Row]], index: dict[str, int]) -> tuple[csr_array, csr_array]:
    english, japanese = (_matrix([row[language] for row in rows], index) for language in (0, 1))
    return english, japanese


def _matrix(rows: Sequence[_Row], index: dict[str, int]) -> csr_array:
    columns: list[npt.NDArray[np.int32]] = []
    values: list[npt.NDArray[np.float32]] = []
    starts = np.zeros(len(rows) + 1, np.int32)
    for n, row in enumerate(rows):
        starts[n + 1] = starts[n]
        if row is not None:
            named, packed = row
            known = sorted(index[name] for name in named.names if name in index)
            text = np.frombuffer(packed, np.uint16).astype(np.int32) + len(index)
            columns += [np.array(known, np.int32), text]
            values += [np.ones(len(known), np.float32), np.full(len(text), text_value(len(text)), np.float32)]
            starts[n + 1] += len(known) + len(text)
    shape = (len(rows), len(index) + BUCKETS)
    if not columns:
        return csr_array(shape, dtype=np.float32)
    return csr_array((np.concatenate(values), np.concatenate(columns), starts), shape=shape)


def _joint(rows: Sequence[Sequence[Named | None]], index: dict[str, int]) -> Ints:
    found = np.full((len(rows), 2 * JOINT), NO_SIDE, np.int64)
    for n, sides in enumerate(rows):
        for language, named in enumerate(sides):
            if named is not None:
                found[n, JOINT * language : JOINT * (language + 1)] = [index.get(name, NO_VALUE) for name in named.joint]
    return found
