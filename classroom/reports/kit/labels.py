"""Placement of labels beside the points of a picture: as near as possible without covering a label, mark or cross."""

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import NamedTuple

LINE, LETTER, GAP = 16, 7.2, 9
"""Height of a label, width of a letter, and distance from the mark."""
FACE = 24
"""Height and width of a face that replaces a mark."""
BESIDE, FURTHEST = 40, 240
"""Number of positions tried for a label without a leader line, and with one."""


class Point(NamedTuple):
    """Point of a chart: x and y with their ranges, `mark` its shape, `pale` if it has little evidence; `face` is a
    character and its colour instead of a round mark."""

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
        """Distance from its centre at which a label begins."""
        return (GAP + FACE) / 2 if self.has_face else GAP


class Label(NamedTuple):
    x: float
    y: float
    width: float

    def meets(self, others: Iterable["Label"]) -> bool:
        """Return whether it overlaps any of the others."""
        left, y, right = self.x, self.y, self.x + self.width
        return any(abs(y - other.y) < LINE and other.x <= right and left <= other.x + other.width for other in others)

    def lies_on(self, point: Point) -> bool:
        """Return whether the cross of a point goes through it."""
        left, right = sorted((point.x_low, point.x_high))
        top, bottom = sorted((point.y_low, point.y_high))
        across = abs(self.y - point.y) < LINE / 2 and left < self.x + self.width and self.x < right
        return across or (
            self.x < point.x < self.x + self.width and top < self.y + LINE / 2 and self.y - LINE / 2 < bottom
        )


class LabelArea(NamedTuple):
    left: float
    right: float
    top: float
    bottom: float

    def holds(self, label: Label) -> bool:
        return self.top <= label.y - LINE / 2 and label.y + LINE / 2 <= self.bottom


class Placed(NamedTuple):
    """A point in the picture, and its label; `led` if a line must join them. Not `named`: there is no room for the
    label, and only a face stands for it."""

    point: Point
    label: Label
    led: bool
    named: bool = True

    @property
    def end(self) -> float:
        """End of the line at the label: the point nearest to the mark."""
        return round(min(max(self.point.x, self.label.x), self.label.x + self.label.width), 1)


def with_labels(points: Sequence[Point], area: LabelArea, *, far: bool) -> list[Placed]:
    """Give every point a label beside it, as near as possible without overlapping another label, mark or cross. If
    there is no such position, a face has no label; that of a round mark, which means nothing by itself, may cover a
    cross."""
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
    """Return the areas of the point's own mark, as labels: a face is taller than one."""
    if not point.has_face:
        return [Label(point.x - GAP / 2, point.y, GAP)]
    return [Label(point.x - FACE / 2, point.y + off, FACE) for off in (LINE / 2 - FACE / 2, FACE / 2 - LINE / 2)]


def _best(places: Iterable[Label], taken: Sequence[Label], points: Sequence[Point], area: LabelArea, *,
          must_be_clear: bool) -> Label | None:  # fmt: skip
    """Return the nearest of these positions that is free, within the area and on no cross; if there is none, the
    nearest of all, or None if it must be clear."""
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
    """Yield positions for a label, the nearest first: to the right, to the left and centred, ever further up and
    down."""
    width, right = LETTER * len(point.label), area.right
    across = (point.x + point.reach, point.x - point.reach - width, point.x - width / 2)
    beside = [x for x in across if area.left <= x <= right - width]
    for step, up, x in product(range(400), (-1, 1), beside or [area.left]):
        yield Label(round(x, 1), round(point.y - GAP + up * step * LINE / 4, 1), width)
