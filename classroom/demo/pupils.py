"""Invented children of the demo: they join a lobby, play at real tables, and pause while nobody watches.

They play as computer players do, through the same code as children, so that monitor, projector and reports are the real
ones.
"""

import asyncio
import random

from channels.db import database_sync_to_async
from django.conf import settings

from classroom.demo import visits
from classroom.guests.rounds import release
from classroom.joining import presence
from classroom.models import Attendance, ClassSession, Sitting, Student, Teacher
from classroom.sessions import lifecycle
from classroom.sessions.look_again import look_now
from game import rooms
from game.live import computers, registry
from game.live.table import LiveTable
from game.rules.computer import Pace
from game.wire import Frame

LOOK = 2.0
"""Seconds between two rounds of upkeep, in each of which COMING children join a lobby."""
COMING = 2
PAGES = ("lobby", "monitor", "screen")
State = ClassSession.State
_playing: dict[str, list[asyncio.Task[None]]] = {}
"""The tasks of the children at each watched table, by its code."""


async def look_after() -> None:
    """Let children join and play where somebody watches; delete visits that are over, and prepare a class for a coming
    one. It may fail, as a visitor may end a lesson that is just being looked after."""
    if not (_playing or await database_sync_to_async(visits.is_offered)()):
        return
    watched = await database_sync_to_async(_watched)()
    for session in watched:
        if session.state == State.LOBBY:
            await database_sync_to_async(_come)(session)
            look_now(session.pk)
    codes = await database_sync_to_async(_awake)(watched)
    for code in codes:
        await _play(code)
    for code in _playing.keys() - codes:
        for task in _playing.pop(code):
            task.cancel()
    if gone := (await database_sync_to_async(visits.over)())[:1]:
        await release(await database_sync_to_async(visits.codes_of)(gone))
        await database_sync_to_async(visits.forget_demos)(*gone)
    await database_sync_to_async(_lay_one)()


def _watched() -> list[ClassSession]:
    """Return the demo's sessions that somebody watches from this process."""
    running = ClassSession.objects.filter(classroom__teachers__email__endswith=Teacher.OF_DEMO).exclude(
        state=State.ENDED
    )
    return [each for each in running if any(rooms.listeners(f"{page}:{each.pk}") for page in PAGES)]


def _come(session: ClassSession) -> None:
    """Let the next children of the list join."""
    missing = Student.objects.filter(classroom=session.classroom_id).exclude(attendances__session=session)
    for student in missing[:COMING]:
        lifecycle.arrive(session=session, student=student)


def _awake(sessions: list[ClassSession]) -> set[str]:
    """Keep the children present who have joined, and return the codes of the tables where some of them sit."""
    for student in Attendance.objects.filter(session__in=sessions).values_list("student", flat=True):
        presence.note_demo_child(student)
    sitting = Sitting.objects.filter(session__in=sessions, left_at=None, seat__table__closed_at=None)
    return set(sitting.values_list("seat__table__code", flat=True))


async def _play(code: str) -> None:
    """Take the seats at a table, once, and report ready for its next round."""
    table = await registry.at(code)
    if code not in _playing:
        for seat in table.players():
            await table.presence.arrive(seat)
        _playing[code] = [
            asyncio.create_task(computers.sit(table, seat, _pace(table, seat), as_student=True))
            for seat in table.players()
        ]
    await _say_ready(table)


async def _say_ready(table: LiveTable) -> None:
    if table.round.phase in ("waiting", "over"):
        for seat in set(table.players()) - table.round.state.ready:
            await table.submit(seat, Frame("ready", f"pupil-{table.round.number}-{table.round.phase}"))


def _pace(table: LiveTable, seat: int) -> Pace:
    """Return how this child plays: some faster, some with fewer errors, the same in every round."""
    dice = random.Random(table.chairs[seat].player)
    return Pace(median=dice.uniform(4.0, 9.0), error_rate=dice.uniform(0.02, 0.25))


def _lay_one() -> None:
    """On a demo server, prepare one more class, until there is one for each visitor who may still come."""
    if settings.DEMO and visits.present().count() + visits.waiting().count() < visits.MOST:
        visits.lay()
