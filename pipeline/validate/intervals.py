"""How far a share measured on a sample can be trusted."""

from math import ceil, floor, sqrt

_Z = 1.959963984540054  # the normal quantile that leaves 2.5 % on either side


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson, https://doi.org/10.1080/01621459.1927.10502953), both ends between 0 and 1.

    Unlike the textbook interval it keeps its promise for few cases and for shares near 1. Of none, nothing is known: (0, 1).
    `ValueError` where `right` lies outside 0 to `of`.
    """
    if not 0 <= right <= of:
        raise ValueError(f"{right} of {of} is no share")
    if of == 0:
        return 0.0, 1.0
    share, square = right / of, _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z / (1 + square / of) * sqrt(share * (1 - share) / of + square / (4 * of * of))
    # At the ends the formula is exact on paper and an ulp off in floating point.
    return 0.0 if right == 0 else max(0.0, middle - half), 1.0 if right == of else min(1.0, middle + half)


def percent(right: int, of: int) -> str:
    """A share in per cent with one decimal; 0.0% and 100.0% mean none and all; a dash of nothing."""
    if of == 0:
        return "-"
    share = round(100 * right / of, 1)
    return f"{share if right in (0, of) else min(max(share, 0.1), 99.9):.1f}%"


def interval(right: int, of: int) -> str:
    """The 95 % interval of a share in per cent (``94.9-98.4%``), rounded outwards; a dash of none."""
    if of == 0:
        return "-"
    low, high = wilson(right, of)
    return f"{floor(low * 1000) / 10:.1f}-{ceil(high * 1000) / 10:.1f}%"
