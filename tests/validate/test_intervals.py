"""Wilson's interval beside published values and its own promises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.validate.intervals import interval, percent, wilson


# Newcombe (1998), table I: https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E
@pytest.mark.parametrize(
    ("right", "of", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
)
def test_published_values(right: int, of: int, low: float, high: float) -> None:
    assert list(wilson(right, of)) == pytest.approx([low, high], abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_it_holds_the_share_and_mirrors_itself(case: tuple[int, int]) -> None:
    right, of = case
    low, high = wilson(right, of)
    assert 0 <= low <= right / of <= high <= 1 and low < high
    assert list(wilson(of - right, of)) == pytest.approx([1 - high, 1 - low])
    assert wilson(2 * right, 2 * of)[0] >= low - 1e-12, "more cases, a narrower interval"


def test_nothing_is_known_of_none() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert percent(0, 0) == interval(0, 0) == "-"


@pytest.mark.parametrize("case", [(1, 0), (-1, 3), (4, 3)])
def test_no_share(case: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(*case)


def test_all_and_none_are_told_from_almost() -> None:
    assert [percent(n, 10_000) for n in (0, 1, 6_667, 9_999, 10_000)] == ["0.0%", "0.1%", "66.7%", "99.9%", "100.0%"]
    assert interval(10_000, 10_000) == "99.9-100.0%"
    assert interval(81, 263) == "25.5-36.7%", "rounded outwards"
