"""A student's way in: the code, the name, the waiting page; then the table (game.views)."""

from collections.abc import Iterable

from asgiref.sync import sync_to_async
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from classroom.forms.people import posted_number
from classroom.joining import arrivals, join_requests, presence, waiting_page
from classroom.joining.admission import (
    Refusal,
    known_from_now,
    let_in,
    locked_out,
    session_behind,
    turn_away,
    with_code,
)
from classroom.joining.arrivals import Arrival
from classroom.joining.device import DEVICE, SHARED, remember_name, shared_at, shown_out, student_with_card
from classroom.joining.sign_in import credentials, typed_names
from classroom.joining.visitor import VisitorRequest, student_looking
from classroom.languages import choice
from classroom.models import Attendance, ClassSession, Knock, Student
from classroom.rosters import faces
from classroom.server.http.drawn import drawn, page
from classroom.sessions import lifecycle, own_choices, seating, teams
from classroom.sessions.look_again import look_now
from game import codes
from game import views as tables
from game.log.prepared import Prepared

MANY_NAMES = 36
"""With more names than this, more than a class, the page offers to jump to a letter (screens S2): on a phone the
letters are four rows before the first name."""


@never_cache
@require_http_methods(["GET", "POST"])
async def join(request: VisitorRequest) -> HttpResponse:
    """Type the code on the board. A child who came before is first offered to go on."""
    going = await request.visitor.aattendance()
    if request.method == "GET":
        return await sync_to_async(_join_page)(request, going)
    code = codes.normalized(request.POST.get("code", ""))
    found = await sync_to_async(session_behind)(request, code)
    if not isinstance(found, ClassSession):
        return await turn_away(request, code, found)
    return known_from_now(request, redirect("join_names", code), found)


def _join_page(request: VisitorRequest, going: Attendance | None) -> HttpResponse:
    refused = _("Not this time. Talk to your teacher.") if "refused" in request.GET else ""
    if going:
        return render(request, "classroom/joining/join.html", {"going": going, "error": refused})
    return page(request, "classroom/joining/join.html", error=refused)


