"""Lay tables for a benchmark in a fresh data directory; prints a JSON list of [table code, cookie] for every seat.

The seats are students of running class sessions who have joined: the sockets pass every door of a lesson.
"""

import json
import sys

import django
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

django.setup()

from django.contrib.sessions.backends.db import SessionStore  # noqa: E402 -- models need django.setup()

from classroom.joining.device import DEVICE  # noqa: E402
from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student, Teacher  # noqa: E402
from game.tables import lay_table  # noqa: E402

AT_ONCE = {"countdown": 0, "standstill": 0, "away": "wait"}
SEATS = 4
TABLES = 6
"""Tables of a class: 24 children."""


def session_of(number: int, teacher: Teacher) -> ClassSession:
    """Begin the session that the table of this number is in: every class has its own."""
    classroom = Classroom.objects.create(name=f"Bench {number // TABLES + 1}")
    classroom.teachers.add(teacher)
    return ClassSession.objects.create(classroom=classroom, game="around_the_corner", state=ClassSession.State.PLAYING)


def seated(session: ClassSession, number: int, mode: str) -> list[tuple[str, str]]:
    """Lay one table of four for new students of the session's class."""
    names = [f"Player {number}-{seat}" for seat in range(SEATS)]
    students = [Student.objects.create(classroom=session.classroom, name=name) for name in names]
    table = lay_table(
        game="around_the_corner",
        number=number,
        options=AT_ONCE | {"mode": mode},
        players=[(student.pk, student.name) for student in students],
    )
    for student, seat in zip(students, table.seats.all(), strict=True):
        Attendance.objects.create(session=session, student=student, device=f"device-{student.pk}")
        Sitting.objects.create(session=session, student=student, seat=seat)
    return [(table.code, cookie(f"device-{student.pk}")) for student in students]


def cookie(device: str) -> str:
    store = SessionStore()
    store[DEVICE] = device
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}"


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    call_command("flush", interactive=False, verbosity=0)  # PostgreSQL's is not in the data directory
    teacher = Teacher.objects.create_user("bench@school.example", None, name="Bench")
    tables, mode = int(sys.argv[1]), sys.argv[2]
    with transaction.atomic():
        sessions = [session_of(first, teacher) for first in range(0, tables, TABLES)]
        laid = [seated(sessions[number // TABLES], number % TABLES + 1, mode) for number in range(tables)]
    print(json.dumps([seat for seats in laid for seat in seats]))
