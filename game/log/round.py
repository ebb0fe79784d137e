"""A round in memory: the fold of its log so far, and the only way to append to it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from channels.db import database_sync_to_async
from django.db import DatabaseError

from game import metrics, rules
from game.clock import now_ms, reach
from game.log import journal, reader, table_state
from game.log.codec import columns_of
from game.log.reader import LogEntry
from game.log.table_state import PICTURED, SEEN, TableState
from game.log.tally import NOTHING, Earlier, SeatTally, with_round
from game.models import Round
from game.rules import Event
from game.rules.contract import GO, READY

Judged = TypeVar("Judged", bound=Event | None)
Missed = Callable[[Sequence[Event]], Awaitable[None]]


class AlreadyDone(Exception):
    """The move with this id is in the log already, as an event of this `kind`."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class TopTold(NamedTuple):
    """When a top card was told (ms since 1970), whether that was in play or at GO (until then it lay face down), and
    the position before it."""

    at: int
    in_play: bool
    before: Any


async def _nobody(events: Sequence[Event]) -> None:
    """Ignore missed events: the default of `missed`."""


class LiveRound:
    """Position, table state and the place `n` of the last event. Changing it requires the table's lock.

    `settled`: the round's row says that it is over. `missed` is called with events that this process did not write, or
    whose saving was cancelled. `acted_at` is when each seat last acted in this round (ms since 1970), None if not yet.
    `logged` counts each seat's entries, `reported` those of paint times. `tallies` count each seat's attempts;
    `mistakes` is each seat's last mistake with the position it was made on; `earlier` is the seat's record in earlier
    rounds, once `look_back` has read it. `by_reaction`: the quickest card is first, not the first to arrive; then
    `told` is when and how the present top card was told here, `told_before` the one before. `one_key`: a player uses
    one key (game.rules.scanning).
    """

    def __init__(self, row: Round, game: str, missed: Missed = _nobody) -> None:
        self._missed = missed
        self.id, self.number, self.seats = row.pk, row.number, row.seats
        self.options: Mapping[str, Any] = row.options
        self.settled = row.finished_at is not None
        self.game, self.rules = game, rules.dealt_by(game, row.options)
        self.own_business = self.rules.OWN_BUSINESS | {PICTURED, SEEN}
        self.position: Any = self.rules.deal(row.options, row.seats, row.seed)
        self.state = TableState()
        self.by_reaction = self.rules.by_reaction(self.position)
        self.one_key = bool(self.rules.motors(self.position))
        self.told = self.told_before = TopTold(0, False, None)
        self.labels = _labels(row.seed)
        self.cards = {label: card for card, label in enumerate(self.labels) if card}
        self.n = self.at = self._public = 0
        self._own = [0] * row.seats
        self.logged, self.reported = [0] * row.seats, [0] * row.seats
        self.acted_at: list[int | None] = [None] * row.seats
        self.tallies: list[SeatTally] = [NOTHING] * row.seats
        self.mistakes: list[tuple[Event, Any] | None] = [None] * row.seats
        self.earlier: Sequence[Earlier | None] = [None] * row.seats
        self._tried = self.rules.PLACED | self.rules.TRIED
        self._done: dict[tuple[int | None, str], str] = {}

    @property
    def phase(self) -> str:
        """waiting, countdown, playing, standstill, held (the teacher's pause) or over; solo rounds also paused."""
        if self.state.paused_at is not None and self.position.phase != "over":
            return self._held()
        if self.position.phase != "dealt":
            return str(self.position.phase)
        return "waiting" if self.state.countdown_from is None else "countdown"

    def _held(self) -> str:
        if self.state.countdown_from is None:
            return table_state.HELD
        return "standstill" if self.position.phase == "standstill" else "countdown"

    @property
    def go_at(self) -> int | None:
        """End of the running countdown, ms since 1970."""
        if self.state.countdown_from is None:
            return None
        return self.state.countdown_from + self.option("standstill" if self.phase == "standstill" else "countdown")

    def option(self, name: str) -> int:
        """Return a time limit of the table in ms: countdown, standstill or away_limit."""
        return int(self.options.get(name, {"countdown": 3500, "standstill": 2500, "away_limit": 60_000}[name]))

    def last_seen_by(self, seat: int | None) -> int:
        """Return the place of the last event visible to this seat or, for None, to an onlooker."""
        return self._public if seat is None else max(self._public, self._own[seat])

    async def commit(
        self, judge: Callable[[int], Judged], *, seat: int | None = None, move_id: str | None = None, client: str = ""
    ) -> Judged:
        """Append an event: judge at the present time, save, fold in. Judge again if another process has taken its
        place.

        Return None if `judge` does so, as nothing is to be logged. Raises Refused (nothing is logged), AlreadyDone, or
        the database's exception (nothing is saved).
        """
        while True:
            event = self.judged(judge, seat, move_id)
            if event is None:
                return event
            if await self._saved(self.entry_of(event, move_id, client)):
                self.fold(self.n + 1, event, move_id)
                return event
            await self.lost()

    def judged(self, judge: Callable[[int], Judged], seat: int | None = None, move_id: str | None = None) -> Judged:
        """Judge at the present time. Raises Refused or AlreadyDone."""
        if move_id and (kind := self._done.get((seat, move_id))):
            raise AlreadyDone(kind)
        return judge(max(now_ms(), self.at))

    def entry_of(self, event: Event, move_id: str | None = None, client: str = "") -> journal.JournalEntry:
        """Return the event as the log's next entry."""
        return journal.JournalEntry(self.id, self.n + 1, *columns_of(event), move_id, client)

    async def lost(self) -> None:
        """Catch up with the log after an entry has lost its place."""
        metrics.REJUDGED.inc()
        await self.look()

    async def _saved(self, entry: journal.JournalEntry) -> bool:
        """Save the entry; return whether it got its place. If cancelled meanwhile, first catch up with the log.

        The journal writes an entry even if nobody awaits it; written a second time it gets no second place, and is
        answered after the first.
        """
        try:
            return await journal.append(entry)
        except asyncio.CancelledError:
            with suppress(DatabaseError):
                await journal.append(entry)
                await self.look()
            raise

    async def look(self) -> list[Event]:
        """Catch up with the log, and pass the missed events to the table."""
        missed = self._folded(await database_sync_to_async(self._beyond)())
        if missed:
            reach(self.at)
            await self._missed(missed)
        return missed

    def catch_up(self) -> list[Event]:
        """Fold in the log's entries after `n`, and return their events."""
        return self._folded(self._beyond(), were_told=True)

    def look_back(self) -> None:
        """Read what counts in this round of the earlier ones at its table. At most two queries."""
        if self.number == 1:
            return
        rows = list(Round.objects.filter(table__rounds=self.id, pk__lt=self.id).order_by("pk"))
        logs = reader.entries_of(row.pk for row in rows)
        rounds = [LiveRound(row, self.game) for row in rows]
        for played in rounds:
            for entry in logs[played.id]:
                played.fold(entry.n, entry.event, entry.move_id)
        for before, after in pairwise([*rounds, self]):
            after.come_after(before)

    def come_after(self, before: "LiveRound") -> None:
        """Take over from the round before what counts in this one: the seats' records, and which presses of *ready* led
        here. A page repeats a press that was not acknowledged; it must not count for the end of this round, too."""
        self.earlier = [
            older if tally == NOTHING else with_round(tally, older)
            for tally, older in zip(before.tallies, before.earlier, strict=True)
        ]
        self._done |= {move: kind for move, kind in before._done.items() if kind == READY}

    def _beyond(self) -> list[LogEntry]:
        return reader.entries_of([self.id], after=self.n)[self.id]

    def _folded(self, entries: Iterable[LogEntry], *, were_told: bool = False) -> list[Event]:
        events = []
        for entry in entries:
            events.append(entry.event)
            self.fold(entry.n, entry.event, entry.move_id, entry.event.at if were_told else None)
        return events

    def fold(self, n: int, event: Event, move_id: str | None, told_at: int | None = None) -> None:
        """Fold in the log's next event, at place `n`. `told_at` is when it was told (ms since 1970), now by default."""
        self.n, self.at = n, event.at
        if event.seat is not None:
            (self.reported if event.kind == SEEN else self.logged)[event.seat] += 1
        self.state = table_state.apply(self.state, event)
        if event.kind not in table_state.KINDS and event.kind != SEEN:
            before, self.position = self.position, self.rules.apply(self.position, event)
            if self.by_reaction and (before.top != self.position.top or event.kind == GO):
                self.told_before, self.told = self.told, TopTold(told_at or now_ms(), event.kind != GO, before)
            if event.seat is not None:
                self.acted_at[event.seat] = event.at
                if event.kind in self._tried:
                    right = event.kind in self.rules.PLACED
                    self.tallies[event.seat] = self.tallies[event.seat].after(right=right)
                    if not right:
                        self.mistakes[event.seat] = event, before
                elif self.rules.fitted(before, event):
                    self.tallies[event.seat] = self.tallies[event.seat].after_fitting()
        if event.kind not in self.own_business:
            self._public = n
        elif event.kind != SEEN and event.seat is not None:
            self._own[event.seat] = n
        if move_id:
            self._done[event.seat, move_id] = event.kind


_NUMBERS = tuple(range(100, 1000))
"""Shared by all rounds in memory, so that each does not keep two hundred integers of its own."""


def _labels(seed: int) -> tuple[int, ...]:
    """Return a random number for each card, indexed by card id from 1. It replaces the id on the wire, since an id
    reveals the card's face."""
    return 0, *random.Random(f"labels of {seed}").sample(_NUMBERS, 200)
