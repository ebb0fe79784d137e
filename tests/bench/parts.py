"""`python -m tests.bench.parts`: what those parts of the race path save that we write ourselves, beside the usual ones.

In one process, without a network: microseconds of processor for a frame through a socket of ours and of Channels', and
for a drawn partial filled in and rendered; milliseconds of a full search for garbage with what is loaded at the start
frozen and not. Medians of turns and their ratios, as JSON.
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "classroom.settings")
django.setup()

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402 -- models need django.setup()

from classroom.asgi import application  # noqa: E402
from game.around_the_corner import screens  # noqa: E402
from game.screens import parts  # noqa: E402
from game.screens.stencils import draw, fill  # noqa: E402
from game.sockets import Socket  # noqa: E402
from tests.browser.driving.drawn_views import corner  # noqa: E402

FRAME = json.dumps({"t": "play", "aid": "page-12345678", "id": "c17", "seq": 12})
assert application


class Ours(Socket):
    async def opened(self) -> None:
        await self.accept()

    async def heard(self, text: str | None) -> None:
        await self.say(text or "")

    async def gone(self) -> None: ...


class Channels(AsyncWebsocketConsumer):
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=text_data)


async def _converse(application: Any, frames: int) -> int:
    """Say so many frames to an application, one after the other; return how many texts came back."""
    said, heard, answered = -1, 0, asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal said
        said += 1
        if said == 0:
            return {"type": "websocket.connect"}
        await answered.wait()
        answered.clear()
        if said > frames:
            return {"type": "websocket.disconnect", "code": 1000}
        return {"type": "websocket.receive", "text": FRAME}

    async def send(message: dict[str, Any]) -> None:
        nonlocal heard
        heard += message["type"] == "websocket.send"
        answered.set()

    with_stop: Any = application({"type": "websocket", "path": "/", "headers": []}, receive, send)
    try:
        await with_stop
    except Exception as stop:
        if type(stop).__name__ != "StopConsumer":
            raise
    return heard


def socket_us(consumer: Any, frames: int) -> float:
    """Return the microseconds of processor that a frame there and back costs."""
    before = time.process_time()
    assert asyncio.run(_converse(consumer.as_asgi(), frames)) == frames
    return (time.process_time() - before) / frames * 1e6


def rendered(partial: str, /, *choices: tuple[str, Any], **values: object) -> Any:
    """Draw a stencil as any template is drawn."""
    return draw(partial, {**values, **dict(choices)})


def play_us(drawing: Callable[..., Any], times: int) -> float:
    """Return the microseconds of processor for what one card in a race of four puts on all screens."""
    screens.fill = parts.fill = drawing
    table = corner(4)
    before = time.process_time()
    for _time in range(times):
        screens.slot(table, 0) + screens.played(table, 0)
    return (time.process_time() - before) / times * 1e6


def garbage_ms(search: Callable[[], object]) -> float:
    before = time.process_time()
    search()
    return (time.process_time() - before) * 1e3


def beside(ours: Callable[[], float], standard: Callable[[], float], turns: int) -> dict[str, float]:
    """Return the medians of turns, ours and the standard way's, and how many times as much the standard way takes."""
    found = [(ours(), standard()) for _turn in range(turns)]
    mine, theirs = (statistics.median(times) for times in zip(*found, strict=True))
    return {"ours": round(mine, 2), "standard": round(theirs, 2), "standard_to_ours": round(theirs / mine, 1)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--turns", type=int, default=5, metavar="N")
    options.add_argument("--times", type=int, default=3000, metavar="N")
    asked = options.parse_args()
    times, turns = asked.times, asked.turns
    found = {
        "frame_us": beside(lambda: socket_us(Ours, times), lambda: socket_us(Channels, times), turns),
        "play_us": beside(lambda: play_us(fill, times), lambda: play_us(rendered, times), turns),
    }
    frozen = [garbage_ms(gc.collect) for _turn in range(turns)]
    gc.unfreeze()
    loose = [garbage_ms(gc.collect) for _turn in range(turns)]
    found["garbage_ms"] = beside(lambda: statistics.median(frozen), lambda: statistics.median(loose), 1)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
