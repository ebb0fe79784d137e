"""Acts at a table that are done whole: saved, folded in, told and followed up, whoever asked for them goes away.

A browser that hangs up cancels what it asked for (Django cancels its view), and a socket that cannot be written to any
more is cancelled by whoever drops it. An act that stops half-way would leave a table behind its own log, so it runs in
a task of its own. That costs 5 µs on the machine on which a card costs 150.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

_running: set[asyncio.Task[Any]] = set()


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
