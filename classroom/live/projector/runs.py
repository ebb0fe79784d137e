"""The children who play alone, on the projector: a tile for each that is in, which fills as its own cards are placed.

A full tile stays full, whatever its child plays afterwards: everybody ends full, and nobody is seen as slow.
"""

from collections import defaultdict
from typing import NamedTuple

from classroom.models import ClassSession
from classroom.naming.characters import DressedFace, dressed
from classroom.sessions import counts
from classroom.sessions.games import catalogue

FULL = 100


class Run(NamedTuple):
    """A child's tile. `filled`: the share of the own cards that is placed, of FULL, in the fullest round so far; in a
    game without a deck of one's own, FULL from the first card on."""

    face: DressedFace
    filled: int

    @property
    def empty(self) -> int:
        return FULL - self.filled


def runs_of(session: ClassSession) -> list[Run]:
    """Return the tiles of those who have come, in the order of their faces, which says nothing about them."""
    counted, filled = counts.of_session(session), defaultdict[int, int](int)
    has_own_deck = catalogue.of(session.game).solo is not None
    for played, of_round in counted.rounds:
        for seat, (placed, score) in enumerate(zip(of_round.placed, of_round.scores, strict=False)):
            if placed and (student := counted.students.get((played.table_id, seat))):
                left = score if has_own_deck else 0
                filled[student] = max(filled[student], FULL * placed // (placed + left))
    came = session.attendances.order_by("student__colour", "student__character", "pk")
    rows = came.values_list("student", "student__character", "student__colour", "student__chosen")
    hats = session.classroom.album
    return [Run(dressed(*face, hats=hats), filled[student]) for student, *face in rows]
