"""One live table: its acts, and their consequences.

A table does one thing at a time (its lock); its timers follow from the log. Its parts are `moves` (judge, save, tell),
`presence` (who is connected), `dealing` (between rounds), `telling` (messages to its screens) and `timers`.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone

from game import rooms, tables
from game.clock import now_ms
from game.live import moves, turn_clock
from game.live.acts import shielded
from game.live.base import MoveRequest, TableBase
from game.live.dealing import Dealing
from game.live.moves import Moves
from game.live.presence import TablePresence
from game.live.telling import Telling
from game.log import table_state
from game.log.codec import client_of
from game.log.round import LiveRound
from game.models import Round, Seat, Table
from game.rules import Event, Refused
from game.rules.contract import GO, STOPPED
from game.wire import Frame, MoveAnswer

log = logging.getLogger(__name__)

BRINGS_MORE = frozenset({GO, table_state.RESUMED, table_state.LEFT, table_state.READY})
"""Kinds of events that have consequences beyond those that the rules call due."""


MOST_UNLOGGED = 1000
"""Reports of paint times that a table keeps while the database refuses them: those of four players in 20 minutes."""


def _seen(seat: int) -> Callable[[int], Event]:
    return lambda at: Event(table_state.SEEN, seat, at=at)


def _settle(answered: asyncio.Future[MoveAnswer], answer: MoveAnswer) -> None:
    if not answered.done():
        answered.set_result(answer)


class LiveTable(TableBase):
    """A table and its present round, with all acts on it.

    `elsewhere` sets `heard_at` (when another process last wrote here) and `split_since` (since when it has been doing
    so).
    """

    def __init__(self, table: Table, seats: list[Seat], round_row: Round) -> None:
        super().__init__(table, seats, round_row)
        self.presence = TablePresence(self)
        self.telling = Telling(self)
        self.dealing = Dealing(self, self.telling, self.presence)
        self.moves = Moves(self, self.telling)
        self.heard_at, self.split_since = float("-inf"), 0.0
        self._unlogged: deque[tuple[LiveRound, int, str]] = deque(maxlen=MOST_UNLOGGED)

    async def submit(
        self, seat: int, frame: Frame, asker: rooms.Listener | None = None, *, computer: bool = False
    ) -> MoveAnswer:
        answered: asyncio.Future[MoveAnswer] = asyncio.get_running_loop().create_future()
        self.ask(seat, frame, partial(_settle, answered), asker, computer)
        return await answered

    def ask(
        self,
        seat: int,
        frame: Frame,
        answer: Callable[[MoveAnswer], None],
        asker: rooms.Listener | None = None,
        computer: bool = False,
    ) -> None:
        """Judge this seat's move, save it and tell all screens; then call `answer`. `asker` is the requesting socket:
        it gets the answer, other sockets get the update."""
        self.moves.ask(MoveRequest(seat, frame, answer, asker, computer))

    @shielded
    async def log_seen(self, seat: int, frame: Frame) -> None:
        """Log what a browser reports to have painted, without telling any screen. While the database refuses, it waits
        here: the browser expects no answer and has forgotten it. A seat has no more than MOST_LOGGED."""
        if self.round.phase == "over" or self.round.reported[seat] >= moves.MOST_LOGGED:
            return
        await self.lock.acquire()
        try:
            self._unlogged.append((self.round, seat, client_of(frame.measured, None)))
            if len(self._unlogged) == 1:
                await self._log_seen()
        except DatabaseError as error:
            log.warning("table %s could not log what a browser has painted; it is tried again: %s", self.code, error)
            self.timers.again("seen", self._log_seen)
        finally:
            self.lock.release()

    async def _log_seen(self) -> None:
        """Log what waits, the oldest first. What was painted in a round that is over by now tells nothing any more."""
        while self._unlogged:
            live, seat, client = self._unlogged[0]
            if live is self.round and live.phase != "over":
                await live.commit(_seen(seat), client=client)
            self._unlogged.popleft()

    # Acts of the table itself

    async def act(self, judge: Callable[[int], Event | None]) -> None:
        try:
            event = await self.round.commit(judge)
        except Refused:
            return
        if event is not None:
            await self.telling.tell(event)
            await self.follow_up(event)

    async def until_saved(self, name: object, step: Callable[[], Awaitable[None]]) -> None:
        try:
            await step()
        except DatabaseError as error:
            self._later(name, step, error)

    def _later(self, name: object, step: Callable[[], Awaitable[None]], error: DatabaseError) -> None:
        log.error("table %s could not do all it should; it is tried again", self.code, exc_info=error)
        self.timers.again(name, step)

    async def go_on_when_ready(self) -> None:
        await self.dealing.go_on_when_ready()

    @shielded
    async def look_elsewhere(self) -> None:
        """Catch up with what another process did at this table: entries, the next round, the end."""
        async with self.lock:
            await self.dealing.follow()
            await self.round.look()

    def leave(self) -> None:
        """Stop all timers and computers: another process runs this table."""
        self.is_left = True
        self.timers.close()
        self.wake_ups.wake()

    async def missed(self, events: Sequence[Event]) -> None:
        """Redraw all screens, and follow the events up like our own. Who is connected here and was away to the other
        process is back: nobody else knows."""
        await self.telling.show()
        for event in events:
            self.timers.at(event, now_ms(), partial(self._do_consequences, event))
            if event.kind == table_state.LEFT and event.seat is not None and self.presence.here[event.seat]:
                self.timers.at((event, table_state.BACK), now_ms(), partial(self.presence.is_back, event.seat))

    async def follow_up(self, event: Event) -> None:
        """`until_saved` is not used, since it would create a step for every card that is hardly ever needed."""
        try:
            await self._do_consequences(event)
        except DatabaseError as error:
            self._later(event, partial(self._do_consequences, event), error)

    async def _do_consequences(self, event: Event) -> None:
        """Carry out what follows from an event: a standstill, a countdown, the end, the next round."""
        live = self.round
        self._wake(event)
        if event.kind in (GO, table_state.RESUMED):
            self.presence.look_after()
        if event.kind == table_state.LEFT and live.phase == "playing":
            await self.act(lambda at: self.presentation.left(self, event.seat, at))
        if event.kind == table_state.READY:
            await self.dealing.go_on_when_ready()
        elif event.kind in live.rules.ENDS or (live.phase == "over" and event.kind in live.own_business):
            self.dealing.settle_soon(live)
        elif live.phase == "playing" and live.rules.due(live.position, max(now_ms(), live.at)):
            await self.act(self._due)
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self.go)

    def followed_at_once(self, event: Event) -> bool:
        live = self.round
        if event.kind in BRINGS_MORE or event.kind in live.rules.ENDS or live.phase != "playing":
            return False
        if live.rules.due(live.position, max(now_ms(), live.at)):
            return False
        self._wake(event)
        return True

    def _wake(self, event: Event) -> None:
        """Make computers think again after an event, and set the end of the turn anew."""
        live = self.round
        if event.kind not in live.own_business:
            self.wake_ups.wake()
            if live.position.turn is not None or live.rules.next_due(live.position) is not None:
                turn_clock.watch(self)

    def _due(self, at: int) -> Event | None:
        live = self.round
        return live.rules.due(live.position, at) if live.phase == "playing" else None

    async def go(self) -> None:
        await self.act(self._going)
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self.go)

    def _going(self, at: int) -> Event | None:
        """Return the event that ends the countdown; None while it is running."""
        live = self.round
        if live.go_at is None or live.go_at > at:
            return None
        return Event(table_state.RESUMED, at=at) if live.state.playing else live.rules.resume(live.position, at)

    def arm_timers(self) -> None:
        if self.round.phase == "over" and not self.settled:
            self.dealing.settle_soon(self.round)
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self.go)
        self.timers.at("owed", now_ms(), self._do_what_is_owed)
        turn_clock.watch(self)
        self.presence.arm_timers()

    async def _do_what_is_owed(self) -> None:
        """Carry out the consequences of the log's last entry, in case the process ended between the two."""
        if self.row.closed_at and self.round.phase != "over":
            await self.end()
        await self.act(self._due)
        await self.dealing.start_what_was_dealt()
        await self.dealing.go_on_when_ready()

    # Requests of the teacher (more in `controls`)

    @shielded
    async def start(self) -> None:
        """Say GO without waiting for players who are not ready; after the end of a round, deal the next one."""
        async with self.lock:
            asked_in = self.round, self.round.phase
            await self.until_saved("start", lambda: self._start(*asked_in))

    async def _start(self, live: LiveRound, phase: str) -> None:
        """Go on from this phase of this round; a start that is tried again does nothing in a later one."""
        if (self.round, self.round.phase) == (live, phase):
            await self.dealing.go_on()

    @shielded
    async def give_way(self) -> bool:
        """Between rounds, let another table replace this one at once; return False if it does so at the next deal."""
        async with self.lock:
            return self.row.closed_at is None and await self.dealing.reseat()

    @shielded
    async def stop(self) -> None:
        """Stop the running round and close the table."""
        async with self.lock:
            await self.until_saved("end", self.end)

    async def end(self) -> None:
        await self.act(lambda at: Event(STOPPED, at=at) if self.round.phase != "over" else None)
        await database_sync_to_async(tables.close_table)(self.row)
        self.row.closed_at = timezone.now()
        self.timers.stop()
