"""Looking on: the projector's little tables for a child whose own table has finished, or who waits for one.

Only faces and top cards, as the whole class sees them on the projector; drawn once for all onlookers.
"""

from asgiref.sync import sync_to_async
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from classroom.joining.visitor import VisitorRequest
from classroom.live.monitor import watch
from classroom.models import Attendance, ClassSession
from classroom.server.http.polling import answer
from classroom.sessions import seating


def may_look(here: Attendance) -> bool:
    """Return whether there are little tables to show to this child now. No query."""
    session = here.session
    plays = session.state == ClassSession.State.PLAYING and session.paused_at is None
    return plays and seating.has_tables(session)


async def _session(request: VisitorRequest) -> ClassSession | None:
    here = await request.visitor.aattendance()
    return here.session if here and may_look(here) else None


@never_cache
@require_GET
async def look_on(request: VisitorRequest) -> HttpResponse:
    """The sheet over a child's page; 204 if there is nothing to show."""
    session = await _session(request)
    if session is None:
        return HttpResponse(status=204)
    context = {"tables": watch.asks(session.pk)}
    return await sync_to_async(render)(request, "classroom/live/_look_on.html", context)


@require_GET
async def ask(request: VisitorRequest) -> HttpResponse:
    """The little tables for a sheet without a socket; 204 if nothing is new, or nothing to show."""
    session = await _session(request)
    frame = watch.asks(session.pk) if session else ""
    return answer(request, frame) if frame else HttpResponse(status=204)
