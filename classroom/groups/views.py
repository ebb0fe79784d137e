"""The standing groups of a class: their members, settings and homework in three weeks; make, change and remove one."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, classroom_for, current_classroom_for, teacher_form, teacher_page
from classroom.forms.people import posted_number
from classroom.groups import from_list, members
from classroom.groups.forms import GroupForm, every_choice
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


@teacher_page
def of_class(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    return render(request, "classroom/groups/groups.html", context(classroom_for(request.user, classroom_id)))


@teacher_form
def new(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Make a group; links from a report or the list say who is ticked (`student`)."""
    classroom = current_classroom_for(request.user, classroom_id)
    asked = [posted_number(pk) for pk in request.GET.getlist("student")]
    form = GroupForm(request.POST or None, classroom=classroom, initial={"students": asked})
    if _asks_to_tick(request):
        return _ticked(request, classroom)
    if form.is_valid():
        group = members.make(classroom, **form.values())
        messages.success(request, _("The group %(name)s is made.") % {"name": group})
        return redirect("class_groups", classroom.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classroom/groups/group.html", context, status=422 if form.is_bound else 200)


@teacher_form
def one(request: TeacherRequest, group: int) -> HttpResponse:
    """Change a group."""
    found = _group_for(request, group)
    initial = {"name": found.name, "sign": found.sign, "students": found.students.filter(classroom=found.classroom_id)}
    form = GroupForm(request.POST or None, classroom=found.classroom, group=found, initial=initial)
    if _asks_to_tick(request):
        return _ticked(request, found.classroom, found)
    if form.is_valid():
        members.keep(found, **form.values())
        messages.success(request, _("Saved."))
        return redirect("class_groups", found.classroom_id)
    context = {"classroom": found.classroom, "group": found, "form": form}
    return render(request, "classroom/groups/group.html", context, status=422 if form.is_bound else 200)


def _asks_to_tick(request: TeacherRequest) -> bool:
    """Return whether to read the pasted list. Enter in another field presses the same button with an empty list."""
    return "tick" in request.POST and bool(request.POST.get("listed", "").strip())


def _ticked(request: TeacherRequest, classroom: Classroom, group: StandingGroup | None = None) -> HttpResponse:
    """Return the form as it was sent, with the children on the pasted list ticked, too. Nothing is saved."""
    typed, listed = request.POST.copy(), from_list.read(request.POST["listed"], classroom)
    typed.setlist("students", sorted({*typed.getlist("students"), *map(str, listed.students)}))
    form = GroupForm(typed, classroom=classroom, group=group)
    form.errors.clear()
    context = {"classroom": classroom, "group": group, "form": form, "listed": listed}
    return render(request, "classroom/groups/group.html", context)


@teacher_form
def remove(request: TeacherRequest, group: int) -> HttpResponse:
    """Remove a group; asks first. Its children and their homework stay."""
    found = _group_for(request, group)
    if request.method != "POST":
        return render(request, "classroom/groups/remove.html", {"classroom": found.classroom, "group": found})
    found.delete()
    messages.success(request, _("The group %(name)s is no more.") % {"name": found})
    return redirect("class_groups", found.classroom_id)


def _group_for(request: TeacherRequest, pk: int) -> StandingGroup:
    present = StandingGroup.objects.select_related("classroom").filter(classroom__removed_at=None)
    return get_object_or_404(present, classroom__teachers=request.user, pk=pk)
