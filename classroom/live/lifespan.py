"""Start and end of the server: alarms are set before anybody is served, and what runs beside the pages is started."""

import asyncio
import logging
from collections.abc import MutableMapping
from typing import Any

from classroom import upkeep
from classroom.demo import pupils
from classroom.guests import rounds as guests
from classroom.live import workers
from classroom.live.controls import alarms
from classroom.server.monitoring import heartbeat

log = logging.getLogger(__name__)


async def lifespan(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Answer the messages of ASGI's lifespan protocol."""
    own = (
        upkeep.every_hour,
        upkeep.every_ten_minutes,
        heartbeat.beat,
        guests.look_after_for_ever,
        pupils.look_after_for_ever,
    )
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await alarms.wake()
            running = [_begun(task) for task in (*own, *workers.tasks(alarms))]
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            for task in running:
                task.cancel()
            return


def _begun(task: workers.Task) -> asyncio.Task[None]:
    begun = asyncio.create_task(task())
    begun.add_done_callback(_say_if_failed)
    return begun


def _say_if_failed(task: asyncio.Task[None]) -> None:
    """These tasks run as long as the server does: one that ends is missed, and nobody awaits it to hear why."""
    if not task.cancelled() and (error := task.exception()):
        log.error(
            "what runs beside the pages has failed, and does no more until the server is started again", exc_info=error
        )
