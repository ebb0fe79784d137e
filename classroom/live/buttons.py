"""The buttons of a session's page: each does one thing to the session and redirects to the session's present page.

A page that sends its forms by script (static/js/pages/monitor.js) only gets the messages; changes are pushed.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, session_for, student_for, teacher_act
from classroom.live import controls
from classroom.models import ClassSession, Student


def session_button(press: Callable[[TeacherRequest, ClassSession], Awaitable[None]]) -> Callable[..., Any]:
    """Make a view of a button's action: access is checked first, and controls.SessionOver becomes a message."""

    @teacher_act
    @wraps(press)
    async def view(request: TeacherRequest, session: int) -> HttpResponse:
        class_session = await sync_to_async(session_for)(request.user, session)
        try:
            await press(request, class_session)
        except controls.SessionOver:
            messages.error(request, _("This session is over."))
        return await said_or_back(request, class_session)

    return view


async def said_or_back(request: TeacherRequest, session: ClassSession) -> HttpResponse:
    """Answer a button: with messages, or with a redirect to the session's present page."""
    if request.headers.get("HX-Request"):
        return await sync_to_async(render)(request, "classroom/live/monitor/_said.html")
    return redirect("session", session.pk)


def child_of(request: TeacherRequest, session: int, student: int) -> tuple[ClassSession, Student]:
    """Return session and student. Raises Http404 unless the student is of the session's class."""
    class_session, chosen = session_for(request.user, session), student_for(request.user, student)
    if chosen.classroom_id != class_session.classroom_id:
        raise Http404
    return class_session, chosen
