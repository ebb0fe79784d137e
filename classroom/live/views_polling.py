"""Polling for pages without a socket: the present frame, or 204 if nothing is new."""

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_GET

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.joining import presence, waiting_page
from classroom.joining.views import who_waits
from classroom.joining.visitor import VisitorRequest
from classroom.live.lobby import unseated
from classroom.live.monitor import watch
from classroom.models import Attendance, ClassSession
from classroom.server.http.polling import answer


@teacher_page
async def ask(request: TeacherRequest, session: int, page: str) -> HttpResponse:
    """The present frame of a page whose socket is blocked; 204 if nothing is new."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if page not in ("lobby", "screen", "monitor"):
        raise Http404
    if page == "screen" and class_session.state == ClassSession.State.PLAYING:
        watch.asks(class_session.pk)
    return answer(request, await watch.frame(class_session, page))


@require_GET
async def waiting_ask(request: VisitorRequest) -> HttpResponse:
    """The waiting page's present frame if sockets are blocked. The request counts as presence."""
    here = await sync_to_async(who_waits)(request)
    if isinstance(here, Attendance):
        presence.note_poll(here.student_id)
        unseated.heard(here.session_id, here.student_id)
    return answer(request, await sync_to_async(waiting_page.waiting_frame)(here))
