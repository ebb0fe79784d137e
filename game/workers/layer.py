"""Connection to other workers through the Channels layer named in CHANNEL_LAYERS. This worker has one channel on it.

Layers lose messages silently, each in its own way, so correctness never depends on one; and its cost must not grow with
the moves of a class that no other worker holds. So messages are collected, and sent every PAUSE seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from channels.layers import get_channel_layer

from game import metrics
from game.workers import others

log = logging.getLogger(__name__)

PAUSE = 0.02
AGAIN = 1.0
"""Seconds before a failed layer is tried again."""


async def run() -> None:
    """Receive and send messages as long as the server runs."""
    layer: Any = get_channel_layer()
    others.begin()
    try:
        channel = await _channel(layer)
        await asyncio.gather(_for_ever(partial(_hear, layer, channel)), _for_ever(partial(_tell, layer, channel)))
    finally:
        others.end()


async def _channel(layer: Any) -> str:
    while True:
        if channel := await _tried(layer.new_channel):
            return str(channel)
        await asyncio.sleep(AGAIN)


async def _for_ever(part: Callable[[], Awaitable[Any]]) -> None:
    while True:
        await _tried(part)
        await asyncio.sleep(AGAIN)


async def _tried(part: Callable[[], Awaitable[Any]]) -> Any:
    """Return the result of `part`; None if the layer is unavailable or a message cannot be sent."""
    try:
        return await part()
    except Exception as error:
        log.warning("What this worker tells the others, or hears of them, is not carried: %r", error)
        return None


async def _hear(layer: Any, channel: str) -> None:
    while True:
        message = await layer.receive(channel)
        if message["by"] != others.WORKER:
            metrics.HEARD.inc(1)
            await others.handle(message["type"], message["said"])


async def _tell(layer: Any, channel: str) -> None:
    """Join and leave groups, then send the collected messages. After a failure all groups are joined again."""
    await _join(layer, channel, others.changed(anew=True))
    while True:
        await others.something()
        await _join(layer, channel, others.changed())
        for group, topic, said in others.messages():
            metrics.TOLD.inc(1)
            await layer.group_send(group, {"type": topic, "by": others.WORKER, "said": said})
        await asyncio.sleep(PAUSE)


async def _join(layer: Any, channel: str, groups: dict[str, bool]) -> None:
    for group, is_held in groups.items():
        await (layer.group_add if is_held else layer.group_discard)(group, channel)
