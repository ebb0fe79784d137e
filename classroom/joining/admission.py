"""Admission of a child to a class session: the join code, reasons for refusal, and the sign-in of its browser.

Every way in ends in `let_in`: by name, with pictures or words, with a card. The views are in `views` and
`sign_in.views_sign_in`.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from classroom import known_browsers
from classroom.joining import join_requests, presence
from classroom.joining.device import SHARED, remember_name, sign_in
from classroom.joining.sign_in import board_pictures, throttling
from classroom.joining.visitor import VisitorRequest
from classroom.languages import choice
from classroom.models import Attendance, ClassSession, Student
from classroom.sessions import lifecycle
from classroom.sessions.look_again import look_now
from game import codes, rooms
from game.log.prepared import Prepared

State = ClassSession.State
_newest_with_code = Prepared(
    lambda code: ClassSession.objects.select_related("classroom").filter(code=code).order_by("-pk")[:1]
)
SessionView = Callable[..., Coroutine[Any, Any, HttpResponse]]


class Refusal(NamedTuple):
    """Refusal of a child: the status of the answer, and a sentence for children."""

    status: int
    words: str


class PicturesAsked:
    """A newcomer from an address with many wrong codes, who has to tap the room's pictures, whether or not the code is
    right."""


def session_behind(request: VisitorRequest, code: str) -> ClassSession | Refusal | PicturesAsked:
    """Return the session with this code; wrong codes make the browser wait longer and longer."""
    if not code:
        return Refusal(422, _("Type the code on the board."))
    found = newest_with(code)
    is_open = found is not None and found.state != State.ENDED
    if found and not is_open and request.COOKIES and request.session.get(SHARED) == code:
        return Refusal(404, _("This lesson is over. Ask your teacher for a new code."))
    tried = throttling.settle(is_open, *throttling.at_code(request))
    if tried.seconds:
        return Refusal(429, wait_words(tried.seconds))
    if tried.is_full and not (is_open and found and _is_present(request, found)):
        return PicturesAsked()
    if found is None:
        return Refusal(404, _("No game has this code. Look at the board again."))
    return found if is_open else Refusal(404, _("The door is closed. Tell your teacher."))


def newest_with(code: str) -> ClassSession | None:
    return _newest_with_code.first(code) if codes.is_join_code(code) else None


def may_try(request: HttpRequest, code: str) -> bool:
    """Return whether a code may give access from an address whose wrong codes are not answered any more. One query.

    The code of a finished session may, so that a device used by that class gets to know that it is over.
    """
    found = newest_with(code)
    return found is not None and (found.state == State.ENDED or _is_present(request, found))


def _is_present(request: HttpRequest, session: ClassSession) -> bool:
    """Return whether this browser had a code of the class before, or shows the room's pictures."""
    if known_browsers.CLASSES.known_for(request, f"{session.classroom_id}"):
        return True
    return board_pictures.fits(session, board_pictures.read_tray(request.POST, board_pictures.BOARD).words)


def wait_words(seconds: int) -> str:
    return ngettext("Wait a little: %(n)s second.", "Wait a little: %(n)s seconds.", seconds) % {"n": seconds}


def with_code(view: SessionView) -> SessionView:
    """Decorate a view to get the session as its second argument; without a valid code the form for it is shown."""

    @never_cache
    @wraps(view)
    async def behind_the_door(request: VisitorRequest, code: str, **kwargs: int) -> HttpResponse:
        code, before = codes.normalized(code), await request.visitor.aattendance()
        found = await sync_to_async(session_behind)(request, code)
        if not isinstance(found, ClassSession):
            return await turn_away(request, code, found)
        own = before.student.language if before else ""
        choice.read_in(choice.chosen_at(request) or own or found.classroom.language)
        return known_from_now(request, await view(request, found, **kwargs), found)

    return behind_the_door


async def turn_away(request: VisitorRequest, code: str, found: Refusal | PicturesAsked) -> HttpResponse:
    """Return the page that asks for the code again, or for the room's pictures."""
    if isinstance(found, PicturesAsked):
        return board_pictures.ask_for(request, code)
    context = {"code": code, "error": found.words}
    return await sync_to_async(render)(request, "classroom/joining/join.html", context, status=found.status)


def known_from_now(request: VisitorRequest, response: HttpResponse, session: ClassSession) -> HttpResponse:
    """Set a cookie that this browser has had a right code of this class."""
    if not known_browsers.CLASSES.known_for(request, f"{session.classroom_id}"):
        known_browsers.CLASSES.remember(request, response, f"{session.classroom_id}")
    return response


def locked_out(request: VisitorRequest, session: ClassSession) -> HttpResponse:
    """Return the page for a right code of a session that the teacher has locked."""
    return render(request, "classroom/joining/sign_in/locked.html", {"session": session}, status=423)


async def let_in(
    request: VisitorRequest, session: ClassSession, student: Student, before: Attendance | None
) -> HttpResponse:
    """Sign in, disconnect the name's old device, and tick the name on the board."""
    if refusal := await sync_to_async(_admit)(request, session, student, before):
        return refusal
    await presence.show_out(student.pk)
    for player in {student.pk, before.student_id} if before else {student.pk}:
        await rooms.dismiss_player(player, 4409)
    look_now(session.pk)
    return redirect("waiting")


def _admit(
    request: VisitorRequest, session: ClassSession, student: Student, before: Attendance | None
) -> HttpResponse | None:
    """Store that the student is in, and sign this browser in; return a page if that is not possible."""
    if session.locked and not session.attendances.filter(student=student).exists():
        return locked_out(request, session)
    try:
        attendance = lifecycle.arrive(session=session, student=student, leaving=before)
    except lifecycle.Closed:
        return redirect("join")
    sign_in(request, attendance.device)
    remember_name(request, session.code, student.pk)
    return None


async def request_admission(
    request: VisitorRequest, session: ClassSession, *, student: Student | None = None, name: str = ""
) -> HttpResponse:
    """Ask the teacher for admission, and let this browser wait for the answer. Raises TooManyRequests and InvalidName
    (join_requests)."""
    before = await request.visitor.aattendance()
    asked = await sync_to_async(join_requests.request_admission)(session, student=student, name=name, leaving=before)
    await sync_to_async(sign_in)(request, asked.device)
    look_now(session.pk)
    return redirect("waiting")
