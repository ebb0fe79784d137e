"""`python -m tests.bench.arriving`: what a class costs before its first card, in processor time of the server.

Classes of children come in as a browser does, step by step (everybody's first, then everybody's second), with the
teacher's lobby and the projector open; all sessions are started; every child opens its table. Times are processor ms of
`manage.py serve` per child, from its own clock (/proc), and the same as multiples of a bare Django page that was served
in the same run. Static files are left out: browsers keep them. On PostgreSQL with `tests.postgresql` before it.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import uvloop

from tests.bench.arriving.browser import Browser, expect
from tests.bench.server import ROOT, environment, processor_ms, server, serving

AT_ONCE = 4
"""Browsers that ask at the same time."""


class Class:
    """A class with its lobby and projector open, and a browser for each child."""

    def __init__(self, port: int, number: int, laid: dict[str, Any]) -> None:
        self.session, self.code, cookie = laid["session"], laid["code"], laid["cookie"].split("=", 1)
        self.teacher = Browser(port, number, {cookie[0]: cookie[1]})
        self.children = [Browser(port, number) for _ in laid["students"]]
        for child, student in zip(self.children, laid["students"], strict=True):
            child.student = str(student)

    async def opens(self) -> None:
        await self.teacher.listens(f"/ws/sessions/{self.session}/lobby/")
        await self.teacher.listens(f"/ws/sessions/{self.session}/screen/")

    async def starts(self) -> None:
        await expect(302, self.teacher.asks(f"/sessions/{self.session}/start/", form="x=1"))
        for child in self.children:
            socket = child.sockets[0]
            await asyncio.wait_for(socket.sent.wait(), 120)
            child.place = socket.url
            await child.leaves()


Step = Callable[[Class, Browser], Awaitable[Any]]

JOINING: dict[str, Step] = {
    "page for the code": lambda of, child: expect(200, child.asks("/join/")),
    "code": lambda of, child: expect(302, child.asks("/join/", form=f"code={of.code}")),
    "names": lambda of, child: expect(200, child.asks(f"/join/{of.code}/")),
    "name": lambda of, child: expect(302, child.asks(f"/join/{of.code}/", form=f"student={child.student}")),
    "waiting page": lambda of, child: expect(200, child.asks("/waiting/")),
    "picture and warm-up": lambda of, child: expect(200, child.asks("/waiting/meanwhile/", part=True)),
    "waiting socket": lambda of, child: child.listens("/ws/waiting/"),
}
SEATING: dict[str, Step] = {
    "table page": lambda of, child: expect(200, child.asks(child.place)),
    "table socket": lambda of, child: child.listens(f"/ws{child.place}"),
}


async def socket_again(classroom: Class, child: Browser) -> None:
    await child.leaves()
    await child.listens(f"/ws{child.place}")


AGAIN: dict[str, Step] = {"table page": SEATING["table page"], "socket": socket_again}


async def everybody(classes: Sequence[Class], step: Step) -> None:
    """Let every child take this step, AT_ONCE of them at a time; classes are mixed."""
    waiting = [
        (classroom, child)
        for turn in zip(*(classroom.children for classroom in classes), strict=True)
        for classroom, child in zip(classes, turn, strict=True)
    ]

    async def some() -> None:
        while waiting:
            await step(*waiting.pop())

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


class Clock:
    """What a process has used since the last look, per child."""

    def __init__(self, pid: int, children: int) -> None:
        self.pid, self.children, self.before = pid, children, processor_ms(pid)

    async def lap(self) -> float:
        await asyncio.sleep(0.1)  # what follows an answer is part of the act
        now = processor_ms(self.pid)
        used, self.before = (now - self.before) / self.children, now
        return round(used, 2)


async def school(port: int, pid: int, laid: Sequence[dict[str, Any]]) -> dict[str, Any]:
    classes = [Class(port, number, each) for number, each in enumerate(laid)]
    for classroom in classes:
        await classroom.opens()
    children = sum(len(classroom.children) for classroom in classes)
    clock, began = Clock(pid, children), time.monotonic()
    joining = {}
    for name, step in JOINING.items():
        await everybody(classes, step)
        joining[name] = await clock.lap()
    joined = time.monotonic()
    for classroom in classes:
        await classroom.starts()
    seating = {"start": await clock.lap()}
    for name, step in SEATING.items():
        await everybody(classes, step)
        seating[name] = await clock.lap()
    started = time.monotonic()
    again = {}
    for name, step in AGAIN.items():
        await everybody(classes, step)
        again[name] = await clock.lap()
    for classroom in classes:
        await classroom.teacher.leaves()
        for child in classroom.children:
            await child.leaves()
    return {
        "children": children,
        "joining": joining,
        "joining, all": round(sum(joining.values()), 1),
        "seating": seating,
        "seating, all": round(sum(seating.values()), 1),
        "again": again,
        "seconds": {"joining": round(joined - began, 1), "seating": round(started - joined, 1)},
    }


def lay(classes: int, children: int, data: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.bench.arriving.lay", str(classes), str(children)]
    done = subprocess.run(command, cwd=ROOT, env=environment(data), check=True, capture_output=True, text=True)
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


async def bare_pages(port: int, pages: int) -> None:
    browser = Browser(port, 0)
    for _ in range(pages):
        await expect(200, browser.asks("/"))


def bare_ms(pages: int = 400) -> float:
    """Return the processor ms of a bare Django page."""
    with tempfile.TemporaryDirectory() as data, server("tests.bench.arriving.bare:application", data) as (port, pid):
        uvloop.run(bare_pages(port, 50))
        before = processor_ms(pid)
        uvloop.run(bare_pages(port, pages))
        return (processor_ms(pid) - before) / pages


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--classes", type=int, default=8)
    options.add_argument("--children", type=int, default=24)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as data:
        laid = lay(asked.classes + 1, asked.children, data)
        with serving(data) as (port, pid):
            uvloop.run(school(port, pid, laid[-1:]))  # warms it up
            found = uvloop.run(school(port, pid, laid[:-1]))
    bare = bare_ms()
    acts = {"joining": found["joining, all"], "seating": found["seating, all"], **found["again"]}
    ratios = {name: round(ms / bare, 1) for name, ms in acts.items()}
    print(json.dumps({**found, "bare Django page": round(bare, 2), "in bare pages": ratios}, indent=1))


if __name__ == "__main__":
    main()
