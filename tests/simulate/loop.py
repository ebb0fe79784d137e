"""An event loop without sockets, threads or a clock of its own: time passes only when nothing is left to do, and what
would run in a thread runs here, between two callbacks. The same callbacks come in the same order in every run."""

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, Protocol

MOST_STEPS = 400_000
"""Callbacks of one lesson; a lesson that takes more goes in a circle."""
STEP = 0.00001
"""Seconds that a callback takes."""


class Stuck(Exception):
    """The lesson goes in a circle."""


class Owner(Protocol):
    """Somebody whose callbacks these are: a worker's process. What a dead one still wanted to do is not done."""

    alive: bool
    latency: Callable[[], float]

    def enter(self) -> None:
        """Begin to run something of this process's."""


class Numbered:
    """Futures and tasks are kept in sets, too, whose order is that of the addresses; here it is that of their birth."""

    _number: int

    def __hash__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other


class Future(Numbered, asyncio.Future[Any]):
    def __init__(self, loop: "VirtualLoop") -> None:
        self._number = next(loop.numbers)
        super().__init__(loop=loop)


class Task(Numbered, asyncio.Task[Any]):
    def __init__(self, coro: Coroutine[Any, Any, Any], loop: "VirtualLoop", name: str | None, context: Any) -> None:
        self._number = next(loop.numbers)
        super().__init__(coro, loop=loop, name=name, context=context)


class VirtualLoop(asyncio.AbstractEventLoop):
    """`owner` is whose callback runs now; None is the world outside the server."""

    def __init__(self, dice: random.Random, passes: Callable[[float], None]) -> None:
        self.now, self.steps, self.dice, self._passes, self._runs = 0.0, 0, dice, passes, False
        self.numbers, self.owner = count(1), None
        self.tasks: list[Task] = []
        self.failures: list[str] = []
        self._ready: deque[tuple[Owner | None, asyncio.Handle]] = deque()
        self._later: list[tuple[float, int, Owner | None, asyncio.Handle]] = []
        self._free_at: dict[Owner | None, float] = {}
        self._buried: list[asyncio.Handle] = []

    owner: Owner | None

    def run(self, coro: Coroutine[Any, Any, Any]) -> Any:
        """Run until this is done, and return what it returns."""
        asyncio._set_running_loop(self)
        self._runs = True
        try:
            task = self.create_task(coro)
            while not task.done():
                self._step()
            return task.result()
        finally:
            self._runs = False
            asyncio._set_running_loop(None)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Stuck(f"{MOST_STEPS} callbacks, and no end at {self.now:.1f} s")
        self.now += STEP
        if not self._ready:
            self.now = max(self.now, self._later[0][0])
        while self._later and self._later[0][0] <= self.now:
            _when, _number, owner, handle = heapq.heappop(self._later)
            self._ready.append((owner, handle))
        self.owner, handle = self._ready.popleft()
        if handle.cancelled():
            return
        if self.owner is not None:
            if not self.owner.alive:
                self._buried.append(handle)  # or what it holds would come to its end, without its process
                return
            self.owner.enter()
        self._passes(self.now)
        handle._run()

    # What asyncio asks of a loop

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return self._runs

    def is_closed(self) -> bool:
        return not self._runs

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.append((self.owner, handle))
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        """As a real loop refuses it after its end: asgiref keeps the last loop of a thread, and asks it once more."""
        if not self._runs:
            raise RuntimeError("The lesson is over")
        return self.call_soon(callback, *args, context=context)

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> Any:
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._later, (when, next(self.numbers), self.owner, handle))
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is left out when its time comes."""

    def create_future(self) -> Any:
        return Future(self)

    def create_task(self, coro: Any, *, name: Any = None, context: Any = None) -> Any:
        self.tasks.append(task := Task(coro, self, name, context))
        task._log_destroy_pending = False  # type: ignore[attr-defined]  # most lessons cut some of them off
        return task

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:  # type: ignore[override]
        """Run it by itself, after those before it and a moment of its own: each process has one thread."""
        future, latency = self.create_future(), self.owner.latency() if self.owner else 0.0
        starts = max(self.now, self._free_at.get(self.owner, 0.0)) + latency
        self._free_at[self.owner] = starts
        self.call_at(starts, self._in_thread, future, func, args)
        return future

    def behind(self, owner: Owner | None) -> float:
        """Return the seconds after which a process's thread has done what there is for it."""
        return max(0.0, self._free_at.get(owner, 0.0) - self.now)

    def _in_thread(self, future: Any, func: Any, args: Any) -> None:
        if future.cancelled():
            return
        asyncio._set_running_loop(None)
        try:
            told, result = future.set_result, func(*args)
        except Exception as error:
            told, result = future.set_exception, error
        finally:
            asyncio._set_running_loop(self)
        self.call_soon(self._told, future, told, result)

    def _told(self, future: Any, told: Any, result: Any) -> None:
        if not future.done():
            told(result)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not isinstance(context.get("exception"), OSError):
            self.failures.append(f"{context['message']}: {context.get('exception')!r}")
