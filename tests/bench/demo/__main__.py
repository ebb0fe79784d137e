"""`python -m tests.bench.demo`: visitors of a server of demos come within a minute, and look round.

Each one opens the first page, gets a class of its own, looks at the monitor, where invented children play, and opens
another page of reports or of the lesson every 20 seconds or so. Times are what a visitor waits for an answer, in
ms; from the processor time of `manage.py serve` (from /proc) follows how much of one core it used, whatever else the
machine does. Static files are left out: browsers keep them.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections import defaultdict
from collections.abc import Sequence

import uvloop

from tests.bench.arriving.browser import Browser
from tests.bench.server import ROOT, environment, processor_ms, resident, serving

THINKS = 10.0, 30.0
"""Seconds for which a visitor looks at a page."""
LIVE = {"monitor": 3, "projector": 1}
"""Pages with a socket, on which invented children play as long as they are open, and how often one is chosen: as often
as all others together, nearly."""
LAY = """
import sys, time
import django
django.setup()
from django.core.management import call_command
from classroom.demo import visits
call_command("migrate", verbosity=0)
visits.lay()
began = time.process_time()
for _class in range(int(sys.argv[1]) - 1):
    visits.lay()
print((time.process_time() - began) * 1000 / max(1, int(sys.argv[1]) - 1))
"""
"""Lays so many classes, as the server does one by one, and prints what each takes."""
WEIGHED = 10
"""Visitors who come one after another to a server of their own, to say what each page costs."""
Times = defaultdict[str, list[float]]


class Visitor:
    """A browser that looks at the demo; `times` are seconds by what it asked for."""

    def __init__(self, port: int, number: int, times: Times) -> None:
        self.browser, self.times, self.dice = Browser(port, number), times, random.Random(number)

    async def asks(self, what: str, path: str, form: str = "") -> tuple[str, str]:
        """Return where an answer leads and its body, as it came."""
        began = time.perf_counter()
        status, where, body = await self.browser.asks(path, form=form)
        self.times[what].append(time.perf_counter() - began)
        if status not in (200, 302):
            raise ConnectionError(f"{status} of {path}: {body[:300]}")
        return where, body

    async def visits(self, begins: float, ends: float) -> None:
        await asyncio.sleep(max(0, begins - time.monotonic()))
        lesson, monitor = await self.begins()
        await self.browser.listens(f"/ws{lesson}monitor/")
        pages = await self.pages(lesson, monitor)
        chances = [LIVE.get(what, 1) for what in pages]
        while time.monotonic() < ends:
            await asyncio.sleep(self.dice.uniform(*THINKS))
            await self.browser.leaves()
            (what,) = self.dice.choices([*pages], chances)
            await self.asks(what, pages[what])
            if what in LIVE:
                await self.browser.listens(f"/ws{lesson}{'monitor' if what == 'monitor' else 'screen'}/")

    async def begins(self) -> tuple[str, str]:
        """Come, get a class, and return the addresses of its lesson and monitor."""
        await self.asks("first page", "/")
        lesson, _body = await self.asks("a class of one's own", "/demo/", form="x=1")
        monitor, _body = await self.asks("to the lesson", lesson)
        await self.asks("monitor", monitor)
        return lesson, monitor

    async def pages(self, lesson: str, monitor: str) -> dict[str, str]:
        """Return the pages to look at, of one's own class."""
        _where, home = await self.asks("home", "/classes/")
        address = re.findall(r"/classes/\d+/report/", unpacked(home))[0]
        _where, report = await self.asks("report of the class", address)
        child = self.dice.choice(re.findall(r"/students/\d+/report/", unpacked(report)))
        return {
            "monitor": monitor,
            "projector": f"{lesson}screen/",
            "home": "/classes/",
            "the class": address.removesuffix("report/"),
            "report of the class": address,
            "report of a child": child,
            "sessions": address.replace("report", "sessions"),
        }


