"""Shutdown of a server whose sockets move to other workers, or to itself after a restart.

The server accepts no new connection, so that a proxy asks the next worker. WebSockets are closed with 1012 (restart),
and their pages reconnect at once. They are closed table by table over SPREAD seconds, because only the server can
prevent a whole school from reconnecting in the same moment. Until its turn comes, a page plays on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from websockets.exceptions import InvalidState

SPREAD = 2.0
STEP = 0.05
"""Seconds between two batches of sockets."""


has_begun = False
"""Whether this process was told to stop; /readyz reports it."""


def begin() -> None:
    global has_begun
    has_begun = True


Sleep = Callable[[float], Awaitable[None]]


async def let_go(sockets: Iterable[tuple[str, Callable[[], None]]], sleep: Sleep = asyncio.sleep) -> None:
    """Close sockets, given as pairs of an address and a function that closes them with 1012: in the order of their
    addresses, evenly over SPREAD seconds. A page that has just disconnected (uvloop: RuntimeError) is ignored."""
    waiting = [close for _address, close in sorted(sockets, key=lambda known: known[0])]
    steps = round(SPREAD / STEP)
    for step in range(steps if waiting else 0):
        for close in waiting[len(waiting) * step // steps : len(waiting) * (step + 1) // steps]:
            with suppress(InvalidState, RuntimeError):
                close()
        await sleep(STEP)
