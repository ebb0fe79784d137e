"""Session data of a child's browser: attendance token, card, shared device; and the lookups by them.

Signing in and out change the session's key. `visitor` identifies the person at the requesting browser.

A browser that has lost its name to another one, and the name it had, for a message on its page. It gives no
access.

The hours of cards: if the class wants it, its cards work only in the school's hours; for a child in several classes,
if any of them wants it.

A join code has no hours, as only a teacher opens a session.
"""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from classroom import persons
from classroom.models import Attendance, ClassSession, Knock, Practice, Student
from classroom.server import school_hours
from classroom.server.http.session_store import begin_anew
from game import catalogue
from game.log.prepared import Prepared

DEVICE = "device"
"""Session key for the token of the student at this browser."""

WAS = "was"
"""Session key for the child who came in here, as [join code, student]."""


TYPED = "typed"
"""Session key for the name typed here last, as [join code, student]."""


def device_of(request: HttpRequest) -> str | None:
    """Return this browser's token. A browser without a session has none, and its page gets no `Vary: Cookie`."""
    return request.session.get(DEVICE) if settings.SESSION_COOKIE_NAME in request.COOKIES else None


def at_home(card: str | None, code: str) -> int | None:
    """Return the id of the student with this card if the table with this code is their homework's, or None."""
    if not card:
        return None
    played = Practice.objects.exclude(homework=None).filter(round__table__game__in=list(catalogue.CATALOGUE.games))
    theirs = played.filter(student__card=card, student__removed_at=None, round__table__code=code)
    return theirs.values_list("student", flat=True).first()


def _at(device: str) -> QuerySet[Attendance]:
    return Attendance.objects.filter(device=device).order_by("-pk")


newest_attendance_at = Prepared(
    lambda device: _at(device).filter(student__removed_at=None).select_related("student", "session__classroom")[:1]
)
"""A child who was taken off the list is nobody at the device, also in the half hour for which it shows results."""
_newest_state_at = Prepared(
    lambda device: _at(device).select_related("session").only("student_id", "session__state")[:1]
)


def player_at(device: str) -> int | None:
    """Return `player_of` the newest attendance at this browser."""
    return player_of(_newest_state_at.first(device))


def player_of(attendance: Attendance | None) -> int | None:
    """Return the student's number in `game`; None after the end of the session."""
    if attendance is None or attendance.session.state == ClassSession.State.ENDED:
        return None
    return attendance.student_id


def sign_in(request: HttpRequest, device: str) -> None:
    """Sign this browser in with the token of a student, or of a child who asked for admission.

    The session gets a new key, as the old one may be known on a shared device.
    """
    _withdraw(request)
    begin_anew(request.session)
    request.session.pop(CARD, None)
    request.session[DEVICE] = device


def sign_out(request: HttpRequest) -> str:
    """Sign this browser out. A shared device stays shared; return its join code, "" if not shared."""
    _withdraw(request)
    for kept in (DEVICE, CARD, WAS, TYPED):
        request.session.pop(kept, None)
    request.session.cycle_key()
    return str(request.session.get(SHARED, ""))


def _withdraw(request: HttpRequest) -> None:
    """Delete the join request that waited at this browser. Its token goes, so the child would not see the answer, and
    one who is let in with it would be at no device."""
    if device := device_of(request):
        Knock.objects.filter(device=device).delete()


SHARED = "shared"
"""Session key for the join code with which children sign in one after another at this device."""


def shared_device(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `shared` is the join code of a shared device, or "". Evaluated only when used."""
    return {"shared": SimpleLazyObject(lambda: shared_at(request))}


def shared_at(request: HttpRequest) -> str:
    """Return the join code of this shared device, "" if it is not shared."""
    known = settings.SESSION_COOKIE_NAME in request.COOKIES
    return str(request.session.get(SHARED, "")) if known else ""


def set_shared(request: HttpRequest, code: str) -> None:
    """Share this device for many children with this code; "" ends it."""
    request.session[SHARED] = code


CARD = "card"
"""Session key for the code of a scanned card, which gives access to practice and homework, and, on request, to a class
session."""


def sign_in_with_card(request: HttpRequest, student: Student) -> None:
    """Let this browser practise as the student. It stores the card's code, so that replacing the card ends this at
    once."""
    request.session.cycle_key()
    request.session[CARD] = student.card


def student_with_card(request: HttpRequest) -> Student | None:
    """Return the student whose card was scanned at this browser; None also outside the card's hours."""
    student = card_at(request)
    return student if student and opens_at(student) is None else None


def card_at(request: HttpRequest) -> Student | None:
    """Return the student whose card was scanned at this browser, in the class that has a session now, or in the first
    of its classes; None also if the card was replaced since."""
    if not has_a_card(request):
        return None
    return persons.with_card(request.session[CARD]).first()


def has_a_card(request: HttpRequest) -> bool:
    """Return whether a card was scanned at this browser."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and bool(request.session.get(CARD))


def remember_name(request: HttpRequest, code: str, student: int) -> None:
    """Store as whom this browser came in."""
    was = [code, student]
    if request.session.get(WAS) != was:
        request.session[WAS] = was


def shown_out(request: HttpRequest) -> tuple[ClassSession, Student] | None:
    """Return the running session, and the student whom this browser was before another one got the name; None if it
    never was in, or the session is over."""
    code, student = (request.session.get(WAS) if settings.SESSION_COOKIE_NAME in request.COOKIES else None) or ("", 0)
    session = ClassSession.objects.filter(code=code).exclude(state=ClassSession.State.ENDED).first() if code else None
    known = Student.objects.filter(pk=student, attendances__session=session).first() if session else None
    return (session, known) if session and known else None


def opens_at(student: Student) -> datetime | None:
    """Return when the child's card works again; None if it works now."""
    hours, moment = school_hours.now(), timezone.now()
    if hours.holds(moment) or not keeps_hours(student):
        return None
    return timezone.localtime(hours.next_after(moment))


def keeps_hours(student: Student) -> bool:
    """Return whether the child's card works only in the school's hours."""
    strict = persons.present(student).filter(classroom__cards_in_hours=True)
    return student.classroom.cards_in_hours or strict.exists()
