"""Acts at a table: done one at a time, and whole: saved, folded in, told and followed up, whoever asked for them goes.

A browser that hangs up cancels what it asked for (Django cancels its view), and a socket that cannot be written to any
more is cancelled by whoever drops it. An act that stops half-way would leave a table behind its own log, so it runs in
a task of its own. A move needs none (`moves`).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_running: set[asyncio.Task[Any]] = set()


class TableLock:
    """Lock of a live table, first come, first served. Tasks take it with `async with`; a move has none, waits as a
    function that is called in its turn, and gives the lock back with `release` at its end.

    `before_acts` is called before a task gets in line `async with` this: cards that wait to be judged go before it. Who
    changes nothing may `acquire` it past them.
    """

    def __init__(self) -> None:
        self.before_acts: Callable[[], None] = lambda: None
        self._taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def run(self, act: Callable[[], None]) -> None:
        """Call this when its turn comes, at once if it can be. It gives the lock back itself."""
        if self._taken:
            self._waiting.append(partial(copy_context().run, act))
        else:
            self._taken = True
            act()

    def release(self) -> None:
        """Let the next one have the lock."""
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self._taken = False

    async def __aenter__(self) -> None:
        self.before_acts()
        await self.acquire()

    async def acquire(self) -> None:
        if not self._taken:
            self._taken = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(lambda: self._give(turn))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given in the same moment
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()

    def _give(self, turn: asyncio.Future[None]) -> None:
        if turn.cancelled():
            self.release()
        else:
            turn.set_result(None)


def whole(act: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make a coroutine function of acts: who awaits one may be cancelled, the act itself goes on to its end."""

    @wraps(act)
    async def asked_for(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.get_running_loop().create_task(act(*args, **kwargs))
        _running.add(task)
        task.add_done_callback(_running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_say_what_failed)
            raise

    return asked_for


async def idle() -> None:
    """Wait until every act that has been begun is done."""
    while _running:
        await asyncio.wait(_running)


def _say_what_failed(task: asyncio.Task[Any]) -> None:
    """Nobody waits for the answer of this act any more."""
    if not task.cancelled() and (error := task.exception()):
        log.error("an act failed after the one who asked for it had gone", exc_info=error)
