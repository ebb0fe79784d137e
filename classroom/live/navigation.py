"""Redirects of all open pages of a session: to the tables at its start, back at its end, into the next session.

Each function pushes after the commit: to children, the teacher's pages and the projector.
"""

from asgiref.sync import sync_to_async
from django.urls import reverse

from classroom.joining import presence
from classroom.live.projector import page as projector
from classroom.models import Attendance, ClassSession, Sitting
from classroom.server.http.polling import goto
from classroom.sessions.look_again import look_now
from game import rooms


async def tell_start(session: ClassSession) -> None:
    """Send every child to its table, the teacher's pages to the monitor, and show the tables on the projector."""
    for student, url in await sync_to_async(_table_urls)(session):
        await presence.send_to(student, url)
    await rooms.publish(f"lobby:{session.pk}", goto(reverse("session", args=[session.pk])))
    look_now(session.pk)


async def tell_settings(session: ClassSession) -> None:
    """Redraw pages that show how the class will play, before it plays: the teacher's lobby, and how to play."""
    await rooms.publish(f"lobby:{session.pk}", goto(reverse("session", args=[session.pk])))
    await rooms.publish(f"session:{session.pk}", goto(reverse("waiting")))
    await projector.reload(session)


async def tell_end(session: ClassSession) -> None:
    """Send every child back to the waiting page, and show the class its common result."""
    for student in await sync_to_async(_students)(session):
        await presence.send_to(student, reverse("waiting"))
    for page in ("lobby", "monitor"):
        await rooms.publish(f"{page}:{session.pk}", goto(reverse("session", args=[session.pk])))
    look_now(session.pk)


async def tell_again(session: ClassSession) -> None:
    """Send all pages of the session before to this one: children to their tables or the waiting page, and the
    projector."""
    await rooms.publish(f"session:{session.previous_id}", goto(reverse("waiting")))
    await rooms.publish(f"screen:{session.previous_id}", goto(reverse("session_screen", args=[session.pk])))


def _table_urls(session: ClassSession) -> list[tuple[int, str]]:
    places = Sitting.objects.filter(session=session, left_at=None).values_list("student", "seat__table__code")
    return [(student, reverse("table", args=[code])) for student, code in places]


def _students(session: ClassSession) -> list[int]:
    return list(Attendance.objects.filter(session=session).values_list("student", flat=True))
