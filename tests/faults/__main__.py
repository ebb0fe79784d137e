"""`make faults`: two workers behind nginx, children who play, one fault after another; prints what came of it as JSON.

Ends with an error where a promise was broken, and also where a planted fault is not found: then the check is blind.
Needs PostgreSQL and nginx; takes about two minutes.
"""

import argparse
import asyncio
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults import cluster as clusters

QUIET = 3.5
"""Seconds after which every screen shows what the log says: the bell may be lost, looking comes every 2.5 s."""
WORKERS = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8930, help="the first of three ports")
    parser.add_argument("--sessions", type=int, default=4)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--kills", type=int, default=4)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardinal-faults-") as data:
        clusters.environment(WORKERS, data)
        import django  # noqa: PLC0415 -- reads the environment

        django.setup()
        with started(Path(data), asked.port) as cluster:
            seats = laid(asked.sessions, asked.tables)
            said = asyncio.run(faults(cluster, seats, asked.kills))
            said["planted: no unique place"] = asyncio.run(planted(cluster, seats))
    broken = said["broken promises"] or not said["planted: no unique place"]
    print(json.dumps(said, indent=1))
    return 1 if broken else 0


@contextmanager
def started(folder: Path, port: int) -> Iterator[clusters.Cluster]:
    cluster = clusters.Cluster(folder, range(port + 1, port + 1 + WORKERS), port)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def laid(sessions: int, tables: int) -> list[tuple[str, str]]:
    command = [sys.executable, "-m", "tests.faults.lay", str(sessions), str(tables)]
    done = subprocess.run(command, cwd=clusters.ROOT, check=True, capture_output=True, text=True)
    return [(code, cookie) for code, cookie in json.loads(done.stdout)]


async def faults(cluster: clusters.Cluster, seats: list[tuple[str, str]], kills: int) -> dict[str, Any]:
    """Let children play through every fault; return figures and what was broken."""
    from tests.faults import bots, history  # noqa: PLC0415 -- need Django

    split = False

    def where(code: str) -> int:
        """Through nginx; while the school is split, every line to a worker of its own choice."""
        return cluster.ports[time.monotonic_ns() // 1000 % WORKERS] if split else cluster.port

    players = [bots.Bot(code, cookie, where) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    pauses: dict[str, float] = {}

    async def phase(name: str, seconds: float, fault: Callable[[], Awaitable[None]] | None = None) -> None:
        start = time.monotonic()
        if fault:
            await fault()
        await asyncio.sleep(max(0.0, start + seconds - time.monotonic()))
        pauses[name] = round(max(pauses.get(name, 0.0), bots.gaps(players, start, start + seconds)), 2)

    async def kill(port: int) -> None:
        cluster.kill(port)
        await asyncio.sleep(3)
        cluster.start_worker(port)
        await asyncio.to_thread(cluster.wait_for, port)

    async def freeze() -> None:
        cluster.freeze(cluster.ports[0])
        await asyncio.sleep(5)
        cluster.thaw(cluster.ports[0])

    async def cut() -> None:
        for _ in range(5):
            await asyncio.to_thread(cluster.cut_the_bell)
            await asyncio.sleep(1)

    async def reload() -> None:
        for _ in range(3):
            cluster.reload_nginx()
            await asyncio.sleep(1)

    async def tear() -> None:
        nonlocal split
        split = True
        for player in players:
            if player.line:
                player.line.transport.abort()
        await asyncio.sleep(8)
        split = False
        for player in players:
            if player.line:
                player.line.transport.abort()

    await asyncio.sleep(5)
    await phase("calm", 6)
    for number in range(kills):
        await phase("a worker is killed", 8, partial(kill, cluster.ports[number % WORKERS]))
    await phase("a worker is frozen for 5 s", 10, freeze)
    await phase("the bell is cut", 6, cut)
    await phase("nginx is reloaded", 5, reload)
    await phase("every table is split between the workers", 12, tear)
    for player in players:
        if player.line:
            player.line.quiet = True
    await asyncio.sleep(QUIET)
    for player in players:
        if player.line and not player.line.transport.is_closing():
            player.line.ping()
    await asyncio.sleep(1)
    found = await asyncio.to_thread(history.faults, players) + await asyncio.to_thread(history.behind, players)
    for task in playing:
        task.cancel()
    return {
        "tables": len({code for code, _ in seats}),
        "acknowledged moves": sum(len(player.acknowledged) for player in players),
        "lines opened": sum(player.lines for player in players),
        "longest pause at a table, s": pauses,
        "broken promises": found,
    }


async def planted(cluster: clusters.Cluster, seats: list[tuple[str, str]]) -> list[str]:
    """Take the unique places away and split the school: the check has to see it."""
    from tests.faults import bots, history, planting  # noqa: PLC0415 -- need Django

    await asyncio.to_thread(planting.no_unique_places)
    ports = itertools.cycle(cluster.ports)
    players = [bots.Bot(code, cookie, partial(_always, next(ports))) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(10)
    for task in playing:
        task.cancel()
    await asyncio.sleep(1)
    return [found for found in await asyncio.to_thread(history.faults, players) if "place" in found or "twice" in found]


def _always(port: int, code: str) -> int:
    return port


if __name__ == "__main__":
    sys.exit(main())
