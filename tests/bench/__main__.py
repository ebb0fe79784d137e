"""`make bench`: the race path against a bare echo room and against the obvious build, in one run, as JSON.

Server and load generator are two processes of this machine. Rates are answered moves per second of closed loops; a
move of ours is answered after it is judged, committed (synchronous=FULL) and told; an echo when it comes back. The
main number is the ratio of medians of runs in turns. Rates wander with what else the machine does; what is compared
from one commit to the next is `processor_time_to_echo`, the processor time of a move to that of an echo, with the last
release's beside it (`last.json`). Ours is served as `serve` does, with the product's own connections.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import uvloop

from tests.bench.load import Echo, Player, Socket, at_seats, connect
from tests.bench.school.endings import measure as measure_endings
from tests.bench.server import ROOT, environment, lay, processor_ms, resident, server, serving

LAST = Path(__file__).parent / "last.json"
"""The figures of the last release, which every run is compared with; `--release` writes them."""
PLAY_BYTES = 700
"""The size of what one play puts on each screen."""


async def warm(sockets: list[Socket]) -> None:
    """Wait until every socket has been answered a few times, at most 15 s, and a little longer."""
    with suppress(TimeoutError):
        async with asyncio.timeout(15):
            await asyncio.gather(*(each.under_way.wait() for each in sockets))
    await asyncio.sleep(1)


async def rate(port: int, pid: int, make: list[Callable[[str], Socket]], seconds: float) -> dict[str, float]:
    sockets = await connect(port, make)
    await warm(sockets)
    for each in sockets:
        del each.times[:]
    started, used = time.perf_counter(), processor_ms(pid)
    await asyncio.sleep(seconds)
    took, used = time.perf_counter() - started, processor_ms(pid) - used
    times = sorted(t for each in sockets for t in each.times)
    for each in sockets:
        each.transport.abort()
    if not times:
        raise RuntimeError("no move was answered")
    return {
        "moves_per_second": round(len(times) / took),
        "processor_us_per_move": round(1000 * used / len(times), 1),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[len(times) * 99 // 100], 2),
    }


def echoes(tables: int, path: str = "/{}/") -> list[Callable[[str], Socket]]:
    paths = [path.format(table) for table in range(tables) for _ in range(4)]
    return [partial(Echo, path, size=PLAY_BYTES) for path in paths]


def measure_ours(tables: int, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        seats = lay(tables, data)
        with serving(data) as (port, pid):
            return uvloop.run(rate(port, pid, at_seats(Player, seats), seconds))


def measure_echo(tables: int, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data, server("tests.bench.rivals.echo:application", data) as (port, pid):
        return uvloop.run(rate(port, pid, echoes(tables), seconds))


def measure_obvious(tables: int, seconds: float) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        seats = lay(tables, data)
        make = [f for code, _ in seats[::4] for f in echoes(1, f"/{code}/")]
        with server("tests.bench.rivals.obvious:application", data) as (port, pid):
            return uvloop.run(rate(port, pid, make, seconds))


def measure_memory(sockets: int = 400) -> dict[str, float]:
    """Return resident memory per connected, idle socket of a table."""

    async def grow(port: int, pid: int, seats: list[tuple[str, str]]) -> float:
        idle = at_seats(Watcher, seats)
        warm = await connect(port, idle[:8])
        await asyncio.sleep(1)
        before = resident(pid)
        held = await connect(port, idle[8:])
        await asyncio.sleep(1)
        grown = resident(pid) - before
        for each in (*warm, *held):
            each.transport.abort()
        return grown / len(held)

    with tempfile.TemporaryDirectory() as data:
        seats = lay(sockets // 4, data)
        with serving(data) as (port, pid):
            return {"kib_per_socket": round(uvloop.run(grow(port, pid, seats)) / 1024, 1)}


class Watcher(Player):
    """A seat whose moves somebody else decides; `shown` is set by every new top card."""

    shown: Callable[[], None] = staticmethod(lambda: None)

    def heard(self, text: str) -> None:
        seen = self.seq
        self._look(text if text[0] == "<" else json.loads(text).get("html") or "")
        if text.startswith(('{"t":"ok"', '{"t":"no"')):
            self._settle(json.loads(text))
        if self.seq > seen:
            self.shown()
        self.changed.set()

    def opened(self) -> None:
        self.changed = asyncio.Event()


async def on_all_screens(port: int, seats: list[tuple[str, str]], plays: int) -> list[float]:
    """Play one table by hand; return seconds from each play to its arrival on the last of the four screens."""
    four = await connect(port, at_seats(Watcher, seats))
    times: list[float] = []
    while len(times) < plays:
        before = [each.seq for each in four]
        mover = random.choice([each for each in four if not each.asked])
        started = time.perf_counter()
        mover._move()
        if not mover.asked:
            await asyncio.sleep(0)
            if not any(each.draws for each in four):
                await asyncio.sleep(0.005)
            continue
        played = mover.asked.startswith("play")
        while mover.asked:
            mover.changed.clear()
            await asyncio.wait_for(mover.changed.wait(), 5)
        if played and mover.phase == "playing" and mover.seq == before[four.index(mover)] + 1:
            for each in four:
                while each.seq < mover.seq:
                    each.changed.clear()
                    await asyncio.wait_for(each.changed.wait(), 5)
            times.append(time.perf_counter() - started)
    for each in four:
        each.transport.abort()
    return times


async def echo_on_all_screens(port: int, plays: int) -> list[float]:
    """Return seconds from each text to its arrival at the last of four sockets."""
    heard: asyncio.Queue[None] = asyncio.Queue()

    class Silent(Echo):
        def opened(self) -> None: ...

        def heard(self, text: str) -> None:
            heard.put_nowait(None)

    four = await connect(port, [lambda host: Silent("/0/", host, PLAY_BYTES)] * 4)
    times = []
    for _ in range(plays):
        started = time.perf_counter()
        four[0].say(four[0].text)
        for _ in four:
            await heard.get()
        times.append(time.perf_counter() - started)
    for each in four:
        each.transport.abort()
    return times


def measure_screens(plays: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        seats = lay(1, data)
        with serving(data) as (port, _):
            ours = statistics.median(uvloop.run(on_all_screens(port, seats, plays)))
        with server("tests.bench.rivals.echo:application", data) as (port, _):
            echo = statistics.median(uvloop.run(echo_on_all_screens(port, plays)))
    times = {"ours_ms": ours, "echo_ms": echo, "more_than_echo_ms": ours - echo}
    return {name: round(seconds * 1000, 2) for name, seconds in times.items()}


def measure_computers(tables: int = 200) -> dict[str, float]:
    """Return what a process spends on tables where four steady computers play; nobody watches."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tests.bench.computers", str(tables), "steady", "10"]
        done = subprocess.run(command, cwd=ROOT, env=environment(data), check=True, capture_output=True, text=True)
        return dict(json.loads(done.stdout))


