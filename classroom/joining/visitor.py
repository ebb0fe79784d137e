"""The person behind a request (`request.visitor`): a student in a class session, the holder of a card, or nobody."""

from datetime import timedelta
from functools import cached_property
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from classroom.guests import cookie as guests
from classroom.joining import waiting_page
from classroom.joining.device import (
    CARD,
    at_home,
    device_of,
    has_a_card,
    newest_attendance_at,
    player_at,
    player_of,
    student_with_card,
)
from classroom.joining.sockets.middleware import player_at_socket
from classroom.languages import choice
from classroom.models import Attendance, Student
from classroom.sessions import own_choices
from classroom.sessions.own_choices import OwnTable
from classroom.sessions.teams import Sign


class Visitor:
    """Person at the browser of a request. Everything is looked up on first use, with one query.

    `way_out` is the address at which a shared device is given to the next child, "" for none. `own_table` is how a
    child's tables are drawn, and `others` whether there are tables beside its own; `team` is its team: set by a table's
    page.
    """

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.way_out = ""
        self.own_table: OwnTable | None = None
        self.others = False
        self.team: Sign | None = None

    @cached_property
    def attendance(self) -> Attendance | None:
        """The newest attendance of this browser's student. Reading it sets the page's language to the child's, or to
        the one chosen at this browser since."""
        device = device_of(self._request)
        found = newest_attendance_at.first(device) if device else None
        if found:
            if found.student.classroom_id == found.session.classroom_id:
                found.student.classroom = found.session.classroom
            own = found.student.language or found.session.classroom.language
            choice.read_in(choice.chosen_at(self._request) or own)
        return found

    @property
    def is_beside_session(self) -> bool:
        """Whether this browser's student is in a class session and sits at no table of it, so that its page may be
        redirected."""
        here = self.attendance
        return here is not None and waiting_page.table_url(here.session, here.student_id) is None

    async def aattendance(self) -> Attendance | None:
        return await sync_to_async(lambda: self.attendance)()

    async def aplayer(self) -> int | None:
        """Return the person's number in `game`.

        A move posted beside the open socket of its table, with the same session, takes it from that socket, without a
        query. The socket reads the database again once a minute.
        """
        if (attendance := vars(self).get("attendance")) and (player := player_of(attendance)):
            return player
        key = self._request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        at_socket = await player_at_socket(key, self._code())
        return at_socket if at_socket is not None else await sync_to_async(self._player)()

    def _player(self) -> int | None:
        """Return the player's number with as few queries as possible, as it is needed for every posted move if sockets
        are blocked."""
        if "attendance" in vars(self):
            return player_of(self.attendance) or self._player_at_home()
        device = device_of(self._request)
        return (player_at(device) if device else None) or self._player_at_home()

    def _player_at_home(self) -> int | None:
        """Return the player of a card at the table of its holder's homework, or of a guest's cookie at the table of its
        round."""
        code = self._code()
        home = at_home(self._request.session[CARD], code) if code and has_a_card(self._request) else None
        return home or (guests.player_in(self._request.COOKIES) if code else None)

    def _code(self) -> str:
        """Return the code of the table whose page this is, or ""."""
        match = self._request.resolver_match
        return str(match.kwargs.get("code", "")) if match else ""


class VisitorRequest(HttpRequest):
    """Request of every view, as passed on by VisitorMiddleware."""

    visitor: Visitor


class VisitorMiddleware(MiddlewareMixin):
    """Sets `request.visitor`. Async views await `aattendance()` and `aplayer()`."""

    def process_request(self, request: Any) -> None:
        request.visitor = Visitor(request)


def student_practising(request: VisitorRequest) -> Student | None:
    """Return who may practise here: the holder of a card, or else the student of a running class session. Its pages are
    drawn like its tables."""
    student = _practising(request)
    request.visitor.own_table = own_choices.of(student) if student else None
    return student


def _practising(request: VisitorRequest) -> Student | None:
    if has_a_card(request):
        student = student_with_card(request)
        choice.read_in(student.reads_in if student else "")
        return student
    attendance = request.visitor.attendance
    return attendance.student if attendance and player_of(attendance) else None


AFTERWARDS = timedelta(minutes=30)
"""Time after a session for which a child may see its results; then the device may be anybody's."""


def student_looking(request: VisitorRequest) -> Student | None:
    """Return whose own page this browser may see: the student who may practise here, or one who sat here in a session
    just ended."""
    if student := student_practising(request):
        return student
    attendance = request.visitor.attendance
    ended = attendance.session.ended_at if attendance else None
    return attendance.student if attendance and ended and timezone.now() < ended + AFTERWARDS else None
