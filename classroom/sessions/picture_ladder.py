"""Position of each child on the ladder of number pictures, computed from their answers in every game."""

from collections.abc import Mapping, Sequence
from typing import Any

from classroom import persons
from game.models import Evidence
from game.rules.picture_ladder import NONE, RUNGS, SETTING, Given, Ladder, ladder_after

BY_ITSELF = len(RUNGS) + 1
"""The value of a child's setting, in place of a rung, that lets the ladder move by itself."""
NEWEST = 300
"""Number of newest answers of a game that are read: about a month of lessons. The oldest of them determines the first
rung."""
RIGHT, WRONG = "C", "W"


def rung_of(student: int, needs: Mapping[str, Any]) -> int:
    """Return the rung for this student's next table; NONE without number pictures."""
    chosen = int(needs.get(SETTING, NONE))
    return ladder_of(student).rung if chosen == BY_ITSELF else chosen


def ladder_of(student: int) -> Ladder:
    """Return the ladder of a student whose rung moves by itself, as computed from the log. One query for each game."""
    return ladder_after(given for _, given in sorted(_given(student), key=lambda row: row[0]))


def _given(student: int) -> Sequence[tuple[int, Given]]:
    found: list[tuple[int, Given]] = []
    for kind in Evidence.kinds():
        theirs = kind._default_manager.filter(player__in=persons.players_of(student), retry=False)
        answers = theirs.filter(rung__gt=NONE, ending__in=(RIGHT, WRONG))
        newest = answers.order_by("-started_at", "-pk").values_list("started_at", "rung", "ending", "pictured")
        found += [(at, Given(rung, ending == RIGHT, pictured)) for at, rung, ending, pictured in newest[:NEWEST]]
    return found
