"""A student's way in: the code, the name, the waiting page. From there the table (game.views)."""

from asgiref.sync import sync_to_async
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.forms.people import posted_number
from classroom.joining import arrivals, join_requests, presence, waiting_page
from classroom.joining.admission import Refusal, ask_again, let_in, locked_out, session_behind, with_code
from classroom.joining.codes import tidy
from classroom.joining.device import DEVICE, SHARED
from classroom.joining.shown_out import remember, shown_out
from classroom.joining.sign_in import credentials
from classroom.joining.visitor import VisitorRequest
from classroom.models import Attendance, ClassSession, Knock, Student
from classroom.sessions import lifecycle
from game import views as tables

MANY_NAMES = 20
"""From more names on the page offers to jump to a letter (ui S2)."""


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: VisitorRequest) -> HttpResponse:
    """Type the code on the board. Who came before is first offered to go on."""
    if request.method == "GET":
        refused = _("Not this time. Talk to your teacher.") if "refused" in request.GET else ""
        return render(request, "classroom/joining/join.html", {"going": request.visitor.attendance, "error": refused})
    code = tidy(request.POST.get("code", "")[:40])
    found = session_behind(request, code)
    return ask_again(request, code, found) if isinstance(found, Refusal) else redirect("join_names", code)


@require_http_methods(["GET", "POST"])
@with_code
async def names(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    """Pick your name. A name whose page is open on another device is not given away."""
    if request.method == "POST":
        return await _take(request, session)
    return await _names_page(request, session)


async def _take(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    chosen = posted_number(request.POST.get("student"))
    student = await Student.objects.filter(classroom=session.classroom_id, pk=chosen).afirst()
    if student is None:
        return await _names_page(request, session, error=_("Tap your name in the list."))
    before = await request.visitor.aattendance()
    if before and (before.session_id, before.student_id) == (session.pk, student.pk):
        return redirect("waiting")
    if credentials.is_asked(session.classroom):
        return redirect("join_secret", session.code, student.pk)
    if presence.is_connected(student.pk):
        taken = _("%(name)s is here already. Is it you? Ask your teacher.") % {"name": student.name}
        return await _names_page(request, session, error=taken, taken=student)
    return await let_in(request, session, student, before)


async def _names_page(
    request: VisitorRequest, session: ClassSession, error: str = "", taken: Student | None = None
) -> HttpResponse:
    """All names; behind a locked door only of those who were in and may come back."""
    everybody = await sync_to_async(arrivals.arrivals)(session)
    if session.locked:
        everybody = [child for child in everybody if child.here]
        if not everybody:
            return await sync_to_async(locked_out)(request, session)
    letters = [child.initial for child in everybody] if len(everybody) > MANY_NAMES else []
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
async def waiting(request: VisitorRequest) -> HttpResponse:
    """Wait for the teacher; who has a table is sent there, who has no session to the code."""
    here = await sync_to_async(who_waits)(request)
    return await (sync_to_async(_show_waiting)(request, here) if here else sync_to_async(_out_page)(request))


def who_waits(request: VisitorRequest) -> Attendance | Knock | None:
    """Return who is in, or else who knocked at this browser."""
    return request.visitor.attendance or join_requests.who_is_at(request.session.get(DEVICE))


def _out_page(request: VisitorRequest) -> HttpResponse:
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


def _show_waiting(request: VisitorRequest, here: Attendance | Knock) -> HttpResponse:
    if isinstance(here, Attendance):
        remember(request, here.session.code, here.student_id)
    url = waiting_page.table_url(here.session, here.student_id) if isinstance(here, Attendance) else None
    if url:
        response: HttpResponse = HttpResponseRedirect(url)
    else:
        response = render(request, "classroom/joining/waiting.html", waiting_page.waiting_context(here))
    add_never_cache_headers(response)
    return response


@require_POST
async def alone(request: VisitorRequest) -> HttpResponse:
    """A child who came when the others play already plays alone till the next game."""
    here = await request.visitor.aattendance()
    if here:
        await sync_to_async(lifecycle.sit_alone)(session=here.session, student=here.student)
    return redirect("waiting")


# At the table


@require_GET
async def table(request: VisitorRequest, code: str) -> HttpResponse:
    """A table's page; who comes back to a table of a session that is over (history, reload) goes where they belong."""
    attendance = await request.visitor.aattendance()
    if attendance and await sync_to_async(waiting_page.is_a_former_table)(attendance, code):
        return redirect("waiting")
    if attendance is None and await sync_to_async(_has_lost)(request, code):
        return redirect("waiting")
    if attendance and request.session.get(SHARED):
        request.visitor.way_out = reverse("leave")
    page = await tables.table(request, code)
    add_never_cache_headers(page)  # or "back" shows a table as it was
    return page


def _has_lost(request: VisitorRequest, code: str) -> bool:
    """Whether this browser has lost the name that sits at this table."""
    out = shown_out(request)
    return out is not None and waiting_page.table_url(out.session, out.student.pk) == reverse("table", args=[code])


@require_GET
async def table_board(request: VisitorRequest, code: str) -> HttpResponse:
    """What a table's page asks where sockets are blocked: its child counts as connected."""
    attendance = await request.visitor.aattendance()
    if attendance:
        presence.asks(attendance.student_id)
    return await tables.board(request, code)
