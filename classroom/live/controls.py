"""The teacher's controls of a running session: they change the rows first, then every live table, then the watching
pages.

Two teachers may press at once: each control is one conditional update, so that it takes effect once, and repeating it
at the tables changes nothing.

After the commit all open pages of a session are redirected: to the tables at its start, back at its end, into the next
session.
"""

from datetime import timedelta
from functools import partial
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import F, QuerySet
from django.urls import reverse

from classroom.joining import presence
from classroom.live.monitor.tiles import tiles_of
from classroom.live.projector import page as projector
from classroom.live.time_limits import Alarms
from classroom.models import Attendance, ClassSession, Sitting, Student
from classroom.reports.pages import preparation
from classroom.server.http.polling import goto
from classroom.sessions import lifecycle, seating
from classroom.sessions.look_again import look_now
from game import clock, rooms
from game.live import controls, registry
from game.live.table import LiveTable

State = ClassSession.State
MINUTE = timedelta(minutes=1)
TIMERS = (30, 60, 120)
"""Seconds of the timers of *Eyes up!*."""


class SessionOver(Exception):
    """The session is not running (any more)."""


class NoLimit(Exception):
    """The session has no time limit to be moved."""


async def pause(session: ClassSession, timer: int | None = None) -> None:
    """*Eyes up!*: stop every table and the time limit. Raises SessionOver.

    `timer` is one of TIMERS: the projector counts down so many seconds from now, which ends nothing.
    """
    playing = ClassSession.objects.filter(pk=session.pk, state=State.PLAYING)
    now = clock.now()
    await playing.filter(paused_at=None).aupdate(paused_at=now, timer_seconds=None, timer_ends_at=None)
    if timer in TIMERS:
        await playing.aupdate(timer_seconds=timer, timer_ends_at=now + timedelta(seconds=timer))
    if not await playing.aexists():
        raise SessionOver
    look_now(session.pk)
    alarms.disarm(session.pk)
    for table in await _tables(session):
        await controls.hold(table)


async def resume(session: ClassSession) -> None:
    """Go on with 3, 2, 1; the time limit moves by the length of the pause. Raises SessionOver."""
    if not await sync_to_async(_resumed)(session.pk):
        raise SessionOver
    look_now(session.pk)
    await alarms.arm(session.pk)
    for table in await _tables(session):
        await controls.release(table)


def _resumed(pk: int) -> bool:
    playing, now = ClassSession.objects.filter(pk=pk, state=State.PLAYING), clock.now()
    later = F("ends_at") + (now - F("paused_at"))  # NULL without a limit
    playing.exclude(paused_at=None).update(ends_at=later, paused_at=None)
    return playing.exists()


async def heal() -> None:
    """Pause or release the tables of this worker that a press has not reached, as where the process ended on its way
    to them. One short query where all are as their sessions say: thousands of codes are many for a database."""
    tables = {table.code: table for table in registry.held() if not table.row.closed_at}
    playing = ClassSession.objects.filter(state=State.PLAYING, sittings__left_at=None).exclude(paused_at=None)
    paused = {code async for code in playing.order_by().values_list("sittings__seat__table__code", flat=True)}
    doubtful = [code for code, table in tables.items() if (code in paused) != controls.is_held(table)]
    async for code, paused_at in _seated_at(*doubtful):
        if (paused_at is not None) != controls.is_held(tables[code]):
            await controls.follow(tables[code], partial(_is_paused, code))


def _seated_at(*codes: str) -> QuerySet[ClassSession, Any]:
    """Return the codes of those of these tables at which children of a running session sit, and when it was paused."""
    played = ClassSession.objects.filter(
        state=State.PLAYING, sittings__left_at=None, sittings__seat__table__code__in=codes
    )
    return played.values_list("sittings__seat__table__code", "paused_at").distinct()


async def _is_paused(code: str) -> bool:
    return await _seated_at(code).exclude(paused_at=None).aexists()


async def go(session: ClassSession, code: str | None = None) -> None:
    """Say GO at one table, or at all, where it has an effect."""
    for tile in await tiles_of(session):
        if tile.can_go and code in (None, tile.code):
            await registry.start(tile.code)


