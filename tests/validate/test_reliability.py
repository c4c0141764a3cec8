"""Reliability, coverage over risk, and their plots."""

import pytest

from pipeline.publish.pages.plot import HEIGHT, WIDTH, coverage_plot, reliability_plot
from pipeline.validate.reliability import Judged, bins, expected_error, kept

JUDGED = [Judged(0.99, True)] * 8 + [Judged(0.99, False)] * 2 + [Judged(0.75, True)] * 3 + [Judged(0.75, False)] + [Judged(None, None)] * 6


def test_bins_hold_what_was_answered() -> None:
    found = bins(JUDGED)
    assert [(one.low, one.high, one.count, one.right) for one in found] == [(0.7, 0.8, 4, 3), (0.99, 1.0, 10, 8)]
    assert [round(one.share, 2) for one in found] == [0.75, 0.8] and all(one.interval[0] < one.share < one.interval[1] for one in found)


def test_the_error_is_weighed_by_the_number_of_verdicts() -> None:
    assert expected_error(bins(JUDGED)) == pytest.approx((10 * 0.19 + 4 * 0.0) / 14)
    assert expected_error([]) is None and bins([Judged(1.0, True)])[0].count == 1


def test_coverage_counts_what_is_left_open() -> None:
    found = kept(JUDGED)
    assert [(one.least, one.coverage, one.count, one.wrong) for one in found] == [(0.99, 0.5, 10, 2), (0.75, 0.7, 14, 3)]
    assert found[0].risk == 0.2


def test_plots_stay_within_their_frame() -> None:
    for plot in (reliability_plot(bins(JUDGED), "one"), coverage_plot(kept(JUDGED), "other")):
        assert plot.dots and all(0 <= dot.x <= WIDTH and 0 <= dot.y <= HEIGHT and dot.high <= dot.y <= dot.low for dot in plot.dots)
        assert all(plot.left <= tick.at <= plot.right for tick in plot.x_ticks) and len({tick.label for tick in plot.y_ticks}) == len(plot.y_ticks)


def test_all_right_is_a_plot_too() -> None:
    sure = [Judged(0.99, True)] * 5
    assert coverage_plot(kept(sure), "x").dots[0].words.endswith("0 of 5 wrong, 0.00%") and reliability_plot(bins(sure), "x").dots
