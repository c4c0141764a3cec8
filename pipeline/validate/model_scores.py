"""How good the fallback model is: on texts that its folds have not seen, and on wording whose rules were taken away."""

from collections import Counter
from collections.abc import Callable

import msgspec
import numpy as np

from pipeline.classify.calibration import NEVER, Bools, Quality, quality, upper_bound
from pipeline.classify.fallback_fit import Fitted, Task, fit_all
from pipeline.classify.fallback_model import TARGETS, Model, needed, opened
from pipeline.classify.fallback_table import NO_VALUE, Table
from pipeline.classify.fallback_text import fingerprint
from pipeline.classify.fallback_train import Held, Judged, gathered, held, judged, verb_folds
from pipeline.errors import InputError
from pipeline.windows import BY_KEY


class Share(msgspec.Struct, frozen=True):
    """Predictions for one sort of effects.

    ``n`` in all, ``right`` if each were answered; ``accepted``, ``accepted_right``: those that are sure enough. ``bound``: the largest error rate
    of the accepted ones that this leaves possible (95 %). ``official...``: the same, of effects with an official statement. ``ece`` of all.
    """

    name: str
    n: int
    right: int
    accepted: int
    accepted_right: int
    bound: float
    ece: float
    accepted_ece: float
    official: int
    official_right: int
    official_accepted: int
    official_accepted_right: int


class ModelScores(msgspec.Struct, frozen=True):
    """Everything that was measured. ``targets``: the quality of each calibrated probability; ``verdicts``: of "all of it is right"."""

    unknown: int  # effects that the model's training did not have
    by_slice: list[Share]
    by_kind: list[Share]
    targets: dict[str, Quality]
    verdicts: Quality
    drop_out: list[Share]  # by rule group
    drop_out_all: Share | None
    unread: list[Share]  # by fold of verbs, their clauses blotted out
    unread_all: Share | None
    accepted: Bools  # by example: whether its own fold's model accepts a verdict; False for those without
    said: "np.typing.NDArray[np.int64]"  # by example: the verdict (value of a `Window`, 0 = no), or -1


def score_model(table: Table, model: Model, jobs: int, drop_out: bool, progress: Callable[[str], None] = lambda line: None) -> ModelScores:
    """The scores of a model on a table that was made with its names. `InputError` where it was trained on other texts."""
    folds = np.array([-1 if (fold := model.fold(fingerprint(one.text))) is None else fold for one in table.examples], np.int64)
    unknown = int((folds < 0).sum())
    if unknown * 10 > len(folds):
        raise InputError(f"{unknown:,} of {len(folds):,} effects were not in the model's training: score it on the dataset that it was trained on")
    fitted = [Fitted(model.weights[n], model.shifts[n], model.met[n]) for n in range(len(model.weights))]
    whole = gathered([held(table, one, folds == n) for n, one in enumerate(fitted)])
    some = whole[table.labelled[whole.rows]]
    slices = some.slices(table)
    sure = _judged(table, model, some, slices)
    taken = accepted(table, model, some, slices, sure)
    kinds = [_kind(table, row) for row in some.rows.tolist()]
    legal = (table.eligible[some.rows] == 1) & (table.windows[some.rows] != NO_VALUE)
    said, every = np.full(len(table.examples), -1, np.int64), np.zeros(len(table.examples), np.bool_)
    for row, verdict, takes in zip(whole.rows.tolist(), *_verdicts(table, model, whole), strict=True):
        said[row], every[row] = verdict, takes
    out, unread = _refitted(table, model, jobs, progress) if drop_out else ([], [])
    return ModelScores(
        unknown=unknown,
        by_slice=[share(table, some, sure, taken, np.ones(len(taken), np.bool_), "all"), *_shares(table, some, sure, taken, slices.tolist())],
        by_kind=_shares(table, some, sure, taken, kinds),
        targets={
            "eligible": quality(sure.eligible, table.eligible[some.rows] == 1),
            **{key: quality(sure.windows[legal, n], table.windows[some.rows][legal] & BY_KEY[key].value > 0) for n, key in enumerate(TARGETS[1:])},
        },
        verdicts=quality(sure.confidence, sure.right),
        drop_out=[one.share for one in out],
        drop_out_all=_all(out),
        unread=[one.share for one in unread],
        unread_all=_all(unread),
        accepted=every,
        said=said,
    )


def _verdicts(table: Table, model: Model, some: Held) -> tuple[list[int], list[bool]]:
    slices = some.slices(table)
    sure = _judged(table, model, some, slices)

    said = [opened(float(p), w.tolist()).value for p, w in zip(sure.eligible, sure.windows, strict=True)]
    return said, accepted(table, model, some, slices, sure).tolist()


def _kind(table: Table, row: int) -> str:
    return f"{'old' if table.examples[row].old_wording else 'new'}/{table.examples[row].kind}"


