"""How strong children are for finding tables, and for nothing else: no page shows these numbers to anybody.

The signed residual time of measurement.md 1.1 with its censored update for races (1.4), folded over a class's latest
answers. Differences under 0.3 mean nothing; few answers mean even less, and then a level counts as not known.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from classroom.measures.rating import Rated, answered, beaten
from classroom.models import Student
from game.models import Attempt

LATEST = 6_000
"""Answers that are read: half a year of a class, in a tenth of a second."""
ENOUGH = 20
"""Answers from which a level counts as known; the rating's own doubt is half gone by then."""
_DAY_MS = 86_400_000
_RIGHT, _WRONG, _LOST = Attempt.Ending.RIGHT, Attempt.Ending.WRONG, Attempt.Ending.OTHER


@dataclass(frozen=True, slots=True)
class Levels:
    """Ratings by student's number, of those whose level is known; `asked` is how many were asked for."""

    known: dict[int, float]
    asked: int

    @property
    def unknown(self) -> int:
        return self.asked - len(self.known)


def levels_of(students: Iterable[Student]) -> Levels:
    """Read the levels of these students. One query."""
    players = [student.pk for student in students]
    ratings: defaultdict[int, Rated] = defaultdict(Rated)
    tops: defaultdict[tuple[int, int, bool], Rated] = defaultdict(Rated)
    answers: Counter[int] = Counter()
    last: dict[int, int] = {}
    for player, number, step, corner, ending, milliseconds, at in _answers(players):
        top, idle = (number, step, corner), (at - last.get(player, at)) / _DAY_MS
        ratings[player], tops[top] = _after(ratings[player], tops[top], ending, milliseconds / 1000, idle)
        answers[player] += ending != _LOST
        last[player] = at
    known = {player: ratings[player].rating for player in players if answers[player] >= ENOUGH}
    return Levels(known, len(players))


def _after(student: Rated, top: Rated, ending: str, seconds: float, idle: float) -> tuple[Rated, Rated]:
    if ending == _LOST:
        return beaten(student, top, seconds=seconds, idle_days=max(0.0, idle))
    return answered(student, top, right=ending == _RIGHT, seconds=seconds, idle_days=max(0.0, idle))


def _answers(players: list[int]) -> list[tuple[int, int, int, bool, str, int, int]]:
    """Return the latest first answers, oldest first."""
    given = Attempt.objects.filter(player__in=players, retry=False, ending__in=(_RIGHT, _WRONG, _LOST))
    timed = given.exclude(milliseconds=None).order_by("-started_at", "-pk")
    columns = ("player", "top_number", "top_step", "corner", "ending", "milliseconds", "started_at")
    return list(timed.values_list(*columns)[:LATEST])[::-1]
