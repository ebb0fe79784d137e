"""The goal of a week as a wall of tiles, filled from below: each stands for a share of the sums to be learnt together,
and shows one of those that were (look of the first page)."""

from collections.abc import Sequence
from typing import NamedTuple

from classroom.live.projector.goal import Goal

COLUMNS, MOST = 6, 36
TILE = (64, 32)
"""Width and height of a place, in the units of the picture."""
HEADROOM = 56
"""Above the wall, for who stands on it."""
COLOURS = ("orange", "teal", "violet", "brown", "pink", "blue", "green")
PACK = (("owl", "violet"), ("fox", "orange"), ("frog", "green"), ("whale", "blue"), ("bee", "gold"))
"""They belong to no child, nor to a column."""


class Tile(NamedTuple):
    """A place of the wall; turned where it has a sum."""

    x: int
    y: int
    colour: str
    sum: str


class OnTop(NamedTuple):
    """One of the Pack, on a column."""

    character: str
    colour: str
    x: int
    y: int


class Wall(NamedTuple):
    tiles: Sequence[Tile]
    pack: Sequence[OnTop]
    height: int


def wall_of(goal: Goal, sums: Sequence[str]) -> Wall:
    """Return the wall of a week in which these sums are new: as many tiles as are to be learnt, at most 36."""
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
