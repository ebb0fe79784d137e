"""Everything that is kept about one student, as JSON: for the family that asks, and for a school that moves.

The rows are the tables' own columns, so that nothing is forgotten when a column is added; a new table about students
fails a test until it is named here. Left out are keys: the code on the card and the tokens of browsers.
"""

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, QuerySet

from classroom.models import Attendance, ClassSession, Homework, Knock, Practice, Sitting, Student
from game.models import Attempt, Claim, Event, Round, Seat

KEYS = frozenset({"card", "device", "secret"})
ROWS_AT_ONCE = 500

Rows = Callable[[Student], QuerySet[Any]]

SECTIONS: dict[str, Rows] = {
    "student": lambda student: Student.objects.filter(pk=student.pk),
    "class_sessions": lambda student: ClassSession.objects.filter(attendances__student=student),
    "attendances": lambda student: Attendance.objects.filter(student=student),
    "knocks": lambda student: Knock.objects.filter(student=student),
    "sittings": lambda student: Sitting.objects.filter(student=student),
    "seats": lambda student: Seat.objects.filter(player=student.pk).order_by("pk"),
    "practices": lambda student: Practice.objects.filter(student=student),
    "homework": lambda student: Homework.objects.filter(classroom=student.classroom_id),
    "rounds": lambda student: Round.objects.filter(table__seats__player=student.pk).order_by("pk"),
    "moves": lambda student: _moves(student),
    "claims": lambda student: Claim.objects.filter(player=student.pk).order_by("round", "line"),
    "attempts": lambda student: Attempt.objects.filter(player=student.pk).order_by("round", "started_at", "pk"),
}


def pieces(student: Student) -> Iterator[bytes]:
    """Yield the file: an object with a list of rows for each section."""
    start = "{"
    for name, rows in SECTIONS.items():
        yield f'{start}\n"{name}": ['.encode()
        yield from _list(rows(student))
        start = "],"
    yield b"]}\n"


def _list(rows: QuerySet[Any]) -> Iterator[bytes]:
    columns = [field.name for field in rows.model._meta.concrete_fields if field.name not in KEYS]
    waiting, comma = rows.values(*columns).iterator(ROWS_AT_ONCE), "\n"
    while some := list(islice(waiting, ROWS_AT_ONCE)):
        yield (comma + ",\n".join(_written(row) for row in some)).encode()
        comma = ",\n"


def _written(row: dict[str, Any]) -> str:
    return json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)


def _moves(student: Student) -> QuerySet[Event]:
    """Return the lines of the logs that this student wrote."""
    own = {"round__table__seats__player": student.pk, "round__table__seats__number": F("seat")}
    return Event.objects.filter(**own).order_by("round", "n")
