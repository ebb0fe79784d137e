"""Finished rounds on their way into the reports. Cards cannot wait, reports can: one round at a time, with long rests.

Nothing is lost when the process ends: a report projects what it lacks before it is shown (project.catch_up).
"""

import asyncio
import time
from collections import deque

from channels.db import database_sync_to_async

from game.projection import project

SHARE = 0.02
"""The share of the time that projecting may take."""

_rounds: deque[int] = deque()
_working: asyncio.Task[None] | None = None


def add(round_id: int) -> None:
    """Project this round soon."""
    global _working
    if round_id not in _rounds:
        _rounds.append(round_id)
    if _working is None or _working.done():
        _working = asyncio.get_running_loop().create_task(_work())


def length() -> int:
    return len(_rounds)


async def _work() -> None:
    while _rounds:
        round_id, began = _rounds.popleft(), time.monotonic()
        await database_sync_to_async(project.project_or_skip)(round_id)
        await asyncio.sleep((time.monotonic() - began) * (1 / SHARE - 1))
