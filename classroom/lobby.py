"""What people see of a class session before and after the tables: the lobby, the projector, the waiting page.

Contexts of plain values and their HTML. A page load and a push use the same function and the same partial; the
`tell_...` functions push, after the commit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.db import models
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from segno import make_qr

from classroom import presence, sessions
from classroom.management.commands.serve import room_addresses
from classroom.models import Attendance, Classroom, ClassSession, Sitting, Student
from classroom.rounds import rounds_of
from game import rooms
from game.forms import written
from game.models import Event, Round

State = ClassSession.State
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True, slots=True)
class Arrival:
    """A name on the roster: has the child come?"""

    student: int
    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class Count:
    """How many have come; `needed` is how many a start needs."""

    here: int
    expected: int
    needed: int

    @property
    def enough(self) -> bool:
        return self.here >= self.needed


def arrivals(session: ClassSession) -> list[Arrival]:
    """Return everybody in the order of the roster, so that a name never moves when somebody comes. One query."""
    came = Attendance.objects.filter(session=session, student=OuterRef("pk"))
    roster = Student.objects.filter(classroom=session.classroom_id).annotate(here=Exists(came))
    return [Arrival(*row) for row in roster.values_list("pk", "name", "here")]


def count(session: ClassSession, everybody: Iterable[Arrival]) -> Count:
    here = [arrival.here for arrival in everybody]
    return Count(sum(here), len(here), sessions.fewest(session))


def arrivals_html(session: ClassSession, everybody: list[Arrival], only: int | None = None) -> str:
    """Return the names (`only` one student's) and the count, as fragments."""
    names = [arrival for arrival in everybody if only in (None, arrival.student)]
    rows = [render_to_string("classroom/_arrival.html", {"arrival": arrival}) for arrival in names]
    return "".join([*rows, render_to_string("classroom/_count.html", {"count": count(session, everybody)})])


def join_url(request: HttpRequest, session: ClassSession) -> str:
    return room_url(request, reverse("join_names", args=[session.code]))


def room_url(request: HttpRequest, path: str) -> str:
    """Return the address behind a QR code. A teacher who sits at the server sees "localhost"; the room needs more."""
    url = request.build_absolute_uri(path)
    host = request.get_host()
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name in LOOPBACK and (addresses := room_addresses()):
        return url.replace(name, addresses[0], 1)
    return url


def qr(url: str) -> str:
    """Return the QR code as a data URI for an <img>: nothing to mark as safe, no style attributes."""
    return str(make_qr(url, error="m").svg_data_uri(border=4, scale=8))


def lobby_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return what the teacher's lobby and the projector show; `url` is the address behind the QR code."""
    everybody = arrivals(session)
    return {
        "session": session,
        "classroom": session.classroom,
        "arrivals": everybody,
        "count": count(session, everybody),
        "qr": qr(url),
        "address": url.split("//", 1)[1].rsplit("/", 2)[0],
    }


def monitor_context(session: ClassSession) -> dict[str, Any]:
    return {"session": session, "classroom": session.classroom, "arrivals": arrivals(session)}


def history(classroom: Classroom) -> QuerySet[ClassSession]:
    """Return the sessions of a class, newest first, with how many sat at how many tables. One query."""
    counted = classroom.sessions.annotate(
        students=models.Count("sittings", distinct=True), tables=models.Count("sittings__seat__table", distinct=True)
    )
    return counted.order_by("-opened_at", "-pk")


def end_context(session: ClassSession) -> dict[str, Any]:
    """Return the three sentences about what happened, in numbers, and whether this is the class's last session."""
    tables = Sitting.objects.filter(session=session).values("seat__table")
    rounds = Round.objects.filter(table__in=tables)
    fitted = _placed(rounds.values("pk"), kinds=("played",))
    lines = rounds_of(session)
    return {
        "session": session,
        "classroom": session.classroom,
        "students": session.sittings.count(),
        "tables": tables.distinct().count(),
        "round_count": len(lines),
        "rounds": lines,
        "minutes": _minutes(session),
        "cards": _placed(rounds.values("pk")),
        "fitted": fitted,
        "tried": fitted + _placed(rounds.values("pk"), kinds=("wrong",)),
        "is_last": not ClassSession.objects.filter(classroom=session.classroom_id, pk__gt=session.pk).exists(),
    }


def _minutes(session: ClassSession) -> int:
    if session.started_at is None or session.ended_at is None:
        return 0
    return max(1, round((session.ended_at - session.started_at).total_seconds() / 60))


def cards_together(session: ClassSession) -> int:
    """Return how many cards the class has placed: the only number the whole room is shown."""
    tables = Sitting.objects.filter(session=session).values("seat__table")
    return _placed(Round.objects.filter(table__in=tables).values("pk"))


def cards_of(session: ClassSession, student: Student) -> int:
    """Return how many cards this student has placed in the session."""
    seat = Sitting.objects.filter(session=session, student=student).values_list("seat__table", "seat__number").first()
    return _placed(Round.objects.filter(table=seat[0]).values("pk"), seat=seat[1]) if seat else 0


def _placed(rounds: Any, kinds: tuple[str, ...] = ("played", "finished"), **only: int) -> int:
    """Return how many cards were placed; the last card of a round is laid face down and logged as "finished"."""
    return Event.objects.filter(round__in=rounds, kind__in=kinds, seat__isnull=False, **only).count()


def screen_context(session: ClassSession) -> dict[str, Any]:
    """Return what the projector shows beside the lobby: class totals only, never who is slow or wrong."""
    return {"session": session, "cards": cards_together(session)}


def screen_html(session: ClassSession) -> str:
    return render_to_string("classroom/_screen.html", screen_context(session))


def table_url(session: ClassSession, student: int) -> str | None:
    """Return the address of the table where this student has to be now."""
    if session.state != State.PLAYING:
        return None
    codes = Sitting.objects.filter(session=session, student=student).values_list("seat__table__code", flat=True)
    return next((reverse("table", args=[code]) for code in codes), None)


def is_a_former_table(attendance: Attendance, code: str) -> bool:
    """Did this student sit there in a class session that is over, or before the one they are in now?"""
    sittings = Sitting.objects.filter(student=attendance.student_id, seat__table__code=code)
    present = sittings.filter(session=attendance.session_id, session__state=State.PLAYING)
    return sittings.exists() and not present.exists()


def waiting_context(attendance: Attendance) -> dict[str, Any]:
    """Return what a child sees who is not at a table: welcome, too late for this one, or how it went."""
    session = attendance.session
    cards = cards_of(session, attendance.student) if session.state == State.ENDED else 0
    return {"session": session, "name": attendance.student.name, "cards": cards}


def waiting_frame(attendance: Attendance) -> str:
    """Return the frame that puts the child's page right: its present words, or the way to its table."""
    url = table_url(attendance.session, attendance.student_id)
    if url:
        return goto(url)
    return render_to_string("classroom/_waiting.html", waiting_context(attendance))


def lobby_frame(session: ClassSession) -> str:
    """Return the frame that puts the teacher's lobby right."""
    if session.state != State.LOBBY:
        return goto(reverse("session", args=[session.pk]))
    everybody = arrivals(session)
    start = render_to_string("classroom/_start.html", {"count": count(session, everybody)})
    return arrivals_html(session, everybody) + start


def screen_frame(session: ClassSession) -> str:
    """Return the frame that puts the projector right; it follows the class into the next session."""
    following = session.following.order_by("-pk").first()
    if following:
        return goto(reverse("session_screen", args=[following.pk]))
    return arrivals_html(session, arrivals(session)) if session.state == State.LOBBY else screen_html(session)


def goto(url: str) -> str:
    return written(t="goto", url=url)


async def tell_arrival(session: ClassSession, student: int) -> None:
    """Tick or untick one name on the teacher's lobby and on the projector."""
    everybody = await sync_to_async(arrivals)(session)
    html = arrivals_html(session, everybody, only=student)
    start = render_to_string("classroom/_start.html", {"count": count(session, everybody)})
    await rooms.publish(f"lobby:{session.pk}", html + start)
    await rooms.publish(f"screen:{session.pk}", html)


async def tell_start(session: ClassSession) -> None:
    """Send every child to its table, the teacher's pages to the monitor, and change what the projector shows."""
    for student, url in await sync_to_async(_table_urls)(session):
        await presence.send_to(student, url)
    await rooms.publish(f"lobby:{session.pk}", goto(reverse("session", args=[session.pk])))
    await rooms.publish(f"screen:{session.pk}", await sync_to_async(screen_html)(session))


async def tell_end(session: ClassSession) -> None:
    """Bring every child back to the waiting page, and show the class what it did together."""
    for student in await sync_to_async(_students)(session):
        await presence.send_to(student, reverse("waiting"))
    for room in ("lobby", "monitor"):
        await rooms.publish(f"{room}:{session.pk}", goto(reverse("session", args=[session.pk])))
    await rooms.publish(f"screen:{session.pk}", await sync_to_async(screen_html)(session))


async def tell_again(session: ClassSession) -> None:
    """Take everybody along from the session before: children to their tables or the waiting page, the projector too."""
    await rooms.publish(f"session:{session.previous_id}", goto(reverse("waiting")))
    await rooms.publish(f"screen:{session.previous_id}", goto(reverse("session_screen", args=[session.pk])))


def _table_urls(session: ClassSession) -> list[tuple[int, str]]:
    places = Sitting.objects.filter(session=session).values_list("student", "seat__table__code")
    return [(student, reverse("table", args=[code])) for student, code in places]


def _students(session: ClassSession) -> list[int]:
    return list(Attendance.objects.filter(session=session).values_list("student", flat=True))
