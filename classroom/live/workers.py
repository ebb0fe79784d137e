"""Background tasks of a worker that is one of several (CARDINAL_WORKERS): it listens to what the others do."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from classroom.live.time_limits import Alarms
from classroom.server.http import disconnects
from game.live import elsewhere
from game.workers import layer, others

log = logging.getLogger(__name__)

LOOK = 10.0
"""Seconds after which time limits are looked up that another worker has set: it may be gone when they are due."""

Task = Callable[[], Coroutine[Any, Any, None]]


def tasks(alarms: Alarms) -> list[Task]:
    """Return what is to run as long as the server does; nothing where it is the only one."""
    if settings.WORKERS < 2:
        return []
    elsewhere.ready()
    others.topic("out", where=lambda _out: others.EVERYBODY, hears=disconnects.hear)
    return [layer.lay, elsewhere.heal_for_ever, lambda: _set_alarms(alarms)]


async def _set_alarms(alarms: Alarms) -> None:
    while True:
        await asyncio.sleep(LOOK)
        try:
            await alarms.wake()
        except DatabaseError as error:
            log.warning("Looking up time limits waits a moment: %s", error)
