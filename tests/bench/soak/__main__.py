"""`make soak`: 100 tables play at human pace for 45 minutes, children come and go, rounds and lessons end; prints JSON.

It shows memory, handles, threads and the database's log over time and whether they level off; a gauge that does not is
named, and the exit status counts as a fault. Everything but the database may only grow as long as more people come.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import uvloop

from tests.bench.arriving.__main__ import lay
from tests.bench.server import serving
from tests.bench.soak import gauges, lessons

TABLES = 6
"""Tables of a class of 24."""
KEPT = ("tables in memory", "memory MiB", "heap in use MiB", "python pieces", "threads", "handles", "WAL MiB")
"""Gauges that have to level off."""
SHOWN = ("reports kept", "of files MiB", "heap free but kept MiB", "database MiB")
"""Gauges that may grow: up to a limit of their own, or with what was played."""


async def days(port: int, pid: int, laid: list[dict[str, Any]], minutes: float, data: Path) -> list[gauges.Sample]:
    """Let all classes live; return a sample of the gauges a quarter of a minute."""
    began = time.monotonic()
    living = [asyncio.create_task(lessons.Day(port, number, each, began + 60 * minutes).lives())
              for number, each in enumerate(laid)]  # fmt: skip
    samples = []
    while not all(task.done() for task in living):
        await asyncio.sleep(gauges.EVERY)
        for task in living:
            if task.done():
                task.result()
        sample: dict[str, Any] = {"minute": round((time.monotonic() - began) / 60, 2), **gauges.outside(pid, data)}
        sample |= gauges.written()
        samples.append(sample)
        shown = {name: value for name, value in sample.items() if name != "grown"}
        print(json.dumps(shown | lessons.counted), file=sys.stderr, flush=True)
    return samples


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=45)
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--traced", type=float, default=0, help="say what holds more after twice so many minutes")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardinal-soak-") as data, tempfile.NamedTemporaryFile() as written:
        os.environ[gauges.FILE], os.environ[gauges.TRACED] = written.name, str(60 * asked.traced)
        laid = lay(-(-asked.tables // TABLES), 4 * TABLES, data)
        with serving(data, "tests.bench.soak.gauges") as (port, pid):
            samples = uvloop.run(days(port, pid, laid, asked.minutes, Path(data)))
    found = {name: gauges.levels(samples, name) for name in (*KEPT, *SHOWN)}
    growing = [name for name in KEPT if not found[name]["levels off"]]
    said = {"minutes": asked.minutes, "tables": asked.tables, **lessons.counted, "gauges": found, "growing": growing}
    said["grown"] = next((sample["grown"] for sample in samples if "grown" in sample), [])
    print(json.dumps(said, indent=1))
    return bool(growing)


if __name__ == "__main__":
    sys.exit(main())
