"""The settings that are one child's alone."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom import persons
from classroom.access import TeacherRequest, student_for, teacher_form
from classroom.sessions import accommodations as private


@teacher_form
def needs(request: TeacherRequest, student: int) -> HttpResponse:
    """The settings of one child, private to its teachers."""
    child = student_for(request.user, student)
    form = private.NeedsForm(request.POST if request.method == "POST" else None, needs=child.needs)
    if form.is_valid():
        persons.keep(child, needs=form.needs())
        private.follow(child)
        messages.success(request, _("Saved. It applies from the next round."))
        return redirect("class", child.classroom_id)
    context = {"classroom": child.classroom, "student": child, "form": form, "now": private.pictures_now(child)}
    return render(request, "classroom/sessions/accommodations.html", context, status=422 if form.is_bound else 200)
