"""Alarm clock of a table's computers: they sleep until a thought is ripe or something has happened."""

import asyncio
import math

BEAT = 0.025
"""Seconds between the moments at which computers move, so that the moves of many tables share one wait for the disk."""


class WakeUps:
    """Wakes whoever sleeps at a table. Cheaper than an asyncio.Event with wait_for: no task for each sleep."""

    def __init__(self) -> None:
        self._asleep: set[asyncio.Future[bool]] = set()

    def wake(self) -> None:
        """Something has happened that a seat can see."""
        for sleeper in self._asleep:
            _wake(sleeper, True)

    async def within(self, seconds: float | None) -> bool:
        """Sleep until there is news (True) or the seconds have passed (False); None sleeps for the news alone."""
        loop = asyncio.get_running_loop()
        sleeper = loop.create_future()
        alarm = None if seconds is None else loop.call_at(_beat(loop.time() + seconds), _wake, sleeper, False)
        self._asleep.add(sleeper)
        try:
            return await sleeper
        finally:
            self._asleep.discard(sleeper)
            if alarm:
                alarm.cancel()


def _beat(moment: float) -> float:
    return math.ceil(moment / BEAT) * BEAT


def _wake(sleeper: asyncio.Future[bool], news: bool) -> None:
    if not sleeper.done():
        sleeper.set_result(news)
