"""Students of a class: paste, check, add; rename and remove one.

Adding goes in two steps of one page: the pasted text comes back as a list of names to look over, and the pasted text
stays in the page, so that nothing typed is ever lost. `step` says which button was pressed.
"""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom import rosters
from classroom.access import TeacherRequest, classroom_for, student_for, teacher_required
from classroom.forms import StudentForm
from classroom.models import Classroom, Student
from classroom.rosters import Line, Roster
from classroom.views.classes import read_or_send


@read_or_send
@teacher_required
def add(request: TeacherRequest, classroom: int) -> HttpResponse:
    room = classroom_for(request.user, classroom)
    match request.POST.get("step"):
        case "check":
            return _check(request, room)
        case "add":
            return _add(request, room)
    return _paste(request, room)


def _paste(request: TeacherRequest, room: Classroom, problem: str = "") -> HttpResponse:
    context = {"classroom": room, "text": request.POST.get("text", ""), "problem": problem}
    return render(request, "classroom/roster.html", context)


def _check(request: TeacherRequest, room: Classroom) -> HttpResponse:
    text, column = request.POST.get("text", ""), request.POST.get("column", "")
    number = int(column) if re.fullmatch(r"[0-9]{1,3}", column) else 0
    try:
        roster = rosters.read(text, column=number, taken=rosters.names_in(room))
    except rosters.ListTooLongError as error:
        return _paste(request, room, _too_long(error.lines))
    if not roster.lines:
        return _paste(request, room, _("Paste at least one name."))
    return _preview(request, room, roster)


def _too_long(lines: int) -> str:
    return _("There are %(count)d lines. A class has room for %(most)d students. Paste only its list.") % {
        "count": lines,
        "most": rosters.MOST_STUDENTS,
    }


def _add(request: TeacherRequest, room: Classroom) -> HttpResponse:
    roster = rosters.reread(_lines(request), taken=rosters.names_in(room))
    if problems := _problems(request, room, roster):
        return _preview(request, room, roster, problems)
    try:
        rosters.add_students(classroom=room, names=roster.names)
    except rosters.NameTakenError:
        return _add(request, room)
    count = len(roster.names)
    words = ngettext("%(count)d student added.", "%(count)d students added.", count) % {"count": count}
    messages.success(request, words)
    return redirect("class", room.pk)


def _lines(request: TeacherRequest) -> list[Line]:
    """Return the rows of the preview as the teacher left them: `name-7` and, where it is ticked, `keep-7`."""
    numbers = [int(field[5:]) for field in request.POST if re.fullmatch(r"name-[0-9]{1,9}", field)]
    return [Line(n, request.POST[f"name-{n}"], keep=f"keep-{n}" in request.POST) for n in numbers]


def _problems(request: TeacherRequest, room: Classroom, roster: Roster) -> list[dict[str, Any]]:
    """Return what keeps these names from being added, each with the field it belongs to."""
    problems = [{"field": f"name-{line.number}", "words": _numbered(line)} for line in roster.problems]
    if not roster.names:
        problems.append({"field": "names", "words": _("Tick at least one name.")})
    if room.students.count() + len(roster.names) > rosters.MOST_STUDENTS:
        problems.append({"field": "names", "words": _too_long(room.students.count() + len(roster.names))})
    if not problems and len(roster.names) > rosters.MANY_STUDENTS and "many" not in request.POST:
        problems.append({"field": "many", "words": _("Say that you want to add so many students.")})
    return problems


def _numbered(line: Line) -> str:
    return _("Line %(line)d: %(words)s") % {"line": line.number, "words": line.problem}


def _preview(
    request: TeacherRequest, room: Classroom, roster: Roster, problems: list[dict[str, Any]] | None = None
) -> HttpResponse:
    context = {
        "classroom": room,
        "roster": roster,
        "text": request.POST.get("text", ""),
        "problems": problems or [],
        "is_many": len(roster.names) > rosters.MANY_STUDENTS,
    }
    return render(request, "classroom/roster_check.html", context)


@read_or_send
@teacher_required
def rename(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    form = StudentForm(request.POST or None, initial={"name": child.name}, student=child)
    if not form.is_valid():
        return render(request, "classroom/student_rename.html", {"student": child, "form": form})
    child.name = form.cleaned_data["name"]
    child.save(update_fields=["name"])
    return redirect("class", child.classroom_id)


@read_or_send
@teacher_required
def remove(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    if request.method != "POST":
        return _ask_to_remove(request, child)
    name = child.name
    try:
        rosters.remove_student(child)
    except rosters.StillPlayingError:
        return _ask_to_remove(request, child, status=409)
    messages.success(request, _("%(name)s is removed.") % {"name": name})
    return redirect("class", child.classroom_id)


def _ask_to_remove(request: TeacherRequest, child: Student, status: int = 200) -> HttpResponse:
    context = {"student": child, "is_playing": status == 409}
    return render(request, "classroom/student_remove.html", context, status=status)
