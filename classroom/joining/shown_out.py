"""A browser that has lost its name to another one, and the name it had, for a message on its page. It gives no
access."""

from django.conf import settings
from django.http import HttpRequest

from classroom.models import ClassSession, Student

WAS = "was"
"""Session key for the child who came in here, as [join code, student]."""


TYPED = "typed"
"""Session key for the name typed here last, as [join code, student]."""


def remember(request: HttpRequest, code: str, student: int) -> None:
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
