"""A student's way in: the code, the name, the waiting page. From there the table (game.views)."""

from typing import NamedTuple, cast

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from classroom import guesses, lobby, presence, sessions
from classroom.access import StudentRequest, sign_in
from classroom.frames import answer
from classroom.models import Attendance, ClassSession, Student
from classroom.session_forms import is_a_code, tidy
from game import rooms
from game import views as tables

State = ClassSession.State


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: StudentRequest) -> HttpResponse:
    """Type the code on the board. Who came before is first offered to go on."""
    if request.method == "GET":
        return render(request, "classroom/join.html", {"going": request.attendance})
    code = tidy(request.POST.get("code", "")[:40])
    if refusal := _refusal(request, code):
        return _join_again(request, code, refusal)
    return redirect("join_names", code)


@never_cache
@require_http_methods(["GET", "POST"])
async def names(request: HttpRequest, code: str) -> HttpResponse:
    """Pick your name. A name whose page is open on another device is not given away."""
    code = tidy(code[:40])
    if refusal := await sync_to_async(_refusal)(request, code):
        return await sync_to_async(_join_again)(request, code, refusal)
    session = await ClassSession.objects.select_related("classroom").exclude(state=State.ENDED).aget(code=code)
    if request.method == "POST":
        return await _take(request, session)
    return await _names_page(request, session)


async def _take(request: HttpRequest, session: ClassSession) -> HttpResponse:
    posted = request.POST.get("student", "")
    students = Student.objects.filter(classroom=session.classroom_id)
    student = await students.filter(pk=int(posted) if posted.isdecimal() and len(posted) < 16 else 0).afirst()
    if student is None:
        return await _names_page(request, session, error=_("Tap your name in the list."))
    before = cast(Attendance | None, await request.aattendance())  # type: ignore[attr-defined]
    if before and (before.session_id, before.student_id) == (session.pk, student.pk):
        return redirect("waiting")
    if presence.is_connected(student.pk):
        taken = _("%(name)s is here already. Is it you? Ask your teacher.") % {"name": student.name}
        return await _names_page(request, session, error=taken)
    return await _let_in(request, session, student, before)


async def _let_in(
    request: HttpRequest, session: ClassSession, student: Student, before: Attendance | None
) -> HttpResponse:
    """Sign in, close what the name's old device still holds open, and tick the name on the board."""
    try:
        attendance = await sync_to_async(sessions.arrive)(session=session, student=student, leaving=before)
    except sessions.Closed:
        return redirect("join")
    await sync_to_async(sign_in)(request, attendance)
    for player in {student.pk, before.student_id} if before else {student.pk}:
        await rooms.dismiss_player(player, 4409)
        await lobby.tell_arrival(session, player)
    return redirect("waiting")


async def _names_page(request: HttpRequest, session: ClassSession, error: str = "") -> HttpResponse:
    everybody = await sync_to_async(lobby.arrivals)(session)
    context = {"session": session, "arrivals": everybody, "error": error}
    return await sync_to_async(render)(request, "classroom/names.html", context, status=409 if error else 200)


@require_GET
async def waiting(request: HttpRequest) -> HttpResponse:
    """Wait for the teacher; who has a table is sent there, who has no session to the code."""
    attendance = cast(Attendance | None, await request.aattendance())  # type: ignore[attr-defined]
    if attendance is None:
        return redirect("join")
    return await sync_to_async(_waiting_page)(request, attendance)


def _waiting_page(request: HttpRequest, attendance: Attendance) -> HttpResponse:
    url = lobby.table_url(attendance.session, attendance.student_id)
    if url:
        response: HttpResponse = HttpResponseRedirect(url)
    else:
        response = render(request, "classroom/waiting.html", lobby.waiting_context(attendance))
    add_never_cache_headers(response)
    return response


@require_GET
async def waiting_ask(request: HttpRequest) -> HttpResponse:
    """The waiting page's present frame, where sockets are blocked."""
    attendance = cast(Attendance | None, await request.aattendance())  # type: ignore[attr-defined]
    if attendance is None:
        return answer(request, lobby.goto(reverse("join")))
    return answer(request, await sync_to_async(lobby.waiting_frame)(attendance))


@require_GET
async def table(request: HttpRequest, code: str) -> HttpResponse:
    """A table's page; who comes back to a table of a session that is over (history, reload) goes where they belong."""
    attendance = cast(Attendance | None, await request.aattendance())  # type: ignore[attr-defined]
    if attendance and await sync_to_async(lobby.is_a_former_table)(attendance, code):
        return redirect("waiting")
    page = await tables.table(request, code)
    add_never_cache_headers(page)  # or "back" shows a table as it was
    return page


class Refusal(NamedTuple):
    """Why a code lets nobody in, in a child's words."""

    status: int
    words: str


def _refusal(request: HttpRequest, code: str) -> Refusal | None:
    if seconds := guesses.wait_of(request):
        words = ngettext("Wait a little: %(n)s second.", "Wait a little: %(n)s seconds.", seconds)
        return Refusal(429, words % {"n": seconds})
    if not code:
        return Refusal(422, _("Type the code on the board."))
    found = ClassSession.objects.filter(code=code).order_by("-pk").first() if is_a_code(code) else None
    if found is None:
        guesses.failed(request)
        return Refusal(404, _("No game has this code. Look at the board again."))
    if found.state == State.ENDED:
        guesses.failed(request)
        return Refusal(404, _("The door is closed. Tell your teacher."))
    guesses.succeeded(request)
    return None


def _join_again(request: HttpRequest, code: str, refusal: Refusal) -> HttpResponse:
    return render(request, "classroom/join.html", {"code": code, "error": refusal.words}, status=refusal.status)
