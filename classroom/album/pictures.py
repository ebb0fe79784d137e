"""The pictures of a child's album: the characters in each, and the card back that a complete one unlocks.

The scenes are drawn in static/img/album.svg, the characters are those of the Pack, with the child's own among them.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COLUMNS, SIDE = 4, 90
"""Tiles in a row, and the side of one in the units of the SVG."""
ORDER = (5, 0, 11, 3, 8, 6, 1, 10, 4, 7, 2, 9)
"""The order in which tiles turn, so that a picture appears bit by bit."""
TILES = len(ORDER)


class CastMember(NamedTuple):
    """Position of a character of the Pack in a picture; `size` is its width and height."""

    character: str
    colour: str
    x: int
    y: int
    size: int


class AlbumPicture(NamedTuple):
    """A picture: its scene, its title, the CSS class of the card back it unlocks, and its characters. `own` is the
    position of the child's own character: x, y and size."""

    scene: str
    title: Promise
    back: str
    back_title: Promise
    cast: tuple[CastMember, ...]
    own: tuple[int, int, int]


PICTURES = (
    AlbumPicture(
        "woods", _("In the woods"), "back-leaves", _("Leaves"),
        (
            CastMember("owl", "brown", 22, 40, 66), CastMember("bear", "brown", 240, 138, 92),
            CastMember("fox", "orange", 104, 168, 76), CastMember("hedgehog", "gold", 40, 204, 56),
        ),
        (182, 156, 84),
    ),
    AlbumPicture(
        "reef", _("Under the sea"), "back-waves", _("Waves"),
        (
            CastMember("whale", "blue", 28, 50, 104), CastMember("octopus", "pink", 252, 66, 80),
            CastMember("crab", "orange", 226, 194, 64), CastMember("turtle", "green", 136, 22, 60),
        ),
        (128, 134, 84),
    ),
    AlbumPicture(
        "sky", _("Up in the sky"), "back-stars", _("Stars"),
        (
            CastMember("dragon", "green", 28, 60, 98), CastMember("bee", "gold", 196, 60, 56),
            CastMember("penguin", "blue", 62, 178, 62), CastMember("cat", "orange", 262, 166, 72),
        ),
        (140, 164, 84),
    ),
)  # fmt: skip
ALL = TILES * len(PICTURES)
"""Tiles of a whole album."""


class TileAt(NamedTuple):
    """A tile's upper left corner."""

    x: int
    y: int


class ShownPicture(NamedTuple):
    """A picture of an album as it is drawn: the closed tiles, and those turned today."""

    picture: AlbumPicture
    turned: int
    closed: tuple[TileAt, ...]
    new: tuple[TileAt, ...]

    @property
    def is_whole(self) -> bool:
        return not self.closed


def shown(tiles: int, new: int) -> tuple[ShownPicture, ...]:
    """Return the pictures begun, at least the first one; the last `new` of the tiles were turned today."""
    begun = max(1, math.ceil(tiles / TILES))
    return tuple(_shown(PICTURES[n], tiles - TILES * n, tiles - new - TILES * n) for n in range(begun))


def _shown(picture: AlbumPicture, tiles: int, before: int) -> ShownPicture:
    turned, known = (max(0, min(TILES, n)) for n in (tiles, before))
    return ShownPicture(picture, turned, tuple(_places(ORDER[turned:])), tuple(_places(ORDER[known:turned])))


def _places(tiles: Iterable[int]) -> Iterable[TileAt]:
    return (TileAt(SIDE * (tile % COLUMNS), SIDE * (tile // COLUMNS)) for tile in tiles)
