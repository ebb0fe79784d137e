"""The monitor's page: its tiles and what is on for the whole class. A page load and a push draw the same partials."""

import re
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Exists, OuterRef
from django.template.loader import render_to_string
from django.urls import reverse

from classroom.joining import presence, request_context
from classroom.joining.arrivals import arrivals
from classroom.live.monitor import selects
from classroom.live.monitor.tiles import Tile, tiles_of
from classroom.models import ClassSession
from classroom.server.http.polling import goto
from classroom.sessions import seating
from classroom.sessions.games import catalogue as games
from game import catalogue as shown
from game.clock import now_ms
from game.models import Round

TIME_LEFT = re.compile(r"(?<=data-time-left>)[0-9:]+")


def monitor_context(session: ClassSession) -> dict[str, Any]:
    return {
        "session": session,
        "classroom": session.classroom,
        "arrivals": arrivals(session),
        "messages_of_game": shown.of(session.game).messages,
        "game": games.of(session.game),
        "plays_alone": seating.is_solo(session),
        **request_context.context(session),
    }


def tables_html(session: ClassSession, drawn: list[Tile]) -> dict[str, str]:
    """Return what shows which tables there are, and who is in: all tiles, and the lists to choose from."""
    lists = selects.selects(drawn, arrivals(session))
    tiles = render_to_string("classroom/live/monitor/_tiles.html", {"tiles": drawn})
    return {"tiles": tiles, "selects": selects.html(lists.values())}


def state_html(session: ClassSession) -> str:
    """Return the fragment with what is on for the whole class: the pause, the time left, who waits for a table."""
    return render_to_string("classroom/live/monitor/_class_state.html", state_context(session))


def state_context(session: ClassSession) -> dict[str, Any]:
    waiting = [
        {
            "name": attendance.student.name,
            "table": attendance.table,
            "here": presence.is_connected(attendance.student_id),
        }
        for attendance in seating.waiting_of(session)
    ]
    ends_at = round(session.ends_at.timestamp() * 1000) if session.ends_at else None
    here = sum(bool(child["here"]) for child in waiting)
    can_seat = here >= seating.fewest(session) and session.paused_at is None
    context = {"session": session, "waiting": waiting, "can_seat": can_seat, "ends_at": ends_at}
    return context | {"all_played": _have_all_played(session), "time_left": time_left(ends_at)}


def time_left(ends_at: int | None) -> str:
    """Return the time left as minutes and seconds, like static/js/pages/monitor.js; "" without a limit."""
    seconds = max(0, (ends_at or 0) - now_ms()) // 1000
    return f"{seconds // 60}:{seconds % 60:02}" if ends_at else ""


def _have_all_played(session: ClassSession) -> bool:
    """Whether every table where somebody sits has played the last round that the session allows it (`rounds`)."""
    most = session.options.get("rounds")
    if most is None:
        return False
    last = Round.objects.filter(table=OuterRef("pk"), number__gte=most, finished_at__isnull=False)
    played = [table.has_played for table in seating.open_tables(session).annotate(has_played=Exists(last))]
    return bool(played) and all(played)


def told_html(now: int) -> str:
    """Return the fragment that says when we looked; static/js/pages/monitor.js shows how long ago that is."""
    return render_to_string("classroom/live/_updated_at.html", {"now": now})


async def frame(session: ClassSession) -> str:
    """Return the frame that puts a monitor right: all tiles, or the way to where the session is now."""
    if session.state != ClassSession.State.PLAYING:
        return goto(reverse("session", args=[session.pk]))
    drawn = await sync_to_async(tables_html)(session, await tiles_of(session))
    return await sync_to_async(state_html)(session) + drawn["tiles"] + drawn["selects"] + told_html(now_ms())
