"""The monitor: every open table, live, and what the teacher can do to them."""

from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, session_for, teacher_required
from classroom.live.monitor import page, selects
from classroom.live.monitor.tiles import tiles_of
from classroom.models import ClassSession
from game.clock import now_ms

State = ClassSession.State


@teacher_required
@require_GET
async def monitor_page(request: TeacherRequest, session: int) -> HttpResponse:
    class_session = await sync_to_async(session_for)(request.user, session)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    look_first = request.GET.get("sort") == "look"
    drawn = await tiles_of(class_session, look_first=look_first)
    context = await sync_to_async(page.monitor_context)(class_session) | await sync_to_async(page.state_context)(
        class_session
    )
    context["selects"] = selects.selects(drawn, context["arrivals"])
    return await sync_to_async(render)(
        request,
        "classroom/live/monitor/page.html",
        context | {"tiles": drawn, "look_first": look_first, "now": now_ms()},
    )
