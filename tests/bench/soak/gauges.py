"""Gauges of a server over time: memory, handles, threads, the database's file and its log, and whether they level off.

`main` serves as `manage.py serve` does and writes what only the process itself can tell into a file, once in EVERY
seconds: pieces of Python, and of the C library's memory what is in use and what is free and kept.
"""

import ctypes
import json
import os
import statistics
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Sequence, Sized
from itertools import count
from pathlib import Path
from typing import Any

from classroom.command import main

FILE, TRACED = "CARDINAL_SOAK_GAUGES", "CARDINAL_SOAK_TRACED"
"""Environment variables: the file to write to; the seconds after which, and as long after that, places in the source
are compared."""
EVERY, FRAMES, MOST_PLACES = 15.0, 6, 25
MIB = 1024 * 1024
LEVEL, JUDGED = 0.05, 5 / 9
"""The share of its size by which something may still grow an hour and counts as level, in so much of the time: of 45
minutes the last 25. What waits for the collector comes and goes in minutes, so that a shorter time judges chance."""
BOUNDS = {"WAL MiB": 16}
"""What is level as long as it stays below: the log's file never gets smaller, and each checkpoint begins it anew."""

Sample = dict[str, float]


HELD: dict[str, tuple[str, Callable[[], Sized]]] = {
    "tables in memory": ("game.live.registry", lambda: sys.modules["game.live.registry"].held()),
    "reports kept": ("classroom.reports.kit.cache", lambda: sys.modules["django.core.cache"].caches["reports"]._cache),
}
"""What the process holds on purpose, by the module that has to be loaded for it."""


class _Mallinfo(ctypes.Structure):
    """struct mallinfo2 of malloc.h."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def inside() -> Sample:
    """Return what only this process can tell."""
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Mallinfo
    heap = mallinfo()
    return {
        "python pieces": sys.getallocatedblocks(),
        "heap in use MiB": round((heap.uordblks + heap.hblkhd) / MIB, 1),
        "heap free but kept MiB": round(heap.fordblks / MIB, 1),
        **{name: len(held()) for name, (module, held) in HELD.items() if module in sys.modules},
    }


def outside(pid: int, data: Path) -> Sample:
    """Return what the system says of a process, and how large the database is."""
    said = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    database = data / "cardinal.sqlite3"
    return {
        "memory MiB": round(int(said["VmRSS"].split()[0]) / 1024, 1),
        "of files MiB": round(int(said["RssFile"].split()[0]) / 1024, 1),
        "threads": int(said["Threads"]),
        "handles": len(list(Path(f"/proc/{pid}/fd").iterdir())),
        "database MiB": round(database.stat().st_size / MIB, 1),
        "WAL MiB": round(database.with_name(f"{database.name}-wal").stat().st_size / MIB, 1),
    }


def written() -> dict[str, Any]:
    """Return what the server wrote last."""
    lines = Path(os.environ[FILE]).read_text().splitlines()
    return json.loads(lines[-1]) if lines else {}


def levels(samples: Sequence[Sample], name: str) -> dict[str, Any]:
    """Return how a gauge went: at the ends of its thirds, and by how much it still grew in what is JUDGED, per hour."""
    found = [(sample["minute"], sample[name]) for sample in samples if name in sample]
    third = max(2, len(found) // 3)
    last = found[-max(2, round(len(found) * JUDGED)) :]
    slope = statistics.linear_regression(*zip(*last, strict=True)).slope * 60
    at = [value for _, value in (found[0], found[third - 1], found[-third], found[-1])]
    is_level = slope <= LEVEL * max(abs(at[-1]), 20) or max(value for _, value in found) <= BOUNDS.get(name, 0)
    return {"over time": at, "still an hour": round(slope, 1), "levels off": is_level}


def _write(file: Path) -> None:
    """Write a line of gauges at a time, and what places in the source have come to hold since the first look."""
    looks, first = float(os.environ.get(TRACED, "0")) // EVERY, None
    for look in count():
        time.sleep(EVERY)
        sample: dict[str, Any] = inside()
        if looks and look == looks // 2:
            tracemalloc.start(FRAMES)
        if looks and look in (looks, 2 * looks):  # a snapshot takes seconds, in which nobody else gets anything done
            if first is None:
                first = tracemalloc.take_snapshot()
            else:
                stats = tracemalloc.take_snapshot().compare_to(first, "traceback")[:MOST_PLACES]
                sample["grown"] = [
                    f"{stat.size_diff // 1024} KiB: {' < '.join(map(str, reversed(stat.traceback)))}" for stat in stats
                ]
        with file.open("a") as lines:
            lines.write(json.dumps(sample) + "\n")


if __name__ == "__main__":
    threading.Thread(target=_write, args=[Path(os.environ[FILE])], daemon=True).start()
    main()
