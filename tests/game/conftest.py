"""Live tables for tests, with screens that remember what they were told."""

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async

from game import clock, rooms
from game.live import registry
from game.live.table import LiveTable
from game.rules import Event, around_the_corner
from game.tables import lay_table
from game.wire import Frame, MoveAnswer
from tests.game.projecting import project_no_more
from tests.sockets import PATIENCE

AT_ONCE = {"countdown": 0, "standstill": 0, "wrong_pause": 0}

PAGES = itertools.count(1)


class Screen:
    """A player's screen: a listener that keeps every text, and a finger that taps cards by their face ("9±1")."""

    language, has_left = "", False

    def __init__(self, table: LiveTable, seat: int) -> None:
        self.table, self.player = table, table.chairs[seat].player
        self.seat: Any = seat
        self.language = "en"
        self.texts: list[str] = []
        self.closed_with: int | None = None
        self.taps_made, self.page = 0, str(next(PAGES))

    def writes(self, frame: bytes) -> bool:
        return False

    async def tell(self, text: str) -> None:
        self.texts.append(text)

    async def close(self, code: int) -> None:
        self.closed_with = code

    def drop(self) -> None:
        self.closed_with = 1006

    async def arrives(self) -> None:
        rooms.join(self.table.room, self)
        await self.table.presence.arrive(self.seat)

    def goes(self) -> None:
        rooms.leave(self.table.room, self)
        self.table.presence.depart(self.seat)

    async def says(self, kind: str, **fields) -> MoveAnswer:
        self.taps_made += 1
        aid = fields.pop("aid", f"{self.page}-{self.taps_made}")
        return await self.table.submit(self.seat, Frame(kind, aid, **fields), self)

    async def draws(self, times: int = 1) -> MoveAnswer:
        for _ in range(times):
            answer = await self.says("draw")
        return answer

    async def taps(self, card: int, *, seen: int | None = None, **fields) -> MoveAnswer:
        """Tap a card (its id in the deck) having seen this top card's count, by default the present one."""
        top = self.table.round.position.top if seen is None else seen
        return await self.says("play", card=self.table.round.labels[card], top=top, **fields)

    def hand(self) -> list[int]:
        return [held for held in self.table.round.position.hands[self.seat] if held]

    def fitting(self) -> list[int]:
        """Cards of this hand that fit the top card now."""
        position = self.table.round.position
        top = around_the_corner.card(position.pile[-1])
        answers = around_the_corner.Sums(position.options.corner).answers(top.number, top.step)
        return [held for held in self.hand() if around_the_corner.card(held).number in answers]

    def misfits(self) -> list[int]:
        return [held for held in self.hand() if held not in self.fitting()]

    def labels_told(self) -> set[int]:
        """Every card label that ever reached this screen."""
        return {int(label) for text in self.texts for label in re.findall(r"\bc(\d{3})\b", text)}


async def until(true: Callable[[], object]) -> None:
    """Wait until something has become true; fail when that takes longer than any machine's moments."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


async def happens(table: LiveTable, event: Event) -> None:
    """Let the table itself log this now."""
    await table.act(lambda at: event._replace(at=at))


async def at_rest(table: LiveTable) -> None:
    """Stop its timers, let what runs come to its end, and stop what that has set."""
    table.timers.stop()
    await table.timers.idle()
    table.timers.stop()


async def begin(table: LiveTable, kind: type[Screen] = Screen) -> Any:
    """Let everybody come and be ready, and wait for GO. Return the table and a screen of this kind for each of them."""
    screens = [kind(table, seat) for seat, chair in enumerate(table.chairs) if chair.player]
    for screen in screens:
        await screen.arrives()
        await screen.says("ready")
    await until(lambda: table.round.phase == "playing")
    return table, *screens


@pytest.fixture
def frozen(monkeypatch) -> Callable[[int], None]:
    """Stop the server's clock; it is moved by milliseconds."""
    now = clock.steady_ns()
    monkeypatch.setattr(clock, "steady_ns", lambda: now)

    def later(milliseconds: int) -> None:
        nonlocal now
        now += milliseconds * 1_000_000

    return later


@pytest.fixture(autouse=True)
def a_fresh_process() -> Iterator[None]:
    """No live table outlives a test: the next one has another database and another event loop."""
    yield
    registry._tables.clear()
    registry._opening = asyncio.Lock()
    rooms._rooms.clear()


@pytest.fixture
async def lay(transactional_db) -> AsyncIterator[Callable]:
    """Lay a table and open it; all timers at once unless a test says otherwise. Its first deal is always the same one,
    in which every hand comes to a card that fits: of other deals one in two hundred has none for a child."""
    opened: list[LiveTable] = []

    async def lay(*names: str, game: str = around_the_corner.NAME, seed: int = 5, computers=(), **options) -> LiveTable:
        players = [(101 + seat, name) for seat, name in enumerate(names or ("Ana", "Ben"))]
        row = await database_sync_to_async(lay_table)(
            game=game, number=1, options=AT_ONCE | options, players=players, computers=computers
        )
        await row.rounds.aupdate(seed=seed)
        opened.append(await registry.at(row.code))
        return opened[-1]

    yield lay
    for table in opened:
        await at_rest(table)
    project_no_more()  # a round may have ended only now


@pytest.fixture
async def race(lay) -> tuple[LiveTable, Screen, Screen]:
    """A table of two that has just heard GO."""
    return await begin(await lay())
