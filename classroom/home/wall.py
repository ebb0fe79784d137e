"""The goal of a week as a wall of tiles, filled from below: each represents a share of the sums to be learnt together,
and shows one of the sums learnt (look of the first page)."""

from collections.abc import Sequence
from typing import NamedTuple

from classroom.live.projector.goal import Goal

COLUMNS, MOST = 6, 36
TILE = (64, 32)
"""Width and height of a tile, in the units of the picture."""
HEADROOM = 56
"""Space above the wall for the characters on it."""
COLOURS = ("orange", "teal", "violet", "brown", "pink", "blue", "green")
PACK = (("owl", "violet"), ("fox", "orange"), ("frog", "green"), ("whale", "blue"), ("bee", "gold"))
"""Characters that represent neither a child nor a column."""


class Tile(NamedTuple):
    """A place of the wall; turned if it has a sum."""

    x: int
    y: int
    colour: str
    sum: str


class OnTop(NamedTuple):
    """A character of the Pack on top of a column."""

    character: str
    colour: str
    x: int
    y: int


class Wall(NamedTuple):
    tiles: Sequence[Tile]
    pack: Sequence[OnTop]
    height: int


def wall_of(goal: Goal, sums: Sequence[str]) -> Wall:
    """Return the wall of a week with these new sums: as many tiles as sums to be learnt, at most 36."""
    share = goal.goal - goal.last
    places = min(share, MOST)
    turned = min(goal.more, share, len(sums)) * places // share
    rows = -(-places // COLUMNS)
    shown = [sums[place * len(sums) // turned] for place in range(turned)] + [""] * (places - turned)
    tiles = [Tile(*_at(place, rows), COLOURS[place % len(COLOURS)], shown[place]) for place in range(places)]
    heights = [len(range(column, turned, COLUMNS)) for column in range(COLUMNS)]
    pack = [
        OnTop(*who, column * TILE[0] + 8, HEADROOM + (rows - heights[column]) * TILE[1] - 46)
        for column, who in enumerate(PACK)
    ]
    return Wall(tiles, pack, HEADROOM + rows * TILE[1])


def _at(place: int, rows: int) -> tuple[int, int]:
    row, column = divmod(place, COLUMNS)
    return column * TILE[0], HEADROOM + (rows - 1 - row) * TILE[1]
