"""One student of a class: rename, move to another class, remove, take back, forget."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom import persons
from classroom.access import (
    TeacherRequest,
    classroom_for,
    forgettable_student_for,
    removed_student_for,
    student_for,
    teacher_act,
    teacher_form,
    teacher_page,
)
from classroom.models import Student
from classroom.naming.names import to_greet
from classroom.rosters import faces, merging, roster
from classroom.rosters.forms import ClassMoveForm, StudentForm
from classroom.rosters.still_playing import StillPlayingError


@teacher_form
def rename(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    form = StudentForm(request.POST or None, initial={"name": child.name})
    if not form.renames(child):
        return render(request, "classroom/rosters/student_rename.html", {"student": child, "form": form})
    return redirect("class", child.classroom_id)


@teacher_form
def move(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    form = ClassMoveForm(request.POST or None, teacher=request.user, student=child)
    context: dict[str, Any] = {"student": child, "form": form}
    try:
        if not form.moves(child):
            return render(request, "classroom/rosters/student_move.html", context)
    except StillPlayingError as playing:
        return render(request, "classroom/rosters/student_move.html", context | {"playing": playing}, status=409)
    target = form.cleaned_data["classroom"]
    request.done = {"classroom": target.pk}
    words = _("%(name)s is in %(class)s now, with all results.") % {"name": child.name, "class": target.name}
    messages.success(request, words)
    return redirect("class", target.pk)


@teacher_form
def remove(request: TeacherRequest, student: int) -> HttpResponse:
    child = student_for(request.user, student)
    if request.method != "POST":
        return _ask_to_remove(request, child)
    try:
        roster.remove_student(child)
    except StillPlayingError as playing:
        return _ask_to_remove(request, child, playing)
    request.done = {"classroom": child.classroom_id}
    words = _("%(name)s is removed. For 30 days you can take the child back, under “Removed students”.")
    messages.success(request, words % {"name": child.name})
    return redirect("class", child.classroom_id)


def _ask_to_remove(request: TeacherRequest, child: Student, playing: StillPlayingError | None = None) -> HttpResponse:
    context = {"student": child, "playing": playing, "elsewhere": _is_elsewhere(child)}
    status = 409 if playing else 200
    return render(request, "classroom/rosters/removal/student_remove.html", context, status=status)


def _is_elsewhere(child: Student) -> bool:
    """Return whether the child is also in another class, where it keeps its card and its results."""
    return persons.present(child).exclude(pk=child.pk).exists()


@teacher_page
def removed(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = classroom_for(request.user, classroom_id)
    roster.forget_who_is_due()
    context = {
        "classroom": classroom,
        "students": roster.removed_from(classroom),
        "merged": merging.merged_here(classroom),
        "is_owner": classroom.is_owned_by(request.user),
    }
    return render(request, "classroom/rosters/removal/students_removed.html", context)


@teacher_act
def take_back(request: TeacherRequest, student: int) -> HttpResponse:
    if there := Student.objects.filter(classroom__teachers=request.user, pk=student).first():
        return _is_back(request, there)  # pressed in another window before
    child = removed_student_for(request.user, student)
    try:
        roster.take_back(child)
    except roster.NameTakenError:
        words = _("There is another %(name)s in the class now. Rename that child first.") % {"name": child.name}
        messages.error(request, words)
        return redirect("students_removed", child.classroom_id)
    request.done = {"classroom": child.classroom_id}
    return _is_back(request, child)


def _is_back(request: TeacherRequest, child: Student) -> HttpResponse:
    messages.success(request, _("%(name)s is back, with all results.") % {"name": child.name})
    return redirect("class", child.classroom_id)


@teacher_act
def take_all_back(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    classroom = classroom_for(request.user, classroom_id)
    back, left = roster.take_all_back(classroom)
    if back:
        request.done = {"children": len(back)}
        words = ngettext("%(n)d student is back.", "%(n)d students are back.", len(back)) % {"n": len(back)}
        messages.success(request, words)
    if left:
        words = _("Somebody has this name now: %(names)s. Rename one of them first.")
        messages.error(request, words % {"names": to_greet(", ".join(left))})
    return redirect("students_removed" if left else "class", classroom.pk)


@teacher_form
def forget(request: TeacherRequest, student: int) -> HttpResponse:
    """Forget a removed child at once, for good; asks first."""
    child = forgettable_student_for(request.user, student)
    if request.method != "POST":
        context = {"student": child, "elsewhere": _is_elsewhere(child)}
        return render(request, "classroom/rosters/removal/student_forget.html", context)
    roster.forget_student(child)
    request.done = {"classroom": child.classroom_id}
    messages.success(request, _("The child and all their results are forgotten."))
    return redirect("students_removed", child.classroom_id)


@teacher_form
def face(request: TeacherRequest, student: int) -> HttpResponse:
    """The page on which a teacher chooses a character for a child."""
    child = student_for(request.user, student)
    problem = faces.chosen(request, child)
    if problem is None:
        return redirect("class", child.classroom_id)
    return render(request, "classroom/rosters/student_face.html", faces.context(request, child, problem))
