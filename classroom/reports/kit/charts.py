"""Geometry of charts: scales and coordinates of plain numbers, for the partials in templates/charts.

Units of a picture are those of its viewBox, y downwards. Nothing here knows students, words or colours; heat maps and
bars are tables and need only the shapes they are made of.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import ceil, log
from typing import NamedTuple

from django.utils.formats import localize

LINE, LETTER, GAP = 16, 7.2, 9
"""Height of a label, width of a letter in it, and how far it stands from its mark."""
FACE = 24
"""Height and width of a character that stands in place of a mark."""
ROOMY = 500
"""From this width on a label may stand far from its mark, a line leading to it."""
BESIDE, FURTHEST = 40, 240
"""So many places for a label are tried where it may not be led, and where it may."""
LABEL = 52
"""What a label under a row needs of it."""
SECONDS = (0.5, 0.7, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 60)


class Cell(NamedTuple):
    """A cell of a heat map. `level` names its colour and pattern, `words` say the whole of it, `text` what is seen, and
    `many` in small figures how much is behind it. A `pale` one is expected from others."""

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
    """A bar of `width` 0 to 100; `mark` in the same unit is where chance would bring it. `aside` says more in words."""

    label: str
    times: int
    width: float
    text: str = ""
    mark: float | None = None
    href: str = ""
    aside: str = ""


def bars(rows: Iterable[Bar]) -> list[Bar]:
    """Return bars whose `width` and `mark` are counts, brought to 0 to 100 of the longest."""
    given = list(rows)
    longest = max((max(bar.width, bar.mark or 0) for bar in given), default=0) or 1
    to = 100 / longest
    return [
        bar._replace(width=round(bar.width * to, 1), mark=None if bar.mark is None else round(bar.mark * to, 1))
        for bar in given
    ]


@dataclass(frozen=True, slots=True)
class Scale:
    """From values between `low` and `high` to places between `start` and `end`; beyond the ends lies the end."""

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


class Point(NamedTuple):
    """Point of a chart: x and y with their ranges, `mark` its shape, `pale` where there is little behind it; `face`
    are a character and its colour in place of a round mark."""

    label: str
    x: float
    x_low: float
    x_high: float
    y: float
    y_low: float
    y_high: float
    mark: str = "circle"
    pale: bool = False
    face: tuple[str, str] | None = None

    @property
    def has_face(self) -> bool:
        return self.face is not None and self.mark == "circle"

    @property
    def reach(self) -> float:
        """Distance from its middle at which a label begins."""
        return (GAP + FACE) / 2 if self.has_face else GAP


class Label(NamedTuple):
    x: float
    y: float
    width: float

    def meets(self, others: Iterable["Label"]) -> bool:
        """Whether it lies on any of the others."""
        left, y, right = self.x, self.y, self.x + self.width
        return any(abs(y - other.y) < LINE and other.x <= right and left <= other.x + other.width for other in others)

    def lies_on(self, point: Point) -> bool:
        """Whether the cross of a point goes through it."""
        left, right = sorted((point.x_low, point.x_high))
        top, bottom = sorted((point.y_low, point.y_high))
        across = abs(self.y - point.y) < LINE / 2 and left < self.x + self.width and self.x < right
        return across or (
            self.x < point.x < self.x + self.width and top < self.y + LINE / 2 and self.y - LINE / 2 < bottom
        )


class LabelArea(NamedTuple):
    """Area in which labels may stand."""

    left: float
    right: float
    top: float
    bottom: float

    def holds(self, label: Label) -> bool:
        return self.top <= label.y - LINE / 2 and label.y + LINE / 2 <= self.bottom


class Placed(NamedTuple):
    """A point in the picture, and its label; `led` where a line must lead from one to the other. Not `named`: there is
    no room for the label, a face stands for it."""

    point: Point
    label: Label
    led: bool
    named: bool = True

    @property
    def end(self) -> float:
        """End of the line to the label: at the side of it that is nearer to the mark."""
        return self.label.x if self.label.x > self.point.x else round(self.label.x + self.label.width, 1)


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
    """Place points of seconds (logarithmic, quicker to the right) and shares of 1, and the two lines that part them.

    A face whose label finds no place, in a picture that is not ROOMY none beside it, goes without one.
    The names of the corners stand above the picture and below its ticks, where no point can lie on them.
    """
    left, right, top, bottom = 56, width - 16, 36, height - 64
    x = seconds_scale([x_line, *(v for p in points for v in (p.x_low, p.x_high))], right, left)
    y = Scale(_floor([y_line, *(p.y_low for p in points)]), 1.0, bottom, top)
    drawn = [_drawn(point, x, y) for point in points]
    x_ticks = [Tick(x(value), localize(value)) for value in SECONDS if x.low <= value <= x.high]
    y_ticks = [Tick(y(of_ten / 10), f"{10 * of_ten}") for of_ten in range(11) if of_ten / 10 >= y.low]
    placed = _with_labels(drawn, LabelArea(left, right, top, bottom), far=width >= ROOMY)
    return Scatter(width, height, left, right, top, bottom, placed, x_ticks, y_ticks, x(x_line), y(y_line))


def seconds_scale(values: Sequence[float], start: float, end: float) -> Scale:
    """Return a logarithmic scale over these seconds, from the tick below to the tick above them."""
    low, high = min(values), max(values)
    below, above = [v for v in SECONDS if v < low], [v for v in SECONDS if v > high]
    return Scale(below[-1] if below else SECONDS[0], above[0] if above else SECONDS[-1], start, end, logarithmic=True)


def _floor(shares: Sequence[float]) -> float:
    """Return a tenth a little below all of these shares, at most .8."""
    return max(0.0, min(0.8, int(10 * min(shares)) / 10))


def _drawn(point: Point, x: Scale, y: Scale) -> Point:
    across = point._replace(x=x(point.x), x_low=x(point.x_low), x_high=x(point.x_high))
    return across._replace(y=y(point.y), y_low=y(point.y_low), y_high=y(point.y_high))


def _with_labels(points: Sequence[Point], area: LabelArea, *, far: bool) -> list[Placed]:
    """Give every point a label beside it, as near as it meets no other label, no mark and no cross. Where there is no
    such place a face goes without one; the label of a round mark, which says nothing alone, lies on a cross."""
    placed: list[Placed] = []
    taken = [mark for point in points for mark in _marked(point)]
    for point in sorted(points, key=lambda spot: spot.y):
        places = _places(point, area)
        if not far and point.has_face:
            places = (at for at in islice(places, BESIDE) if not _is_led(at, point) and area.holds(at))
        label = _best(islice(places, FURTHEST), taken, points, area, must_be_clear=point.has_face)
        if label is None:
            placed.append(Placed(point, Label(point.x, point.y, 0), led=False, named=False))
            continue
        taken.append(label)
        placed.append(Placed(point, label, led=_is_led(label, point)))
    return placed


def _is_led(label: Label, point: Point) -> bool:
    return abs(label.y - point.y) > 1.5 * LINE


def _marked(point: Point) -> list[Label]:
    """Return where the point's own mark lies, as labels: a face is higher than one."""
    if not point.has_face:
        return [Label(point.x - GAP / 2, point.y, GAP)]
    return [Label(point.x - FACE / 2, point.y + off, FACE) for off in (LINE / 2 - FACE / 2, FACE / 2 - LINE / 2)]


