"""Presence at a live table, and what happens to an absent player's seat: wait, a computer plays on, or fold."""

from collections import Counter

from channels.db import database_sync_to_async

from game.clock import now_ms
from game.live import computers
from game.live.acts import whole
from game.live.base import TableBase
from game.live.timers import until_done
from game.log import table_state
from game.rules import Event, Move
from game.rules.computer import LEVELS

COMING = 20.0
"""Seconds that a player may take to come to a newly laid table before the others see them as away."""
GONE = 3.0
"""Seconds without a socket (a reload, a lid) before a player is away."""
UNSCRIPTED = 120.0
"""Seconds without a request before a player is away whose browser runs no scripts: nothing asks while they think."""
STAND_IN = "steady"
"""The level of a computer that plays for a student who is away, where the session has chosen none."""


class TablePresence:
    """Presence at one table. `here` counts each seat's sockets, `missing` are those that nobody has been at for a
    while, also between two rounds; the rest is in the log (left, back, takeover)."""

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.here: Counter[int] = Counter()
        self.missing: set[int] = set()
        self._computers: set[int] = set()

    async def arrive(self, seat: int) -> None:
        """A socket of this seat has come."""
        self.here[seat] += 1
        self.missing.discard(seat)
        self.table.timers.cancel(seat)
        await self._is_back(seat)

    @whole
    async def _is_back(self, seat: int) -> None:
        async with self.table.lock:
            await self.table.act(lambda at: self._back(seat, at))

    def _back(self, seat: int, at: int) -> Event | None:
        is_away = self._away_since(seat) is not None and self.table.round.phase != "over"
        return Event(table_state.BACK, seat, at=at) if is_away else None

    async def leaves(self, seat: int) -> None:
        """Log that this seat's player is away, unless that stands there already."""
        await self.table.act(
            lambda at: Event(table_state.LEFT, seat, at=at) if self._away_since(seat) is None else None
        )

    def depart(self, seat: int, patience: float | None = None) -> None:
        """A socket of this seat has gone; if none comes back soon (seconds) the player is away."""
        self.here[seat] -= 1
        if not self.here[seat]:
            self.table.lines[seat].is_new()
            self._watch(seat, GONE if patience is None else patience)

    async def asked(self, seat: int, patience: float | None = None) -> None:
        """A screen without a socket has asked what is new: its player is here for a moment (`patience` in seconds)."""
        await self.arrive(seat)
        self.depart(seat, patience)

    async def take_over(self) -> None:
        """At a new round's deal: who is not here is away from its start."""
        for seat in self.table.players():
            if not self.here[seat]:
                await self.leaves(seat)

    def arm_timers(self) -> None:
        """Arm what follows from the log, after the table was read from it."""
        for seat in self.table.players():
            if self._away_since(seat) is None:
                self._watch(seat, COMING if self.table.round.phase == "waiting" else GONE)
            else:
                self.missing.add(seat)
        self.look_after()

    def look_after(self) -> None:
        """Wake the computers, and arm what happens to those who are away."""
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
        """Nobody has come back to this seat in time."""
        if self.here[seat] or seat in self.table.round.state.moved_away:
            return
        self.missing.add(seat)
        if self.table.round.phase == "over":
            return
        await self.leaves(seat)
        await self.table.go_on_when_ready()
        self._wait_for(seat)

    def _wait_for(self, seat: int) -> None:
        """Arm what the session has chosen for a seat whose player stays away."""
        since, choice = self._away_since(seat), self.table.round.options.get("away", "computer")
        if since is not None and choice != "wait":
            limit, resumed_at = self.table.round.option("away_limit"), self.table.round.state.resumed_at
            self.table.timers.at(seat, max(since, resumed_at) + limit, lambda: self._replace(seat, choice))

    async def _replace(self, seat: int, choice: str) -> None:
        """The player has stayed away too long. Before GO nothing is lost yet: then this is asked again at GO."""
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
        """Like me is like the student whose seat it is; like all students of the table where it is the computer's."""
        own, chairs = self.table.chairs[seat].player, self.table.chairs
        players = [chair.player for chair in chairs if chair.player is not None and own in (None, chair.player)]
        pace = LEVELS.get(level) or await database_sync_to_async(self.table.presentation.pace)(level, players)
        await computers.sit(self.table, seat, pace)
