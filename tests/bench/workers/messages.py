"""`make bench-messages`: messages between 2, 4 and 8 workers for each move; prints a line of JSON for each.

Twice: each class at the worker that is its own, as the proxy sees to it, and torn, each child at whatever worker. A
message is counted when it is told, and again by each other worker that hears it.
"""

import argparse
import asyncio
import json
import os
import random
import re
import tempfile
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from tests.bench.server import serving
from tests.faults.bots import Bot
from tests.faults.cluster import environment, laid

WORKERS = (2, 4, 8)
CLASSES, TABLES = 8, 2
Where = Callable[[str], int]
_COUNTED = re.compile(r"^cardinal_(moves|messages_told|messages_heard)_total (\d+)", re.MULTILINE)


def counted(ports: list[int]) -> dict[str, int]:
    """Return what all workers have counted so far."""
    total = {"moves": 0, "messages_told": 0, "messages_heard": 0}
    for port in ports:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
            for name, count in _COUNTED.findall(answer.read().decode()):
                total[name] += int(count)
    return total


async def played(ports: list[int], seats: list[tuple[str, str]], where: Where, seconds: float) -> dict[str, float]:
    """Let children play; return how many messages came of a move."""
    tasks = [asyncio.create_task(Bot(code, cookie, where).play()) for code, cookie in seats]
    await asyncio.sleep(5)
    before = await asyncio.to_thread(counted, ports)
    await asyncio.sleep(seconds)
    after = await asyncio.to_thread(counted, ports)
    for task in tasks:
        task.cancel()
    found = {name: after[name] - before[name] for name in after}
    return {
        "moves": found["moves"],
        "told_a_move": round(found["messages_told"] / found["moves"], 3),
        "heard_a_move": round(found["messages_heard"] / found["moves"], 3),
    }


def measure(workers: int, seconds: float, data: str) -> dict[str, Any]:
    with ExitStack() as stack:
        environment(workers, data, os.environ["CARDINAL_DATABASE"])
        ports = [stack.enter_context(serving(data))[0] for _ in range(workers)]
        ways: dict[str, Where] = {
            "at home": lambda code: ports[int(code[:3]) % workers],
            "torn": lambda code: random.choice(ports),
        }
        return {name: asyncio.run(played(ports, laid(CLASSES, TABLES), where, seconds)) for name, where in ways.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=10)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as data:
        for workers in WORKERS:
            print(json.dumps({"workers": workers, **measure(workers, asked.seconds, data)}), flush=True)


if __name__ == "__main__":
    main()
