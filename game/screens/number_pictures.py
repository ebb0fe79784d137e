"""Number pictures: what a child can see of a sum, drawn for every game as SVG: hops on a line, hops on a circle of ten.

`number_picture` is the one way in; a ten-frame (`ten_frame`) shows how many a number is. Style sheets colour the parts
by their classes; a picture's text alternative comes from whoever asks for it.
"""

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from game.screens.stencils import draw

TEN = 10
WIDTH, GROUND = 300, 66
"""Of a line, in the units of its SVG, which is shown about as big: how high its numbers stand. Bows keep below 20."""
EDGE, MOST_APART, BIG, SMALL = 20, 43, 14, 11
MANY = 13
"""A line of more numbers than that names only those that matter."""
MIDDLE, RADIUS, INNER = 120, 98, 60
"""Of a circle: its middle, how far from it the numbers lie, and the point that bends a hop."""


class Walk(NamedTuple):
    """From `start`, each of the `ways` hop by hop: 6, 7, 8 for two hops of one, 0, 6, 4 for a sum.

    Round the `corner` 1 follows 10; without it a line ends at `lowest` and `highest`, where they are given. `named`:
    where a way ends is a number, not a question. `tried` did not fit, `target` is what was to be reached.
    """

    start: int
    ways: tuple[tuple[int, ...], ...]
    corner: bool = False
    lowest: int | None = None
    highest: int | None = None
    named: bool = True
    tried: int | None = None
    target: int | None = None


def steps_both_ways(number: int, step: int, corner: bool, **more: Any) -> Walk:
    """Return the walk of a card ±step: back and on, one hop for each step; without a corner only the ways there are."""
    ways = (tuple(range(number, number + way * (step + 1), way)) for way in (-1, 1))
    there = tuple(way for way in ways if corner or 1 <= way[-1] <= TEN)
    return Walk(number, there, corner, lowest=None if corner else 1, highest=None if corner else TEN, **more)


@lru_cache(maxsize=4096)
def number_picture(shape: str, walk: Walk, words: str) -> SafeString:
    """Return the picture of this walk: a `line`, a `circle`, or the `hops` that lie on a circle drawn before."""
    return draw(f"pictures/{shape}", {**_SHAPES[shape](walk), "words": words})


@lru_cache(maxsize=16)
def ten_frame(number: int) -> SafeString:
    """Return two rows of five places, so many of them filled. A card says its number beside it."""
    return draw(
        "pictures/ten_frame", {"full": range(number), "places": [(place % 5, place // 5) for place in range(TEN)]}
    )


# A line


def _line(walk: Walk) -> dict[str, Any]:
    places = _places(walk)
    apart = min(MOST_APART, (WIDTH - 2 * EDGE) / (len(places) - 1))
    first = WIDTH / 2 - apart * (len(places) - 1) / 2
    x = {place: round(first + apart * at) for at, place in enumerate(places)}
    gates = [(x[a] + x[b]) // 2 for a, b in pairwise(places) if walk.corner and a % TEN == 0]
    return {
        "left": x[places[0]],
        "right": x[places[-1]],
        "gates": gates,
        "hops": [_hop(x[a], x[b]) for way in walk.ways for a, b in pairwise(way)],
        "heads": [_head(x[way[-1]]) for way in walk.ways],
        "numbers": [_on_line(walk, place, x[place]) for place in places if _is_shown(walk, place, len(places))],
    }


def _places(walk: Walk) -> range:
    stops = [stop for way in walk.ways for stop in way] + [walk.start]
    stops += [] if walk.target is None else [walk.target]
    low, high = min(stops) - 1, max(stops) + 1
    low = low if walk.lowest is None else max(low, walk.lowest)
    return range(low, (high if walk.highest is None else min(high, walk.highest)) + 1)


def _is_shown(walk: Walk, place: int, count: int) -> bool:
    return count <= MANY or place in (0, walk.target) or any(place in way for way in walk.ways)


def _on_line(walk: Walk, place: int, x: int) -> dict[str, Any]:
    part, text = _part(walk, place)
    return {"part": part, "text": text, "x": x, "r": BIG if part else SMALL}


def _hop(a: int, b: int) -> dict[str, Any]:
    """Return one bow: the wider, the higher."""
    top = max(2, GROUND - 28 - abs(b - a))
    return {"back": b < a, "path": f"M{a} {GROUND - 16}Q{(a + b) // 2} {top} {b} {GROUND - 18}"}


def _head(x: int) -> str:
    return f"M{x - 5} {GROUND - 23}h10l-5 9z"


# A circle


def _circle(walk: Walk) -> dict[str, Any]:
    numbers = [{"part": "", "text": str(n), **_at(n, RADIUS)} for n in range(1, TEN + 1)]
    return {"gate": walk.corner, "numbers": numbers}


def _hops(walk: Walk) -> dict[str, Any]:
    """Return what lies on a circle: the number one starts from, the hops inside, and where they end."""
    ends = {stop for way in walk.ways for stop in (walk.start, way[-1])} | {walk.start}
    parts = ((*_part(walk, stop), _at(stop, RADIUS)) for stop in sorted(ends))
    return {
        "numbers": [{"part": part, "text": text, **at} for part, text, at in parts],
        "hops": [_bow(a, b, last=b == way[-1]) for way in walk.ways for a, b in pairwise(way)],
    }


def _bow(a: int, b: int, *, last: bool) -> dict[str, Any]:
    """Return one hop inside the circle, ending short of the number; the last one of a way has a head."""
    way = 1 if b > a else -1
    start, over, end = _at(a + 0.1 * way, RADIUS - 20), _at((a + b) / 2, INNER), _at(b - 0.16 * way, RADIUS - 22)
    return {"back": b < a, "last": last, "path": "M{x} {y}".format(**start) + "Q{x} {y}".format(**over) + _to(end)}


def _to(at: dict[str, int]) -> str:
    return f" {at['x']} {at['y']}"


def _at(n: float, radius: float) -> dict[str, int]:
    """10 and 1 lie left and right of the top, where the corner is; the numbers go round like a clock's."""
    angle = math.radians(36 * (n - 0.5))
    return {"x": round(MIDDLE + radius * math.sin(angle)), "y": round(MIDDLE - radius * math.cos(angle))}


# What both have


def _part(walk: Walk, place: int) -> tuple[str, str]:
    """Return which part of the picture a number is, and what stands there."""
    number = _named(walk, place)
    if place == walk.start:
        return "me", number
    if any(place == way[-1] for way in walk.ways):
        return "to", number if walk.named else "?"
    if number == str(walk.tried):
        return "no", number
    return ("goal" if place == walk.target else "by" if _is_stop(walk, place) else ""), number


def _is_stop(walk: Walk, place: int) -> bool:
    return walk.target is not None and any(place in way for way in walk.ways)


def _named(walk: Walk, place: int) -> str:
    if walk.corner:
        return str((place - 1) % TEN + 1)
    return f"−{-place}" if place < 0 else str(place)


_SHAPES = {"line": _line, "circle": _circle, "hops": _hops}
