"""Two plots as numbers for an inline SVG: points over a stated confidence, and a line of coverage over risk. The template draws them."""

from collections.abc import Sequence
from math import ceil

import msgspec

from pipeline.validate.reliability import Bin, Kept

WIDTH, HEIGHT = 560, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 88, 36, 16, 60


class Tick(msgspec.Struct, frozen=True):
    """A place on an axis, in pixels, and its label."""

    at: float
    label: str


class Dot(msgspec.Struct, frozen=True):
    """A point with its interval (``low`` and ``high`` in pixels, the same as ``y`` where there is none), its radius and its words."""

    x: float
    y: float
    low: float
    high: float
    radius: float
    words: str


class Plot(msgspec.Struct, frozen=True):
    """All that the template draws, in pixels."""

    title: str
    x_label: str
    y_label: str
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    dots: list[Dot]
    line: str
    guide: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM


class _Scale(msgspec.Struct, frozen=True):
    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        inside = min(max(value, self.low), self.high)
        return round(self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start), 1)


def reliability_plot(found: Sequence[Bin], title: str, right: str = "right") -> Plot:
    """Share right over stated confidence; the size of a point grows with the number of verdicts behind it."""
    lowest = min([one.mean for one in found] + [one.interval[0] for one in found])
    low = max(0.0, min(0.9, int(lowest * 10) / 10))
    low = low if low >= 0.2 else 0.0
    x, y = _scales(low, 1.0, low, 1.0)
    dots = [_dot(one, x, y, right) for one in found]
    return Plot(
        title=title,
        x_label="stated confidence",
        y_label=f"share {right}",
        x_ticks=_ticks(x, low, 1.0),
        y_ticks=_ticks(y, low, 1.0),
        dots=dots,
        line=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        guide=f"{x(low)},{y(low)} {x(1.0)},{y(1.0)}",
    )


def coverage_plot(found: Sequence[Kept], title: str, wrong: str = "wrong") -> Plot:
    """Share of wrong verdicts over the share that is answered, from the surest verdicts to all."""
    most = max(one.risk for one in found)
    high = max(0.01, ceil(most * 100) / 100)
    x, y = _scales(0.0, 1.0, 0.0, high)
    words = "{:.1%} answered (confidence {:.3g} or more): {} of {} {}, {:.2%}"
    shown = [one for one in found if one.coverage >= 0.02] or list(found)
    dots = [
        Dot(x(one.coverage), y(one.risk), y(one.risk), y(one.risk), 2.5, words.format(one.coverage, one.least, one.wrong, one.count, wrong, one.risk))
        for one in shown
    ]
    return Plot(
        title=title,
        x_label="share answered",
        y_label=f"share {wrong} of these",
        x_ticks=_ticks(x, 0.0, 1.0),
        y_ticks=_ticks(y, 0.0, high, 1),
        dots=dots,
        line=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        guide="",
    )


def _scales(x_low: float, x_high: float, y_low: float, y_high: float) -> tuple[_Scale, _Scale]:
    return _Scale(x_low, x_high, _LEFT, WIDTH - _RIGHT), _Scale(y_low, y_high, HEIGHT - _BOTTOM, _TOP)


def _ticks(scale: _Scale, low: float, high: float, digits: int = 0) -> list[Tick]:
    """Tens of per cent where that makes no more than eight of them, else fifths of the axis."""
    tens = round((high - low) * 10)
    steps = tens if not digits and 1 <= tens <= 8 else 5
    return [Tick(scale(value), f"{value:.{digits}%}") for value in (low + (high - low) * n / steps for n in range(steps + 1))]


def _dot(one: Bin, x: _Scale, y: _Scale, right: str) -> Dot:
    low, high = one.interval
    words = f"confidence {one.low:g} to {one.high:g}: {one.right} of {one.count} {right}, {one.share:.1%}"
    return Dot(x(one.mean), y(one.share), y(low), y(high), round(3 + min(7.0, one.count**0.5 / 8), 1), words)
