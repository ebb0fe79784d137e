"""Number pictures that illustrate a sum, drawn for every game as SVG: hops on a line, on a circle, on a ring of playing
cards.

`number_picture` is the entry point; counters in a frame of ten (`counters`) show how many a number is. Style sheets
colour the parts by their classes; the text alternative of a picture is `in_words`, or one given by the caller.
"""

import math
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from game.screens.stencils import draw, joined

TEN = 10
WIDTH, GROUND = 300, 66
"""Width of a line in the units of its SVG, about pixels, and the height of its numbers. Bows stay below 20."""
EDGE, MOST_APART, BIG, SMALL = 20, 43, 14, 12
MANY = 13
"""A line of more numbers than this labels only the relevant ones."""
MIDDLE, RADIUS, INNER = 120, 98, 60
"""Centre of a circle, the radius of its numbers, and that of the control point that bends a hop."""
ACE = "A"
"""The label of the first card of a suit."""


class Walk(NamedTuple):
    """From `start`, each of the `ways` hop by hop: 6, 7, 8 for two hops of one, 0, 6, 4 for a sum.

    Round the `corner` 1 follows 10; without it a line ends at `lowest` and `highest`, if given. `named`: the end of a
    way shows its number instead of a question mark. `tried` did not fit, `target` was to be reached. `size` is the
    number before the corner, and the count of numbers on a circle.
    """

    start: int
    ways: tuple[tuple[int, ...], ...]
    corner: bool = False
    lowest: int | None = None
    highest: int | None = None
    named: bool = True
    tried: int | None = None
    target: int | None = None
    size: int = TEN


def steps_both_ways(number: int, step: int, corner: bool, size: int = TEN, only_on: bool = False, **more: Any) -> Walk:
    """Return the walk of a card ±step: back and on, one hop for each step; without a corner only the ways that exist,
    and with `only_on` only the way on."""
    ways = (tuple(range(number, number + way * (step + 1), way)) for way in ((1,) if only_on else (-1, 1)))
    there = tuple(way for way in ways if corner or 1 <= way[-1] <= size)
    return Walk(number, there, corner, None if corner else 1, None if corner else size, size=size, **more)


def steps_one_way(number: int, change: int, corner: bool, size: int = TEN, **more: Any) -> Walk:
    """Return the walk of a sum: one hop for each step of the change, on or back."""
    both = steps_both_ways(number, abs(change), corner, size, **more)
    return both._replace(ways=(stops_of(number, change),))


def stops_of(number: int, change: int) -> tuple[int, ...]:
    """Return the numbers of a sum hop by hop, above the last one or below 1 if it goes round the corner."""
    way = 1 if change > 0 else -1
    return tuple(range(number, number + change + way, way))


def in_words(walk: Walk) -> str:
    """Return the hops of a walk as text to be heard, way by way: "Back: 7, 6, 5. On: 7, 8, 9."."""
    return " ".join(
        (gettext("Back: %(stops)s.") if way[-1] < way[0] else gettext("On: %(stops)s."))
        % {"stops": ", ".join(_stops(walk, way))}
        for way in walk.ways
    )


def lines(walk: Walk) -> list[str]:
    """Return the hops of a walk as text to be read, a line for each way: 9 → 10 → 1."""
    return [" → ".join(_stops(walk, way)) for way in walk.ways]


def _stops(walk: Walk, way: tuple[int, ...]) -> list[str]:
    stops = [_named(walk, stop) for stop in way]
    return stops if walk.named else [*stops[:-1], "?"]


@lru_cache(maxsize=4096)
def number_picture(shape: str, walk: Walk, words: str) -> SafeString:
    """Return the picture of a walk: a `line`, a `circle` with its hops, the `hops` on a circle drawn before, or a
    `ring` of playing cards.

    Without words it is hidden from screen readers, as the text beside it says the same.
    """
    return draw(f"pictures/{shape}", {**_SHAPES[shape](walk), "words": words})


@lru_cache(maxsize=4)
def ten_frames(numbers: tuple[int, ...]) -> SafeString:
    """Return the ten-frames of these numbers as symbols of a page's sprite: `t7`, `t-7`. A card of a table refers to
    one in a few bytes."""
    return joined(draw("pictures/ten_frame_symbol", {"name": n, "counters": _counters(n)}) for n in numbers)


