"""What a table owes to the clock. Every act runs as a task of its own, under the table's lock."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from game.clock import now_ms

log = logging.getLogger(__name__)


class Timers:
    """Acts by name; all of them follow from the log, so that a table read anew arms the same ones."""

    def __init__(self, lock: asyncio.Lock) -> None:
        self._lock = lock
        self._handles: dict[object, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def at(self, name: object, when: int, act: Callable[[], Awaitable[None]]) -> None:
        """Act under the lock at this time (ms since 1970); a later call by the same name replaces it."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        delay = max(0, when - now_ms()) / 1000
        self._handles[name] = loop.call_later(delay, lambda: self.spawn(self._locked(act)))

    def cancel(self, name: object) -> None:
        if handle := self._handles.pop(name, None):
            handle.cancel()

    def stop(self) -> None:
        """Nothing more is owed."""
        for name in list(self._handles):
            self.cancel(name)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this beside the table, without its lock."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def idle(self) -> None:
        """Wait until what has been started is done."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _locked(self, act: Callable[[], Awaitable[None]]) -> None:
        async with self._lock:
            await act()

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a table's timer failed", exc_info=error)
