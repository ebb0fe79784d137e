"""Start and end of the server: alarms are set before anybody is served, and what runs beside the pages is started."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

from classroom import upkeep
from classroom.live import workers
from classroom.live.controls import alarms
from classroom.server.monitoring import heartbeat


async def lifespan(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Answer the messages of ASGI's lifespan protocol."""
    own = (upkeep.every_hour, heartbeat.beat)
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await alarms.wake()
            running = [asyncio.create_task(task()) for task in (*own, *workers.tasks(alarms))]
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            for task in running:
                task.cancel()
            return
