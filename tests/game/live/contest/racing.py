"""A race of two by reaction: Ana's connection takes 5 ms, and Ben's 300. The server's clock stands still until a test
moves it."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from channels.db import database_sync_to_async

from game.live.table import LiveTable
from game.log import reader
from game.log.reader import LogEntry
from game.rules.first import KNOWN, PAINT_MS
from game.wire import MoveAnswer
from tests.game.conftest import Screen

NET = (5, 300)
ANAS, BENS = (net + PAINT_MS // 2 for net in NET)
"""What their connections usually take, with the paint."""


class Raced(NamedTuple):
    """A table by reaction at which both hold cards that fit on one that came in play, and a clock that stands still."""

    table: LiveTable
    ana: Screen
    ben: Screen
    later: Callable[[int], None]

    async def entries(self, *kinds: str) -> list[LogEntry]:
        await self.table.timers.idle()
        logged = await database_sync_to_async(reader.entries_of)([self.table.round.id])
        return [entry for entry in logged[self.table.round.id] if entry.event.kind in kinds]


async def plays(screen: Screen, since_top: int | None, card: int | None = None, **lit: int) -> asyncio.Task[MoveAnswer]:
    """Play a card that fits, so many ms after its top card was painted, and let the server hear it; `lit` for how many
    ms says whose child presses in a slower way."""
    measured = {} if since_top is None else {"rtop": since_top, "vis": "v", "by": "touch", **lit}
    task = asyncio.ensure_future(screen.taps(card or screen.fitting()[0], measured=measured))
    await asyncio.sleep(0.02)
    return task


async def both_fit(*screens: Screen) -> None:
    """Let them draw until each holds a card that fits; by turns only one of them can."""
    for _ in range(18):
        if not all(screen.fitting() for screen in screens):
            for screen in screens:
                await screen.draws()


def know(table: LiveTable, *net: int) -> None:
    """Let the server have measured these connections."""
    for connection, taken in zip(table.connections, net, strict=True):
        for _ in range(KNOWN):
            connection.pinged(taken)


async def is_good_at_once(table: LiveTable, task: asyncio.Task[MoveAnswer]) -> bool:
    """Say whether a card counts and has waited for nobody's, by no clock: a busy machine is slow to save it."""
    return not table.moves.contest.waiting and (await task).ok


def is_held(task: asyncio.Task[MoveAnswer]) -> bool:
    return not task.done()
