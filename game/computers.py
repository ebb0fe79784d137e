"""Computers at live tables. They think from what their seat may see and play through the same door as a student.

They sleep and never poll: one wakes when its thought is ripe, or when something new has happened, and thinks again.
"""

import asyncio
import itertools
import random
import secrets
from typing import Protocol

from game.forms import Answer, Frame
from game.rules.computer import LEVELS, Pace, think
from game.screens import TableView

STAND_IN = "steady"
"""The level at which a computer plays the seat of a student who is away."""


class Played(Protocol):
    """What a computer needs of a live table."""

    news: asyncio.Event

    def view(self, seat: int | None) -> TableView: ...

    def is_computer(self, seat: int) -> bool: ...

    async def submit(self, seat: int, frame: Frame, *, computer: bool) -> Answer: ...


async def sit(table: Played, seat: int, level: str) -> None:
    """Play this seat until the round is over or the student is back."""
    pace, rng, page = LEVELS.get(level, LEVELS[STAND_IN]), random.Random(), secrets.token_hex(4)
    for number in itertools.count(1):
        if not table.is_computer(seat):
            return
        if frame := await _thought(table, seat, pace, rng, f"computer-{page}-{number}"):
            await table.submit(seat, frame, computer=True)


async def _thought(table: Played, seat: int, pace: Pace, rng: random.Random, aid: str) -> Frame | None:
    """Sleep on the next move and return it, or None when something new has come in between."""
    shown, news = table.view(seat), table.news
    after, move = think(shown.view, pace, rng)
    try:
        await asyncio.wait_for(news.wait(), after / 1000 if move else None)
    except TimeoutError:
        assert move
        label = shown.labels[move.card] if move.card else None
        return Frame(move.kind, aid, label, move.top)
    return None
