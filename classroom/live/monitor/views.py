"""The monitor: every open table, live; a child or a table in its drawer."""

from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.live.buttons import child_of
from classroom.live.monitor import drawer, page, selects
from classroom.live.monitor.tiles import tiles_of
from classroom.models import ClassSession
from game.clock import now_ms

State = ClassSession.State
FOLDER = "classroom/live/monitor"


@teacher_page
async def monitor_page(request: TeacherRequest, session: int) -> HttpResponse:
    class_session = await sync_to_async(session_for)(request.user, session)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    return await _page(request, class_session, {})


async def _page(request: TeacherRequest, class_session: ClassSession, opened: dict[str, Any]) -> HttpResponse:
    """Return the whole page; `opened` is what stands in its drawer."""
    look_first = request.GET.get("sort") == "look"
    drawn = await tiles_of(class_session, look_first=look_first)
    context = await sync_to_async(page.monitor_context)(class_session) | await sync_to_async(page.state_context)(
        class_session
    )
    context |= page.news_context(drawn, class_session)
    context |= {"tiles": drawn, "look_first": look_first, "now": now_ms(), "selects": selects.selects(drawn)}
    return await sync_to_async(render)(request, f"{FOLDER}/page.html", context | opened)


@teacher_page
async def child(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    """One child of the lesson in the drawer: why it needs a look, its last cards, what can be done for it."""
    class_session, chosen = await sync_to_async(child_of)(request, session, student)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    return await _drawer(
        request, class_session, await drawer.child_context(class_session, chosen) | {"drawer": "child"}
    )


@teacher_page
async def table(request: TeacherRequest, session: int, code: str) -> HttpResponse:
    """One table of the lesson in the drawer, with every hand; a drawer that is closed where the table is not open."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    try:
        shown = await drawer.table_context(class_session, code)
    except Http404:
        if not request.headers.get("HX-Request"):
            raise
        return HttpResponse('<aside id="drawer" hidden></aside>')
    return await _drawer(request, class_session, shown | {"drawer": "table"})


async def _drawer(request: TeacherRequest, class_session: ClassSession, context: dict[str, Any]) -> HttpResponse:
    """Return the drawer alone where the page asks for it, of this only what lives (`part`) where that is asked."""
    if not request.headers.get("HX-Request"):
        return await _page(request, class_session, context)
    part = "_live" if request.GET.get("part") == "live" else ""
    return await sync_to_async(render)(request, f"{FOLDER}/drawer/_{context['drawer']}{part}.html", context)