async def more_time(session: ClassSession, seen: int | None = None) -> None:
    """Move the time limit by a minute, and only once, however often it is pressed on pages that showed the same limit
    (`seen`, ms since 1970). Raises SessionOver, NoLimit."""
    playing = ClassSession.objects.filter(pk=session.pk, state=State.PLAYING)
    if (found := await playing.values_list("ends_at").afirst()) is None:
        raise SessionOver
    if (now := found[0]) is None:
        raise NoLimit
    if seen in (None, clock.in_ms(now)):
        await playing.filter(ends_at=now).aupdate(ends_at=now + MINUTE)
    look_now(session.pk)
    await alarms.arm(session.pk)


async def end(session: ClassSession, *, lesson: bool = False) -> bool:
    """Stop every table and the session, and with `lesson` also the lesson of which it is a round. Return False if the
    session was over already."""
    if lesson:
        await ClassSession.objects.filter(pk=session.pk).aupdate(lesson_over=True)
        look_now(session.pk)
    tables = await _tables(session)
    if not await sync_to_async(lifecycle.end)(session=session):
        return False
    alarms.disarm(session.pk)
    for table in tables:
        await registry.stop(table.code)
    await tell_end(session)
    preparation.prepare_soon(session)
    return True


async def end_table(session: ClassSession, code: str) -> bool:
    """End one table, whose children wait for the next deal of another. Return False if it is not open any more."""
    table = await seating.open_tables(session).filter(code=code).afirst()
    if table is None:
        return False
    unseated = await sync_to_async(seating.clear)(session, table)
    await registry.stop(code)
    for student in unseated:
        await presence.send_to(student, reverse("waiting"))
    look_now(session.pk)
    return True


async def say(session: ClassSession, note: int, code: str | None) -> int:
    """Show a message at one table, or at all of them; return the number of tables."""
    told = [table for table in await _tables(session) if code in (None, table.code)]
    for table in told:
        await controls.show_message(table, note)
    return len(told)


async def rest(session: ClassSession, student: Student) -> None:
    """Give a child a break: its page says so, and its seat is kept."""
    if table := await _table_of(session, student):
        await controls.give_break(table, student.pk)
    await presence.send_to(student.pk, reverse("waiting_break"))
    look_now(session.pk)


async def more_time_for(session: ClassSession, student: Student) -> bool:
    """Extend this child's turn; return False if it is not their turn."""
    table = await _table_of(session, student)
    return table is not None and await controls.more_time(table, student.pk)


async def _table_of(session: ClassSession, student: Student) -> LiveTable | None:
    return next((table for table in await _tables(session) if table.seat_of(student.pk) is not None), None)


async def move(session: ClassSession, student: Student, *, to: int, fold: bool) -> None:
    """Move a child from their table at once, and seat them at another from its next deal. Raises seating.NotThere."""
    left = await sync_to_async(seating.move)(session=session, student=student, to=to)
    if left is not None:
        await _take_away(await registry.at(left.code), student.pk, fold=fold)
    await presence.send_to(student.pk, reverse("waiting"))
    for table in await _tables(session):
        if table.number == to and table.round.phase == "waiting":
            await table.give_way()
    look_now(session.pk)


async def _take_away(table: LiveTable, player: int, *, fold: bool) -> None:
    """Remove the player. Before GO there is nothing to fold, so the others are seated again at once; the table of a
    player who was alone is closed."""
    if len(table.chairs) == 1:
        await registry.stop(table.code)
    elif table.round.phase == "waiting":
        await table.give_way()
    else:
        await controls.remove_player(table, player, fold=fold)


async def seat_waiting(session: ClassSession) -> int:
    """Create tables for the waiting children who are present; return their number. Raises TooFew."""
    seated = await sync_to_async(seating.seat_waiting)(session, presence.is_connected)
    for student in seated:
        await presence.send_to(student, reverse("waiting"))
    look_now(session.pk)
    return len(seated)


async def give_way(session: ClassSession) -> None:
    """Let waiting children join a table whose round has not begun."""
    for table in await _tables(session):
        if table.round.phase == "waiting" and await table.give_way():
            return


async def reseat(code: str, away: frozenset[int]) -> bool:
    """Hook of game.live.dealing before a deal: seat newcomers, unseat absent players, and redirect everybody."""
    change = await sync_to_async(seating.reseat)(code, away, presence.is_connected)
    if change is None:
        return False
    for student in [*change.moved, *change.waiting]:
        await presence.send_to(student, reverse("waiting"))
    look_now(change.session.pk)
    return True


async def _tables(session: ClassSession) -> list[LiveTable]:
    return [await registry.at(table.code) async for table in seating.open_tables(session)]


alarms = Alarms(end)


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