@require_http_methods(["GET", "POST"])
@with_code
async def names(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    """Pick your name. A name whose page is open on another device is not given away."""
    if request.method == "POST":
        return await _take(request, session)
    return await sync_to_async(_names_page)(request, session)


async def _take(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    chosen = await sync_to_async(_chosen)(request, session)
    if isinstance(chosen, HttpResponse):
        return chosen
    return await let_in(request, session, chosen, request.visitor.attendance)


_of_class = Prepared(lambda classroom, pk: Student.objects.filter(classroom=classroom, pk=pk))


def _chosen(request: VisitorRequest, session: ClassSession) -> Student | HttpResponse:
    """Return the student whose name was tapped or typed, or the page shown instead of admission."""
    student = _named(request, session)
    if not isinstance(student, Student):
        return student
    before = request.visitor.attendance
    if before and (before.session_id, before.student_id) == (session.pk, student.pk):
        return redirect("waiting")
    if credentials.is_asked(session.classroom):
        return redirect("join_secret", session.code, student.pk)
    if presence.is_connected(student.pk):
        taken = _("%(name)s is here already. Is it you? Ask your teacher.") % {"name": student.name}
        return _names_page(request, session, error=taken, taken=student.pk)
    return student


def _named(request: VisitorRequest, session: ClassSession) -> Student | HttpResponse:
    """Return the student named in the request. If names are typed, only a browser that typed the name, or was in under
    it, may use its button."""
    chosen = posted_number(request.POST.get("student"))
    if not typed_names.knows(request, session, chosen):
        return typed_names.typed(request, session)
    student = _of_class.first(session.classroom_id, chosen) if chosen else None
    return student or _names_page(request, session, error=_("Tap your name in the list."))


def _names_page(request: VisitorRequest, session: ClassSession, error: str = "", taken: int = 0) -> HttpResponse:
    """All names, or a form for one; in a locked session only the names of children who were in and may come back."""
    if session.classroom.typed_names:
        problem = Refusal(409, error) if error else None
        return typed_names.page(request, session, problem, taken)
    everybody = arrivals.arrivals(session)
    if session.locked:
        everybody = [child for child in everybody if child.here]
        if not everybody:
            return locked_out(request, session)
    letters = [child.initial for child in everybody] if len(everybody) > MANY_NAMES else []
    return page(
        request,
        "classroom/joining/names.html",
        holes={"names": _names(everybody, bool(letters))} if everybody else {},
        status=409 if error else 200,
        code=session.code,
        locked=session.locked,
        letters=tuple(dict.fromkeys(letters)),
        shared=shared_at(request),
        error=error,
        taken=taken,
    )


def _names(everybody: Iterable[Arrival], with_letters: bool) -> str:
    """Return the buttons; with letters, the first name of each letter is a link target."""
    before, drawn_names = "", []
    for child in everybody:
        letter = child.initial if with_letters and child.initial != before else ""
        drawn_names.append(drawn("classroom/joining/_name.html", arrival=child, letter=letter))
        before = child.initial
    return "".join(drawn_names)


# Waiting


@never_cache
@require_GET
def waiting(request: VisitorRequest) -> HttpResponse:
    """Wait for the teacher; a child with a table is redirected there, one without a session to the code."""
    here = who_waits(request)
    chosen = choice.chosen_at(request)
    response = _show_waiting(request, here) if here else _out_page(request)
    if chosen and isinstance(here, Attendance):
        own_choices.choose_language(here.student, chosen)
        choice.forget(response)
    return response


def who_waits(request: VisitorRequest) -> Attendance | Knock | None:
    """Return the attendance at this browser, or else its join request, or None."""
    return request.visitor.attendance or join_requests.who_is_at(request.session.get(DEVICE))


def _out_page(request: VisitorRequest) -> HttpResponse:
    """Tell a browser which name it has lost to another one; redirect a browser that never had a name to the code."""
    out = shown_out(request)
    if out is None:
        return redirect("join")
    session, student = out
    choice.read_in(choice.chosen_at(request) or student.reads_in)
    is_elsewhere = presence.ELSEWHERE in request.GET or presence.is_connected(student.pk)
    context = {"session": session, "student": student, "is_elsewhere": is_elsewhere}
    return render(request, "classroom/joining/shown_out.html", context)


def _show_waiting(request: VisitorRequest, here: Attendance | Knock) -> HttpResponse:
    if isinstance(here, Attendance):
        remember_name(request, here.session.code, here.student_id)
    url = waiting_page.table_url(here.session, here.student_id) if isinstance(here, Attendance) else None
    if url:
        return HttpResponseRedirect(url)
    own = request.visitor.own_table = own_choices.of(here.student) if isinstance(here, Attendance) else None
    values = waiting_page.page_values(here) | {"shared": shared_at(request)}
    values |= {"own": own is not None, "calm": own is not None and "calm" in own.styles}
    values |= {"scan": own.scan if own else 0, "dwell": own.dwell if own else 0}
    holes = {"waiting": waiting_page.waiting_html(here)}
    return page(request, "classroom/joining/waiting.html", holes=holes, **values)


@require_POST
async def alone(request: VisitorRequest) -> HttpResponse:
    """A child who came while the others play plays alone until the next game."""
    here = await request.visitor.aattendance()
    if here:
        await sync_to_async(lifecycle.sit_alone)(session=here.session, student=here.student)
        look_now(here.session_id)
    return redirect("waiting")


@never_cache
@require_GET
def on_break(request: VisitorRequest) -> HttpResponse:
    """A break given by the teacher: one button leads back to the table."""
    attendance = request.visitor.attendance
    if attendance is None:
        return redirect("waiting")
    return render(request, "classroom/joining/break/page.html", {"child": attendance.student})


# At the table


@never_cache
@require_GET
async def table(request: VisitorRequest, code: str) -> HttpResponse:
    """A table's page, as it is now, also on the way back through the history; a child who returns to a table of a
    finished session is redirected."""
    if await sync_to_async(_belongs_elsewhere)(request, code):
        return redirect("waiting")
    return await tables.table(request, code)


def _belongs_elsewhere(request: VisitorRequest, code: str) -> bool:
    """Return whether this browser's child sits somewhere else now, or has lost its name. Sets the exit of a table."""
    attendance = request.visitor.attendance
    if attendance is None:
        at_home = student_with_card(request)
        request.visitor.own_table = own_choices.of(at_home) if at_home else None
        return _has_lost(request, code)
    request.visitor.own_table = own_choices.of(attendance.student)
    request.visitor.team = teams.sign_of(attendance)
    if request.session.get(SHARED):
        request.visitor.way_out = reverse("leave")
    place = waiting_page.place_at(attendance, code)
    request.visitor.others = place.others and seating.has_tables(attendance.session)
    return place.is_former


def _has_lost(request: VisitorRequest, code: str) -> bool:
    """Return whether this browser has lost the name of the player at this table."""
    out = shown_out(request)
    if out is None:
        return False
    session, student = out
    return waiting_page.table_url(session, student.pk) == reverse("table", args=[code])


@never_cache
@require_GET
async def table_board(request: VisitorRequest, code: str) -> HttpResponse:
    """Answer a table's polling page with blocked sockets, past any proxy's cache; its child counts as connected."""
    attendance = await request.visitor.aattendance()
    if attendance:
        presence.note_poll(attendance.student_id)
    return await tables.board(request, code)


@never_cache
@require_http_methods(["GET", "POST"])
def own_face(request: VisitorRequest) -> HttpResponse:
    """Form with which the child at this browser picks its face."""
    student = student_looking(request)
    if student is None:
        return redirect("join")
    problem = faces.chosen(request, student)
    if problem is None:
        return redirect("waiting" if request.visitor.attendance else "my_page")
    return render(request, "classroom/joining/pick_face.html", faces.context(request, student, problem))
