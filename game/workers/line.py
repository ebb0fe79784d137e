"""The bell's line: LISTEN and NOTIFY, each on a connection of its own.

A NOTIFY inside the transaction of the log would lock the whole database at its commit. So it is rung after the commit,
by itself, and at most every PAUSE seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import psycopg

from game import postgresql
from game.workers import bell

log = logging.getLogger(__name__)

CHANNEL = "cardinal"
PAUSE = 0.02
AGAIN = 1.0
"""Seconds before a broken line is laid again."""


async def lay() -> None:
    """Hear and be heard, for as long as the server runs."""
    bell.hang()
    try:
        await asyncio.gather(_for_ever(_listen), _for_ever(_ring))
    finally:
        bell.take_down()


async def _for_ever(part: Callable[[psycopg.AsyncConnection[tuple[object, ...]]], Awaitable[None]]) -> None:
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**postgresql.parameters()) as connection:
                await part(connection)
        except psycopg.Error as error:
            log.warning("The line between the workers is broken and is laid again: %s", error)
        except Exception:
            log.exception("What was to be said to the other workers could not be; the line is laid again")
        await asyncio.sleep(AGAIN)


async def _listen(connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
    await connection.execute(f"LISTEN {CHANNEL}")
    async for ring in connection.notifies():
        await bell.hear(ring.payload)


async def _ring(connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
    while True:
        for ring in await bell.next_rings():
            await connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, ring])
        await asyncio.sleep(PAUSE)
