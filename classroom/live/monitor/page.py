"""The monitor's page: its tiles and the state of the whole class. A page load and a push draw the same partials."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import Exists, OuterRef
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classroom.joining import join_request_list, presence
from classroom.live import controls
from classroom.live.monitor.seat_tiles import time_in_words
from classroom.live.monitor.tiles import TableTile, tiles_of
from classroom.models import ClassSession
from classroom.server.http.polling import goto
from classroom.sessions import seating
from classroom.sessions.games import catalogue as games
from game import catalogue as shown
from game.clock import in_ms, now_ms
from game.models import Round
from game.screens.sentences import minutes

TIME_LEFT = re.compile(r"(?<=data-time-left>)[0-9:]+")


def monitor_context(session: ClassSession) -> dict[str, Any]:
    return {
        "session": session,
        "classroom": session.classroom,
        "messages_of_game": shown.of(session.game).messages_for(session.options),
        "game": games.of(session.game),
        "plays_alone": seating.is_solo(session),
        **join_request_list.context(session),
    }


def tiles_html(drawn: Sequence[TableTile]) -> str:
    """Return the fragment with all tiles."""
    return render_to_string("classroom/live/monitor/_tiles.html", {"tiles": drawn})


def selects_html(drawn: Sequence[TableTile]) -> str:
    """Return the fragments with the lists of open tables to choose from."""
    lists = ("_caller", "_say_table")
    return "".join(render_to_string(f"classroom/live/monitor/{each}.html", {"tiles": drawn}) for each in lists)


def state_html(session: ClassSession, tables: Sequence[TableTile] = ()) -> str:
    """Return the fragments with the state of the whole class: the pause, more time, who waits for a table."""
    context = state_context(session, tables)
    parts = ("_class_state", "_more_time", "_not_seated", "_class_news")
    return "".join(render_to_string(f"classroom/live/monitor/{part}.html", context) for part in parts)


def state_context(session: ClassSession, tables: Sequence[TableTile] = ()) -> dict[str, Any]:
    waiting = [
        {
            "student": attendance.student,
            "table": attendance.table,
            "here": presence.is_connected(attendance.student_id),
        }
        for attendance in seating.waiting_of(session)
    ]
    here = sum(bool(child["here"]) for child in waiting)
    can_seat = here >= seating.fewest(session) and session.paused_at is None
    context = {"session": session, "waiting": waiting, "can_seat": can_seat}
    context |= {"all_played": _have_all_played(session), "ends_at": session.ends_at and in_ms(session.ends_at)}
    context["next_round"] = bool(tables) and all(tile.badge == "finished" and tile.can_go for tile in tables)
    return context | {"timers": [(seconds, time_in_words(seconds)) for seconds in controls.TIMERS]}


def time_left(session: ClassSession) -> str:
    """Return the time left as minutes and seconds, like static/js/pages/monitor.js; "" without a limit."""
    now = in_ms(session.paused_at) if session.paused_at else now_ms()
    return minutes(max(0, in_ms(session.ends_at) - now)) if session.ends_at else ""


def _have_all_played(session: ClassSession) -> bool:
    """Return whether every occupied table has played the session's last round (option `rounds`)."""
    most = session.options.get("rounds")
    if most is None:
        return False
    last = Round.objects.filter(table=OuterRef("pk"), number__gte=most, finished_at__isnull=False)
    played = [table.has_played for table in seating.open_tables(session).annotate(has_played=Exists(last))]
    return bool(played) and all(played)


def news_context(drawn: Sequence[TableTile], session: ClassSession) -> dict[str, Any]:
    """Return the head of the page: a sentence about all tables, the number present, the time left."""
    paused = session.paused_at is not None
    children = [seat for tile in drawn for seat in tile.seats if seat.student is not None]
    away = sum(seat.away is not None for seat in children)
    news = {"news": _news(drawn, paused=paused), "here": len(children) - away, "away": away, "paused": paused}
    return news | {"ends_at": session.ends_at and in_ms(session.ends_at), "time_left": time_left(session)}


def _news(drawn: Sequence[TableTile], *, paused: bool) -> str:
    badges = Counter(tile.badge for tile in drawn)
    if not drawn:
        return _("No table is open.")
    if paused:
        return _("Eyes up! All tables are paused.")
    if look := badges["look"]:
        return ngettext("%(n)s table needs a look", "%(n)s tables need a look", look) % {"n": look}
    if badges["waiting"] == len(drawn):
        return _("All tables wait for their children")
    if badges["finished"] == len(drawn):
        all_played = all(tile.last for tile in drawn)
        return _("All tables have played their last round.") if all_played else _("All tables have finished")
    if waiting := badges["waiting"]:
        return ngettext("%(n)s table has not begun", "%(n)s tables have not begun", waiting) % {"n": waiting}
    if finished := badges["finished"]:
        return ngettext("%(n)s table has finished", "%(n)s tables have finished", finished) % {"n": finished}
    return _("All tables play")


def news_html(drawn: Sequence[TableTile], session: ClassSession) -> str:
    """Return the fragment with the head of the page."""
    return render_to_string("classroom/live/monitor/_news.html", news_context(drawn, session))


def told_html(now: int) -> str:
    """Return the fragment with the time of the last look; static/js/pages/monitor.js shows its age."""
    return render_to_string("classroom/live/monitor/_updated_at.html", {"now": now})


async def frame(session: ClassSession) -> str:
    """Return the frame that updates a monitor: all tiles, or a redirect to the session's present page."""
    if session.state != ClassSession.State.PLAYING:
        return goto(reverse("session", args=[session.pk]))
    drawn = await tiles_of(session)
    tables = news_html(drawn, session) + tiles_html(drawn) + selects_html(drawn)
    state = await sync_to_async(lambda: state_html(session, drawn) + join_request_list.html(session))()
    return state + tables + told_html(now_ms())
