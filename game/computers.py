"""Computers at live tables. They think from what their seat may see and play through the same door as a student.

They sleep and never poll: one wakes when its thought is ripe, or when something new has happened, and thinks again.
A top card is as hard for one computer at a table as for the others (measurement.md 6.1).
"""

import asyncio
import itertools
import random
import secrets
from typing import Protocol

from game.forms import Answer, Frame
from game.rounds import now_ms
from game.rules.computer import Pace, card_difficulty, think
from game.screens import TableView


class Played(Protocol):
    """What a computer needs of a live table."""

    news: asyncio.Event

    def view(self, seat: int | None) -> TableView: ...

    def is_computer(self, seat: int) -> bool: ...

    async def submit(self, seat: int, frame: Frame, *, computer: bool) -> Answer: ...


async def sit(table: Played, seat: int, pace: Pace) -> None:
    """Play this seat until the round is over or the student is back."""
    rng, page = random.Random(), secrets.token_hex(4)
    for number in itertools.count(1):
        if not table.is_computer(seat):
            return
        if frame := await _thought(table, seat, pace, rng, f"computer-{page}-{number}"):
            await table.submit(seat, frame, computer=True)


async def _thought(table: Played, seat: int, pace: Pace, rng: random.Random, aid: str) -> Frame | None:
    """Sleep on the next move and return it, or None when something new has come in between."""
    shown, news = table.view(seat), table.news
    after, move = think(shown.view, pace, rng, card_difficulty(f"{shown.code} {shown.round} {shown.view.top}"))
    pause = max(0, shown.view.paused_until - now_ms())
    try:
        await asyncio.wait_for(news.wait(), (pause + after) / 1000 if move else None)
    except TimeoutError:
        assert move
        label = shown.labels[move.card] if move.card else None
        return Frame(move.kind, aid, label, move.top)
    return None
