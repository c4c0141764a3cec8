"""From a table of examples to the model that is stored: a model a fold, curves and thresholds from what each of them has not seen.

What is held out in three ways: by fold (a cluster and a card are never on both sides), for effects whose wording is known; by the verb of the
activation clause, once as it is and once blotted out, for wording that is new and for clauses that the readers do not understand.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec
import numpy as np

from pipeline.classify.calibration import NEVER, Bools, Curve, Reals, fewest, fit, threshold
from pipeline.classify.clusters import Ints
from pipeline.classify.fallback_fit import Fitted, Task, fit_all, scores, support
from pipeline.classify.fallback_model import SUPPORT, TARGETS, Facts, Model, Slice, confidences, opened, place
from pipeline.classify.fallback_table import FOLDS, NO_VALUE, Table
from pipeline.classify.fallback_text import fingerprint
from pipeline.windows import BY_KEY

RISK = 0.02
# However safe a group is as a whole, nothing is accepted that is as doubtful as this.
FLOOR = 0.9
_VERB_FOLDS = 5
# Fewer legal examples than this are too few for curves of their own.
_FEW = 50


class Held(msgspec.Struct, frozen=True):
    """Predictions for examples that their model has not seen: ``rows`` of the table, log-odds (n x targets), in how many clusters they were met."""

    rows: Ints
    scores: Reals
    support: Ints
    blotted: bool = False

    def __getitem__(self, chosen: Bools) -> "Held":
        """Some of them."""
        return Held(self.rows[chosen], self.scores[chosen], self.support[chosen], self.blotted)

    @property
    def known(self) -> Bools:
        """Which of them have a clause and deeds that the training met."""
        return np.asarray(self.support >= SUPPORT)

    def slices(self, table: Table) -> "np.typing.NDArray[np.object_]":
        """The slice of each, as `fallback.answer_of` finds it."""
        unread = np.ones(len(self.rows), np.bool_) if self.blotted else table.unread[self.rows]
        return np.where(unread, "unread", np.where(self.known, "known", "new")).astype(object)


class Judged(msgspec.Struct, frozen=True):
    """Held-out predictions as probabilities, one element each: of "legal", of the windows given that (n x 5), of being right; whether it is."""

    eligible: Reals
    windows: Reals
    confidence: Reals
    right: Bools


def train(table: Table, facts: Facts, jobs: int = 1, progress: Callable[[str], None] = lambda line: None) -> Model:
    """The model of a table. ``facts``: origin and risk; its curves and thresholds are filled in. `InputError` without scikit-learn."""
    labelled = table.labelled
    chosen = [labelled & (table.fold != fold) for fold in range(FOLDS)]
    left_out = verb_folds(table)
    fitted = list(fit_all(table, [Task(which) for which in (*chosen, *(labelled & ~out for out in left_out))], jobs))
    progress(
        f"fitted {len(fitted)} models to {int(labelled.sum()):,} effects, {int(table.official[labelled].sum()):,} of them with official statements"
    )
    models = fitted[:FOLDS]
    by_fold = gathered([held(table, one, labelled & (table.fold == n)) for n, one in enumerate(models)])
    pairs = list(zip(fitted[FOLDS:], left_out, strict=True))
    by_verb = gathered([held(table, one, labelled & out) for one, out in pairs])
    unread = gathered([held(table, one, labelled & out & table.blottable.any(axis=1), blotted=True) for one, out in pairs])
    known = by_fold[np.asarray(by_fold.slices(table) == "known", np.bool_)]
    first = curves_of(table, known)
    curves = {
        "known": first,
        # Which way new wording leans is unknown: what was left out on purpose may tell how sure to be, and no more.
        "new": curves_of(table, by_verb[np.asarray(by_verb.slices(table) == "new", np.bool_)], first, shifted=False),
        "unread": curves_of(table, unread, first),
    }
    thresholds = {"new": NEVER}  # what was never met is never decided
    thresholds |= thresholds_of(table, "known", known, curves["known"], facts.risk)
    thresholds |= thresholds_of(table, "unread", unread[unread.known], curves["unread"], facts.risk)
    keys, fold_of = _known_texts(table)
    return Model(
        facts=msgspec.structs.replace(facts, curves=curves, thresholds=dict(sorted(thresholds.items()))),
        names=table.names,
        weights=np.stack([one.weights for one in models]),
        shifts=np.stack([one.shifts for one in models]),
        met=np.stack([one.met for one in models]),
        keys=keys,
        fold_of=fold_of,
    )


def verb_folds(table: Table) -> list[Bools]:
    """For each fold of verbs, which examples have one of them in their activation clause."""
    counts = Counter(verb for one in table.examples for verb in one.verbs)
    fold_of: dict[str, int] = {}
    filled = [0] * _VERB_FOLDS
    for verb, n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        fold_of[verb] = filled.index(min(filled))
        filled[fold_of[verb]] += n
    return [np.array([any(fold_of[verb] == fold for verb in one.verbs) for one in table.examples], np.bool_) for fold in range(_VERB_FOLDS)]


def held(table: Table, fitted: Fitted, chosen: Bools, blotted: bool = False) -> Held:
    """What a model says of examples that it was not fitted to."""
    return Held(np.flatnonzero(chosen), scores(table, fitted, chosen, blotted), support(table, fitted, chosen, blotted), blotted)


def gathered(parts: Iterable[Held]) -> Held:
    """Several as one."""
    some = list(parts)
    return Held(
        np.concatenate([one.rows for one in some]),
        np.concatenate([one.scores for one in some]),
        np.concatenate([one.support for one in some]),
        some[0].blotted,
    )


def curves_of(table: Table, some: Held, fallback: tuple[Curve, ...] | None = None, shifted: bool = True) -> tuple[Curve, ...]:
    """A curve a target, fitted to held-out examples; those of ``fallback`` where they are too few."""
    truth = table.eligible[some.rows] == 1
    if fallback is not None and min(truth.sum(), (~truth).sum()) < _FEW:
        return fallback
    legal = truth & (table.windows[some.rows] != NO_VALUE)
    windows = table.windows[some.rows][legal]
    return (
        fit(some.scores[:, 0], truth, shifted),
        *(fit(some.scores[legal, n], windows & BY_KEY[key].value > 0, shifted) for n, key in enumerate(TARGETS[1:], 1)),
    )


def judged(table: Table, some: Held, curves: Sequence[Curve]) -> Judged:
    """Probabilities and the truth. A verdict is right where eligibility and, if the example names them, all windows are."""
    p = np.stack([curve(some.scores[:, n]) for n, curve in enumerate(curves)], axis=1)
    said = [opened(float(one[0]), one[1:].tolist()).value for one in p]
    truth, windows = table.eligible[some.rows].tolist(), table.windows[some.rows].tolist()
    right = [bool(value) == bool(legal) and (not legal or want in (NO_VALUE, value)) for value, legal, want in zip(said, truth, windows, strict=True)]
    return Judged(p[:, 0], p[:, 1:], confidences(p[:, 0], p[:, 1:]), np.array(right, np.bool_))


def thresholds_of(table: Table, where: Slice, some: Held, curves: Sequence[Curve], risk: float) -> dict[str, float]:
    """Thresholds by era and kind where these are many enough for a promise of their own, and one for the rest of the slice.

    Near-duplicates are no separate evidence: one example a cluster is counted.
    """
    _, first = np.unique(table.cluster[some.rows], return_index=True)
    some = some[np.isin(np.arange(len(some.rows)), first)]
    sure = judged(table, some, curves)
    found: dict[str, float] = {where: _floored(sure.confidence, sure.right, risk)}
    places = np.array([place(where, table.examples[row].old_wording, table.examples[row].kind) for row in some.rows.tolist()])
    for name in sorted(set(places.tolist())):
        its = places == name
        if its.sum() >= fewest(risk):
            found[name] = _floored(sure.confidence[its], sure.right[its], risk)
    return found


def _floored(confidence: Reals, right: Bools, risk: float) -> float:
    return max(threshold(confidence, right, risk), FLOOR)


def _known_texts(table: Table) -> tuple["np.typing.NDArray[np.uint64]", "np.typing.NDArray[np.uint8]"]:
    """Every text with its fold, by fingerprint."""
    folds = {fingerprint(one.text): fold for one, fold in zip(table.examples, table.fold.tolist(), strict=True)}
    keys = sorted(folds)
    return np.array(keys, np.uint64), np.array([folds[key] for key in keys], np.uint8)
