"""Curves, measures and thresholds on invented numbers whose answers are known."""

import numpy as np
import pytest

from pipeline.classify.calibration import NEVER, Curve, fewest, fit, quality, sigmoid, threshold, upper_bound


def test_a_curve_finds_the_slope_and_shift_that_made_the_outcomes() -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 3, 20_000)
    outcomes = rng.random(20_000) < sigmoid(0.5 * scores - 1.0)
    curve = fit(scores, outcomes)
    assert curve.slope == pytest.approx(0.5, abs=0.02) and curve.shift == pytest.approx(-1.0, abs=0.05)
    assert quality(curve(scores), outcomes).ece < 0.01 < quality(Curve()(scores), outcomes).ece


@pytest.mark.parametrize("outcomes", [[True, True, True], [False, False, False], []])
def test_a_curve_of_one_sided_outcomes_is_the_plain_one(outcomes: list[bool]) -> None:
    assert fit([1.0, 2.0, 3.0][: len(outcomes)], outcomes) == Curve()


def test_a_perfect_score_is_never_certain() -> None:
    scores = np.array([-5.0, -4.0, -3.0, 3.0, 4.0, 5.0])
    assert 0 < fit(scores, scores > 0)(scores).min() < 0.5 < fit(scores, scores > 0)(scores).max() < 1


def test_a_curve_never_turns_a_score_around() -> None:
    assert fit([-2.0, -1.0, 1.0, 2.0], [True, True, False, False]).slope == 0


def test_a_curve_that_may_not_move_keeps_every_verdict() -> None:
    scores, outcomes = np.array([-3.0, -1.0, 1.0, 3.0] * 50), np.array([True, True, True, True, False] * 40)
    curve = fit(scores, outcomes, shifted=False)
    assert curve.shift == 0 and ((curve(scores) >= 0.5) == (scores >= 0)).all()


def test_the_measures_of_four_predictions() -> None:
    found = quality([0.9, 0.9, 0.1, 0.3], [True, False, False, False])
    assert found.brier == pytest.approx((0.01 + 0.81 + 0.01 + 0.09) / 4)
    # Bins: two at 0.9, half of which came true; one at 0.1 and one at 0.3, none of which did.
    assert found.ece == pytest.approx((2 * 0.4 + 0.1 + 0.3) / 4)
    assert [(one.n, one.true) for one in found.bins] == [(1, 0.0), (1, 0.0), (2, 0.5)]


def test_nothing_has_no_error() -> None:
    assert quality([], []).ece == 0 and quality([], []).bins == ()


def test_the_bound_is_the_exact_one() -> None:
    # Without an error the bound solves (1 - p) ** n = 0.05.
    assert upper_bound(0, 149) == pytest.approx(1 - 0.05 ** (1 / 149))
    assert upper_bound(0, 149) <= 0.02 < upper_bound(0, 148)
    assert fewest(0.02) == 149
    assert upper_bound(3, 3) == 1 and upper_bound(0, 0) == 1 and upper_bound(5, 100) > 0.05


def test_a_threshold_stands_where_errors_begin() -> None:
    confidence = np.linspace(1.0, 0.5, 2000)
    right = np.ones(2000, np.bool_)
    right[1000::2] = False
    bar = threshold(confidence, right, 0.02)
    accepted = confidence >= bar
    assert 0.7 < bar < 0.8
    assert upper_bound(int((~right[accepted]).sum()), int(accepted.sum())) <= 0.02


def test_a_threshold_goes_no_lower_than_what_it_was_tried_on() -> None:
    assert threshold([0.8] * 500, [True] * 500, 0.02) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("confidence", "right"),
    [
        ([0.99] * 148, [True] * 148),  # too few for a promise
        ([], []),
        ([0.99] * 1000, [True, False] * 500),
        # Equal confidences are accepted together: nobody can take the right ones alone.
        ([0.9] * 1000, [True] * 900 + [False] * 100),
    ],
)
def test_no_threshold_is_found_where_none_can_be_promised(confidence: list[float], right: list[bool]) -> None:
    assert threshold(confidence, right, 0.02) == NEVER


def test_the_promise_holds_for_what_is_drawn_anew() -> None:
    """Of many thresholds found by chance no more than a twentieth breaks the promise (with room for chance itself)."""
    broken = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        confidence = rng.random(800)
        right = rng.random(800) < 0.9 + 0.1 * confidence
        bar = threshold(confidence, right, 0.05)
        # Above the bar errors are this frequent, on average: 0.1 * (1 - (1 + bar) / 2).
        broken += bar <= 1 and 0.1 * (1 - (1 + bar) / 2) > 0.05
    assert broken <= 5
