"""What computer players cost: the share of one core that a process spends on 200 tables where only computers sit.

Nobody watches, so it is thinking, judging, logging and telling alone; more of it than any class can cause, as a table
in a lesson has a child. Reports are projected when a round ends; none does in so short a time.
"""

import asyncio
import sys
import time

import django
from django.conf import settings

django.setup()

from django.core.management import call_command  # noqa: E402

from game import tables  # noqa: E402
from game.live import registry  # noqa: E402

SEATS = 4
WARM_UP = 6.0
"""Seconds for the countdown and the first draws."""


def lay(number: int, level: str) -> str:
    """Lay a table of computers; return its code."""
    computers = [(level, f"Computer {seat + 1}") for seat in range(SEATS)]
    return tables.lay_table(
        game="around_the_corner", number=number + 1, options={}, players=[], computers=computers
    ).code


async def share(codes: list[str], seconds: float) -> dict[str, float]:
    """Let them play; return the share of one core and the moves made in a second, of all tables together."""
    playing = [await registry.at(code) for code in codes]
    for table in playing:
        await table.start()
    await asyncio.sleep(WARM_UP)
    moves, spent, began = sum(table.round.n for table in playing), time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    spent, took = time.process_time() - spent, time.perf_counter() - began
    moves = sum(table.round.n for table in playing) - moves
    for table in playing:
        await table.stop()
    return {"share_of_a_core": round(spent / took, 3), "moves_per_second": round(moves / took)}


if __name__ == "__main__":
    import json

    import uvloop

    count, level, length = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    settings.DEBUG = False
    call_command("migrate", verbosity=0)
    codes = [lay(number, level) for number in range(count)]
    print(json.dumps(uvloop.run(share(codes, length))))
