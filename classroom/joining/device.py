"""Session data of a child's browser: attendance token, card, shared device; and the lookups by them.

Signing in and out change the session's key. `visitor` identifies the person at the requesting browser.
"""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from classroom import persons
from classroom.joining.shown_out import TYPED, WAS
from classroom.joining.sign_in import card_hours
from classroom.models import Attendance, ClassSession, Knock, Practice, Student
from classroom.server.http.session_store import begin_anew
from game import catalogue
from game.log.prepared import Prepared

DEVICE = "device"
"""Session key for the token of the student at this browser."""


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
    return student if student and card_hours.opens_at(student) is None else None


def card_at(request: HttpRequest) -> Student | None:
    """Return the student whose card was scanned at this browser, in the class that has a session now, or in the first
    of its classes; None also if the card was replaced since."""
    if not has_a_card(request):
        return None
    return persons.with_card(request.session[CARD]).first()


def has_a_card(request: HttpRequest) -> bool:
    """Return whether a card was scanned at this browser."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and bool(request.session.get(CARD))
