"""Computer players at live tables. They decide by the view of their own seat, and submit moves like a student.

They sleep instead of polling: one wakes when its decision is due, or when an event has changed the table, and decides
again. A top card is equally hard for all computers at a table (measurement 6.1).
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
    """Play this seat until the round is over or the student is back; with `as_student`, play like that student."""
    rng, page = random.Random(), secrets.token_hex(4)
    for number in itertools.count(1):
        if table.is_left or not (as_student or table.is_computer(seat)):
            return
        if (frame := await _thought(table, seat, pace, rng, f"computer-{page}-{number}")) and not table.is_left:
            await table.submit(seat, frame, computer=not as_student)


async def _thought(table: TableBase, seat: int, pace: Pace, rng: random.Random, aid: str) -> Frame | None:
    """Sleep until the next move is due and return it; return None if an event changes the table before."""
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
