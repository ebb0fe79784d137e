"""A worker's process: what the product's modules keep for themselves, in a set for each worker. A crash forgets it."""

import asyncio
import random
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from queue import SimpleQueue
from typing import Any, NamedTuple

from classroom.asgi import application
from classroom.live import controls, lifespan
from classroom.live.time_limits import Alarms
from game.live import elsewhere
from game.log import journal
from game.workers.postgresql import PostgreSQLChannelLayer
from tests.simulate.loop import VirtualLoop

KEPT: dict[str, dict[str, Callable[[], Any]]] = {
    "game.rooms": {"_rooms": dict, "_looks": dict},
    "game.tables": {"_over": set},
    "game.live.acts": {"_running": set},
    "game.live.registry": {"_tables": dict, "_looks": dict, "_opening": asyncio.Lock},
    "game.workers.others": {
        "_noted": deque,
        "_held": Counter,
        "_changed": dict,
        "_loop": lambda: None,
        "_something": asyncio.Event,
    },
    "game.workers.neighbours": {"_met": lambda: defaultdict(set)},
    "game.projection.queue": {"_waiting": deque, "_working": lambda: None},
    "game.log.counts": {"_folds": lambda: type(import_module("game.log.counts")._folds)()},
    "classroom.sign_ins": {"_seen": dict},
    "classroom.joining.presence": {"_asked": dict, "_invented": dict, "_left": dict},
    "classroom.joining.sockets.middleware": {"_at_tables": dict},
    "classroom.joining.sign_in.board_pictures": {"_asked_at": dict, "_noting": set},
    "classroom.live.lobby.unseated": {"_missed": dict, "_seating": dict},
    "classroom.live.monitor.watch": {"_watches": dict, "_watchers": dict},
    "classroom.live.controls": {"alarms": lambda: Alarms(controls.end)},
    "classroom.server.http.disconnects": {"open_sockets": dict, "_count": int},
}
"""The state of the product's modules, and how each begins."""


JOURNAL = ("_queue", "_writer")
LAYER = "get_channel_layer"


class OrderedSockets(dict[Any, None]):
    """The set of open sockets, in the order in which they were opened."""

    def add(self, socket: Any) -> None:
        self[socket] = None

    def discard(self, socket: Any) -> None:
        self.pop(socket, None)


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
        self.slow, self.heard = 0.0, asyncio.Queue[Told]()
        self.latency = lambda: dice.expovariate(1) * (0.002 + self.slow)
        self.state = {name: {key: make() for key, make in kept.items()} for name, kept in KEPT.items()}
        self.state["classroom.server.http.disconnects"]["open_sockets"] = OrderedSockets()
        self.state["game.workers.others"]["WORKER"] = f"worker-{next(loop.numbers)}"
        self.state["game.workers.layer"] = {LAYER: lambda: Layer(self)}
        self.state["game.log.journal"] = {"_queue": Queue(loop, self.latency), "_writer": object()}
        self._modules = [(vars(import_module(name)), kept) for name, kept in self.state.items()]

    @staticmethod
    @contextmanager
    def none_of_ours() -> Iterator[None]:
        """Afterwards the modules have the state again that they have now: this process's own."""
        names: dict[str, Iterable[str]] = {
            **KEPT,
            "game.workers.others": {*KEPT["game.workers.others"], "WORKER"},
            "game.workers.layer": {LAYER},
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
        for module, kept in self._modules:
            module.update(kept)
        Process.present = self

    def leave(self) -> None:
        """Take the modules' state, which they may have set anew."""
        for module, kept in self._modules:
            for key in kept:
                kept[key] = module[key]

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
        """Do what a server does before it serves, and what runs beside it; the connection to the others is the wire."""
        await controls.alarms.wake()
        self.loop.create_task(lifespan.repeat(controls.heal, elsewhere.HEAL))
        for task in lifespan.tasks_of_several():
            self.loop.create_task(task())

    def serve(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        return self.runs(application(scope, receive, send))


class Told(NamedTuple):
    """A notification of PostgreSQL's."""

    name: str
    payload: str


class Layer(PostgreSQLChannelLayer):
    """The product's own channel layer, on the wire."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._process, self._client = process, f"client-{next(process.loop.numbers)}"

    async def new_channel(self, prefix: str = "specific") -> str:
        channel = f"{prefix}.{self._client}!"
        await self._hear(channel)
        return channel

    async def _connect(self) -> Any:
        return Connection(self._process)


class Connection:
    """As psycopg's connection on which a worker notifies, or listens."""

    def __init__(self, process: Process) -> None:
        self.process, self.names = process, dict[str, None]()
        process.wire.ends.append(self)

    async def __aenter__(self) -> "Connection":
        return self

    async def __aexit__(self, *error: object) -> None: ...

    async def execute(self, statement: str, told: Any = None, *, prepare: bool = True) -> None:
        if told:
            for name, payload in zip(*told, strict=True):
                self.process.wire.carries(self.process, Told(name, payload))
            return
        for words in statement.split("; "):
            word, name = words.split()
            if word == "LISTEN":
                self.names[name] = None
            else:
                self.names.pop(name, None)

    async def notifies(self, *, stop_after: int) -> AsyncIterator[Told]:
        yield await self.process.heard.get()


class Wire:
    """The connection between the workers: what is told comes late, twice, or never; a word to oneself comes."""

    def __init__(self, loop: VirtualLoop, dice: random.Random) -> None:
        self.loop, self.dice, self.ends = loop, dice, list[Connection]()
        self.lost = self.twice = 0.0

    def carries(self, by: Process, told: Told) -> None:
        for end in [end for end in self.ends if told.name in end.names]:
            if not told.payload:
                end.process.heard.put_nowait(told)
                continue
            for _ in range(self.dice.random() < self.twice and 2 or 1):
                if self.dice.random() >= self.lost:
                    late = self.dice.expovariate(1) * (0.3 if self.dice.random() < 0.1 else 0.003)
                    end.process.calls(late, end.process.heard.put_nowait, told)
