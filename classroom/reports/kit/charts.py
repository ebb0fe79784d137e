"""Geometry of charts: scales and coordinates of plain numbers, for the partials in templates/charts.

Units of a picture are those of its viewBox, y downwards. Students, words and colours are unknown here; heat maps and
bars are HTML tables and only use the data types.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import NamedTuple

from django.utils.formats import localize

from classroom.reports.kit.labels import LabelArea, Placed, Point, with_labels

ROOMY = 500
"""Width of a chart from which a label may stand far from its mark, joined by a line."""
LABEL = 52
"""Height needed by a label under a row."""
SECONDS = (0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60)


class Cell(NamedTuple):
    """A cell of a heat map. `level` decides its colour and pattern, `words` describe it fully, `text` is visible, and
    `many` shows the amount of evidence in small digits. A `pale` one is only expected from others."""

    text: str
    level: str = "none"
    words: str = ""
    href: str = ""
    pale: bool = False
    outlined: bool = False
    many: str = ""


class HeatRow(NamedTuple):
    label: str
    cells: Sequence[Cell]
    href: str = ""
    words: str = ""


class Bar(NamedTuple):
    """A bar of `width` 0 to 100; `mark` is its expected width by chance. `aside` is an additional text."""

    label: str
    times: int
    width: float
    text: str = ""
    mark: float | None = None
    href: str = ""
    aside: str = ""


def bars(rows: Iterable[Bar]) -> list[Bar]:
    """Return bars whose `width` and `mark` are counts, scaled to 0 to 100 by the longest."""
    given = list(rows)
    longest = max((max(bar.width, bar.mark or 0) for bar in given), default=0) or 1
    to = 100 / longest
    return [
        bar._replace(width=round(bar.width * to, 1), mark=None if bar.mark is None else round(bar.mark * to, 1))
        for bar in given
    ]


@dataclass(frozen=True, slots=True)
class Scale:
    """A map from values between `low` and `high` to positions between `start` and `end`, clamped at the ends."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool = False

    def __call__(self, value: float) -> float:
        kept = min(max(value, self.low), self.high)
        low, at, high = map(log if self.logarithmic else float, (self.low, kept, self.high))
        return round(self.start + (self.end - self.start) * (at - low) / (high - low), 1)


class Tick(NamedTuple):
    place: float
    label: str


class Scatter(NamedTuple):
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    placed: list[Placed]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    x_line: float
    y_line: float


def scatter(points: Sequence[Point], *, x_line: float, y_line: float, width: int = 680, height: int = 480) -> Scatter:
    """Return the points by seconds (logarithmic, quicker to the right) and shares of 1, and the two lines that divide
    them.

    A face whose label has no room (in a picture that is not ROOMY, no room beside it) has none. The names of the
    corners stand above the picture and below its ticks, where no point can lie on them.
    """
    left, right, top, bottom = 56, width - 16, 36, height - 64
    x = seconds_scale([x_line, *(v for p in points for v in (p.x_low, p.x_high))], right, left)
    y = Scale(_floor([y_line, *(p.y_low for p in points)]), 1.0, bottom, top)
    drawn = [_drawn(point, x, y) for point in points]
    x_ticks = [Tick(x(value), localize(value)) for value in SECONDS if x.low <= value <= x.high]
    y_ticks = [Tick(y(of_ten / 10), f"{10 * of_ten}") for of_ten in range(11) if of_ten / 10 >= y.low]
    placed = with_labels(drawn, LabelArea(left, right, top, bottom), far=width >= ROOMY)
    return Scatter(width, height, left, right, top, bottom, placed, x_ticks, y_ticks, x(x_line), y(y_line))


def seconds_scale(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a logarithmic scale over these seconds, from the tick below to the tick above them."""
    low, high = min(values), max(values)
    below, above = [v for v in SECONDS if v < low], [v for v in SECONDS if v > high]
    return Scale(below[-1] if below else SECONDS[0], above[0] if above else SECONDS[-1], start, end, logarithmic=True)


def _floor(shares: Sequence[float]) -> float:
    """Return the nearest tenth below all of these shares, at most .8."""
    return max(0.0, min(0.8, int(10 * min(shares)) / 10))


def _drawn(point: Point, x: Scale, y: Scale) -> Point:
    across = point._replace(x=x(point.x), x_low=x(point.x_low), x_high=x(point.x_high))
    return across._replace(y=y(point.y), y_low=y(point.y_low), y_high=y(point.y_high))


class Range(NamedTuple):
    """A value with its range at one position of a row; `hollow` if it has little evidence. None: no value."""

    label: str
    low: float | None
    value: float | None
    high: float | None
    hollow: bool = False
    words: str = ""
    href: str = ""


class Ranges(NamedTuple):
    width: int
    height: int
    left: int
    right: int
    bottom: int
    marks: list[tuple[float, Range]]
    labels: list[Tick]
    ticks: list[Tick]


def ranges(row: Sequence[Range], ticks: Sequence[tuple[float, str]], *, upside_down: bool = False,
           width: int = 680, height: int = 260) -> Ranges:  # fmt: skip
    """Return values with their ranges side by side, in order; `ticks` are values with their labels, lowest first.

    `upside_down` puts low values on top, as for seconds, where less is better.
    """
    left, right, top, bottom = 40, width - 8, 28, height - 32
    scale = Scale(ticks[0][0], ticks[-1][0], *((top, bottom) if upside_down else (bottom, top)))
    apart = (right - left) / max(1, len(row))
    places = [round(left + apart * (place + 0.5), 1) for place in range(len(row))]
    shown = max(1, ceil(LABEL / apart))
    marks = [(x, _placed(bar, scale)) for x, bar in zip(places, row, strict=True) if bar.value is not None]
    labels = [Tick(x, bar.label) for place, (x, bar) in enumerate(zip(places, row, strict=True)) if place % shown == 0]
    return Ranges(width, height, left, right, bottom, marks, labels, [Tick(scale(v), text) for v, text in ticks])


def _placed(bar: Range, scale: Scale) -> Range:
    low, value, high = (None if part is None else scale(part) for part in (bar.low, bar.value, bar.high))
    return bar._replace(low=low, value=value, high=high)
