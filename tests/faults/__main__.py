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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from tests.faults import cluster as clusters

Found = dict[str, Any]
QUIET = 3.5
"""Seconds after which every screen shows what the log says: the bell may be lost, looking comes every 2.5 s."""
WORKERS = 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8930, help="the first of three ports")
    parser.add_argument("--sessions", type=int, default=4)
    parser.add_argument("--tables", type=int, default=2)
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--only", nargs="*", default=[], metavar="FAULT", help="short names (see nemesis.FAULTS)")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardinal-faults-") as data:
        clusters.environment(WORKERS, data)
        import django  # noqa: PLC0415 -- reads the environment

        django.setup()
        with started(Path(data), asked.port) as cluster:
            seats = laid(asked.sessions, asked.tables)
            said = asyncio.run(faults(cluster, seats, asked.kills, asked.only))
            if not asked.only:
                said["planted: untold"] = asyncio.run(deaf(cluster, seats))
                said["planted: no unique place"] = asyncio.run(planted(cluster, seats))
    broken = said["broken promises"] or [] in (said.get("planted: untold"), said.get("planted: no unique place"))
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


async def faults(cluster: clusters.Cluster, seats: list[tuple[str, str]], kills: int, only: Sequence[str]) -> Found:
    """Let children play through every fault; return figures and what was broken."""
    from tests.faults import bots, history, nemesis  # noqa: PLC0415 -- need Django

    foe = nemesis.Nemesis(cluster, kills=kills)
    players = foe.bots = [bots.Bot(code, cookie, foe.port_of) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(5)
    pauses, dark = {}, {}
    for name in only or nemesis.FAULTS:
        what, seconds, fault = nemesis.FAULTS[name]
        start = time.monotonic()
        await fault(foe)
        await asyncio.sleep(max(3.0, start + seconds - time.monotonic()))
        pauses[what] = round(bots.gaps(players, start, time.monotonic()), 2)
        dark[what] = round(bots.darkness(players, start, time.monotonic()), 2)
    await quiet(players)
    found = await asyncio.to_thread(history.faults, players) + await asyncio.to_thread(history.behind, players)
    for task in playing:
        task.cancel()
    return {
        "tables": len({code for code, _ in seats}),
        "acknowledged moves": sum(len(player.acknowledged) for player in players),
        "lines opened": sum(player.lines for player in players),
        "longest pause at a table, s": pauses,
        "longest without a live screen, s": dark,
        "broken promises": found,
    }


async def quiet(players: Sequence[Any]) -> None:
    """Let nobody move any more, and ask every line what it shows."""
    for player in players:
        if player.line:
            player.line.quiet = True
    await asyncio.sleep(QUIET)
    for player in players:
        if player.line and not player.line.transport.is_closing():
            player.line.ping()
    await asyncio.sleep(1)


async def deaf(cluster: clusters.Cluster, seats: list[tuple[str, str]]) -> list[str]:
    """Let no worker hear of the others, and split the school: the check has to see screens behind."""
    from tests.faults import bots, history  # noqa: PLC0415 -- need Django

    for port in cluster.ports:
        await asyncio.to_thread(cluster.end, port)
        cluster.start_worker(port, deaf=True)
        await asyncio.to_thread(cluster.wait_for, port)
    ports = itertools.cycle(cluster.ports)
    players = [bots.Bot(code, cookie, partial(_always, next(ports))) for code, cookie in seats]
    playing = [asyncio.create_task(player.play()) for player in players]
    await asyncio.sleep(8)
    await quiet(players)
    found = await asyncio.to_thread(history.behind, players)
    for task in playing:
        task.cancel()
    return found


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
