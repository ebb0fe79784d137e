"""Presence at a live table, and what becomes of an absent player's seat: it waits, a computer plays it, or it folds."""

from collections import Counter

from channels.db import database_sync_to_async

from game.clock import now_ms
from game.live import computers
from game.live.acts import shielded
from game.live.base import TableBase
from game.live.timers import until_done
from game.log import table_state
from game.rules import Event, Move
from game.rules.computer import LEVELS

COMING = 20.0
"""Seconds that a player may take to come to a new table before they count as away."""
GONE = 3.0
"""Seconds without a socket (a reload, a closed lid) before a player counts as away."""
UNSCRIPTED = 120.0
"""Seconds without a request before a player counts as away whose browser runs no scripts, since such a page asks
nothing while they think."""
STAND_IN = "steady"
"""Default level of a computer that plays for an absent student."""


class TablePresence:
    """Presence at one table. `here` counts the sockets of each seat; `missing` holds the seats without one for some
    time, also between two rounds. The log has the rest (left, back, takeover)."""

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.here: Counter[int] = Counter()
        self.missing: set[int] = set()
        self._computers: set[int] = set()

    async def arrive(self, seat: int) -> None:
        """Register a new socket of this seat."""
        self.here[seat] += 1
        self.missing.discard(seat)
        self.table.timers.cancel(seat)
        await self._arrived(seat)

    @shielded
    async def _arrived(self, seat: int) -> None:
        async with self.table.lock:
            await self.is_back(seat)

    async def is_back(self, seat: int) -> None:
        """Log that this seat's player is back, unless the log says so already."""
        await self.table.act(lambda at: self._back(seat, at))

    def _back(self, seat: int, at: int) -> Event | None:
        is_away = self._away_since(seat) is not None and self.table.round.phase != "over"
        return Event(table_state.BACK, seat, at=at) if is_away else None

    async def leaves(self, seat: int) -> None:
        """Log that this seat's player is away, unless the log says so already."""
        await self.table.act(
            lambda at: Event(table_state.LEFT, seat, at=at) if self._away_since(seat) is None else None
        )

    def depart(self, seat: int, patience: float | None = None) -> None:
        """Unregister a socket of this seat; if no other comes within `patience` (seconds), the player is away."""
        self.here[seat] -= 1
        if not self.here[seat]:
            self.table.connections[seat].is_new()
            self._watch(seat, GONE if patience is None else patience)

    async def asked(self, seat: int, patience: float | None = None) -> None:
        """Register a request of a screen without a socket: its player is present for `patience` (seconds)."""
        await self.arrive(seat)
        self.depart(seat, patience)

    async def take_over(self) -> None:
        """Mark players who are absent when a round is dealt as away from its start."""
        for seat in self.table.players():
            if not self.here[seat]:
                await self.leaves(seat)

    def arm_timers(self) -> None:
        """Set the timers that follow from the log, after the table was read from it."""
        for seat in self.table.players():
            if self._away_since(seat) is None:
                self._watch(seat, COMING if self.table.round.phase == "waiting" else GONE)
            else:
                self.missing.add(seat)
        self.look_after()

    def look_after(self) -> None:
        """Seat the computers, and set the timers of absent players."""
        for seat, chair in enumerate(self.table.chairs):
            if self.table.is_computer(seat):
                self._sit_down(seat, chair.computer or self._stand_in())
            else:
                self._wait_for(seat)

    def _away_since(self, seat: int) -> int | None:
        return self.table.round.state.away_since(seat)

    def _watch(self, seat: int, seconds: float) -> None:
        self.table.timers.at(seat, now_ms() + int(seconds * 1000), lambda: self._miss(seat))

    async def _miss(self, seat: int) -> None:
        """Mark this seat's player as away if they have not come back in time."""
        if self.here[seat] or seat in self.table.round.state.moved_away:
            return
        self.missing.add(seat)
        if self.table.round.phase == "over":
            return
        await self.leaves(seat)
        await self.table.go_on_when_ready()
        self._wait_for(seat)

    def _wait_for(self, seat: int) -> None:
        """Set the timer for what the session has chosen for an absent player's seat."""
        since, choice = self._away_since(seat), self.table.round.options.get("away", "computer")
        if since is not None and choice != "wait":
            limit, resumed_at = self.table.round.option("away_limit"), self.table.round.state.resumed_at
            self.table.timers.at(seat, max(since, resumed_at) + limit, lambda: self._replace(seat, choice))

    async def _replace(self, seat: int, choice: str) -> None:
        """Give the seat up, since its player has been away too long. Before GO nothing is lost, so it is decided at
        GO."""
        if not self.here[seat] and self.table.round.phase in ("playing", "standstill"):
            await self.replace(seat, choice)

    async def replace(self, seat: int, choice: str) -> None:
        """Fold the seat, or let a computer play it."""
        live = self.table.round
        if choice == "fold":
            await self.table.act(lambda at: live.rules.judge(live.position, Move("fold", seat, at=at)))
        else:
            await self.table.act(lambda at: self._taken_over(seat, at))
            self._sit_down(seat, self._stand_in())

    def _taken_over(self, seat: int, at: int) -> Event | None:
        return None if seat in self.table.round.state.computer else Event(table_state.TAKEOVER, seat, at=at)

    def _stand_in(self) -> str:
        return str(self.table.round.options.get("computer_level", STAND_IN))

    def _sit_down(self, seat: int, level: str) -> None:
        if seat not in self._computers:
            self._computers.add(seat)
            self.table.timers.spawn(self._sit(seat, level))

    async def _sit(self, seat: int, level: str) -> None:
        try:
            await until_done(lambda: self._play(seat, level))
        finally:
            self._computers.discard(seat)

    async def _play(self, seat: int, level: str) -> None:
        """Let a computer play the seat. The level "like me" imitates the student of the seat, or, in a computer's own
        seat, all students at the table."""
        own, chairs = self.table.chairs[seat].player, self.table.chairs
        players = [chair.player for chair in chairs if chair.player is not None and own in (None, chair.player)]
        pace = LEVELS.get(level) or await database_sync_to_async(self.table.presentation.pace)(level, players)
        await computers.sit(self.table, seat, pace)
