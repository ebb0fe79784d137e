"""Lay tables of several class sessions in the database of CARDINAL_DATABASE; prints [code, cookie] for every seat."""

import json
import sys

import django
from django.core.management import call_command

django.setup()

from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student, Teacher  # noqa: E402 -- needs setup
from classroom.server.http.place import COOKIE  # noqa: E402
from game.codes import place_of  # noqa: E402
from game.tables import lay_table  # noqa: E402
from tests.bench.lay import AT_ONCE, SEATS, cookie  # noqa: E402

COUNTED = {"countdown": 400, "standstill": 400}
"""Milliseconds: the clocks of two workers that hold a table end at the same moment."""


def session_of(number: int, tables: int) -> list[tuple[str, str]]:
    """Open a session that plays at so many tables of four; return its seats."""
    classroom = Classroom.objects.create(name=f"Class {number}")
    classroom.teachers.add(Teacher.objects.create_user(f"teacher-{number}@school.example", None, name="Ana"))
    state = ClassSession.State.PLAYING
    session = ClassSession.objects.create(classroom=classroom, game="around_the_corner", state=state)
    return [seat for table in range(1, tables + 1) for seat in table_of(session, table)]


def table_of(session: ClassSession, number: int) -> list[tuple[str, str]]:
    names = [f"Player {session.pk}-{number}-{seat}" for seat in range(SEATS)]
    students = [Student.objects.create(classroom=session.classroom, name=name) for name in names]
    table = lay_table(
        game=session.game,
        number=number,
        options=AT_ONCE | {"mode": "race"} | COUNTED,
        players=[(student.pk, student.name) for student in students],
        place=session.pk,
    )
    for student, seat in zip(students, table.seats.all(), strict=True):
        Attendance.objects.create(session=session, student=student, device=f"device-{student.pk}")
        Sitting.objects.create(session=session, student=student, seat=seat)
    place = f"{COOKIE}={place_of(session.pk)}"
    return [(table.code, f"{cookie(f'device-{student.pk}')}; {place}") for student in students]


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    sessions, tables = map(int, sys.argv[1:])
    first = ClassSession.objects.count()
    print(json.dumps([seat for number in range(first, first + sessions) for seat in session_of(number, tables)]))
