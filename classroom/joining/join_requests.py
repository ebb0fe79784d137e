"""Join requests: children who ask the teacher for admission, also after many wrong tries of their secret.

The child waits at a browser with a token of its own; on admission it becomes the attendance's token, so the browser is
the child's without a further step. Only teachers see a request.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from classroom.joining.device import newest_attendance_at
from classroom.joining.sign_in import throttling
from classroom.models import Attendance, ClassSession, Knock, Student
from classroom.naming import names
from classroom.rosters import roster
from classroom.server.database import changes
from classroom.sessions import lifecycle
from game import rooms
from game.wire import written

MOST = 40
"""Most waiting children per session. More must be a prank: later ones are asked to speak to the teacher."""


class TooManyRequests(Exception):
    """MOST children wait already."""


class InvalidName(ValueError):
    """The typed text cannot be a name; the message says why."""


@transaction.atomic
def request_admission(
    session: ClassSession, *, student: Student | None = None, name: str = "", leaving: Attendance | None = None
) -> Knock:
    """Ask for admission as one of the roster, or under a new name. Raises TooManyRequests, InvalidName."""
    name = student.name if student else names.tidy(name)
    if problem := "" if student else names.problem_of(name) if name else _("Type your name."):
        raise InvalidName(problem)
    changes.locked(session)
    if leaving and leaving.session_id == session.pk:
        lifecycle.free(session=session, student=leaving.student)
    if student:
        session.knocks.filter(student=student).delete()
    if session.knocks.count() >= MOST:
        raise TooManyRequests
    return Knock.objects.create(session=session, student=student, name=name, device=lifecycle.new_device())


def request_at(device: str | None) -> Knock | None:
    """Return the request waiting at this browser while the session is on, or None."""
    waiting = Knock.objects.select_related("session").exclude(session__state=ClassSession.State.ENDED)
    return waiting.filter(device=device).first() if device else None


def who_is_at(device: str | None) -> Attendance | Knock | None:
    """Return the attendance at this browser, or else its request; attendance is read again at the end, in case the
    child was admitted between the two queries."""
    token = device or ""
    return newest_attendance_at.first(token) or request_at(device) or newest_attendance_at.first(token)


@transaction.atomic
def admit(asked: Knock, student: Student) -> Attendance:
    """Make the waiting browser the student's; another browser of theirs loses the name. Raises lifecycle.Closed, and
    changes.Gone where another teacher has answered meanwhile: a browser is one child's."""
    changes.locked(asked.session)
    changes.locked(asked)
    attendance = lifecycle.arrive(session=asked.session, student=student, device=asked.device)
    throttling.lift(student)
    asked.delete()
    return attendance


@transaction.atomic
def admit_newcomer(asked: Knock) -> Attendance:
    """Add the name to the roster and admit the child. Raises what `admit` raises, and roster.NameTakenError."""
    (student,) = roster.add_students(classroom=asked.session.classroom, names=[asked.name])
    return admit(asked, Student.objects.get(pk=student.pk))


def room(device: str) -> str:
    """Return the name of the room in which a waiting browser gets its answer."""
    return f"knock:{device}"


async def answer(device: str, url: str) -> None:
    """Redirect the waiting browser to its new page."""
    await rooms.publish(room(device), written(t="goto", url=url))
