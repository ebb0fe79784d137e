"""Writes of standing groups. Homework that is open follows who is in its group."""

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
    """Make a group; a second press on the same form finds the first one's."""
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
    changes.locked(group)
    changes.change(group, name=name, sign=sign, options=dict(options))
    _hold(group, students)


def _hold(group: StandingGroup, students: Iterable[Student]) -> None:
    """Let just these be in the group; whoever was in another one leaves it."""
    mine = {student.pk for student in students}
    left = {other for other in Student.objects.filter(pk__in=mine).values_list("group", flat=True) if other}
    Student.objects.filter(group=group).exclude(pk__in=mine).update(group=None)
    Student.objects.filter(pk__in=mine).update(group=group)
    for each in StandingGroup.objects.filter(pk__in=left | {group.pk}):
        _follow(each)


def _follow(group: StandingGroup) -> None:
    """Set the open homework of the group for who is in it now. The last one keeps it: without students it would be for
    the whole class."""
    if members := list(group.students.filter(classroom=group.classroom_id)):
        for task in group.homework.filter(until__gt=timezone.now()):
            task.students.set(members)
