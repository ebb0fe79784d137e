"""Rounds with printed cards that a teacher enters: who played, who won, how many cards the others had left.

Such a round is an ended session of its class without a table. All numbers about arithmetic are folds over rounds at
tables, so it changes none of them (measurement 0.1).
"""

from collections.abc import Mapping
from datetime import date, datetime, time

from django.db import transaction
from django.utils import timezone

from classroom.models import Attendance, Classroom, ClassSession, Student, Teacher
from classroom.server.database import changes
from classroom.sessions.lifecycle import new_device


@transaction.atomic
def write_down(
    classroom: Classroom,
    *,
    by: Teacher,
    code: str,
    game: str,
    day: date,
    left: Mapping[Student, int | None],
    winner: Student,
) -> ClassSession:
    """Store a round of these students, each with the cards left where known.

    `code` is the form's own: the same form sent twice returns the round that is stored already.
    """
    changes.locked(classroom)
    at = timezone.make_aware(datetime.combine(day, time(12)))
    wanted = {"classroom": classroom, "code": code, "game": game, "opened_at": at, "on_paper": True}
    hands = {(student.pk, student == winner, cards) for student, cards in left.items()}
    for before in ClassSession.everything.filter(**wanted):
        if set(before.attendances.values_list("student", "won", "cards_left")) == hands:
            return before
    session = ClassSession.everything.create(
        **wanted, table_size=len(left), opened_by=by, state=ClassSession.State.ENDED, ended_at=at
    )
    Attendance.objects.bulk_create(
        Attendance(
            session=session, student=student, arrived_at=at, won=student == winner, cards_left=cards,
            device=f"{Attendance.AT_NO_DEVICE}{new_device()[1:]}",
        )
        for student, cards in left.items()
    )  # fmt: skip
    return session
