"""Start and end of the server: alarms are set before the first request, and background tasks are started."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from classroom import upkeep
from classroom.demo import pupils
from classroom.guests import rounds as guests
from classroom.live.controls import alarms
from classroom.server.http import disconnects
from classroom.server.monitoring import heartbeat
from game.live import elsewhere
from game.workers import layer, others

log = logging.getLogger(__name__)

LOOK = 10.0
"""Seconds between looks for time limits set by another worker, which may be gone when they are due."""

Task = Callable[[], Coroutine[Any, Any, None]]


def tasks_of_several() -> list[Task]:
    """Return the background tasks by which one of several workers (CARDINAL_WORKERS) follows the others."""
    if settings.WORKERS < 2:
        return []
    elsewhere.ready()
    others.topic("out", where=lambda _out: others.EVERYBODY, hears=disconnects.hear)
    return [layer.run, elsewhere.heal_for_ever, _set_alarms]


async def _set_alarms() -> None:
    while True:
        await asyncio.sleep(LOOK)
        try:
            await alarms.wake()
        except DatabaseError as error:
            log.warning("Looking up time limits waits a moment: %s", error)


async def lifespan(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Handle the messages of ASGI's lifespan protocol."""
    own = (
        upkeep.every_hour,
        upkeep.every_ten_minutes,
        heartbeat.beat,
        heartbeat.guarded,
        guests.look_after_for_ever,
        pupils.look_after_for_ever,
    )
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await alarms.wake()
            running = [_begun(task) for task in (*own, *tasks_of_several())]
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            for task in running:
                task.cancel()
            return


def _begun(task: Task) -> asyncio.Task[None]:
    begun = asyncio.create_task(task())
    begun.add_done_callback(_say_if_failed)
    return begun


def _say_if_failed(task: asyncio.Task[None]) -> None:
    """Log the end of a background task, which should run as long as the server, and which nobody awaits."""
    if not task.cancelled() and (error := task.exception()):
        log.error(
            "what runs beside the pages has failed, and does no more until the server is started again", exc_info=error
        )
