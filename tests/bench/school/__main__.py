"""`make bench-school`: a school at its tables on one box: every child makes a move now and then; prints JSON.

Server and load generator are two processes of this machine. A child's move is timed from its tap to its own answer
(judged, committed, told); what it costs is the server's processor time, from its own clock. Children come all at once,
as after a restart: how long that takes is told, too.
"""

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import suppress

import uvloop

from tests.bench.load import at_seats, connect
from tests.bench.school.endings import EVERY, Child
from tests.bench.server import lay, processor_ms, resident, server


async def play(port: int, pid: int, seats: list[tuple[str, str]], seconds: float) -> dict[str, float]:
    before, started = resident(pid), time.perf_counter()
    children = await connect(port, at_seats(Child, seats))
    came = time.perf_counter() - started
    with suppress(TimeoutError):
        async with asyncio.timeout(15 * EVERY):
            await asyncio.gather(*(child.under_way.wait() for child in children))
    playing = time.perf_counter() - started
    for child in children:
        del child.times[:]
    started, used = time.perf_counter(), processor_ms(pid)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - started, processor_ms(pid) - used
    grown = resident(pid) - before
    times = sorted(answered for child in children for answered in child.times)
    for child in children:
        child.transport.abort()
    return {
        "children": len(children),
        "all_connected_after_s": round(came, 2),
        "all_playing_after_s": round(playing, 1),
        "moves_per_second": round(len(times) / took),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[len(times) * 99 // 100], 1),
        "share_of_a_core": round(used / took / 1000, 3),
        "processor_us_per_move": round(1000 * used / len(times), 1),
        "kib_per_child": round(grown / 1024 / len(children), 1),
    }


def measure(tables: int, seconds: float) -> dict[str, float]:
    """By plain uvicorn: `serve` lets in 5 000 connections at most."""
    with tempfile.TemporaryDirectory() as data:
        seats = lay(tables, data)
        with server("classroom.asgi:application", data) as (port, pid):
            return uvloop.run(play(port, pid, seats, seconds))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--tables", type=int, nargs="*", default=[10, 1000, 2500])
    asked = options.parse_args()
    print(json.dumps([measure(tables, asked.seconds) for tables in asked.tables], indent=1))


if __name__ == "__main__":
    main()
