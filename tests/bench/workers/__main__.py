"""`make bench-workers`: the race path on PostgreSQL with one worker and with two, at the same load; prints JSON.

What counts is `two_to_one`: with a core for each worker, how many times the moves of one two can make, by the processor
time that a move costs their processes (the moves a second of a machine that has not three free cores say little). Each
table is played at the worker that is its own, as the proxy sees to it. Half a minute each, three times in turns.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import uvloop

from tests.bench.__main__ import rate
from tests.bench.load import Player, at_seats
from tests.bench.server import lay, serving

Seats = list[tuple[str, str]]
SEATS = 4


async def rates(served: Sequence[tuple[int, int]], seats: Seats, seconds: float) -> list[dict[str, float]]:
    """Play every table at its own worker (port and process id), all at the same time; return a rate for each."""
    tables = [seats[first : first + SEATS] for first in range(0, len(seats), SEATS)]
    own = [[seat for table in tables[number :: len(served)] for seat in table] for number in range(len(served))]
    makes = [at_seats(Player, mine) for mine in own]
    return await asyncio.gather(
        *(rate(port, pid, make, seconds) for (port, pid), make in zip(served, makes, strict=True))
    )


def measure(workers: int, tables: int, seconds: float) -> dict[str, float]:
    os.environ["CARDINAL_WORKERS"] = str(workers)
    with tempfile.TemporaryDirectory() as data, ExitStack() as stack:
        seats = lay(tables, data)
        served = [stack.enter_context(serving(data)) for _ in range(workers)]
        found = uvloop.run(rates(served, seats, seconds))
    moves = sum(each["moves_per_second"] for each in found)
    spent = sum(each["moves_per_second"] * each["processor_us_per_move"] for each in found)
    return {"moves_per_second": moves, "processor_us_per_move": round(spent / moves, 1)}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=5)
    options.add_argument("--turns", type=int, default=3)
    options.add_argument("--tables", type=int, default=60)
    asked = options.parse_args()
    turns = [[measure(workers, asked.tables, asked.seconds) for workers in (1, 2)] for _ in range(asked.turns)]
    print(json.dumps(_report(turns), indent=1))


def _report(turns: list[list[dict[str, float]]]) -> dict[str, Any]:
    by_turn = [round(2 * one["processor_us_per_move"] / two["processor_us_per_move"], 2) for one, two in turns]
    return {
        "one_worker": [one for one, _ in turns],
        "two_workers": [two for _, two in turns],
        "two_to_one": statistics.median(by_turn),
        "two_to_one_by_turn": by_turn,
    }


if __name__ == "__main__":
    main()
