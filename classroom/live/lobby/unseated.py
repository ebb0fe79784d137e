"""Children not seated at the start because their devices were silent: they are seated once they are heard.

The list is kept in this process only, until they sit; after a restart they wait for a deal like any other latecomer.
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
"""Seconds within which children who are heard one after another are seated together."""

_missed: dict[int, set[int]] = {}
_seating: dict[int, asyncio.Task[None]] = {}


async def keep(session: ClassSession) -> list[str]:
    """Remember the children who came and have no seat at the start; return their names."""
    waiting = await sync_to_async(seating.waiting_of)(session)
    if waiting:
        await _forget_ended()
        _missed[session.pk] = {attendance.student_id for attendance in waiting}
    return [attendance.student.name for attendance in waiting]


async def _forget_ended() -> None:
    """Drop the sessions that no longer play: children of theirs who are never heard again would stay in memory."""
    playing = ClassSession.objects.filter(pk__in=list(_missed), state=ClassSession.State.PLAYING)
    still = {pk async for pk in playing.values_list("pk", flat=True)}
    for pk in _missed.keys() - still:
        _missed.pop(pk, None)


def heard(session: int, player: int) -> None:
    """Seat this student, whose waiting page is heard, together with those heard in the same second."""
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
        waiting = await sync_to_async(seating.waiting_of)(session)
        _missed[pk] = _missed.get(pk, set()) & {attendance.student_id for attendance in waiting}
        if not _missed[pk]:
            del _missed[pk]
        look_now(pk)


async def _find_seats(session: ClassSession) -> None:
    """Create a table for them; a single child joins a table that has not begun, as all do if the class shares one
    hand."""
    try:
        if not seating.is_one_table(session) and await controls.seat_waiting(session):
            return
    except TooFew:
        pass
    await controls.give_way(session)
