"""The teacher's lobby: who has come and who asks to be let in; and everybody's way from it to the tables and back.

Contexts of plain values and their HTML. A page load and a push use the same function and the same partial; the
`tell_...` functions push, after the commit.
"""

from typing import Any

from asgiref.sync import sync_to_async
from django.urls import reverse

from classroom.joining import presence, request_context
from classroom.joining.arrivals import arrivals, count, count_html, for_teacher, names_html, start_html
from classroom.live import projector
from classroom.live.projector import way_in
from classroom.models import Attendance, Classroom, ClassSession, Sitting
from classroom.server.polling import goto
from game import rooms
from game.screens.messages import NOTES

State = ClassSession.State


def lobby_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return what the teacher's lobby shows; `url` is the address behind the QR code."""
    everybody = for_teacher(session, arrivals(session))
    shown = {"arrivals": everybody, "count": count(session), "board_names": Classroom.BoardNames}
    return way_in(session, url) | request_context.context(session) | shown


def monitor_context(session: ClassSession) -> dict[str, Any]:
    return {
        "session": session,
        "classroom": session.classroom,
        "arrivals": arrivals(session),
        "notes": NOTES,
        **request_context.context(session),
    }


def lobby_frame(session: ClassSession) -> str:
    """Return the frame that puts the teacher's lobby right."""
    if session.state != State.LOBBY:
        return goto(reverse("session", args=[session.pk]))
    counted = count(session)
    names = names_html(for_teacher(session, arrivals(session)))
    return names + count_html(counted) + start_html(counted) + request_context.html(session)


async def tell_start(session: ClassSession) -> None:
    """Send every child to its table, the teacher's pages to the monitor, and change what the projector shows."""
    for student, url in await sync_to_async(_table_urls)(session):
        await presence.send_to(student, url)
    await rooms.publish(f"lobby:{session.pk}", goto(reverse("session", args=[session.pk])))
    await projector.tell(session)


async def tell_end(session: ClassSession) -> None:
    """Bring every child back to the waiting page, and show the class what it did together."""
    for student in await sync_to_async(_students)(session):
        await presence.send_to(student, reverse("waiting"))
    for room in ("lobby", "monitor"):
        await rooms.publish(f"{room}:{session.pk}", goto(reverse("session", args=[session.pk])))
    await projector.tell(session)


async def tell_again(session: ClassSession) -> None:
    """Take everybody along from the session before: children to their tables or the waiting page, the projector too."""
    await rooms.publish(f"session:{session.previous_id}", goto(reverse("waiting")))
    await rooms.publish(f"screen:{session.previous_id}", goto(reverse("session_screen", args=[session.pk])))


def _table_urls(session: ClassSession) -> list[tuple[int, str]]:
    places = Sitting.objects.filter(session=session, left_at=None).values_list("student", "seat__table__code")
    return [(student, reverse("table", args=[code])) for student, code in places]


def _students(session: ClassSession) -> list[int]:
    return list(Attendance.objects.filter(session=session).values_list("student", flat=True))
