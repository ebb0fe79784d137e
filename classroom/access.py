"""The doors: who is asking, and which class, class session or student they may see.

Whoever may not see a thing gets 404, as if it were not there, and so learns nothing. `tests/test_doors.py` holds the
table of every URL and who gets what.

Teachers sign in with django.contrib.auth; views that are theirs carry `@teacher_required` and then use `request.user`.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any, Protocol, cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from classroom.joining.shown_out import WAS
from classroom.models import Attendance, Classroom, ClassSession, Homework, Practice, Student, Teacher


class TeacherRequest(HttpRequest):
    """What a view behind `@teacher_required` gets."""

    user: Teacher
    htmx: HtmxDetails


def classroom_for(teacher: Teacher, pk: int) -> Classroom:
    return get_object_or_404(Classroom, teachers=teacher, pk=pk)


def current_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    """Return a class that is not archived: only in these anything is changed."""
    return get_object_or_404(Classroom, teachers=teacher, archived_at=None, pk=pk)


def own_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    """Return a class that the teacher owns: only owners rename, archive, remove, and say who teaches it."""
    return get_object_or_404(Classroom, teachings__teacher=teacher, teachings__is_owner=True, pk=pk)


def removed_classroom_for(teacher: Teacher, pk: int) -> Classroom:
    """Return a class that was removed, to an owner."""
    removed = Classroom.everything.filter(removed_at__isnull=False)
    return get_object_or_404(removed, teachings__teacher=teacher, teachings__is_owner=True, pk=pk)


def session_for(teacher: Teacher, pk: int) -> ClassSession:
    present = ClassSession.objects.select_related("classroom").filter(classroom__removed_at=None)
    return get_object_or_404(present, classroom__teachers=teacher, pk=pk)


def student_for(teacher: Teacher, pk: int) -> Student:
    return get_object_or_404(Student.objects.select_related("classroom"), classroom__teachers=teacher, pk=pk)


def removed_student_for(teacher: Teacher, pk: int) -> Student:
    """Return a child who was taken off the list and is not forgotten yet."""
    removed = Student.everybody.select_related("classroom").filter(removed_at__isnull=False, classroom__removed_at=None)
    return get_object_or_404(removed, classroom__teachers=teacher, pk=pk)


def last_year_of(teacher: Teacher, student: Student) -> Student | None:
    """Return the same child in last year's class, if the teacher taught that, too."""
    if student.previous_id is None:
        return None
    before = Student.objects.select_related("classroom")
    return before.filter(pk=student.previous_id, classroom__teachers=teacher).first()


