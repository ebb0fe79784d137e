"""Polling for pages without a socket: the present frame, or 204 if nothing is new."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.joining import presence, waiting_page
from classroom.joining.views import who_waits
from classroom.joining.visitor import VisitorRequest
from classroom.live.lobby import page as lobby
from classroom.live.lobby import unseated
from classroom.live.monitor import page as monitor
from classroom.live.projector import page as projector
from classroom.models import Attendance
from classroom.server.http.polling import answer


@teacher_page
async def ask(request: TeacherRequest, session: int, page: str) -> HttpResponse:
    """The present frame of a page whose socket is blocked; 204 if nothing is new."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if page == "monitor":
        return answer(request, await monitor.frame(class_session))
    frame = {"lobby": lobby.lobby_frame, "screen": projector.screen_frame}.get(page)
    if frame is None:
        raise Http404
    return answer(request, await sync_to_async(frame)(class_session))


@require_GET
async def waiting_ask(request: VisitorRequest) -> HttpResponse:
    """The waiting page's present frame if sockets are blocked. The request counts as presence."""
    here = await sync_to_async(who_waits)(request)
    if isinstance(here, Attendance):
        presence.note_poll(here.student_id)
        unseated.heard(here.session_id, here.student_id)
    return answer(request, await sync_to_async(waiting_page.waiting_frame)(here))
