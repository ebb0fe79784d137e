"""A class's day: its children come, play at human pace, are away and come back; its teacher starts, watches, ends,
reads the report and begins again, until the time is up."""

import asyncio
import random
import re
import time
from collections import Counter
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from tests.bench.arriving.__main__ import JOINING, Class
from tests.bench.arriving.browser import TOKEN, Browser, expect, unpacked
from tests.bench.school.endings import Child
from tests.browser.over_http.people import CHOSEN, CODE, RACE, WAY

LESSON = (150.0, 420.0)
"""Seconds that a class plays, from one that ends early to one after which a quarter of an hour is over."""
AWAY = 90.0
"""Seconds after which a child, on average, reloads, loses its line or closes its lid."""
GONE = (0.5, 40.0)
PARTS = {"page": (0.0, 0.4), "line": (0.4, 0.8), "lid": (0.8, 1.0)}

counted: Counter[str] = Counter()
"""What happened so far, by its name."""


class Seat(Child):
    """A child's socket at its table, with its page's heartbeat."""

    def opened(self) -> None:
        super().opened()
        self.beat()

    def answered(self) -> None:
        super().answered()
        counted["moves"] += 1


class Day:
    """The lessons of one class, one after another."""

    def __init__(self, port: int, number: int, laid: dict[str, Any], until: float) -> None:
        self.classroom = Class(port, number, laid)
        self.port, self.number, self.laid, self.until = port, number, laid, until

    async def lives(self) -> None:
        await asyncio.sleep(random.uniform(0, 20))
        while time.monotonic() < self.until:
            await self._lesson()
            if time.monotonic() < self.until:
                await self._follows()

    async def _lesson(self) -> None:
        """Come in, play, end. The children of the lesson that follows may be these, or begin with the code."""
        classroom = self.classroom
        await classroom.opens()
        for step in JOINING.values():
            await asyncio.gather(*(self._comes(step, child) for child in classroom.children))
        await classroom.starts()
        await classroom.teacher.leaves()
        await expect(200, classroom.teacher.asks(f"/sessions/{classroom.session}/monitor/"))
        await classroom.teacher.listens(f"/ws/sessions/{classroom.session}/monitor/")
        ends = min(time.monotonic() + random.uniform(*LESSON), self.until)
        await asyncio.gather(*(self._plays(child, ends) for child in classroom.children))
        await expect(302, classroom.teacher.asks(f"/sessions/{classroom.session}/end/", form="x=1"))
        await classroom.teacher.leaves()
        await expect(200, classroom.teacher.asks(f"/sessions/{classroom.session}/"))
        counted["lessons"] += 1

    async def _comes(self, step: Any, child: Browser) -> None:
        await asyncio.sleep(random.uniform(0, 4))
        await step(self.classroom, child)

    async def _plays(self, child: Browser, ends: float) -> None:
        """Sit at the table until the lesson ends, away now and then."""
        while (left := ends - time.monotonic()) > 0:
            if random.random() < 0.6:
                await self._comes_back(child, ends)
            seat = Seat(f"/ws{child.place}", child.host, child.cookie)
            loop = asyncio.get_running_loop()
            await loop.create_connection(lambda: seat, "127.0.0.1", self.port, local_addr=(child.address, 0))  # noqa: B023
            await asyncio.sleep(min(left, random.expovariate(1 / AWAY)))
            seat.transport.abort()
            counted["lines"] += 1
            if (left := ends - time.monotonic()) > 0:
                await asyncio.sleep(min(left, random.choice((0.5, 5.0, random.uniform(*GONE)))))

    async def _comes_back(self, child: Browser, ends: float) -> None:
        """Load the table's page. Who was away for long may have lost the seat: then the child waits for another one."""
        _status, where, _body = await child.asks(child.place)
        if not where.endswith("/waiting/"):
            return
        _status, where, _body = await child.asks(where)
        if where:
            child.place = where
            return
        line = await child.listens("/ws/waiting/")
        with suppress(TimeoutError):
            await asyncio.wait_for(line.sent.wait(), ends - time.monotonic())
        child.place = line.url or child.place
        await child.leaves()
        counted["waited for another seat"] += 1

    async def _follows(self) -> None:
        """Read the report, then open the lobby of the next lesson; browsers begin without a cookie, as shared devices
        do."""
        teacher, path = self.classroom.teacher, f"/classes/{self.laid['classroom']}/"
        await expect(200, teacher.asks(f"{path}report/"))
        new = f"{path}sessions/new/?way={RACE.way}"
        page = unpacked(await expect(200, teacher.asks(new)))
        fields: dict[str, list[str]] = {}
        for name, value in CHOSEN.findall(page):
            fields.setdefault(name, []).append(value)
        if mode := WAY.search(page):
            fields["mode"] = [mode[1]]
        status, where, body = await teacher.asks(new, form=urlencode(fields, doseq=True))
        session, lobby = re.search(r"/sessions/(\d+)/", where), unpacked(await expect(200, teacher.asks(where)))
        code = CODE.search(lobby)
        if status != 302 or not (session and code):
            raise ConnectionError(f"no lobby: {status} {where} {unpacked(body)[:500]}")
        laid = self.laid | {"session": int(session[1]), "code": code[1] + code[2]}
        self.classroom = Class(self.port, self.number, laid)
        self.classroom.teacher.cookies["csrf"] = TOKEN
