"""Mixing classes: every child of a teacher's own classes on one page, with the class it goes to."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.access import TeacherRequest, teacher_form
from classroom.forms.people import posted_number
from classroom.models import BY_NAME, Classroom, Student
from classroom.rosters import roster
from classroom.rosters.merging import mixing

FIELD = "to-"


@teacher_form
def mix(request: TeacherRequest) -> HttpResponse:
    owned = Classroom.objects.filter(teachings__teacher=request.user, teachings__is_owner=True, archived_at=None)
    classrooms = list(owned.order_by(*BY_NAME))
    if request.method != "POST":
        return _page(request, classrooms, {})
    moves = {
        posted_number(field.removeprefix(FIELD)): posted_number(request.POST[field])
        for field in request.POST
        if field.startswith(FIELD)
    }
    try:
        moved = mixing.mix(moves, among=[classroom.pk for classroom in classrooms])
    except mixing.ClashError as clash:
        words = _("Two children of one class would be called the same: %(names)s. Nothing was changed.")
        return _page(request, classrooms, moves, words % {"names": ", ".join(clash.names)}, 422)
    except roster.StillPlayingError:
        words = _("One of these classes has a session open. End it first. Nothing was changed.")
        return _page(request, classrooms, moves, words, 409)
    if moved:
        request.done = {"moved": moved}
    words = ngettext("%(n)d student has moved.", "%(n)d students have moved.", moved) % {"n": moved}
    messages.success(request, words)
    return redirect("classes")


def _page(
    request: TeacherRequest, classrooms: list[Classroom], moves: dict[int, int], problem: str = "", status: int = 200
) -> HttpResponse:
    children: dict[int, list[tuple[Student, int]]] = {classroom.pk: [] for classroom in classrooms}
    for child in Student.objects.filter(classroom__in=classrooms).order_by(*BY_NAME):
        children[child.classroom_id].append((child, moves.get(child.pk, child.classroom_id)))
    problems = [{"field": "classes", "words": problem}] if problem else []
    listed = [(classroom, children[classroom.pk]) for classroom in classrooms]
    context = {"classrooms": listed, "problems": problems, "choices": classrooms}
    return render(request, "classroom/rosters/merging/mix.html", context, status=status)
