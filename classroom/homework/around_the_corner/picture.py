"""A child's own picture of 60 tiles, one for each sum: a found sum turns its tile, and no tile turns back.

Found requires less than known: only the reports decide which sums a child knows (how_many_known in
reports.kit.contract).
"""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from classroom.homework.around_the_corner.boxes import Answered, Boxes
from classroom.server.time_zone import midnight
from game.around_the_corner.words import change_words, sum_words
from game.rules.around_the_corner.facts import FACTS, Fact

COLUMNS, SIDE = 10, 36
"""Tiles in a row, and the side of a tile in the picture's units."""
TURNED_BY = 2
"""Right answers to a sum, one of them quick, that turn its tile; more answers can only turn more tiles."""
SCENES = ("night", "sea", "meadow", "desert", "snow", "space")
"""The pictures in turn, two months each, so that a school term has two or three of them."""


class PictureTile(NamedTuple):
    """Position of a closed tile, in the picture's units."""

    x: int
    y: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + SIDE // 2, self.y + SIDE // 2


class FoundSum(NamedTuple):
    """A sum in words; `known` if its tile has turned, which its star shows."""

    words: str
    known: bool


class FoundRow(NamedTuple):
    """A row of tiles: the number added to, or subtracted from, that of each column."""

    number: str
    sums: tuple[FoundSum, ...]


class TiledPicture(NamedTuple):
    """`closed` are the tiles that still hide the scene; `turned` is the number of the others, of `all`. `new` were
    turned today by the `sums`; `found` are the sums of all turned tiles."""

    scene: str
    closed: tuple[PictureTile, ...]
    turned: int
    all: int
    new: tuple[PictureTile, ...]
    sums: tuple[str, ...]
    found: frozenset[Fact]

    @property
    def rows(self) -> tuple[FoundRow, ...]:
        """The sums of all tiles row by row, each at the position of its tile."""
        facts = _in_rows()
        return tuple(
            FoundRow(
                change_words(row[0]),
                tuple(FoundSum(sum_words(fact, str(fact.answer)), fact in self.found) for fact in row),
            )
            for row in (facts[first : first + COLUMNS] for first in range(0, len(facts), COLUMNS))
        )


def picture_after(answers: Sequence[Answered], today: date) -> TiledPicture:
    """Return the picture after these answers, oldest first."""
    before, now = _turned(answers, midnight(today))
    tiles = [(_tile(place), fact) for place, fact in enumerate(_in_rows())]
    closed = tuple(tile for tile, fact in tiles if fact not in now)
    new = [(tile, fact) for tile, fact in tiles if fact in now - before]
    scene = SCENES[(today.month - 1) // 2]
    sums = tuple(sum_words(fact, str(fact.answer)) for _, fact in new)
    return TiledPicture(scene, closed, len(now), len(FACTS), tuple(tile for tile, _ in new), sums, frozenset(now))


def _turned(answers: Sequence[Answered], morning: int) -> tuple[set[Fact], set[Fact]]:
    """Return the sums whose tiles had turned by this morning, and by now."""
    boxes = Boxes(answer for answer in answers if answer.at < morning)
    before = {fact for fact in FACTS if is_turned(boxes, fact)}
    for answer in answers:
        if answer.at >= morning:
            boxes.learn(answer)
    return before, {fact for fact in FACTS if is_turned(boxes, fact)}


def is_turned(boxes: Boxes, fact: Fact) -> bool:
    return boxes.right[fact] >= TURNED_BY and boxes.quick[fact] > 0


def _in_rows() -> list[Fact]:
    """Return the sums in the order of the picture: a column for each number, a row for each change."""
    return sorted(FACTS, key=lambda fact: (fact.step, fact.sign, fact.number))


@cache
def _tile(place: int) -> PictureTile:
    return PictureTile(place % COLUMNS * SIDE, place // COLUMNS * SIDE)
