"""All tables of a school end their rounds in the same second, and the next ones are dealt: what do the others feel?

The tables that end wait for it, each with a last card in a hand; then their children press *Ready*. The others play on
at a human pace.
"""

import asyncio
import random
import tempfile

import uvloop

from tests.bench.load import Player, at_seats, connect
from tests.bench.server import lay, processor_ms, serving

EVERY = 4.0
"""Seconds between two moves of a child, on average."""
ENDS, READY = 1.0, (0.5, 3.0)
"""Seconds in which all tables end, and after which a child presses *Ready*."""
FELT = 5.0
"""Seconds from the first end on in which the others' moves are looked at."""
PATIENCE = 90.0
"""Seconds within which every table comes to its last card; those that do not are not counted."""


class Child(Player):
    """A seat that looks every few seconds whether there is a move for it."""

    every = EVERY

    def opened(self) -> None:
        self._wait(random.uniform(0, self.every))

    def go_on(self) -> None: ...

    def _wait(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(seconds, self._turn)

    def _turn(self) -> None:
        if self.transport.is_closing():
            return
        if not self.asked:
            self._move()
        self._wait(random.uniform(0.5, 1.5) * self.every)


class QuickChild(Child):
    """A seat that looks every second, so that there are moves enough to look at."""

    every = 1.0


class Finisher(Player):
    """A seat that plays to its last card, keeps it until it is told to end, and goes on to the next round."""

    may_end = False
    rounds = 0

    @property
    def waits(self) -> bool:
        return self.phase == "playing" and len(self.hand) == 1 and not self.draws

    def go_on(self) -> None:
        if self.phase == "over" and self.may_end:
            self.rounds, self.may_end = self.rounds + 1, False
            asyncio.get_running_loop().call_later(random.uniform(*READY), self._move)
        elif self.phase != "over" and self.waits and not self.may_end:
            self.at_last.set()
        elif self.phase != "over":
            self._move()

    def opened(self) -> None:
        self.at_last = asyncio.Event()

    def _move(self) -> None:
        if self.transport.is_closing():
            return
        if self.phase == "playing" and len(self.hand) == 1 and self.draws:
            self.moves += 1
            self._ask("draw", f'{{"t":"draw","aid":"{self.page}-{self.moves}"}}')
        else:
            super()._move()

    def ends(self) -> None:
        self.may_end = True
        if not self.asked:
            self.go_on()


async def _at_their_last_cards(tables: list[list[Finisher]]) -> list[list[Finisher]]:
    """Wait until every table has somebody with a last card; return those that have."""
    there = [asyncio.create_task(_one_of(table)) for table in tables]
    await asyncio.wait(there, timeout=PATIENCE)
    return [table for table in tables if any(seat.waits for seat in table)]


async def _one_of(table: list[Finisher]) -> None:
    """Wait until somebody at this table has come to a last card."""
    waiting = [asyncio.create_task(seat.at_last.wait()) for seat in table]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)


async def _felt(port: int, pid: int, ending: list[tuple[str, str]], others: list[tuple[str, str]]) -> dict[str, float]:
    finishers = await connect(port, at_seats(Finisher, ending))
    tables = await _at_their_last_cards([finishers[first : first + 4] for first in range(0, len(finishers), 4)])
    children = await connect(port, at_seats(QuickChild, others))
    await asyncio.gather(*(child.under_way.wait() for child in children))
    quiet = await _times(children)
    used = processor_ms(pid)
    for table in tables:
        moment = random.uniform(0, ENDS)
        for seat in table:
            asyncio.get_running_loop().call_later(moment, seat.ends)
    times = await _times(children)
    used = processor_ms(pid) - used
    for each in (*finishers, *children):
        each.transport.abort()
    return {
        "tables": len(tables),
        "rounds_ended": sum(any(seat.rounds for seat in table) for table in tables),
        "others_moves": len(times),
        "others_p50_ms": round(times[len(times) // 2], 1),
        "others_p99_ms": round(times[len(times) * 99 // 100], 1),
        "others_p99_before_ms": round(quiet[len(quiet) * 99 // 100], 1),
        "processor_ms": round(used),
    }


async def _times(children: list[QuickChild]) -> list[float]:
    """Let some time pass; return how long the children's moves took in it, in ms, the shortest first."""
    for child in children:
        del child.times[:]
    await asyncio.sleep(FELT)
    return sorted(1000 * answered for child in children for answered in child.times)


def measure(tables: int = 100, others: int = 50) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as data:
        seats = lay(tables + others, data)
        with serving(data) as (port, pid):
            return uvloop.run(_felt(port, pid, seats[: 4 * tables], seats[4 * tables :]))