def _best(places: Iterable[Label], taken: Sequence[Label], points: Sequence[Point], area: LabelArea, *,
          must_be_clear: bool) -> Label | None:  # fmt: skip
    """Return the nearest of these places, of those that are not taken, that lies in the area and on nobody's cross;
    where there is none, the nearest of all, or None."""
    nearest = None
    for at in places:
        inside = area.holds(at)
        if (not inside and (nearest or must_be_clear)) or at.meets(taken):
            continue
        if inside and not any(at.lies_on(point) for point in points):
            return at
        nearest = nearest or at
    return None if must_be_clear else nearest


def _places(point: Point, area: LabelArea) -> Iterable[Label]:
    """Yield places for a label, the nearest first: to the right and to the left, and ever further up and down."""
    width, right = LETTER * len(point.label), area.right
    beside = [x for x in (point.x + point.reach, point.x - point.reach - width) if area.left <= x <= right - width]
    for step, up, x in product(range(400), (-1, 1), beside or [area.left]):
        yield Label(round(x, 1), round(point.y - GAP + up * step * LINE / 4, 1), width)


class Range(NamedTuple):
    """A value with its range at one place of a row; `hollow` where there is little behind it. None: nothing to show."""

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
    """Place values with their ranges side by side, in order; `ticks` are values with their labels, lowest first.

    `upside_down` puts low values on top, as of seconds, where less is better.
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
