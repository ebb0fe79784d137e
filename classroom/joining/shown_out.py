"""A browser that has lost its name to another one: what it was, so that its page can say so. It opens nothing."""

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

from classroom.models import ClassSession, Student

WAS = "was"
"""Where a browser's session keeps as whom it came in, as [join code, student]."""


TYPED = "typed"
"""Where a browser's session keeps whose name was typed at it last, as [join code, student]."""


class Lost(NamedTuple):
    """The session that is on, and the student as whom the browser came in before another one got the name."""

    session: ClassSession
    student: Student


def remember(request: HttpRequest, code: str, student: int) -> None:
    """Keep as whom this browser came in."""
    was = [code, student]
    if request.session.get(WAS) != was:
        request.session[WAS] = was


def shown_out(request: HttpRequest) -> Lost | None:
    """Return what this browser has lost, None where it never was in or the session is over."""
    code, student = (request.session.get(WAS) if settings.SESSION_COOKIE_NAME in request.COOKIES else None) or ("", 0)
    session = ClassSession.objects.filter(code=code).exclude(state=ClassSession.State.ENDED).first() if code else None
    known = Student.objects.filter(pk=student, attendances__session=session).first() if session else None
    return Lost(session, known) if session and known else None
