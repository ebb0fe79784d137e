"""Faults that are planted, to see that the check finds them: each function returns what was found."""

import asyncio
import itertools
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import psycopg
from django.db import connection

from game import postgresql
from game.log.postgresql import arranged
from game.models import Event
from tests.faults import bots, history
from tests.faults.cluster import Cluster, laid

Seats = list[tuple[str, str]]
SECONDS = 10
TRIES = 5
"""Two clocks have to end a countdown in the same few milliseconds, and each table begins one round in a try."""
BATCHES, PLACES = 60, 500


async def untold(cluster: Cluster, seats: Seats) -> list[str]:
    """No worker hears of the others, and the school is split: screens stay behind."""
    await _started_anew(cluster, "-m", "tests.faults.deaf")
    async with _split(cluster, seats) as players:
        await asyncio.sleep(SECONDS)
        return await history.behind(players)


async def appended_again(cluster: Cluster, seats: Seats) -> list[str]:
    """What lost its place is written at the next one and not judged anew: acts of the clock come twice."""
    await _started_anew(cluster, "-m", "tests.faults.hasty")
    for _ in range(TRIES):
        fresh = await asyncio.to_thread(laid, 4, 4)
        async with _split(cluster, fresh) as players:
            await asyncio.sleep(SECONDS)
        if found := [each for each in await asyncio.to_thread(history.faults, players) if "act of the clock" in each]:
            return found
    return []


async def no_unique_place(cluster: Cluster, seats: Seats) -> list[str]:
    """The database does not say who was first: two entries stand at the same place of a round."""
    await asyncio.to_thread(_drop_constraints)
    await _started_anew(cluster, "manage.py")
    async with _split(cluster, seats) as players:
        await asyncio.sleep(SECONDS)
    return [found for found in await asyncio.to_thread(history.faults, players) if "place twice" in found]


async def unsorted_batches(cluster: Cluster, seats: Seats) -> list[str]:
    """Two writers take the same places in opposite orders: they wait for one another in a circle. As the journal sorts
    them they never do."""
    in_circles = await asyncio.to_thread(deadlocks, cluster, lambda batch: batch)
    sorted_ones = await asyncio.to_thread(deadlocks, cluster, arranged)
    if sorted_ones:
        raise AssertionError(f"{sorted_ones} deadlocks of sorted batches")
    return [f"{in_circles} deadlocks in {2 * BATCHES} batches"] if in_circles else []


PLANTED = {
    "untold": untold,
    "appended again": appended_again,
    "unsorted batches": unsorted_batches,
    "no unique place": no_unique_place,
}
"""In this order: the last leaves a database behind that nothing can be checked in."""


async def _started_anew(cluster: Cluster, *manage: str) -> None:
    for port in cluster.ports:
        await asyncio.to_thread(cluster.end, port)
        cluster.start_worker(port, manage)
        await asyncio.to_thread(cluster.wait_for, port)


@asynccontextmanager
async def _split(cluster: Cluster, seats: Seats) -> AsyncIterator[list[bots.Bot]]:
    """Let children play, the neighbours at a table with different workers; what they were asked is answered then."""
    ports = itertools.cycle(cluster.ports)
    players = [bots.Bot(code, cookie, partial(_always, next(ports))) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        yield players
    finally:
        for task in playing:
            task.cancel()
        await asyncio.sleep(1)


def _always(port: int, code: str) -> int:
    return port


def _drop_constraints() -> None:
    table = Event._meta.db_table
    with connection.cursor() as cursor:
        for constraint in Event._meta.constraints:
            cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {constraint.name}")
            cursor.execute(f"DROP INDEX IF EXISTS {constraint.name}")
    connection.close()


Batch = list[tuple[int, int]]


def deadlocks(cluster: Cluster, in_order: Callable[[Batch], Batch]) -> int:
    """Let two writers write the same places, one from each end; return how often PostgreSQL cut a circle."""
    with psycopg.connect(**postgresql.parameters()) as database:
        database.execute("DROP TABLE IF EXISTS places")
        database.execute("CREATE TABLE places (round int, n int, UNIQUE (round, n))")
    cut: list[int] = []
    start = threading.Barrier(2)
    writers = [threading.Thread(target=_write, args=(start, end, in_order, cut)) for end in (1, -1)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    return len(cut)


def _write(start: threading.Barrier, end: int, in_order: Callable[[Batch], Batch], cut: list[int]) -> None:
    with psycopg.connect(**postgresql.parameters()) as database:
        database.execute("SET deadlock_timeout = '20ms'")
        for n in range(BATCHES):
            batch = in_order([(place, n) for place in range(PLACES)][::end])
            places = ", ".join(f"({place}, {n})" for place, n in batch)
            start.wait()
            try:
                database.execute(f"INSERT INTO places VALUES {places} ON CONFLICT DO NOTHING")
            except psycopg.errors.DeadlockDetected:
                cut.append(n)
