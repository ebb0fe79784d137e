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
            said = asyncio.run(Faults(cluster, seats).run(asked.kills))
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


class Faults:
    """One fault after another at a school where children play; `pauses` are the longest ones at a table, in seconds."""

    def __init__(self, cluster: clusters.Cluster, seats: list[tuple[str, str]]) -> None:
        from tests.faults import bots, history  # noqa: PLC0415 -- need Django

        self.bots, self.history = bots, history
        self.cluster, self.seats, self.is_split = cluster, seats, False
        self.players = [bots.Bot(code, cookie, self.where) for code, cookie in seats]
        self.pauses: dict[str, float] = {}

    def where(self, code: str) -> int:
        """Through nginx; while the school is split, every line to a worker of its own choice."""
        ports = self.cluster.ports
        return ports[time.monotonic_ns() // 1000 % WORKERS] if self.is_split else self.cluster.port

    async def run(self, kills: int) -> dict[str, Any]:
        """Let children play through every fault; return figures and what was broken."""
        playing = [asyncio.create_task(player.play()) for player in self.players]
        await asyncio.sleep(5)
        await self.phase("calm", 6)
        for number in range(kills):
            await self.phase("a worker is killed", 8, partial(self.kill, self.cluster.ports[number % WORKERS]))
        await self.phase("a worker is frozen for 5 s", 10, self.freeze)
        await self.phase("the bell is cut", 6, self.cut)
        await self.phase("nginx is reloaded", 5, self.reload)
        await self.phase("every table is split between the workers", 12, self.split)
        await self.fall_silent()
        found = await asyncio.to_thread(self.broken)
        for task in playing:
            task.cancel()
        return {
            "tables": len({code for code, _ in self.seats}),
            "acknowledged moves": sum(len(player.acknowledged) for player in self.players),
            "lines opened": sum(player.lines for player in self.players),
            "longest pause at a table, s": self.pauses,
            "broken promises": found,
        }

    async def phase(self, name: str, seconds: float, fault: Callable[[], Awaitable[None]] | None = None) -> None:
        """Let this fault happen while children play, and measure for how long a table stood still."""
        start = time.monotonic()
        if fault:
            await fault()
        await asyncio.sleep(max(0.0, start + seconds - time.monotonic()))
        longest = self.bots.gaps(self.players, start, start + seconds)
        self.pauses[name] = round(max(self.pauses.get(name, 0.0), longest), 2)

    async def kill(self, port: int) -> None:
        self.cluster.kill(port)
        await asyncio.sleep(3)
        self.cluster.start_worker(port)
        await asyncio.to_thread(self.cluster.wait_for, port)

    async def freeze(self) -> None:
        self.cluster.freeze(self.cluster.ports[0])
        await asyncio.sleep(5)
        self.cluster.thaw(self.cluster.ports[0])

    async def cut(self) -> None:
        for _time in range(5):
            await asyncio.to_thread(self.cluster.cut_the_bell)
            await asyncio.sleep(1)

    async def reload(self) -> None:
        for _time in range(3):
            self.cluster.reload_nginx()
            await asyncio.sleep(1)

    async def split(self) -> None:
        """Let all come back to any worker for 8 s, then through nginx again."""
        self.is_split = True
        self.hang_up()
        await asyncio.sleep(8)
        self.is_split = False
        self.hang_up()

    def hang_up(self) -> None:
        for player in self.players:
            if player.line:
                player.line.transport.abort()

    async def fall_silent(self) -> None:
        """Let nobody play any more, wait until all screens are up to date, and ask each what it shows."""
        for player in self.players:
            if player.line:
                player.line.quiet = True
        await asyncio.sleep(QUIET)
        for player in self.players:
            if player.line and not player.line.transport.is_closing():
                player.line.ping()
        await asyncio.sleep(1)

    def broken(self) -> list[str]:
        return [*self.history.faults(self.players), *self.history.behind(self.players)]


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
