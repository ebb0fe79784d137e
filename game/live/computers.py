"""Computers at live tables. They think from what their seat may see and play through the same door as a student.

They sleep and never poll: one wakes when its thought is ripe, or when something new has happened, and thinks again.
A top card is as hard for one computer at a table as for the others (measurement.md 6.1).
"""

import asyncio
import itertools
import math
import random
import secrets
from functools import lru_cache
from typing import Protocol

from game.clock import now_ms
from game.log.round import LiveRound
from game.rules.computer import Pace, card_difficulty
from game.wire import Frame, MoveAnswer

BEAT = 0.025
"""Seconds between the moments at which computers move, so that the moves of many tables share one wait for the disk."""


class WakeUps:
    """Wakes whoever sleeps at a table. Cheaper than an asyncio.Event with wait_for: no task for each sleep."""

    def __init__(self) -> None:
        self._asleep: set[asyncio.Future[bool]] = set()

    def tell(self) -> None:
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


class ComputersTable(Protocol):
    """What a computer needs of a live table."""

    news: WakeUps
    round: LiveRound

    is_left: bool

    def is_computer(self, seat: int) -> bool: ...

    async def submit(self, seat: int, frame: Frame, *, computer: bool) -> MoveAnswer: ...


async def sit(table: ComputersTable, seat: int, pace: Pace) -> None:
    """Play this seat until the round is over or the student is back."""
    rng, page = random.Random(), secrets.token_hex(4)
    for number in itertools.count(1):
        if table.is_left or not table.is_computer(seat):
            return
        if (frame := await _thought(table, seat, pace, rng, f"computer-{page}-{number}")) and not table.is_left:
            await table.submit(seat, frame, computer=True)


async def _thought(table: ComputersTable, seat: int, pace: Pace, rng: random.Random, aid: str) -> Frame | None:
    """Sleep on the next move and return it, or None when something new has come in between."""
    live = table.round
    if live.state.paused_at is not None:
        await table.news.within(None)
        return None
    view = live.rules.view(live.position, seat)
    after, move = live.rules.think(view, pace, rng, _difficulty(live.id, view.top))
    pause = max(0, view.paused_until - now_ms())
    if await table.news.within((pause + after) / 1000 if move else None) or not move:
        return None
    cards = tuple(live.labels[card] for card in move.cards)
    return Frame(move.kind, aid, live.labels[move.card] if move.card else None, move.top, cards=cards)


@lru_cache(maxsize=4096)
def _difficulty(round_id: int, top: int) -> float:
    return card_difficulty(f"{round_id} {top}")
