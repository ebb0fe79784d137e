"""Writes of standing groups. A group's open homework is set to its present members."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from classroom.models import Classroom, StandingGroup, Student
from classroom.server.database import changes


@transaction.atomic
def make(
    classroom: Classroom, *, name: str, sign: str, options: Mapping[str, Any], students: Iterable[Student]
) -> StandingGroup:
    """Make a group; a second press on the same form returns the one that the first has made."""
    changes.locked(classroom)
    group, is_new = StandingGroup.objects.get_or_create(
        classroom=classroom, name=name, defaults={"sign": sign, "options": dict(options)}
    )
    if is_new:
        _hold(group, students)
    return group


@transaction.atomic
def keep(
    group: StandingGroup, *, name: str, sign: str, options: Mapping[str, Any], students: Iterable[Student]
) -> None:
    changes.locked(group.classroom)
    changes.locked(group)
    changes.change(group, name=name, sign=sign, options=dict(options))
    _hold(group, students)


def _hold(group: StandingGroup, students: Iterable[Student]) -> None:
    """Make exactly these children the group's members; a child in another group leaves it."""
    mine = {student.pk for student in students}
    left = {other for other in Student.objects.filter(pk__in=mine).values_list("group", flat=True) if other}
    Student.objects.filter(group=group).exclude(pk__in=mine).update(group=None)
    Student.objects.filter(pk__in=mine).update(group=group)
    for each in StandingGroup.objects.filter(pk__in=left | {group.pk}):
        _follow(each)


def _follow(group: StandingGroup) -> None:
    """Set the group's open homework to its present members. If none is left, the last ones keep it, because homework
    without students is for the whole class."""
    if members := list(group.students.filter(classroom=group.classroom_id)):
        for task in group.homework.filter(until__gt=timezone.now()):
            task.students.set(members)
