"""The ring of the numbers 1 to 10 that shows a sum as steps (ui.md S11): where everything lies, in the SVG's units."""

import math
from typing import Any

from game.rules.around_the_corner import answers

RADIUS, NEAR, OUTER = 80, 97, 122
"""How far from the middle the numbers lie, the ends of a step's bow, and the point that bends it."""


def ring(number: int, step: int, corner: bool) -> dict[str, Any]:
    """Return the ring's numbers and, for each answer that is there, its bows and its steps in words (9 → 10 → 1)."""
    plus, minus = answers(number, step, corner)
    ways = [(way, answer) for way, answer in ((-1, minus), (1, plus)) if answer is not None]
    found = {answer for _, answer in ways}
    return {
        "numbers": [_number(n, "from" if n == number else "to" if n in found else "") for n in range(1, 11)],
        "ways": [_way(number, step, way) for way, _ in ways],
    }


def _number(n: int, part: str) -> dict[str, Any]:
    x, y = _at(n, RADIUS)
    return {"n": n, "x": x, "y": y, "part": part}


def _way(number: int, step: int, way: int) -> dict[str, Any]:
    stops = [number + way * done for done in range(step + 1)]
    return {
        "sign": "plus" if way > 0 else "minus",
        "bows": [_bow(stop, way) for stop in stops[:-1]],
        "words": " → ".join(str(_on_ring(stop)) for stop in stops),
    }


def _bow(stop: int, way: int) -> str:
    """Return the path of one step, over the outside of the ring, ending short of the next number."""
    x, y = _at(stop + 0.12 * way, NEAR)
    over_x, over_y = _at(stop + 0.5 * way, OUTER)
    to_x, to_y = _at(stop + 0.84 * way, NEAR)
    return f"M{x} {y}Q{over_x} {over_y} {to_x} {to_y}"


def _at(n: float, radius: float) -> tuple[float, float]:
    """10 lies at the top, and the numbers go round like a clock's."""
    angle = math.radians(36 * n)
    return round(120 + radius * math.sin(angle), 1), round(120 - radius * math.cos(angle), 1)


def _on_ring(n: int) -> int:
    return (n - 1) % 10 + 1
