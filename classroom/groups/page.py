"""Context of the page of a class's groups: their members, their settings, and their homework in three weeks."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.groups.forms import every_choice
from classroom.homework import assignments, units
from classroom.models import Classroom, Homework, StandingGroup, Student
from classroom.naming.word_lists import BY_ID, Picture
from classroom.server.school_hours import SCHOOL_DAYS
from classroom.server.time_zone import monday_of
from classroom.sessions import accommodations
from game.rules.picture_ladder import SETTING
from game.screens.options import key_of

WEEKS = 3
A_WEEK = timedelta(days=7)


class PlannedTask(NamedTuple):
    """A homework within the days of the plan: the number of days before it, during it and after it."""

    task: Homework
    what: str
    amount: str
    last_day: date
    before: int
    days: int
    after: int


class GroupShown(NamedTuple):
    group: StandingGroup
    sign: Picture | None
    students: list[Student]
    says: list[str]
    bars: list[PlannedTask]


def context(classroom: Classroom) -> dict[str, Any]:
    students = list(classroom.students.all())
    groups = list(classroom.groups.all())
    weeks = weeks_from(timezone.localdate())
    days = [day for week in weeks for day in week]
    tasks = Homework.objects.filter(group__in=groups, until__gt=timezone.now()).order_by("until", "pk")
    shown = [_shown(group, students, [task for task in tasks if task.group_id == group.pk], days) for group in groups]
    grouped = {child.pk for each in shown for child in each.students}
    return {
        "classroom": classroom,
        "groups": shown,
        "weeks": weeks,
        "days": days,
        "today": timezone.localdate(),
        "others": [child for child in students if child.pk not in grouped],
    }


def _shown(
    group: StandingGroup, students: Iterable[Student], tasks: Sequence[Homework], days: Sequence[date]
) -> GroupShown:
    here = [child for child in students if child.group_id == group.pk]
    bars = [bar for task in tasks if (bar := _bar(task, days))]
    return GroupShown(group, BY_ID.get(group.sign), here, in_words(group), bars)


def in_words(group: StandingGroup) -> list[str]:
    """Return the settings in which the group's tables differ from the class, in words."""
    own = [(choice, group.options[choice.name]) for choice in every_choice() if choice.name in group.options]
    said = [str(choice.said(value) or choice.in_words(value)) for choice, value in own]
    shown = dict(accommodations.SHOWN).get(key_of(group.options.get(SETTING)))
    return said + ([_("number pictures: %(when)s") % {"when": shown}] if shown else [])


def weeks_from(today: date) -> list[list[date]]:
    """Return the school days of three weeks, from this week on or, where its school days are over, from the next
    one."""
    monday = monday_of(today)
    if today.weekday() >= SCHOOL_DAYS:
        monday += A_WEEK
    return [[monday + week * A_WEEK + timedelta(days=day) for day in range(SCHOOL_DAYS)] for week in range(WEEKS)]


def _bar(task: Homework, days: Sequence[date]) -> PlannedTask | None:
    """Return the homework within these days, None where it is outside them."""
    first, last = timezone.localdate(task.set_at), assignments.last_day(task)
    covered = [number for number, day in enumerate(days) if first <= day <= last]
    if not covered:
        return None
    amount = units.of(task).asks(task)
    after = len(days) - 1 - covered[-1]
    return PlannedTask(task, assignments.in_words(task), amount, last, covered[0], len(covered), after)
