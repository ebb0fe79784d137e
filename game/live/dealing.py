"""The time between two rounds of a live table: waiting for players, starting, dealing, settling a round.

Callers hold the table's lock.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from channels.db import database_sync_to_async

from game import tables
from game.live.base import TableBase
from game.live.presence import TablePresence
from game.live.telling import Telling
from game.live.timers import until_done
from game.log import table_state
from game.log.prepared import Prepared
from game.log.round import LiveRound
from game.models import Round, Table
from game.projection import queue
from game.rules import Event

_closed_at = Prepared(lambda table: Table.objects.filter(pk=table).values_list("closed_at"))

Hook = Callable[[str, frozenset[int]], Awaitable[bool]]
"""Called before every deal but the first with a table's code and its absent players, so that the classroom may replace
the table by one with other players; returns whether it has, and this one has to close.

It is called under the table's lock: it may write rows and notify screens, but must not call the table.
"""


async def _leave(code: str, away: frozenset[int]) -> bool:
    """Keep all players seated: the default hook."""
    return False


_hook: Hook = _leave


def before_deal(hook: Hook) -> None:
    global _hook
    _hook = hook


class Dealing:
    """The sequence of rounds of one table."""

    def __init__(self, table: TableBase, telling: Telling, presence: TablePresence) -> None:
        self.table, self.telling, self.presence = table, telling, presence
        self._settling: set[LiveRound] = set()

    async def go_on_when_ready(self) -> None:
        """Start the round, or deal the next one, once no player is waited for and at least two are ready."""
        state, players = self.table.round.state, self.table.players()
        away = {seat for seat, _ in state.away}
        waited_for = set(players) - state.ready - away
        ready = state.ready - away
        if waited_for or not ready:
            return
        if len(ready) >= min(2, len(players)) or (self.table.round.phase == "over" and await self.reseat()):
            await self.go_on()

    async def go_on(self) -> None:
        if self.table.round.state.paused_at is not None or self.table.row.closed_at:
            return
        if self.table.round.phase == "over" and not self.table.is_last_round and not await self.reseat():
            if await self._deal():
                await self.table.until_saved("dealt", self._open)
        else:
            await self.table.act(self._starting)

    def _starting(self, at: int) -> Event | None:
        waits = self.table.round.phase == "waiting" and self.table.row.closed_at is None
        return Event(table_state.START, at=at) if waits else None

    async def reseat(self) -> bool:
        """Ask the reseating hook whether another table replaces this one, as when a player joins, leaves or would be
        alone; return whether this table is closed."""
        if self.table.row.closed_at is None and self.table.round.phase in ("waiting", "over"):
            away = {self.table.chairs[seat].player for seat in self.presence.missing | self.table.gone}
            if await _hook(self.table.code, frozenset(player for player in away if player)):
                await self.table.end()
        return self.table.row.closed_at is not None

    async def _deal(self) -> bool:
        """Deal the next round, or read it if another process has dealt it; return False if that process closed the
        table."""
        following, record = await database_sync_to_async(self._next)()
        if following is None:
            await self.follow()
            return False
        if not self.table.settled:
            self.settle_soon(self.table.round)
        self.table.round, self.table.record = following, record
        if self.table.round.go_at is not None:
            self.table.timers.at("go", self.table.round.go_at, self.table.go)
        return True

    async def follow(self) -> None:
        """Load the newest round if another process has dealt it, and whether the table was closed there."""
        following, record, closed_at = await database_sync_to_async(self._newest)()
        table = self.table
        if closed_at and not table.row.closed_at:
            table.row.closed_at = closed_at
            table.timers.stop()
        if following is None:
            return
        table.round, table.record = following, record
        await self.telling.show()
        table.arm_timers()

    def _newest(self) -> tuple[LiveRound | None, Any, datetime | None]:
        ((closed_at,),) = _closed_at.rows(self.table.row.pk)
        row = tables.newest_round.first(self.table.row.pk)
        if row is None or row.number == self.table.round.number:
            return None, None, closed_at
        newest = LiveRound(row, self.table.row.game, self.table.missed)
        newest.catch_up()
        newest.look_back()
        return newest, self.record_before(row), closed_at

    def _next(self) -> tuple[LiveRound | None, Any]:
        table, number = self.table, self.table.round.number + 1
        row, is_new = tables.deal_next(table.row, number=number, seats=len(table.chairs))
        if row is None:
            return None, None
        following = LiveRound(row, table.row.game, table.missed)
        if is_new:
            following.come_after(table.round)
        else:
            following.catch_up()
            following.look_back()
        return following, self.record_before(row)

    def record_before(self, row: Round) -> Any:
        """Read the players' data that the game needs before this round."""
        return self.table.presentation.record([chair.player for chair in self.table.chairs], row)

    async def _open(self) -> None:
        """Show a dealt round to all screens, and start it; absent players stay marked as away."""
        await self.telling.show()
        await self.presence.take_over()
        await self.table.act(self._starting)

    async def start_what_was_dealt(self) -> None:
        """Start a later round that was dealt but not started when the process ended. Only a table's first round waits
        for its players; in a later one they need not press *ready* again."""
        if self.table.round.phase == "waiting" and await database_sync_to_async(self._has_earlier)():
            await self.table.act(self._starting)

    def _has_earlier(self) -> bool:
        return self.table.row.rounds.filter(number__lt=self.table.round.number).exists()

    def settle_soon(self, live: LiveRound) -> None:
        """Mark the round's row as over, once. The evidence of its students is made later, and anew if a late entry
        follows the end."""
        if live.settled:
            queue.add(live.id)
        elif live not in self._settling:
            self._settling.add(live)
            self.table.timers.spawn(until_done(lambda: self._settle(live)))

    async def _settle(self, live: LiveRound) -> None:
        tables.mark_over(live.id)
        await database_sync_to_async(tables.finish_round)(live.id)
        live.settled = True
        self._settling.discard(live)
        queue.add(live.id)
