"""School years: classes move up together, and last year's stay readable.

The new class has the same children, teachers and cards (printed cards stay valid). The old one is archived with its
sessions and reports; each child there is linked as `previous`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from django.db import transaction
from django.utils import timezone

from classroom.models import Classroom, StandingGroup, Student, Teaching
from classroom.rosters.roster import refuse_taken_class
from classroom.rosters.still_playing import refuse_while_playing
from classroom.server.database import changes

Row = TypeVar("Row", Classroom, StandingGroup, Student)

OCTOBER = 10


@dataclass(frozen=True, slots=True)
class Ascent:
    """A class and its name next year; without a name it ends, and only its archive stays."""

    classroom: Classroom
    name: str


def year_of(today: date) -> str:
    """Return the school year into which a class moves on this day: 2026/27. From October on this calendar year's has
    begun, and classes that move up are meant for the next one."""
    begins = today.year + (today.month >= OCTOBER)
    return f"{begins}/{(begins + 1) % 100:02}"


def next_name(name: str) -> str:
    """Guess the new name: the first small number goes up by one, 4B becomes 5B. A name without one stays."""
    return re.sub(r"(?<![0-9])[0-9]{1,2}(?![0-9])", lambda number: f"{int(number[0]) + 1}", name, count=1)


@transaction.atomic
def go_up(ascents: Sequence[Ascent], *, school_year: str) -> list[Classroom]:
    """Archive these classes and make the new ones; return these. Raises StillPlayingError; then nothing is changed.

    A class that a press before has archived is passed over: of two presses at once the second one makes nothing.
    """
    wanted = [ascent.classroom.pk for ascent in ascents]
    old = list(Classroom.objects.select_for_update().filter(pk__in=wanted, archived_at=None).order_by("pk"))
    still = {classroom.pk for classroom in old}
    refuse_while_playing(still)
    going_up = [ascent for ascent in ascents if ascent.name and ascent.classroom.pk in still]
    made = {ascent.classroom.pk: _next(ascent, school_year) for ascent in going_up}
    Classroom.objects.bulk_create(made.values())
    _take_teachers_along(made)
    _take_children_along(made)
    Classroom.objects.filter(pk__in=still).update(archived_at=timezone.now())
    return list(made.values())


def _next(ascent: Ascent, school_year: str) -> Classroom:
    """Return the new class with the settings of the old one; the school's system will have another number for it."""
    classroom = _copy(ascent.classroom)
    classroom.name, classroom.school_year, classroom.previous = ascent.name, school_year, ascent.classroom
    classroom.source_id, classroom.number_known_at, classroom.created_at = "", None, timezone.now()
    classroom.source_school = classroom.source_session = ""
    return classroom


def _take_teachers_along(made: dict[int, Classroom]) -> None:
    teachings = Teaching.objects.filter(classroom__in=made).order_by("pk")
    Teaching.objects.bulk_create(
        Teaching(classroom=made[teaching.classroom_id], teacher_id=teaching.teacher_id, is_owner=teaching.is_owner)
        for teaching in teachings
    )


def _take_children_along(made: dict[int, Classroom]) -> None:
    """Copy the children with all their stored values, their cards included: they are the same persons."""
    groups = _take_groups_along(made)
    before = Student.objects.filter(classroom__in=made).order_by("pk")
    Student.objects.bulk_create([_same_child(child, made[child.classroom_id], groups) for child in before])


def _take_groups_along(made: dict[int, Classroom]) -> dict[int | None, StandingGroup]:
    """Copy the groups into the new classes; return the copies by the numbers of the old groups."""
    found: dict[int | None, StandingGroup] = {}
    for group in StandingGroup.objects.filter(classroom__in=made).order_by("pk"):
        same = found[group.pk] = _copy(group)
        same.classroom = made[group.classroom_id]
    StandingGroup.objects.bulk_create(found.values())
    return found


def _same_child(child: Student, classroom: Classroom, groups: dict[int | None, StandingGroup]) -> Student:
    same = _copy(child)
    same.group = groups.get(child.group_id)
    same.classroom, same.previous, same.created_at = classroom, child, timezone.now()
    return same


def _copy(row: Row) -> Row:
    """Return an unsaved copy of the row with all its columns, including ones added to the model later."""
    columns = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    return type(row)(**columns)


@transaction.atomic
def bring_back(classroom: Classroom) -> None:
    """Take a class out of the archive. Raises NameTakenError where one of its teachers has such a class now."""
    refuse_taken_class(classroom)
    changes.change(classroom, archived_at=None)