def _judged(table: Table, model: Model, some: Held, slices: "np.typing.NDArray[np.object_]") -> Judged:
    """Each prediction by the curves of its slice."""
    n = len(some.rows)
    eligible, windows, confidence, right = np.zeros(n), np.zeros((n, len(TARGETS) - 1)), np.zeros(n), np.zeros(n, np.bool_)
    for name in sorted(set(slices.tolist())):
        its = np.asarray(slices == name, np.bool_)
        found = judged(table, some[its], model.facts.curves[name])
        eligible[its], windows[its], confidence[its], right[its] = found.eligible, found.windows, found.confidence, found.right
    return Judged(eligible, windows, confidence, right)


def accepted(table: Table, model: Model, some: Held, slices: "np.typing.NDArray[np.object_]", sure: Judged) -> Bools:
    """Which predictions reach their threshold."""
    examples = (table.examples[row] for row in some.rows.tolist())
    asked = np.where(some.known, slices, "new").tolist()
    bars = [needed(model.facts.thresholds, where, one.old_wording, one.kind) for where, one in zip(asked, examples, strict=True)]
    return np.asarray(sure.confidence >= np.array(bars or [NEVER])[: len(sure.confidence)], np.bool_)


def share(table: Table, some: Held, sure: Judged, taken: Bools, which: Bools, name: str) -> Share:
    """The share of some of the predictions."""
    official = table.official[some.rows]

    def count(*masks: Bools) -> int:
        return int(np.logical_and.reduce([which, *masks]).sum())

    n_accepted, right = count(taken), count(taken, sure.right)
    return Share(
        name=name,
        n=count(),
        right=count(sure.right),
        accepted=n_accepted,
        accepted_right=right,
        bound=upper_bound(n_accepted - right, n_accepted),
        ece=quality(sure.confidence[which], sure.right[which]).ece,
        accepted_ece=quality(sure.confidence[which & taken], sure.right[which & taken]).ece,
        official=count(official),
        official_right=count(official, sure.right),
        official_accepted=count(official, taken),
        official_accepted_right=count(official, taken, sure.right),
    )


def _shares(table: Table, some: Held, sure: Judged, taken: Bools, names: list[str]) -> list[Share]:
    by, ordered = np.array(names, dtype=object), sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    return [share(table, some, sure, taken, np.asarray(by == name, np.bool_), name) for name, _ in ordered]


class _Tested(msgspec.Struct, frozen=True):
    share: Share
    sure: Judged
    taken: Bools


def _all(tested: list[_Tested]) -> Share | None:
    """All of them as one; their errors of calibration may cancel out, as they do in use."""
    if not tested:
        return None
    shares = [one.share for one in tested]
    confidence, right, taken = (np.concatenate(parts) for parts in zip(*((t.sure.confidence, t.sure.right, t.taken) for t in tested), strict=True))
    n_accepted, n_right = int(taken.sum()), int((right & taken).sum())
    return Share(
        name="all groups",
        n=len(right),
        right=int(right.sum()),
        accepted=n_accepted,
        accepted_right=n_right,
        bound=upper_bound(n_accepted - n_right, n_accepted),
        ece=quality(confidence, right).ece,
        accepted_ece=quality(confidence[taken], right[taken]).ece,
        official=sum(one.official for one in shares),
        official_right=sum(one.official_right for one in shares),
        official_accepted=sum(one.official_accepted for one in shares),
        official_accepted_right=sum(one.official_accepted_right for one in shares),
    )


def _refitted(table: Table, model: Model, jobs: int, progress: Callable[[str], None]) -> tuple[list[_Tested], list[_Tested]]:
    """Rule drop-out by group, and unknown verbs by fold: each needs a model that has not seen what it is asked about."""
    labelled = table.labelled
    groups = sorted({group for one in table.examples for group in one.groups})
    of_group = {group: labelled & np.array([group in one.groups for one in table.examples], np.bool_) for group in groups}
    tests = []
    for name, test in of_group.items():
        # A group's near-duplicates under other rules would tell what its wording means.
        apart = ~test & ~np.isin(table.cluster, table.cluster[test])
        tests.append((name, test, labelled & apart, False))
    verbs = [(f"verbs {n + 1}", labelled & out & table.blottable.any(axis=1), labelled & ~out, True) for n, out in enumerate(verb_folds(table))]

    asked = [*(one for one in tests if one[1].any()), *verbs]
    found = []
    fitted = fit_all(table, [Task(train, blotted) for _, _, train, blotted in asked], jobs)
    for (name, test, _, blotted), one in zip(asked, fitted, strict=True):
        some = held(table, one, test, blotted)
        slices = some.slices(table)
        sure = _judged(table, model, some, slices)
        taken = accepted(table, model, some, slices, sure)
        progress(f"{name}: {len(some.rows):,} effects, by a model without what is known of them")
        found.append(_Tested(share(table, some, sure, taken, np.ones(len(some.rows), np.bool_), name), sure, taken))
    return found[: -len(verbs)], found[-len(verbs) :]
