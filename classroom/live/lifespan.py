"""Start and end of the server: alarms are set before the first request, and background tasks are started."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError

from classroom import upkeep
from classroom.demo import pupils
from classroom.guests import rounds as guests
from classroom.live import controls
from classroom.server.http import disconnects
from classroom.server.monitoring import heartbeat
from game.live import elsewhere, registry
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
    return [layer.run, partial(repeat, elsewhere.heal, elsewhere.HEAL), partial(repeat, controls.alarms.wake, LOOK)]


async def repeat(work: Callable[[], Awaitable[object]], pause: float) -> None:
    """Do this work time and again, `pause` seconds apart. After an error it has its next turn: nobody awaits it, and a
    server runs for months."""
    while True:
        await asyncio.sleep(pause)
        try:
            await work()
        except DatabaseError as error:
            log.warning("%s.%s waits for its next turn: %s", work.__module__, work.__qualname__, error)
        except Exception:
            log.exception("%s.%s failed, and has its next turn", work.__module__, work.__qualname__)


async def lifespan(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Handle the messages of ASGI's lifespan protocol."""
    own: tuple[Task, ...] = (
        heartbeat.beat,
        heartbeat.guarded,
        registry.end_closed,
        partial(repeat, upkeep.do_hourly, upkeep.HOUR),
        partial(repeat, upkeep.free_memory, upkeep.HOUR / 6),
        partial(repeat, controls.heal, elsewhere.HEAL),
        partial(repeat, guests.look_after, guests.LOOK),
        partial(repeat, pupils.look_after, pupils.LOOK),
    )
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await controls.alarms.wake()
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
