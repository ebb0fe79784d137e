"""The last seconds of a server that is told to stop, beside others that go on or before it is started anew.

It accepts nobody any more, so that a proxy asks the next worker. Live lines are closed with 1012 (restart), which makes
pages open another one at once; they are closed one table after another over SPREAD seconds, because only the server can
keep a school from coming back in the same moment. Until its own turn comes a page plays on.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from websockets.exceptions import InvalidState

SPREAD = 2.0
STEP = 0.05
"""Seconds between two lots of lines."""


has_begun = False
"""Whether this process was told to end; /readyz says so."""


def begin() -> None:
    global has_begun
    has_begun = True


Sleep = Callable[[float], Awaitable[None]]


async def let_go(lines: Iterable[tuple[str, Callable[[], None]]], sleep: Sleep = asyncio.sleep) -> None:
    """Close lines, given as their addresses and what closes them with 1012, those of one address together, evenly over
    SPREAD seconds. A page that has just gone by itself (uvloop: RuntimeError) is no trouble."""
    waiting = [close for _address, close in sorted(lines, key=lambda known: known[0])]
    steps = round(SPREAD / STEP)
    for step in range(steps if waiting else 0):
        for close in waiting[len(waiting) * step // steps : len(waiting) * (step + 1) // steps]:
            with suppress(InvalidState, RuntimeError):
                close()
        await sleep(STEP)