def in_turns(pairs: int, seconds: float) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """Measure the echo and ours at 100 tables again and again, in turns: a machine is faster now and slower then, and
    so is a process (by a tenth, with the same code)."""
    both = [(measure_echo(100, seconds), measure_ours(100, seconds)) for _ in range(pairs)]
    return [echo for echo, _ in both], [ours for _, ours in both]


def middle(runs: list[dict[str, float]]) -> dict[str, float]:
    """Return the run whose rate is the median of these (of an even number the faster of the two)."""
    return sorted(runs, key=lambda run: run["moves_per_second"])[len(runs) // 2]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("--pairs", type=int, default=5)
    options.add_argument("--tables", type=int, nargs="*", default=[10, 500])
    options.add_argument("--release", action="store_true", help="keep the figures as those of the last release")
    asked, last = options.parse_args(), json.loads(LAST.read_text())
    echoes_in_turn, ours_in_turn = in_turns(asked.pairs, asked.seconds)
    echo, main_run = middle(echoes_in_turn), middle(ours_in_turn)
    ours = {tables: measure_ours(tables, asked.seconds) for tables in asked.tables} | {100: main_run}
    obvious = measure_obvious(100, asked.seconds)
    rates = [each["moves_per_second"] for each in ours.values()]
    processor_time = _processor_time_to_echo(echoes_in_turn, ours_in_turn)
    report = {
        "echo": echo,
        "ours_by_tables": ours,
        "obvious": obvious,
        "ours_to_echo": round(main_run["moves_per_second"] / echo["moves_per_second"], 3),
        "processor_us_per_move": main_run["processor_us_per_move"],
        "processor_time_to_echo": processor_time,
        "processor_time_to_last_release": round(processor_time / last["processor_time_to_echo"], 2),
        "ours_to_echo_by_pair": [
            round(mine["moves_per_second"] / bare["moves_per_second"], 3)
            for bare, mine in zip(echoes_in_turn, ours_in_turn, strict=True)
        ],
        "ours_to_obvious": round(main_run["moves_per_second"] / obvious["moves_per_second"], 1),
        "slowest_to_fastest_by_tables": round(min(rates) / max(rates), 3),
        "one_table_on_all_screens": measure_screens(200),
        "all_tables_end_at_once": measure_endings(),
        "memory": measure_memory(),
        "computers_at_200_tables": measure_computers(),
    }
    print(json.dumps(report, indent=2))
    if asked.release:
        LAST.write_text(json.dumps({name: report[name] for name in last}, indent=2) + "\n")


def _processor_time_to_echo(echoes: list[dict[str, float]], ours: list[dict[str, float]]) -> float:
    """Return how many times an echo's processor time a move takes: the median of the pairs."""
    pairs = zip(echoes, ours, strict=True)
    return round(
        statistics.median(our["processor_us_per_move"] / echo["processor_us_per_move"] for echo, our in pairs), 2
    )


if __name__ == "__main__":
    main()
