"""Named timers of a table or a class session, and the alarm clock of its computers. Each timed act runs as a task,
under a lock if need be.

An act that fails is retried at growing intervals until it succeeds. It reads the rows again each time, so an act that
is no longer due does nothing. Only a table whose rows are gone (a child was forgotten, a class removed) stops: its
writes violate the database's integrity every time.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from contextvars import Context
from typing import Any

from django.db import IntegrityError

from game.clock import now_ms

log = logging.getLogger(__name__)

Act = Callable[[], Awaitable[None]]

BEAT = 0.025
"""Seconds between the moments at which computers move, so that moves of many tables share one disk flush."""

SHORTEST, LONGEST = 0.25, 4.0
"""Shortest and longest delay in seconds before a failed act is retried."""


class Timers:
    """Timed acts by name; all follow from the log, so a table that is read again sets the same ones."""

    def __init__(self, lock: AbstractAsyncContextManager[Any]) -> None:
        self._lock = lock
        self._handles: dict[object, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def at(self, name: object, when: int, act: Act) -> None:
        """Run the act under the lock at this time (ms since 1970); a later call with the same name replaces it."""
        self._arm(name, max(0, when - now_ms()) / 1000, act, failures=0)

    def again(self, name: object, act: Act, failures: int = 1) -> None:
        """Retry a failed act under the lock after a delay."""
        self._arm(name, _pause(failures), act, failures)

    def cancel(self, name: object) -> None:
        if handle := self._handles.pop(name, None):
            handle.cancel()

    def close(self) -> None:
        """Cancel all timers for good."""
        self.stop()
        self._is_closed = True

    def stop(self) -> None:
        for name in list(self._handles):
            self.cancel(name)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run this as a task beside the table, without its lock, in a fresh context: the thread of the present request
        may end before."""
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    async def idle(self) -> None:
        """Wait until all started tasks are done."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _arm(self, name: object, seconds: float, act: Act, failures: int) -> None:
        self.cancel(name)
        if self._is_closed:
            return
        loop = asyncio.get_running_loop()
        self._handles[name] = loop.call_later(seconds, self._ring, name, act, failures)

    def _ring(self, name: object, act: Act, failures: int) -> None:
        self.spawn(self._run(name, self._handles.get(name), act, failures))

    async def _run(self, name: object, mine: asyncio.TimerHandle | None, act: Act, failures: int) -> None:
        """Run the act and retry if it fails, unless its timer was set anew or stopped. An act that waited for the lock
        until everything was closed does nothing."""
        try:
            async with self._lock:
                if not self._is_closed:
                    await act()
        except Exception as error:
            _say(error, failures)
            if mine and self._handles.get(name) is mine and not isinstance(error, IntegrityError):
                self.again(name, act, failures + 1)
        else:
            if self._handles.get(name) is mine:
                self._handles.pop(name, None)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("what runs beside a timer failed", exc_info=error)


async def until_done(act: Act) -> None:
    """Run the act without a lock, and retry until it succeeds."""
    failures = 0
    while True:
        try:
            return await act()
        except Exception as error:
            _say(error, failures)
        failures += 1
        await asyncio.sleep(_pause(failures))


def _pause(failures: int) -> float:
    return min(SHORTEST * 2 ** min(failures - 1, 10), LONGEST)


def _say(error: Exception, failures: int) -> None:
    """Log the first failure in full, and that later ones continue."""
    if failures:
        log.warning("a timed act failed %d times: %r", failures + 1, error)
    else:
        log.error("a timed act failed; it is tried again", exc_info=error)


class WakeUps:
    """Wakes the sleepers of a table. Cheaper than an asyncio.Event with wait_for, as it creates no task per sleep."""

    def __init__(self) -> None:
        self._asleep: set[asyncio.Future[bool]] = set()

    def wake(self) -> None:
        """Wake all sleepers: a seat can see something new."""
        for sleeper in self._asleep:
            _wake(sleeper, True)

    async def within(self, seconds: float | None) -> bool:
        """Sleep until `wake` (True) or until the seconds have passed (False); None means no time limit."""
        loop = asyncio.get_running_loop()
        sleeper = loop.create_future()
        alarm = None
        if seconds is not None:
            alarm = loop.call_at(math.ceil((loop.time() + seconds) / BEAT) * BEAT, _wake, sleeper, False)
        self._asleep.add(sleeper)
        try:
            return await sleeper
        finally:
            self._asleep.discard(sleeper)
            if alarm:
                alarm.cancel()


def _wake(sleeper: asyncio.Future[bool], news: bool) -> None:
    if not sleeper.done():
        sleeper.set_result(news)
