"""Computers at live tables. They think from what their seat may see and play through the same door as a student.

They sleep and never poll: one wakes when its thought is ripe, or when something new has happened, and thinks again.
A top card is as hard for one computer at a table as for the others (measurement 6.1).
"""

import itertools
import random
import secrets
from functools import lru_cache

from game.clock import now_ms
from game.live.base import TableBase
from game.rules.computer import Pace, card_difficulty
from game.wire import Frame


async def sit(table: TableBase, seat: int, pace: Pace, *, as_student: bool = False) -> None:
    """Play this seat until the round is over or the student is back; `as_student` as if it were that student."""
    rng, page = random.Random(), secrets.token_hex(4)
    for number in itertools.count(1):
        if table.is_left or not (as_student or table.is_computer(seat)):
            return
        if (frame := await _thought(table, seat, pace, rng, f"computer-{page}-{number}")) and not table.is_left:
            await table.submit(seat, frame, computer=not as_student)


async def _thought(table: TableBase, seat: int, pace: Pace, rng: random.Random, aid: str) -> Frame | None:
    """Sleep on the next move and return it, or None when something new has come in between."""
    live = table.round
    if live.state.paused_at is not None:
        await table.wake_ups.within(None)
        return None
    view = live.rules.view(live.position, seat)
    after, move = live.rules.think(view, pace, rng, _difficulty(live.id, view.top))
    pause = max(0, view.paused_until - now_ms())
    if await table.wake_ups.within((pause + after) / 1000 if move else None) or not move:
        return None
    cards = tuple(live.labels[card] for card in move.cards)
    return Frame(move.kind, aid, live.labels[move.card] if move.card else None, move.top, cards=cards)


@lru_cache(maxsize=4096)
def _difficulty(round_id: int, top: int) -> float:
    return card_difficulty(f"{round_id} {top}")
