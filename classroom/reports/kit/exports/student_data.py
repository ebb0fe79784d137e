"""All data stored about one student over all school years, as JSON: for a family that asks, and for a school that
moves.

Rows have the tables' own columns, so that an added column is included; a new table about students fails a test until it
is listed here, and evidence of every game is included by its base class. Keys are left out: the code on the card, the
tokens of browsers, and the sort key of the name. A year in a class of another teacher is named but not included.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet

from classroom import persons
from classroom.models import (
    Attendance,
    ClassSession,
    Homework,
    Knock,
    Practice,
    SeatingLine,
    Sitting,
    StandingGroup,
    Student,
    Teacher,
)
from classroom.rosters.roster import years_of
from game.models import Event, Evidence, Round, Seat

KEYS = frozenset({"card", "device", "secret", "alone"})
NOT_TOLD = KEYS | {"name_key"}
"""Columns that give access to something, and the one that only repeats the name as a sort key."""
ROWS_AT_ONCE = 500


class Years(NamedTuple):
    """A student's numbers, one for each class and school year; `left_out` are those in classes of other teachers."""

    students: list[int]
    classrooms: list[int]
    left_out: int


Rows = Callable[[Years], QuerySet[Any]]


def _evidence(kind: type[Evidence], years: Years) -> QuerySet[Any]:
    return kind._default_manager.filter(player__in=years.students).order_by("round", "started_at", "pk")


SECTIONS: dict[str, Rows] = {
    "student": lambda years: Student.everybody.filter(pk__in=years.students).order_by("-created_at", "-pk"),
    "class_sessions": lambda years: ClassSession.everything.filter(attendances__student__in=years.students).distinct(),
    "attendances": lambda years: Attendance.objects.filter(student__in=years.students),
    "knocks": lambda years: Knock.objects.filter(student__in=years.students),
    "sittings": lambda years: Sitting.objects.filter(student__in=years.students),
    "seating_lines": lambda years: SeatingLine.objects.filter(Q(one__in=years.students) | Q(other__in=years.students)),
    "standing_groups": lambda years: StandingGroup.objects.filter(students__in=years.students),
    "seats": lambda years: Seat.objects.filter(player__in=years.students).order_by("pk"),
    "practices": lambda years: Practice.objects.filter(student__in=years.students),
    "homework": lambda years: Homework.objects.filter(classroom__in=years.classrooms),
    "rounds": lambda years: Round.objects.filter(table__seats__player__in=years.students).distinct().order_by("pk"),
    "moves": lambda years: _moves(years),
    **{f"{kind._meta.verbose_name_plural}": partial(_evidence, kind) for kind in Evidence.kinds()},
}


def years_for(teacher: Teacher, student: Student) -> Years:
    """Return the student's years in classes of this teacher, this class's first."""
    numbers = years_of(student, *persons.every_row_of(student).exclude(pk=student.pk))
    open_to = dict(Student.everybody.filter(pk__in=numbers, classroom__teachers=teacher).values_list("pk", "classroom"))
    students = [number for number in numbers if number in open_to]
    return Years(students, [open_to[number] for number in students], len(numbers) - len(students))


def pieces(years: Years) -> Iterator[bytes]:
    """Yield the file: an object with a list of rows for each section."""
    yield f'{{\n"school_years": {len(years.students)},\n"school_years_left_out": {years.left_out}'.encode()
    for name, rows in SECTIONS.items():
        yield f',\n"{name}": ['.encode()
        yield from _list(rows(years))
        yield b"]"
    yield b"}\n"


def _list(rows: QuerySet[Any]) -> Iterator[bytes]:
    columns = [field.name for field in rows.model._meta.concrete_fields if field.name not in NOT_TOLD]
    there, comma = (rows if rows.ordered else rows.order_by("pk")).values(*columns), "\n"
    for start in count(0, ROWS_AT_ONCE):
        some = list(there[start : start + ROWS_AT_ONCE])
        if some:
            lines = (json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False) for row in some)
            yield (comma + ",\n".join(lines)).encode()
            comma = ",\n"
        if len(some) < ROWS_AT_ONCE:
            return


def _moves(years: Years) -> QuerySet[Event]:
    """Return the entries of the logs written by this student."""
    own = {"round__table__seats__player__in": years.students, "round__table__seats__number": F("seat")}
    return Event.objects.filter(**own).order_by("round", "n")
