"""Time limits of class sessions: one alarm per session, set from its `ends_at`, so that a restart sets the same ones.

Every process may have an alarm; the first one ends the session, and the others find it over. A failed alarm is retried.
"""

import math
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from typing import Any

from classroom.models import ClassSession
from game import clock
from game.live.timers import Timers, until_done

State = ClassSession.State


class Alarms:
    """The alarms of this process. `end` ends a session whose time is up."""

    def __init__(self, end: Callable[[ClassSession], Awaitable[Any]]) -> None:
        self._end = end
        self._timers = Timers(nullcontext())

    async def arm(self, pk: int) -> None:
        """Set the alarm of this session anew; none if it has no limit, is paused or over."""
        self.disarm(pk)
        session = await _limited(pk)
        if session and session.ends_at:
            ends_at = math.ceil(session.ends_at.timestamp() * 1000)
            self._timers.at(pk, ends_at, lambda: until_done(lambda: self._time_is_up(pk)))

    def disarm(self, pk: int) -> None:
        self._timers.cancel(pk)

    async def wake(self) -> None:
        """Set the alarms of all running sessions, after a start of the server."""
        running = ClassSession.objects.filter(state=State.PLAYING, paused_at=None).exclude(ends_at=None)
        async for pk in running.values_list("pk", flat=True):
            await self.arm(pk)

    async def _time_is_up(self, pk: int) -> None:
        """End the session, unless its end has been moved meanwhile."""
        session = await _limited(pk)
        if session is None or session.ends_at is None:
            return
        if session.ends_at > clock.now():
            await self.arm(pk)
            return
        await self._end(session)


async def _limited(pk: int) -> ClassSession | None:
    """Return the session if its time limit is running now, or None."""
    running = ClassSession.objects.select_related("classroom").filter(pk=pk, state=State.PLAYING, paused_at=None)
    return await running.exclude(ends_at=None).afirst()
