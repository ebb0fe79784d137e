"""What people see of a class session before and after the tables: the lobby, the projector, the waiting page.

Contexts of plain values and their HTML. A page load and a push use the same function and the same partial; the
`tell_...` functions push, after the commit.
"""

from typing import Any

from asgiref.sync import sync_to_async
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from segno import make_qr

from classroom.joining import presence, request_context
from classroom.joining.arrivals import arrivals, count, count_html, for_board, for_teacher, names_html, start_html
from classroom.live import same_hand
from classroom.models import Attendance, Classroom, ClassSession, Knock, Sitting, Student
from classroom.naming.word_lists import alias
from classroom.server.hosts import room_addresses
from classroom.sessions import counts, seating, teams
from game import rooms
from game.screens.messages import NOTES
from game.wire import written

State = ClassSession.State
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


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


def way_in(session: ClassSession, url: str) -> dict[str, Any]:
    """Return what leads into the session: its code, and the QR code and address of `url`."""
    return {
        "session": session,
        "classroom": session.classroom,
        "qr": qr(url),
        "address": url.split("//", 1)[1].rsplit("/", 2)[0],
    }


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


def history(classroom: Classroom) -> QuerySet[ClassSession]:
    """Return the sessions of a class, newest first, with how many sat at how many tables. One query."""
    counted = classroom.sessions.annotate(
        students=models.Count("sittings__student", distinct=True),
        tables=models.Count("sittings__seat__table__number", distinct=True),
    )
    return counted.order_by("-opened_at", "-pk")


def end_context(session: ClassSession) -> dict[str, Any]:
    """Return the three sentences about what happened, in numbers, and whether this is the class's last session."""
    tables = Sitting.objects.filter(session=session).values("seat__table")
    return counts.summary(session) | {
        "session": session,
        "classroom": session.classroom,
        "students": session.sittings.values("student").distinct().count(),
        "tables": tables.values("seat__table__number").distinct().count(),
        "minutes": _minutes(session),
        "is_last": session.classroom.archived_at is None
        and not ClassSession.objects.filter(classroom=session.classroom_id, pk__gt=session.pk).exists(),
    }


def _minutes(session: ClassSession) -> int:
    if session.started_at is None or session.ended_at is None:
        return 0
    return max(1, round((session.ended_at - session.started_at).total_seconds() / 60))


def cards_together(session: ClassSession) -> int:
    """Return how many cards the children have placed: the only number the whole room is shown."""
    return counts.placed_by(session).total()


def cards_of(session: ClassSession, student: Student) -> int:
    """Return how many cards this student has placed in the session."""
    return counts.placed_by(session, student).total()


def screen_context(session: ClassSession) -> dict[str, Any]:
    """Return what the projector shows beside the lobby: class totals only, never who is slow or wrong."""
    known: dict[str, Any] = {"session": session, "cards": cards_together(session)}
    if seating.is_same_hand(session) and (hand := same_hand.shown(session)):
        known["hand"] = hand
    match session.options.get("together"):
        case "teams":
            known["teams"] = teams.teams_of(session)
        case "class":
            known["together"] = teams.together(session)
    return known | (
        {"podium": teams.podium(session, on_board=True)} if session.podium and session.state == State.ENDED else {}
    )


def projector_context(session: ClassSession, url: str) -> dict[str, Any]:
    """Return what the projector's page shows: the way in, all the time, and either who is in or the class totals."""
    if session.state != State.LOBBY:
        return way_in(session, url) | screen_context(session)
    return way_in(session, url) | {"arrivals": for_board(session, arrivals(session)), "count": count(session)}


def screen_html(session: ClassSession) -> str:
    return render_to_string("classroom/live/_projector.html", screen_context(session))


def lock_html(session: ClassSession) -> str:
    """Return the projector's line that says whether the code still lets anybody in."""
    return render_to_string("classroom/live/_lock.html", {"session": session})


def table_url(session: ClassSession, student: int) -> str | None:
    """Return the address of the table where this student has to be now."""
    if session.state != State.PLAYING:
        return None
    present = Sitting.objects.filter(session=session, student=student, left_at=None, seat__table__closed_at=None)
    codes = present.values_list("seat__table__code", flat=True)
    return next((reverse("table", args=[code]) for code in codes), None)


def is_a_former_table(attendance: Attendance, code: str) -> bool:
    """Did this student sit there before: in a class session that is over, or until they moved to another table?"""
    sittings = Sitting.objects.filter(student=attendance.student_id, seat__table__code=code)
    present = sittings.filter(session=attendance.session_id, session__state=State.PLAYING, left_at=None)
    return sittings.exists() and not present.exists()


def waiting_context(here: Attendance | Knock) -> dict[str, Any]:
    """Return what a child sees who is not at a table: welcome, too late for this one, how it went; or: at the door."""
    if isinstance(here, Knock):
        return {"session": here.session, "name": here.name, "asks": True}
    session, student = here.session, here.student
    cards = cards_of(session, student) if session.state == State.ENDED else 0
    made_up = alias(student.pk) if session.classroom.board_names == Classroom.BoardNames.ALIASES else ""
    known = {"session": session, "name": student.name, "cards": cards, "alias": made_up}
    was_ended = session.state == State.PLAYING and here.table is None and _has_sat(here)
    return known | {"table": here.table, "team": teams.team_name(here), "was_ended": was_ended}


def _has_sat(here: Attendance) -> bool:
    """Whether somebody who is expected at no table has sat at one: only a teacher who ends it leaves them so."""
    return Sitting.objects.filter(session=here.session_id, student=here.student_id).exists()


def waiting_frame(here: Attendance | Knock | None) -> str:
    """Return the frame that puts a child's page right: its present words, the way to its table, or to the code."""
    if here is None:
        return goto(reverse("join"))
    if isinstance(here, Attendance) and (url := table_url(here.session, here.student_id)):
        return goto(url)
    return render_to_string("classroom/joining/_waiting.html", waiting_context(here))


def lobby_frame(session: ClassSession) -> str:
    """Return the frame that puts the teacher's lobby right."""
    if session.state != State.LOBBY:
        return goto(reverse("session", args=[session.pk]))
    counted = count(session)
    names = names_html(for_teacher(session, arrivals(session)))
    return names + count_html(counted) + start_html(counted) + request_context.html(session)


def screen_frame(session: ClassSession) -> str:
    """Return the frame that puts the projector right; it follows the class into the next session."""
    following = session.following.order_by("-pk").first()
    if following:
        return goto(reverse("session_screen", args=[following.pk]))
    if session.state != State.LOBBY:
        return screen_html(session) + lock_html(session)
    names = names_html(for_board(session, arrivals(session)))
    return names + count_html(count(session)) + lock_html(session)


def goto(url: str) -> str:
    return written(t="goto", url=url)


async def tell_lock(session: ClassSession) -> None:
    """Say on the projector that the door is locked, or open again."""
    await rooms.publish(f"screen:{session.pk}", lock_html(session))


async def tell_names(session: ClassSession) -> None:
    """The projector calls the children otherwise from now on: it loads its page again."""
    await rooms.publish(f"screen:{session.pk}", goto(reverse("session_screen", args=[session.pk])))


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
    places = Sitting.objects.filter(session=session, left_at=None).values_list("student", "seat__table__code")
    return [(student, reverse("table", args=[code])) for student, code in places]


def _students(session: ClassSession) -> list[int]:
    return list(Attendance.objects.filter(session=session).values_list("student", flat=True))