def unpacked(body: str) -> str:
    return zlib.decompress(body.encode("latin1"), 31).decode()


async def costs(port: int, pid: int, visitors: int) -> dict[str, float]:
    """Return the processor ms of what visitors ask for one after another, each page for the first time; and of a second
    for which a monitor is open on which children play."""
    spent: Times = defaultdict(list)

    class Weighed(Visitor):
        async def asks(self, what: str, path: str, form: str = "") -> tuple[str, str]:
            before = processor_ms(pid)
            answer = await super().asks(what, path, form)
            spent[what].append(processor_ms(pid) - before)
            return answer

    for number in range(visitors):
        visitor = Weighed(port, 200 + number, defaultdict(list))
        lesson, monitor = await visitor.begins()
        for what, page in (await visitor.pages(lesson, monitor)).items():
            await visitor.asks(what, page)
        await visitor.browser.listens(f"/ws{lesson}monitor/")
        await asyncio.sleep(5)
        before = processor_ms(pid)
        await asyncio.sleep(5)
        spent["a second of the monitor"].append((processor_ms(pid) - before) / 5)
        await visitor.browser.leaves()
    return {what: round(sum(some) / len(some), 1) for what, some in spent.items()}


async def visited(port: int, pid: int, visitors: int, arriving: float, seconds: float) -> dict[str, object]:
    times: Times = defaultdict(list)
    began, used = time.monotonic(), processor_ms(pid)
    everybody = [Visitor(port, number, times) for number in range(visitors)]
    marks = []

    async def laps() -> None:
        while True:
            before, then = processor_ms(pid), time.monotonic()
            await asyncio.sleep(10)
            marks.append(round((processor_ms(pid) - before) / (time.monotonic() - then) / 10))

    lapping = asyncio.create_task(laps())
    begins = [began + arriving * number / visitors for number in range(visitors)]
    await asyncio.gather(*(each.visits(when, began + seconds) for each, when in zip(everybody, begins, strict=True)))
    lapping.cancel()
    took, used = time.monotonic() - began, processor_ms(pid) - used
    for each in everybody:
        await each.browser.leaves()
    waits = [wait for some in times.values() for wait in some]
    return {
        "visitors": visitors,
        "all": figures(waits),
        **{what: figures(some) for what, some in times.items()},
        "of one core, %": round(used / took / 10),
        "of one core by 10 s, %": marks,
        "memory, MB": resident(pid) >> 20,
        "seconds": round(took),
    }


def lay(data: str, many: int) -> float:
    command = [sys.executable, "-c", LAY, str(many)]
    told = subprocess.run(command, cwd=ROOT, env=environment(data), check=True, capture_output=True, text=True)
    return round(float(told.stdout.splitlines()[-1]), 1)


def figures(waits: Sequence[float]) -> dict[str, float]:
    ranked = sorted(waits)
    at = {"p50": len(ranked) // 2, "p99": len(ranked) * 99 // 100, "most": len(ranked) - 1}
    return {"n": len(ranked)} | {f"{name} ms": round(1000 * ranked[place], 1) for name, place in at.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--visitors", type=int, default=300, metavar="N")
    options.add_argument("--arriving", type=float, default=60, metavar="SECONDS")
    options.add_argument("--seconds", type=float, default=180)
    options.add_argument("--laid", type=int, default=300, metavar="N", help="classes that lie ready before it begins")
    asked = options.parse_args()
    os.environ["CARDINAL_DEMO"] = "on"
    with tempfile.TemporaryDirectory() as data:
        laid = lay(data, WEIGHED)
        with serving(data) as (port, pid):
            cost = uvloop.run(costs(port, pid, WEIGHED))
    with tempfile.TemporaryDirectory() as data:
        lay(data, asked.laid)
        with serving(data) as (port, pid):
            found = uvloop.run(visited(port, pid, asked.visitors, asked.arriving, asked.seconds))
    print(json.dumps({"processor ms": {"a class laid": laid, **cost}, **found}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