def _counters(number: int) -> SafeString:
    places = [{"x": 12 * (place % 5) + 7, "y": 12 * (place // 5) + 7} for place in range(abs(number))]
    return draw("pictures/counters", {"places": places, "hollow": number < 0})


# A line


def _line(walk: Walk) -> dict[str, Any]:
    places = _places(walk)
    apart = min(MOST_APART, (WIDTH - 2 * EDGE) / (len(places) - 1))
    first = WIDTH / 2 - apart * (len(places) - 1) / 2
    x = {place: round(first + apart * at) for at, place in enumerate(places)}
    gates = [(x[a] + x[b]) // 2 for a, b in pairwise(places) if walk.corner and a % walk.size == 0]
    small = min(SMALL, int(apart / 2))
    return {
        "left": x[places[0]],
        "right": x[places[-1]],
        "gates": gates,
        "hops": [_hop(x[a], x[b]) for way in walk.ways for a, b in pairwise(way)],
        "heads": [_head(x[way[-1]]) for way in walk.ways],
        "numbers": [_on_line(walk, place, x[place], small) for place in places if _is_shown(walk, place, len(places))],
    }


def _places(walk: Walk) -> range:
    stops = [stop for way in walk.ways for stop in way] + [walk.start]
    stops += [] if walk.target is None else [walk.target]
    low, high = min(stops) - 1, max(stops) + 1
    low = low if walk.lowest is None else max(low, walk.lowest)
    return range(low, (high if walk.highest is None else min(high, walk.highest)) + 1)


def _is_shown(walk: Walk, place: int, count: int) -> bool:
    return count <= MANY or place in (0, walk.target) or any(place in way for way in walk.ways)


def _on_line(walk: Walk, place: int, x: int, small: int) -> dict[str, Any]:
    part, text = _part(walk, place)
    return {"part": part, "text": text, "x": x, "r": BIG if part else small}


def _hop(a: int, b: int) -> dict[str, Any]:
    """Return one bow, whose height grows with its width."""
    top = max(2, GROUND - 28 - abs(b - a))
    return {"back": b < a, "path": f"M{a} {GROUND - 16}Q{(a + b) // 2} {top} {b} {GROUND - 18}"}


def _head(x: int) -> str:
    return f"M{x - 5} {GROUND - 23}h10l-5 9z"


# A circle


def _circle(walk: Walk) -> dict[str, Any]:
    """Return all numbers of a circle with the hops inside; a walk that starts at 0 marks none of them."""
    parts = {stop["text"]: stop["part"] for stop in _ends(walk)} if walk.start else {}
    numbers = [{"part": parts.get(str(n), ""), "text": str(n), **_at(walk, n, RADIUS)} for n in range(1, walk.size + 1)]
    gap = _at(walk, 0.14, RADIUS), _at(walk, 0.86, RADIUS)
    return {"gate": walk.corner, "gap": gap, "numbers": numbers, "hops": _bows(walk)}


def _hops(walk: Walk) -> dict[str, Any]:
    """Return the parts on a circle: the start, the hops inside, and their ends."""
    return {"numbers": _ends(walk), "hops": _bows(walk)}


def _ends(walk: Walk) -> list[dict[str, Any]]:
    stops = sorted({way[-1] for way in walk.ways} | {walk.start})
    return [
        {"part": part, "text": text, **_at(walk, stop, RADIUS)} for stop in stops for part, text in [_part(walk, stop)]
    ]


def _bows(walk: Walk) -> list[dict[str, Any]]:
    return [_bow(walk, a, b, last=b == way[-1]) for way in walk.ways for a, b in pairwise(way)]


def _bow(walk: Walk, a: int, b: int, *, last: bool) -> dict[str, Any]:
    """Return one hop inside the circle, ending short of the number; the last one of a way has an arrowhead."""
    way = 1 if b > a else -1
    start, over = _at(walk, a + 0.1 * way, RADIUS - 20), _at(walk, (a + b) / 2, INNER)
    end = _at(walk, b - 0.16 * way, RADIUS - 22)
    path = f"M{start['x']} {start['y']}Q{over['x']} {over['y']} {end['x']} {end['y']}"
    turned = round(math.degrees(math.atan2(end["y"] - over["y"], end["x"] - over["x"])))
    return {"back": b < a, "path": path, "head": f"translate({end['x']} {end['y']})rotate({turned})" if last else ""}


def _at(walk: Walk, n: float, radius: float) -> dict[str, int]:
    """Return the coordinates of a number on the circle: clockwise, with the last number and 1 left and right of the
    top, where the corner is."""
    angle = math.radians(360 / walk.size * (n - 0.5))
    return {"x": round(MIDDLE + radius * math.sin(angle)), "y": round(MIDDLE - radius * math.cos(angle))}


def _ring(walk: Walk) -> dict[str, Any]:
    """Return a circle whose numbers are playing cards of one suit; its middle shows the length of the way."""
    (way,) = walk.ways
    numbers = [{**n, "text": ACE if n["text"] == "1" else n["text"]} for n in _circle(walk)["numbers"]]
    gate = any((a - 1) // walk.size != (b - 1) // walk.size for a, b in pairwise(way))
    change = f"{'+' if way[-1] > way[0] else '−'}{len(way) - 1}"
    return {"gate": gate, "numbers": numbers, "hops": _bows(walk), "change": change}


# Shared by all pictures


def _part(walk: Walk, place: int) -> tuple[str, str]:
    """Return a number's part in the picture, as a class, and its label."""
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
        return str((place - 1) % walk.size + 1)
    return f"−{-place}" if place < 0 else str(place)


_SHAPES = {"line": _line, "circle": _circle, "hops": _hops, "ring": _ring}
