"""A child's own picture of 60 tiles, one for each sum: a sum that is known turns its tile, and no tile turns back."""

from datetime import date
from typing import NamedTuple

from classroom.homework.around_the_corner.memory import Memory
from classroom.homework.around_the_corner.practice import history
from classroom.models import Student
from game.rules.around_the_corner.practice import FACTS, Fact

COLUMNS, SIDE = 10, 36
"""Tiles in a row, and the side of a tile in the picture's units."""
TURNED_BY = 2
"""Right answers to a sum that was known once: more answers only turn more tiles."""
SCENES = ("night", "sea", "meadow", "desert", "snow", "space")
"""The pictures in turn, two months each: a school term meets two or three of them."""


class PictureTile(NamedTuple):
    """A tile that has not turned, by its place in the picture's units."""

    x: int
    y: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.x + SIDE // 2, self.y + SIDE // 2


class TiledPicture(NamedTuple):
    """`closed` are the tiles that hide the scene still; `turned` of `all` do not."""

    scene: str
    closed: list[PictureTile]
    turned: int
    all: int


def picture_of(student: Student, today: date) -> TiledPicture:
    """Return the student's picture; one query, over all answers there are."""
    memory = Memory(history(student, None))
    closed = [tile for place, fact in enumerate(_in_rows()) if not is_turned(memory, fact) and (tile := _tile(place))]
    scene = SCENES[(today.month - 1) // 2]
    return TiledPicture(scene, closed, len(FACTS) - len(closed), len(FACTS))


def is_turned(memory: Memory, fact: Fact) -> bool:
    return fact in memory.reached and memory.right[fact] >= TURNED_BY


def _in_rows() -> list[Fact]:
    """Return the sums as the picture shows them: a column for each number, a row for each change."""
    return sorted(FACTS, key=lambda fact: (fact.step, fact.sign, fact.number))


def _tile(place: int) -> PictureTile:
    return PictureTile(place % COLUMNS * SIDE, place // COLUMNS * SIDE)
