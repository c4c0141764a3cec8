"""Training: deterministic, never on what is asked of a fold, never on anything but rules that agree and statements."""

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
import pytest

from pipeline.classify import fallback_train
from pipeline.classify.calibration import NEVER, Bools, Curve
from pipeline.classify.fallback_example import Example, Label
from pipeline.classify.fallback_file import packed
from pipeline.classify.fallback_fit import Fitted, Task, fit, fit_all, require_solver, scores
from pipeline.classify.fallback_model import SUPPORT
from pipeline.classify.fallback_table import FOLDS, NO_VALUE, Table, table_of
from pipeline.classify.fallback_text import fingerprint
from pipeline.classify.fallback_train import FLOOR, Held, curves_of, judged, thresholds_of, train, verb_folds
from pipeline.errors import InputError
from tests.classify.trained import FACTS, examples, model, table

pytest.importorskip("sklearn", reason="training needs scikit-learn (extra `model`)")


def test_training_twice_gives_the_same_bytes() -> None:
    again = train(table_of(examples(), {key: Label(bool(table().eligible[n]), None) for n, key in official()}), FACTS, jobs=2)
    assert packed(again) == packed(model())


def official() -> list[tuple[int, str]]:
    """The effects with a statement, by their place in the table."""
    return [(n, one.effect_id) for n, one in enumerate(table().examples) if table().official[n]]


def test_a_fold_shares_no_card_and_no_near_duplicate_with_another() -> None:
    cards = np.array([one.card_id for one in table().examples])
    for fold in range(FOLDS):
        inside = table().fold == fold
        assert inside.any()
        assert not set(cards[inside]) & set(cards[~inside])
        assert not set(table().cluster[inside].tolist()) & set(table().cluster[~inside].tolist())


def test_no_model_is_fitted_to_what_it_will_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[Bools] = []

    def watched(table: Table, tasks: Sequence[Task], jobs: int) -> Iterator[Fitted]:
        fitted.extend(task.chosen for task in tasks)
        return fit_all(table, tasks, jobs)

    monkeypatch.setattr(fallback_train, "fit_all", watched)
    made = train(table(), FACTS)
    keys = [fingerprint(one.text) for one in table().examples]
    for fold, chosen in enumerate(fitted[:FOLDS]):
        assert not chosen[~table().labelled].any() and chosen.any()
        asked = np.array([made.fold(key) == fold for key in keys])
        clusters = set(table().cluster[asked].tolist())
        assert not clusters & set(table().cluster[chosen].tolist())
        assert not {one.card_id for one, its in zip(table().examples, asked, strict=True) if its} & {
            one.card_id for one, its in zip(table().examples, chosen, strict=True) if its
        }
    for chosen, out in zip(fitted[FOLDS:], verb_folds(table()), strict=True):
        assert not (chosen & out).any()


def test_every_known_text_has_a_fold_and_an_unknown_one_has_none() -> None:
    assert all(model().fold(fingerprint(one.text)) == fold for one, fold in zip(table().examples, table().fold.tolist(), strict=True))
    assert model().fold(12345) is None


def test_labels_are_statements_before_agreeing_rules_and_nothing_else() -> None:
    one = next(one for one in examples() if one.rule is not None and one.rule.eligible)
    assert one.rule is not None
    silent = msgspec.structs.replace(one, effect_id="0/text/1", rule=None)
    made = table_of((one, silent), {one.effect_id: Label(False, 0)})
    assert made.eligible.tolist() == [0, NO_VALUE] and made.labelled.tolist() == [True, False] and made.official.tolist() == [True, False]
    made = table_of((one, silent), {one.effect_id: Label(True, None)})
    # The windows of the rules, as the statement names none and the verdict is the same.
    assert made.windows.tolist() == [one.rule.windows, NO_VALUE] and made.stated_windows.tolist() == [0, 0]


def test_statements_weigh_more_and_near_duplicates_share() -> None:
    one = next(one for one in examples() if one.rule is not None)
    copies = tuple(msgspec.structs.replace(one, effect_id=f"{n}/text/1") for n in range(4))
    weight = table_of(copies, {"0/text/1": Label(True, None)}).weight
    assert weight[0] > 3 * weight[1] and weight[1] == pytest.approx(0.3 / 2)


def test_a_model_learns_what_it_is_told() -> None:
    labelled = table().labelled
    found = scores(table(), fit(table(), labelled), labelled)[:, 0] > 0
    assert (found == (table().eligible[labelled] == 1)).mean() > 0.9


def held(rows: list[int], support: int) -> Held:
    score = np.where(table().eligible[rows] == 1, 6.0, -6.0)
    return Held(np.array(rows), np.stack([score] + [np.full(len(rows), 6.0)] * 5, axis=1), np.full(len(rows), support))


def test_a_promise_needs_enough_examples() -> None:
    rows = np.flatnonzero(table().labelled & (table().eligible == 0)).tolist()
    assert len(rows) < 149
    few = thresholds_of(table(), "known", held(rows, SUPPORT), [Curve()] * 6, 0.02)
    assert few == {"known": NEVER}
    enough = thresholds_of(table(), "known", held(rows, SUPPORT), [Curve()] * 6, 0.2)
    assert FLOOR <= enough["known"] < 1 and all(name.startswith("known") for name in enough)


def test_near_duplicates_are_no_evidence_of_their_own() -> None:
    row = int(np.flatnonzero(table().labelled & (table().eligible == 0))[0])
    assert thresholds_of(table(), "known", held([row] * 500, SUPPORT), [Curve()] * 6, 0.02) == {"known": NEVER}


def test_a_verdict_is_right_only_with_its_windows() -> None:
    row = next(n for n, one in enumerate(table().examples) if one.rule is not None and one.rule.windows not in (0, 31))
    wrong_windows = judged(table(), held([row], SUPPORT), [Curve()] * 6)
    assert wrong_windows.eligible[0] > 0.9 and not wrong_windows.right[0]


def test_curves_of_too_few_examples_are_those_of_others() -> None:
    other = (Curve(2.0, 1.0),) * 6
    assert curves_of(table(), held([0, 1], 0), other) == other


def test_without_the_solver_training_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.classify.fallback_fit.find_spec", lambda name: None)
    with pytest.raises(InputError, match="scikit-learn"):
        require_solver()


_PLAIN = {"targets", "granted", "bare activation", "needs a state"}


def test_examples_hold_no_text() -> None:
    """What is stored of a model is categories and numbers: no sentence of a card can be read in it."""
    assert all("=" in name or name.startswith("names the step/") or name in _PLAIN for name in model().names)
    assert isinstance(examples()[0], Example)
