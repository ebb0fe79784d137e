"""The monitor: every open table, live; a child or a table in its drawer."""

from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from classroom.access import TeacherRequest, session_for, teacher_page
from classroom.joining import presence
from classroom.live.buttons import child_of
from classroom.live.monitor import last_cards, page
from classroom.live.monitor.seat_tiles import SeatTile
from classroom.live.monitor.tiles import Facts, TableTile, facts_of, tile_of, tiles_of
from classroom.models import ClassSession, Student
from classroom.sessions import seating
from classroom.sessions.games import catalogue
from classroom.sessions.games.contract import HINTS
from game import catalogue as shown
from game.clock import now_ms
from game.live import registry
from game.live.table import LiveTable
from game.screens.contract import SmallCard

SLOW_MS = 250
"""Round trip from which a slow connection is mentioned: as long as a card may be held for it (rules 1.10)."""


class Hand(NamedTuple):
    """Cards that a seat of a table holds now."""

    seat: SeatTile
    cards: tuple[SmallCard, ...]


class ChildAtTable(NamedTuple):
    """Seat of a child at a live table, with the tile of the table."""

    table: LiveTable
    tile: TableTile
    seat: SeatTile


async def child_context(session: ClassSession, student: Student) -> dict[str, Any]:
    """Return the context of a child's drawer; without a table if it waits for one."""
    place = await _place_of(student, await sync_to_async(facts_of)(session))
    tables = await sync_to_async(lambda: list(seating.shared_tables(session)))()
    found: dict[str, Any] = {
        "session": session,
        "student": student,
        "messages_of_game": shown.of(session.game).messages_for(session.options),
        "plays_alone": seating.is_solo(session),
        "is_connected": presence.is_connected(student.pk),
        "has_hints": HINTS in catalogue.of(session.game).accommodations,
        "hints": student.needs.get(HINTS),
        "others": [table.number for table in tables if place is None or table.code != place.table.code],
    }
    if place is None:
        return found
    table = place.table.row
    cards = await sync_to_async(last_cards.of_tables)([table.pk], table.game)
    tried = cards.get((table.pk, place.seat.number), ())
    has_clock = place.table.round.position.turn is not None and place.table.round.options.get("turn_clock", 0) > 0
    connection = place.table.connections[place.seat.number]
    found |= {"tile": place.tile, "seat": place.seat, "tried": tried}
    found |= {"counted": last_cards.counted(tried), "behind": last_cards.likely_cause(table.game, tried)}
    found |= {"connection": connection, "is_slow": (connection.net or 0) >= SLOW_MS}
    return found | {"has_clock": has_clock}


async def _place_of(student: Student, facts: Facts) -> ChildAtTable | None:
    now = now_ms()
    for table in await registry.seen(facts.codes):
        if table.seat_of(student.pk) is not None:
            tile = tile_of(table, facts, now)
            return ChildAtTable(table, tile, next(seat for seat in tile.seats if seat.student == student.pk))
    return None


async def table_context(session: ClassSession, code: str) -> dict[str, Any]:
    """Return the context of a table's drawer: its tile, and every hand. Raises Http404 if it is not open in this
    session."""
    facts = await sync_to_async(facts_of)(session)
    if code not in facts.codes:
        raise Http404
    (table,) = await registry.seen([code])
    tile = tile_of(table, facts, now_ms())
    return {
        "session": session,
        "tile": tile,
        "hands": [Hand(seat, table.presentation.hand(table.view(seat.number))) for seat in tile.seats],
        "messages_of_game": shown.of(session.game).messages_for(session.options),
    }


State = ClassSession.State
FOLDER = "classroom/live/monitor"


@teacher_page
async def monitor_page(request: TeacherRequest, session: int) -> HttpResponse:
    class_session = await sync_to_async(session_for)(request.user, session)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    return await _page(request, class_session, {})


async def _page(request: TeacherRequest, class_session: ClassSession, opened: dict[str, Any]) -> HttpResponse:
    """Return the whole page; `opened` is the context of its drawer."""
    look_first = request.GET.get("sort") == "look"
    drawn = await tiles_of(class_session, look_first=look_first)
    context = await sync_to_async(page.monitor_context)(class_session) | await sync_to_async(page.state_context)(
        class_session, drawn
    )
    context |= page.news_context(drawn, class_session)
    context |= {"tiles": drawn, "look_first": look_first, "now": now_ms()}
    return await sync_to_async(render)(request, f"{FOLDER}/page.html", context | opened)


@teacher_page
async def child(request: TeacherRequest, session: int, student: int) -> HttpResponse:
    """One child of the session in the drawer: why it needs attention, its last cards, possible help."""
    class_session = await sync_to_async(session_for)(request.user, session)
    chosen = await sync_to_async(child_of)(class_session, student)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    return await _drawer(request, class_session, await child_context(class_session, chosen) | {"drawer": "child"})


@teacher_page
async def table(request: TeacherRequest, session: int, code: str) -> HttpResponse:
    """One table of the session in the drawer, with every hand; a closed drawer if the table is not open."""
    class_session = await sync_to_async(session_for)(request.user, session)
    if class_session.state != State.PLAYING:
        return redirect("session", class_session.pk)
    try:
        shown = await table_context(class_session, code)
    except Http404:
        if not request.headers.get("HX-Request"):
            raise
        return HttpResponse('<aside id="drawer" hidden></aside>')
    return await _drawer(request, class_session, shown | {"drawer": "table"})


async def _drawer(request: TeacherRequest, class_session: ClassSession, context: dict[str, Any]) -> HttpResponse:
    """Return only the drawer if the page asks for it, or only its live part (`part`)."""
    if not request.headers.get("HX-Request"):
        return await _page(request, class_session, context)
    part = "_live" if request.GET.get("part") == "live" else ""
    return await sync_to_async(render)(request, f"{FOLDER}/drawer/_{context['drawer']}{part}.html", context)
