"""A student's way in: the code, the name, the waiting page. From there the table (game.views)."""

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.access import DEVICE, SHARED, StudentRequest
from classroom.forms.people import posted_number
from classroom.joining import arrivals, credentials, join_requests, presence
from classroom.joining.admission import Refusal, ask_again, attendance_of, let_in, locked_out, session_behind, with_code
from classroom.joining.shown_out import remember, shown_out
from classroom.live import lobby, unseated
from classroom.models import Attendance, ClassSession, Knock, Student
from classroom.server.polling import answer
from classroom.sessions import lifecycle
from classroom.sessions.forms import tidy
from game import views as tables

MANY_NAMES = 20
"""From more names on the page offers to jump to a letter (ui S2)."""


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: StudentRequest) -> HttpResponse:
    """Type the code on the board. Who came before is first offered to go on."""
    if request.method == "GET":
        refused = _("Not this time. Talk to your teacher.") if "refused" in request.GET else ""
        return render(request, "classroom/joining/join.html", {"going": request.attendance, "error": refused})
    code = tidy(request.POST.get("code", "")[:40])
    found = session_behind(request, code)
    return ask_again(request, code, found) if isinstance(found, Refusal) else redirect("join_names", code)


@require_http_methods(["GET", "POST"])
@with_code
async def names(request: HttpRequest, session: ClassSession) -> HttpResponse:
    """Pick your name. A name whose page is open on another device is not given away."""
    if request.method == "POST":
        return await _take(request, session)
    return await _names_page(request, session)


async def _take(request: HttpRequest, session: ClassSession) -> HttpResponse:
    chosen = posted_number(request.POST.get("student"))
    student = await Student.objects.filter(classroom=session.classroom_id, pk=chosen).afirst()
    if student is None:
        return await _names_page(request, session, error=_("Tap your name in the list."))
    before = await attendance_of(request)
    if before and (before.session_id, before.student_id) == (session.pk, student.pk):
        return redirect("waiting")
    if credentials.is_asked(session.classroom):
        return redirect("join_secret", session.code, student.pk)
    if presence.is_connected(student.pk):
        taken = _("%(name)s is here already. Is it you? Ask your teacher.") % {"name": student.name}
        return await _names_page(request, session, error=taken, taken=student)
    return await let_in(request, session, student, before)


async def _names_page(
    request: HttpRequest, session: ClassSession, error: str = "", taken: Student | None = None
) -> HttpResponse:
    """All names; behind a locked door only of those who were in and may come back."""
    everybody = await sync_to_async(arrivals.arrivals)(session)
    if session.locked:
        everybody = [one for one in everybody if one.here]
        if not everybody:
            return await sync_to_async(locked_out)(request, session)
    letters = [one.initial for one in everybody] if len(everybody) > MANY_NAMES else []
    context = {
        "session": session,
        "arrivals": everybody,
        "letters": dict.fromkeys(letters),
        "error": error,
        "taken": taken,
    }
    return await sync_to_async(render)(request, "classroom/joining/names.html", context, status=409 if error else 200)


# Waiting


@require_GET
async def waiting(request: HttpRequest) -> HttpResponse:
    """Wait for the teacher; who has a table is sent there, who has no session to the code."""
    here = await sync_to_async(_who_waits)(request)
    return await (sync_to_async(_waiting_page)(request, here) if here else sync_to_async(_out_page)(request))


def _who_waits(request: HttpRequest) -> Attendance | Knock | None:
    """Return who is in, or else who knocked at this browser."""
    attendance: Attendance | None = request.attendance  # type: ignore[attr-defined]  # access.PlayerMiddleware
    return attendance or join_requests.who_is_at(request.session.get(DEVICE))


def _out_page(request: HttpRequest) -> HttpResponse:
    """Say to a browser that has lost its name who plays on elsewhere; whoever never had one types the code."""
    out = shown_out(request)
    if out is None:
        return redirect("join")
    session, student = out
    is_elsewhere = presence.ELSEWHERE in request.GET or presence.is_connected(student.pk)
    context = {"session": session, "student": student, "is_elsewhere": is_elsewhere}
    response = render(request, "classroom/joining/shown_out.html", context)
    add_never_cache_headers(response)
    return response


def _waiting_page(request: HttpRequest, here: Attendance | Knock) -> HttpResponse:
    if isinstance(here, Attendance):
        remember(request, here.session.code, here.student_id)
    url = lobby.table_url(here.session, here.student_id) if isinstance(here, Attendance) else None
    if url:
        response: HttpResponse = HttpResponseRedirect(url)
    else:
        response = render(request, "classroom/joining/waiting.html", lobby.waiting_context(here))
    add_never_cache_headers(response)
    return response


@require_GET
async def waiting_ask(request: HttpRequest) -> HttpResponse:
    """The waiting page's present frame, where sockets are blocked. Asking counts as being here."""
    here = await sync_to_async(_who_waits)(request)
    if isinstance(here, Attendance):
        presence.asks(here.student_id)
        unseated.heard(here.session_id, here.student_id)
    return answer(request, await sync_to_async(lobby.waiting_frame)(here))


@require_POST
async def alone(request: HttpRequest) -> HttpResponse:
    """A child who came when the others play already plays alone till the next game."""
    here = await attendance_of(request)
    if here:
        await sync_to_async(lifecycle.sit_alone)(session=here.session, student=here.student)
    return redirect("waiting")


# At the table


@require_GET
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table's page; who comes back to a table of a session that is over (history, reload) goes where they belong."""
    attendance = await attendance_of(request)
    if attendance and await sync_to_async(lobby.is_a_former_table)(attendance, code):
        return redirect("waiting")
    if attendance is None and await sync_to_async(_has_lost)(request, code):
        return redirect("waiting")
    if attendance and request.session.get(SHARED):
        request.way_out = reverse("leave")  # type: ignore[attr-defined]  # for the table's page, like request.player
    page = await tables.table(request, code)
    add_never_cache_headers(page)  # or "back" shows a table as it was
    return page


def _has_lost(request: HttpRequest, code: str) -> bool:
    """Whether this browser has lost the name that sits at this table."""
    out = shown_out(request)
    return out is not None and lobby.table_url(out.session, out.student.pk) == reverse("table", args=[code])


@require_GET
async def table_board(request: HttpRequest, code: str) -> HttpResponse:
    """What a table's page asks where sockets are blocked: its child counts as connected."""
    attendance = await attendance_of(request)
    if attendance:
        presence.asks(attendance.student_id)
    return await tables.board(request, code)
