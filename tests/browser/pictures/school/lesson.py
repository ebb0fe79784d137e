"""The pages of a lesson of the demo class, lobby to end: the teacher's, the projector's and the children's."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.forms import model_to_dict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from classroom.live.monitor.tiles import tiles_of
from classroom.live.projector.tables import LittleTables, all_html, tables_html
from classroom.management import demo
from classroom.models import Attendance, Classroom, ClassSession, Knock, Teacher
from classroom.sessions import lifecycle
from game.clock import now_ms
from game.log import journal
from game.models import Attempt, Table
from game.screens.contract import SUN_STEPS, Daylight
from tests.browser.pictures.shown import Pictures, Shown, seen, stranger
from tests.conftest import seated, signed_in

IN_THE_LOBBY, ACTS = 9, (70, 110, 150)
"""How many of the demo class are in; how much of a round each of their tables has played."""
SEATS = 3
PUSH = "() => server.push(%s)"
SHEET = """() => { document.body.insertAdjacentHTML("beforeend", '<dialog class="sheet" aria-label="Watch"></dialog>');
document.querySelector("dialog").innerHTML = %s; document.querySelector("dialog").showModal(); }"""


def pictures(teacher: Teacher, classroom: Classroom) -> Pictures:
    """Return the pages of a lesson from its lobby to its end, of the teacher, the projector and the children."""
    session = lifecycle.open_session(
        classroom=classroom, game="around_the_corner", options={"corner": True, "steps": [1, 2, 3]}, table_size=SEATS
    )
    here = [lifecycle.arrive(session=session, student=child) for child in classroom.students.all()[:IN_THE_LOBBY]]
    Knock.objects.create(session=session, name="Timmy", device="at the door")
    return {
        **_at(
            session, "lobby", teacher, here[0], {"screen": "session_screen", "": "session", "seats": "session_tables"}
        ),
        **_picked_up(session, teacher, here[0]),
        **_before_the_door(session),
        **_starts(session, teacher, here[0]),
    }


def _picked_up(session: ClassSession, teacher: Teacher, child: Attendance) -> Pictures:
    """Return the seats while one child is moved."""
    picked = signed_in(teacher).post(
        reverse("session_tables", args=[session.pk]), {"press": f"pick:{child.student_id}"}
    )
    return {"teacher-lobby-seats-picked": Shown("teacher", picked.content.decode())}


def _before_the_door(session: ClassSession) -> Pictures:
    names = {"names": reverse("join_names", args=[session.code]), "ask": reverse("join_ask", args=[session.code])}
    return seen("child", stranger(session.classroom.language), names)


def _starts(session: ClassSession, teacher: Teacher, first: Attendance) -> Pictures:
    lifecycle.start(session=session)
    for table, acts in zip(Table.objects.filter(seats__sitting__session=session).distinct(), ACTS, strict=True):
        _play(table, acts)
    session.refresh_from_db()
    playing = _plays(session, teacher)
    ending = seen("teacher", signed_in(teacher), {"session_end": reverse("session_end", args=[session.pk])})
    lifecycle.end(session=session)
    ended = _at(session, "ended", teacher, first, {"screen": "session_screen", "": "session"})
    ended |= _played_as(session, teacher, "teams-ended", {"together": "teams"})
    ended |= _played_as(session, teacher, "evening", {"mode": "sun"})
    ended |= _between_rounds(session, teacher)
    ClassSession.objects.filter(pk=session.pk).update(podium=True)
    return {**playing, **ending, **ended, **_at(session, "podium", teacher, None, {"screen": "session_screen"})}


def _between_rounds(session: ClassSession, teacher: Teacher) -> Pictures:
    """Return the projector between two rounds of three minutes, and after the first one. In the round before, a child
    that has left was wrong with ±2, so that the class has learnt it."""
    short = {"minutes": 3}
    first = _played_as(session, teacher, "first-round", short)
    before = ClassSession.objects.filter(
        classroom=session.classroom, game=session.game, opened_at__lt=session.opened_at
    )
    earlier = before.latest("opened_at")
    before.filter(pk=earlier.pk).update(options=session.options | short)
    was = Attempt.objects.filter(round__table__seats__sitting__session=earlier, top_step=2).first()
    assert was
    left = {**model_to_dict(was, exclude=["id", "round"]), "player": 0, "ending": "W"}
    Attempt.objects.bulk_create(Attempt(round=was.round, **left) for _ in range(40))
    session.previous = earlier
    session.save(update_fields=["previous"])
    return first | _played_as(session, teacher, "between", short) | _counts_in(session, teacher, short)


def _counts_in(session: ClassSession, teacher: Teacher, short: dict[str, Any]) -> Pictures:
    """Return the projector while all screens count 3, 2, 1. It stands at 3: the script finds nothing to count."""
    rows = ClassSession.objects.filter(pk=session.pk)
    rows.update(state=ClassSession.State.PLAYING, started_at=timezone.now())
    found = _played_as(session, teacher, "count-in", short)
    rows.update(state=session.state, started_at=session.started_at)
    stands = {name: screen.html.replace("data-count-in", "data-stands") for name, screen in found.items()}
    return {name: screen._replace(html=stands[name]) for name, screen in found.items()}


def _plays(session: ClassSession, teacher: Teacher) -> Pictures:
    """Return monitor and projector while the tables play, with a child's drawer, and while all eyes are up."""
    pages = {"monitor": "session_monitor", "screen": "session_screen"}
    playing = _at(session, "playing", teacher, None, pages)
    little = LittleTables()
    little.look(tiles := async_to_sync(tiles_of)(session), now_ms())
    screen, monitor = playing["projector-playing-screen"], playing["teacher-playing-monitor"]
    playing["projector-playing-screen"] = screen._replace(act=PUSH % json.dumps(str(tables_html(little.shown))))
    child = reverse("session_monitor_child", args=[session.pk, tiles[0].seats[0].student])
    drawer = signed_in(teacher).get(child, headers={"HX-Request": "true"}).content.decode()
    playing["teacher-playing-drawer"] = monitor._replace(act=PUSH % json.dumps(drawer))
    ClassSession.objects.filter(pk=session.pk).update(ends_at=timezone.now() + timedelta(minutes=9))
    playing |= _played_as(session, teacher, "teams", {"together": "teams"}, playing["projector-playing-screen"].act)
    playing |= _played_as(session, teacher, "solo", {"mode": "solo"})
    days = [replace(tile, daylight=Daylight(SUN_STEPS, SUN_STEPS // 2, None)) for tile in tiles]
    little.look(days, now_ms(), under_the_sun=True)
    playing |= _played_as(session, teacher, "sun", {"mode": "sun"}, PUSH % json.dumps(str(all_html(little))))
    playing |= _with_a_latecomer(session, teacher, all_html(little))
    ClassSession.objects.filter(pk=session.pk).update(paused_at=timezone.now())
    return {**playing, **_at(session, "eyes-up", teacher, None, pages)}


def _played_as(session: ClassSession, teacher: Teacher, name: str, options: dict[str, Any], act: str = "") -> Pictures:
    """Return the projector of the session with these options; `act` lays its little tables."""
    rows = ClassSession.objects.filter(pk=session.pk)
    rows.update(options=session.options | options)
    found = _at(session, name, teacher, None, {"screen": "session_screen"})
    rows.update(options=session.options)
    return {name: screen._replace(act=act) for name, screen in found.items()}


def _with_a_latecomer(session: ClassSession, teacher: Teacher, tables: str) -> Pictures:
    """Return the monitor, its time limited, while somebody asks at the door and somebody waits for a table; and what
    that child sees, who looks on, too."""
    waits = session.classroom.students.exclude(attendances__session=session).earliest("pk")
    late = seated(lifecycle.arrive(session=session, student=waits))
    found = seen("child", late, {"late-waiting": reverse("waiting")})
    sheet = json.dumps(render_to_string("classroom/live/_look_on.html", {"tables": tables}))
    found["child-looks-on"] = found["child-late-waiting"]._replace(act=SHEET % sheet)
    return found | _at(session, "limited", teacher, None, {"monitor": "session_monitor"})


def _play(table: Table, acts: int) -> None:
    """Let the table have come so far, a moment ago."""
    played = table.rounds.get()
    paces = [demo.CAST[place].pace for place in range(played.seats)]
    entries = list(demo._log(played, paces, 0))[:acts]
    late = round(timezone.now().timestamp() * 1000) - entries[-1].at - 2000
    journal.insert([entry._replace(at=entry.at + late) for entry in entries])


def _at(
    session: ClassSession, when: str, teacher: Teacher, child: Attendance | None, names: dict[str, str]
) -> Pictures:
    """Return these pages of the session, and what a child sees meanwhile."""
    found: Pictures = {}
    for page, name in names.items():
        kind = "projector" if page == "screen" else "teacher"
        url = reverse(name, args=[session.pk])
        found |= seen(kind, signed_in(teacher), {f"{when}-{page}".rstrip("-"): url})
    if child:
        child.refresh_from_db()
        own = {"waiting": "waiting", "my_page": "my_page", "practice": "practice", "my_face": "my_face"}
        found |= seen("child", seated(child), {f"{when}-{page}": reverse(name) for page, name in own.items()})
    return found
