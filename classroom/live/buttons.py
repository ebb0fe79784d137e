"""The buttons of a session's page: each does one thing to the session or a child of it, and redirects to
the session's present page.

A page that sends its forms by script (static/js/pages/monitor.js) only gets the messages; changes are pushed.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from classroom.access import TeacherRequest, session_for, teacher_act
from classroom.live import controls
from classroom.models import ClassSession, Student


def session_button(press: Callable[..., Awaitable[None]]) -> Callable[..., Any]:
    """Make a view of a button's action on a session, or on a child of it: access is checked first, and
    controls.SessionOver becomes a message."""

    @teacher_act
    @wraps(press)
    async def view(request: TeacherRequest, session: int, student: int | None = None) -> HttpResponse:
        class_session = await sync_to_async(session_for)(request.user, session)
        child = [] if student is None else [await sync_to_async(child_of)(class_session, student)]
        try:
            await press(request, class_session, *child)
        except controls.SessionOver:
            messages.error(request, _("This session is over."))
        return await said_or_back(request, class_session)

    return view


async def said_or_back(request: TeacherRequest, session: ClassSession) -> HttpResponse:
    """Answer a button: with messages, or with a redirect to the session's present page."""
    if request.headers.get("HX-Request"):
        return await sync_to_async(render)(request, "classroom/live/monitor/_said.html")
    return redirect("session", session.pk)


def child_of(session: ClassSession, student: int) -> Student:
    """Return a student of the session's class. Raises Http404."""
    return get_object_or_404(Student.objects.select_related("classroom"), classroom=session.classroom_id, pk=student)
