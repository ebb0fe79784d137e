"""Acts at a live table: executed one at a time under its lock, and always completed: saved, folded in, sent and
followed up, even when the requester disconnects.

A browser that hangs up cancels its request (Django cancels the view), and a socket that can no longer be written to is
cancelled by its dropper. An act that stopped half-way would leave the table behind its own log, so it runs in a task of
its own. A move needs no task (see `moves`).
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
    """The lock of a live table, in order of arrival. A task acquires it with `async with`. A move, which has no task,
    is passed to `run` as a function, and calls `release` at its end.

    `before_acts` is called before a task queues up by `async with`, so that cards waiting for judgement are judged
    first. A reader that changes nothing may skip it by calling `acquire`.
    """

    def __init__(self) -> None:
        self.before_acts: Callable[[], None] = lambda: None
        self._taken = False
        self._waiting: deque[Callable[[], None]] = deque()

    def run(self, act: Callable[[], None]) -> None:
        """Call `act` once the lock is free, at once if it is free now. `act` must release the lock itself."""
        if self._taken:
            self._waiting.append(partial(copy_context().run, act))
        else:
            self._taken = True
            act()

    def release(self) -> None:
        """Pass the lock to the next waiter."""
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
            if not turn.cancelled():  # cancelled at the moment it was granted: pass it on
                self.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.release()

    def _give(self, turn: asyncio.Future[None]) -> None:
        if turn.cancelled():
            self.release()
        else:
            turn.set_result(None)


def shielded(act: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Decorate a coroutine function so that cancelling its caller does not cancel it: the act runs to its end."""

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
    """Wait until all acts begun so far are done."""
    while _running:
        await asyncio.wait(_running)


def _say_what_failed(task: asyncio.Task[Any]) -> None:
    """Log the exception of an act whose caller was cancelled, since nobody awaits its result any more."""
    if not task.cancelled() and (error := task.exception()):
        log.error("an act failed after the one who asked for it had gone", exc_info=error)
