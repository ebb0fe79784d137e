"""From rows of attempts to the arrays of a fit: which exposures say something about speed in races.

Rows are those of one mode that are `timed`, no `retry`, and whose top card was not the student's own (measurement.md
0.1). Others' cards and administrative ends cut an exposure off, and so do draws, while they are below 5 % (3.5).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from classroom.reports.measures.mixture import Exposures, Floats
from classroom.reports.measures.strata import STRATA
from classroom.reports.measures.survival import CUT, RIGHT, WRONG

GIVEN_UP_SECONDS, GIVEN_UP_MEDIANS = 10.0, 5.0
_ENDINGS = {"C": RIGHT, "W": WRONG, "D": CUT, "O": CUT, "X": CUT}
_PLACE = {stratum: place for place, stratum in enumerate(STRATA)}


class Answer(NamedTuple):
    """A row: columns of an attempt, by name."""

    player: int
    ending: str
    milliseconds: int
    stratum: str


def gather(answers: Iterable[Answer | tuple[int, str, int, str]], players: Sequence[int]) -> Exposures:
    """Return the exposures of these players, who count from 0 in this order; strata in the order of STRATA.

    Left out are strangers, wrong cards tapped while nothing fitted (no stratum), and exposures that were given up.
    """
    number = {player: place for place, player in enumerate(players)}
    rows = [
        (milliseconds / 1000, _ENDINGS[ending], number[player], _PLACE[stratum])
        for player, ending, milliseconds, stratum in answers
        if player in number and stratum in _PLACE
    ]
    seconds, *whole = np.array(rows, float).reshape(-1, 4).T
    ending, student, stratum = (column.astype(int) for column in whole)
    return engaged(Exposures(seconds, ending, student, stratum), len(players))


def engaged(exposures: Exposures, students: int) -> Exposures:
    """Leave out what lasted longer than 10 s and than 5 of the student's own medians: nobody was looking (0.1).

    Of a student who looks, less than 1 exposure in 300 is that long; of one who does not, each weighs on the median.
    """
    limits = np.maximum(GIVEN_UP_SECONDS, GIVEN_UP_MEDIANS * _medians(exposures, students))
    return exposures.where(exposures.seconds <= limits[exposures.student])


def _medians(exposures: Exposures, students: int) -> Floats:
    """Return the plain median of each student's own right cards, 0 without any."""
    right = exposures.ending == RIGHT
    own, times = exposures.student[right], exposures.seconds[right]
    found = [np.median(times[own == student]) if (own == student).any() else 0.0 for student in range(students)]
    return np.array(found, float)
