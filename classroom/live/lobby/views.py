"""The sessions of a class."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, classroom_for, teacher_required
from classroom.sessions import summary


@teacher_required
@require_GET
def of_class(request: TeacherRequest, classroom: int) -> HttpResponse:
    """The sessions of a class, newest first."""
    room = classroom_for(request.user, classroom)
    return render(request, "classroom/sessions/list.html", {"classroom": room, "sessions": summary.history(room)})
