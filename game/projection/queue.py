"""Queue of finished rounds to be projected for the reports. Cards come first: one round at a time, with long pauses.

A process that ends loses nothing, as a report first projects what it lacks (project.catch_up).
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import NamedTuple

from channels.db import database_sync_to_async

from game.projection import project

log = logging.getLogger(__name__)

SHARE = 0.02
"""Largest share of the time that projecting may take."""


class Work(NamedTuple):
    """A job for the database thread; a job with the name of a waiting one is ignored."""

    name: str
    run: Callable[[], object]


_waiting: deque[Work] = deque()
_working: asyncio.Task[None] | None = None


def add(round_id: int) -> None:
    """Project this round soon."""
    _add(Work(f"projecting round {round_id}", partial(project.project_or_skip, round_id)), _waiting.append)


def first(name: str, run: Callable[[], object]) -> None:
    """Run this before the waiting rounds, as somebody is about to read its result."""
    _add(Work(name, run), _waiting.appendleft)


def later(name: str, run: Callable[[], object]) -> None:
    """Run this after the waiting rounds, as nobody reads its result at once."""
    _add(Work(name, run), _waiting.append)


def length() -> int:
    return len(_waiting)


def _add(work: Work, where: Callable[[Work], None]) -> None:
    global _working
    if work.name not in {waiting.name for waiting in _waiting}:
        where(work)
    loop = asyncio.get_running_loop()
    if _working is None or _working.done() or _working.get_loop() is not loop:
        _working = loop.create_task(_work(), context=Context())


async def _work() -> None:
    while _waiting:
        work, began = _waiting.popleft(), time.monotonic()
        try:
            await database_sync_to_async(work.run)()
        except Exception:
            log.exception("%s failed", work.name)
        await asyncio.sleep((time.monotonic() - began) * (1 / SHARE - 1))