def teacher_required(view: Callable[..., Any]) -> Callable[..., Any]:
    """Send whoever is not signed in to the sign-in page; keep what the others see out of every cache.

    Works for sync and async views. Async ones find `request.user` already loaded.
    """
    if iscoroutinefunction(view):

        @wraps(view)
        async def asynchronous(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            request.user = await request.auser()
            if not request.user.is_authenticated:
                return _to_sign_in(request)
            return _private(await cast(Awaitable[HttpResponse], view(request, *args, **kwargs)))

        return asynchronous

    @wraps(view)
    def synchronous(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return _to_sign_in(request)
        return _private(view(request, *args, **kwargs))

    return synchronous


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect; an htmx request is told to load the whole page, or the sign-in form would land in a fragment."""
    htmx = cast(TeacherRequest, request).htmx
    if htmx:
        return HttpResponseClientRedirect(redirect_to_login(htmx.current_url_abs_path or "/").url)
    return redirect_to_login(request.get_full_path())


def _private(response: HttpResponse) -> HttpResponse:
    """After signing out, the back button shows nothing (ASVS 14.3.2)."""
    add_never_cache_headers(response)
    return response


DEVICE = "device"
"""Where a browser's session keeps the token of the student who sits at it."""


class StudentRequest(HttpRequest):
    """What every view gets from PlayerMiddleware."""

    attendance: Attendance | None
    player: int | None
    aattendance: Callable[[], Awaitable[Attendance | None]]
    aplayer: Callable[[], Awaitable[int | None]]


class PlayerMiddleware:
    """Sets `request.attendance`, the newest of this browser's student, and `request.player`, their number for `game`.

    Both are looked up when first asked for, with one query; async views await `aattendance()` and `aplayer()`.
    """

    sync_capable = async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: Any) -> Any:
        request.attendance = SimpleLazyObject(lambda: _attendance_of(request))
        request.player = SimpleLazyObject(lambda: _player_at(request))
        request.aattendance = partial(sync_to_async(_attendance_of), request)
        request.aplayer = partial(_aplayer, request)
        return self.get_response(request)


class OpenLine(Protocol):
    """An open socket of a player, as presence keeps it: it is asked again who that is as often as a socket is."""

    player: int | None

    async def may_speak(self) -> bool: ...


open_lines: dict[tuple[str, str], OpenLine] = {}
"""The sockets of tables that are open in this process, by session key and table code."""


async def _aplayer(request: Any) -> int | None:
    """A move that is posted beside the open socket of its table, with the same session, goes through the same door."""
    match, session = request.resolver_match, request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    line = open_lines.get((session, match.kwargs.get("code", ""))) if match else None
    if line and line.player is not None and await line.may_speak():
        return line.player
    return await sync_to_async(_player_at)(request)


def _attendance_of(request: Any) -> Attendance | None:
    """Look once. A browser without a session is not given one, and its page stays free of `Vary: Cookie`."""
    if not hasattr(request, "_attendance"):
        device = _device_of(request)
        request._attendance = attendances_at(device).first() if device else None
    return cast(Attendance | None, request._attendance)


def _device_of(request: Any) -> str | None:
    return request.session.get(DEVICE) if settings.SESSION_COOKIE_NAME in request.COOKIES else None


def _player_at(request: Any) -> int | None:
    """Asked with every move that is posted where sockets are blocked: only what is needed is read."""
    if hasattr(request, "_attendance"):
        return player_of(request._attendance) or _player_at_home(request)
    device = _device_of(request)
    return (player_at(device) if device else None) or _player_at_home(request)


def _player_at_home(request: Any) -> int | None:
    """A card opens the one table that is its holder's homework, and no other."""
    match = request.resolver_match
    code = match.kwargs.get("code") if match else None
    return at_home(request.session[CARD], code) if code and _has_a_card(request) else None


def at_home(card: str | None, code: str) -> int | None:
    """Return the number of the student with this card, if the table with this code is their homework's."""
    if not card:
        return None
    theirs = Practice.objects.filter(
        student__card=card, student__removed_at=None, round__table__code=code, homework__unit=Homework.Unit.ROUNDS
    )
    return theirs.values_list("student", flat=True).first()


def attendances_at(device: str) -> QuerySet[Attendance]:
    """Return what this browser's token stands for, newest class session first."""
    return Attendance.objects.filter(device=device).select_related("student", "session__classroom").order_by("-pk")


def player_at(device: str) -> int | None:
    """Return `player_of` the newest attendance at this browser."""
    newest = Attendance.objects.filter(device=device).order_by("-pk")
    for player, state in newest.values_list("student", "session__state")[:1]:
        return None if state == ClassSession.State.ENDED else player
    return None


def player_of(attendance: Attendance | None) -> int | None:
    """Return the number under which `game` knows them; nobody plays in a session that is over."""
    if attendance is None or attendance.session.state == ClassSession.State.ENDED:
        return None
    return attendance.student_id


def sign_in(request: HttpRequest, device: str) -> None:
    """Make this browser that of whoever has this token: a student, or one who waits at the door.

    The session gets a new key: on a shared device the old one may be known.
    """
    request.session.cycle_key()
    request.session.pop(CARD, None)
    request.session[DEVICE] = device


def sign_out(request: HttpRequest) -> str:
    """Make this browser nobody's. A shared one goes on being shared; return the code at which, "" for none."""
    for kept in (DEVICE, CARD, WAS):
        request.session.pop(kept, None)
    request.session.cycle_key()
    return str(request.session.get(SHARED, ""))


SHARED = "shared"
"""Where a browser's session keeps the join code at which children sign in one after another at this one device."""


def shared_device(request: HttpRequest) -> dict[str, Any]:
    """For templates: `shared` is the code at which this device is shared, "" where it is not. Asks only when used."""
    known = settings.SESSION_COOKIE_NAME in request.COOKIES
    return {"shared": SimpleLazyObject(lambda: request.session.get(SHARED, "") if known else "")}


def set_shared(request: HttpRequest, code: str) -> None:
    """Share this device at the door with this code; "" ends it."""
    request.session[SHARED] = code


CARD = "card"
"""Where a browser's session keeps what a student's card says. It opens practice and homework, and a lesson if asked."""


def sign_in_with_card(request: HttpRequest, student: Student) -> None:
    """Let this browser practise as the student. It keeps the card's code: a changed card ends this at once, too."""
    request.session.cycle_key()
    request.session[CARD] = student.card


def student_with_card(request: HttpRequest) -> Student | None:
    """Return whose card was scanned at this browser; None also where the card was changed since."""
    if not _has_a_card(request):
        return None
    return Student.objects.select_related("classroom").filter(card=request.session[CARD]).first()


def _has_a_card(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES and bool(request.session.get(CARD))


def student_practising(request: HttpRequest) -> Student | None:
    """Return who may practise here: the holder of a card, or else the student of a class session that is on."""
    if _has_a_card(request):
        return student_with_card(request)
    attendance = _attendance_of(request)
    return attendance.student if attendance and player_of(attendance) else None


AFTERWARDS = timedelta(minutes=30)
"""So long after a lesson a child may look at what it has done; then the device is anybody's."""


def student_looking(request: HttpRequest) -> Student | None:
    """Return whose own page this browser may see: who may practise here, and who sat here in a lesson just over."""
    if student := student_practising(request):
        return student
    attendance = _attendance_of(request)
    ended = attendance.session.ended_at if attendance else None
    return attendance.student if attendance and ended and timezone.now() < ended + AFTERWARDS else None
