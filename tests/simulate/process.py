"""A worker's process: what the product's modules keep for themselves, in a set for each worker. A crash forgets it."""

import asyncio
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from queue import SimpleQueue
from typing import Any

from django.conf import settings

from classroom.asgi import application
from classroom.live import controls, workers
from classroom.live.time_limits import Alarms
from game.log import journal
from game.workers import bell, line
from tests.simulate.loop import VirtualLoop

KEPT: dict[str, dict[str, Callable[[], Any]]] = {
    "game.rooms": {"_rooms": dict, "_looks": dict},
    "game.tables": {"_over": set},
    "game.live.acts": {"_running": set},
    "game.live.registry": {"_tables": dict, "_opening": asyncio.Lock},
    "game.workers.bell": {"_noted": deque, "_loop": lambda: None, "_something": asyncio.Event},
    "game.projection.queue": {"_waiting": deque, "_working": lambda: None},
    "game.log.counts": {"_folds": lambda: type(import_module("game.log.counts")._folds)()},
    "classroom.sign_ins": {"_seen": dict},
    "classroom.joining.presence": {"_asked": dict, "_invented": dict, "_left": dict},
    "classroom.joining.sockets.middleware": {"_at_tables": dict},
    "classroom.joining.sign_in.room_pictures": {"_noting": set},
    "classroom.live.lobby.unseated": {"_missed": dict, "_seating": dict},
    "classroom.live.monitor.watch": {"_watches": dict, "_watchers": dict},
    "classroom.live.controls": {"alarms": lambda: Alarms(controls.end)},
    "classroom.server.http.disconnects": {"open_lines": dict, "_count": int},
}
"""The state of the product's modules, and how each begins."""


JOURNAL = ("_queue", "_writer")


class OrderedLines(dict[Any, None]):
    """The set of open lines, in the order in which they were opened."""

    def add(self, line: Any) -> None:
        self[line] = None

    def discard(self, line: Any) -> None:
        self.pop(line, None)


class Queue(SimpleQueue[Any]):
    """The journal's queue, beside which no thread waits: a commit comes after as long as the disk takes."""

    def __init__(self, loop: VirtualLoop, latency: Callable[[], float]) -> None:
        self._loop, self._latency, self._is_due = loop, latency, False

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:  # noqa: FBT001, FBT002
        super().put(item)
        if not self._is_due:
            self._is_due = True
            self._loop.call_later(self._latency(), self._commit)

    def _commit(self) -> None:
        self._is_due = False
        asyncio._set_running_loop(None)
        try:
            journal.write_next()
        finally:
            asyncio._set_running_loop(self._loop)


class Process:
    """One worker, from its start to its crash. `present` is whose state the modules have now."""

    present: "Process | None" = None

    def __init__(self, loop: VirtualLoop, number: int, dice: random.Random, wire: "Wire") -> None:
        self.loop, self.number, self.alive, self.wire = loop, number, True, wire
        self.slow, self.heard = 0.0, asyncio.Queue[str]()
        self.latency = lambda: dice.expovariate(1) * (0.002 + self.slow)
        self.state = {name: {key: make() for key, make in kept.items()} for name, kept in KEPT.items()}
        self.state["classroom.server.http.disconnects"]["open_lines"] = OrderedLines()
        self.state["game.workers.bell"]["WORKER"] = f"worker-{next(loop.numbers)}"
        self.state["game.log.journal"] = {"_queue": Queue(loop, self.latency), "_writer": object()}

    @staticmethod
    @contextmanager
    def none_of_ours() -> Iterator[None]:
        """Afterwards the modules have the state again that they have now: this process's own."""
        names: dict[str, Iterable[str]] = {
            **KEPT,
            "game.workers.bell": {*KEPT["game.workers.bell"], "WORKER"},
            "game.log.journal": JOURNAL,
        }
        own = {name: {key: vars(import_module(name))[key] for key in keys} for name, keys in names.items()}
        try:
            yield
        finally:
            for name, kept in own.items():
                vars(import_module(name)).update(kept)
            Process.present = None

    def enter(self) -> None:
        if Process.present is self:
            return
        if Process.present:
            Process.present.leave()
        for name, kept in self.state.items():
            vars(import_module(name)).update(kept)
        Process.present = self

    def leave(self) -> None:
        """Take the modules' state, which they may have set anew."""
        for name, kept in self.state.items():
            module = vars(import_module(name))
            kept.update({key: module[key] for key in kept})

    def runs(self, coro: Any) -> Any:
        """Begin a task of this process."""
        before, self.loop.owner = self.loop.owner, self
        self.enter()
        try:
            return self.loop.create_task(coro)
        finally:
            self.loop.owner = before

    def calls(self, delay: float, callback: Callable[..., None], *args: Any) -> None:
        """Have something happen in this process later."""
        before, self.loop.owner = self.loop.owner, self
        self.loop.call_later(delay, callback, *args)
        self.loop.owner = before

    async def start(self) -> None:
        """Do what a server does before it serves, and what runs beside it; the line to the others is the wire."""
        await controls.alarms.wake()
        if settings.WORKERS > 1:
            bell.hang()
            self.wire.ends.append(self)
            mine: Any = self
            for task in (line._listen(mine), line._ring(mine), *(run() for run in workers.tasks(controls.alarms)[1:])):
                self.loop.create_task(task)

    def serve(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        return self.runs(application(scope, receive, send))

    # As psycopg's connection on which workers listen and notify

    async def execute(self, statement: str, values: Any = ()) -> None:
        if values:
            self.wire.carries(self, values[1])

    async def notifies(self) -> Any:
        while True:
            yield Ring(await self.heard.get())


class Ring:
    def __init__(self, payload: str) -> None:
        self.payload = payload


class Wire:
    """The line between the workers: what is rung comes late, twice, or never."""

    def __init__(self, loop: VirtualLoop, dice: random.Random) -> None:
        self.loop, self.dice, self.ends = loop, dice, list[Process]()
        self.lost = self.twice = 0.0

    def carries(self, by: Process, ring: str) -> None:
        for end in self.ends:
            for _ in range(self.dice.random() < self.twice and 2 or 1):
                if self.dice.random() >= self.lost:
                    late = self.dice.expovariate(1) * (0.3 if self.dice.random() < 0.1 else 0.003)
                    end.calls(late, end.heard.put_nowait, ring)
