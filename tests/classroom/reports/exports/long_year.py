"""Many attempts, and the memory that files made of them take."""

import tracemalloc
from typing import Any

from classroom.models import ClassSession, Sitting, Student
from game.models import Attempt, Round, Seat, Table
from tests.classroom.reports.attempts_given import attempt


def many(session: ClassSession, student: Student, rounds: int, each: int) -> None:
    for number in range(rounds):
        table = Table.objects.create(game="around_the_corner", number=number)
        seat = Seat.objects.create(table=table, number=0, player=student.pk, name=student.name)
        later = ClassSession.objects.create(classroom=session.classroom, game="around_the_corner", state="ended")
        Sitting.objects.create(session=later, student=student, seat=seat)
        played = Round.objects.create(table=table, seed=1, seats=1)
        Attempt.objects.bulk_create(attempt(played, student, top=top) for top in range(each))


def peak_of(pieces: Any) -> int:
    """Return the most memory that was in use while these pieces were made, one thrown away after the other."""
    tracemalloc.start()
    try:
        for _ in pieces:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
