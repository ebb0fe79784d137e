"""A teacher's first page, and what is one press away from it."""

from django.contrib import messages
from django.core.management import call_command
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, current_classroom_for, teacher_act, teacher_page
from classroom.home import page
from classroom.sessions import lifecycle
from classroom.sessions.set_up import ways


@teacher_page
def home(request: TeacherRequest) -> HttpResponse:
    return render(request, "classroom/home/page.html", page.context(request.user))


@teacher_act
def as_last_time(request: TeacherRequest, classroom_id: int) -> HttpResponse:
    """Open the lobby with the settings of the last session; without one, go to the set-up."""
    classroom = current_classroom_for(request.user, classroom_id)
    try:
        opened = ways.open_last_again(classroom, by=request.user)
    except lifecycle.AlreadyOpen as running:
        opened = running.session
    return redirect("session", opened.pk) if opened else redirect("session_new", classroom.pk)


@teacher_act
def demo(request: TeacherRequest) -> HttpResponse:
    """Create the demo class for this teacher, once. It takes some seconds, in many transactions: a single one would
    block all other writers meanwhile."""
    call_command("demo", teacher=request.user.email, verbosity=0)
    messages.success(request, _("Here is a class of invented children, with four weeks of lessons. Look round."))
    return redirect("classes")
