"""Children whom Start could not seat because nothing was heard of their devices: they are seated as soon as they are.

Only this process knows of them, and only until they sit; after a restart they wait for a deal like any other latecomer.
"""

import asyncio
from contextvars import Context

from asgiref.sync import sync_to_async

from classroom.live import controls
from classroom.models import ClassSession
from classroom.sessions import seating
from classroom.sessions.look_again import look_now
from classroom.sessions.seating.grouping import TooFew

GATHER = 1.0
"""Seconds in which children who are heard one after another are seated together."""

_missed: dict[int, set[int]] = {}
_seating: dict[int, asyncio.Task[None]] = {}


async def keep(session: ClassSession) -> list[str]:
    """Remember who came and has no seat at the start; return their names."""
    waiting = await sync_to_async(seating.waiting_of)(session)
    if waiting:
        _missed[session.pk] = {attendance.student_id for attendance in waiting}
    return [attendance.student.name for attendance in waiting]


def heard(session: int, player: int) -> None:
    """A waiting page of this student is heard: seat them, with those who are heard in the same second."""
    if player in _missed.get(session, ()) and session not in _seating:
        task = _seating[session] = asyncio.get_running_loop().create_task(_seat(session), context=Context())
        task.add_done_callback(lambda _task: _seating.pop(session, None))


async def _seat(pk: int) -> None:
    await asyncio.sleep(GATHER)
    session = await ClassSession.objects.select_related("classroom").filter(pk=pk).afirst()
    if session is None or session.state != ClassSession.State.PLAYING:
        _missed.pop(pk, None)
        return
    if not session.paused_at:
        await _find_seats(session)
        look_now(pk)


async def _find_seats(session: ClassSession) -> None:
    """Lay a table for them; one alone joins a table that has not begun, as all do where the class has one hand."""
    try:
        if not seating.is_one_table(session) and await controls.seat_waiting(session):
            return
    except TooFew:
        pass
    await controls.give_way(session)
