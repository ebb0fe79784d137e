"""One live table: what a seat asks for is judged, saved and then told to everybody; timers; presence.

A table does one thing at a time (its lock); its timers follow from the log.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import get_language

from game import backlog, manners, notes, rooms, showing, solo, succession, tables, turns
from game.absence import Absence, Chair
from game.acts import whole
from game.clock import now_ms
from game.computers import News
from game.forms import Answer, Frame, news
from game.models import Round, Seat, Table
from game.rounds import SEEN, AlreadyDone, LiveRound
from game.rules import Event, Move, Refused
from game.table_view import TableView
from game.telling import Told
from game.timers import Timers

ENDS = frozenset({"finished", "exhausted", "stopped"})
NOBODY: frozenset[int] = frozenset()
NOT_DONE = frozenset({"wrong", "beaten"})


class LiveTable:
    """A table and its present round."""

    def __init__(self, table: Table, seats: list[Seat], round_row: Round) -> None:
        self.row, self.code, self.number = table, table.code, table.number
        self.shown = showing.of(table.game)
        self.room = f"table:{table.code}"
        self.chairs = tuple(Chair(seat.player, seat.name, seat.computer) for seat in seats)
        self.names = tuple(chair.name for chair in self.chairs)
        self.computers = frozenset(seat for seat, chair in enumerate(self.chairs) if chair.player is None)
        self.round = LiveRound(round_row, table.game)
        self.settled = round_row.finished_at is not None
        self.language = get_language() or ""
        self.news = News()
        self.lock = asyncio.Lock()
        self.timers = Timers(self.lock)
        self.absence = Absence(self)
        self.record: solo.Record | None = None

    # What may be seen

    def view(self, seat: int | None) -> TableView:
        live, state, phase = self.round, self.round.manners, self.round.phase
        view = live.rules.view(live.position, seat)
        return TableView(
            code=self.code,
            table=self.number,
            round=live.number,
            n=live.last_seen_by(seat),
            seat=seat,
            view=view,
            names=self.names,
            ready=state.ready,
            away=frozenset(seat for seat, _ in state.away) if state.away else NOBODY,
            computer=self.computers | state.computer,
            phase=manners.HELD if phase == "over" and state.held is not None else phase,
            go_at=live.go_at,
            language=self.language,
            options=live.options,
            labels=live.labels,
            turned=state.turned,
            said=state.said,
            last_round=self.is_last_round,
            solo=solo.standing(self.record, view, state.clock, live.at) if self.record else None,
        )

    def seat_of(self, player: int | None) -> int | None:
        """Return the seat of this player, None for a stranger and for one who sits at another table from now on."""
        if player is None:
            return None
        gone = self.round.manners.gone
        return next((n for n, chair in enumerate(self.chairs) if chair.player == player and n not in gone), None)

    # The path of one move

    @whole
    async def submit(
        self, seat: int, frame: Frame, teller: rooms.Listener | None = None, *, computer: bool = False
    ) -> Answer:
        """Judge, save, tell. `teller` is the socket that asked: it gets the answer, the others get the news."""
        async with self.lock:
            before = self.round.position
            try:
                event = await self.round.log(
                    lambda at: self._judge(seat, frame, at, computer), seat=seat, move_id=frame.aid, client=frame.client
                )
            except Refused as refused:
                return self._refusal(seat, refused.reason, refused.details)
            except DatabaseError:
                return self._refusal(seat, "not_saved", {})
            except AlreadyDone as done:
                board = self.shown.board(self.view(seat))
                return Answer(done.kind not in NOT_DONE, self._n(seat), board, why=done.kind)
            unseen = computer and event.kind in self.round.own_business
            answer = Answer(True, self._n(seat)) if unseen else await self._tell(event, teller, before)
            await self._follow_up(event)
            return answer

    @whole
    async def note(self, seat: int, frame: Frame) -> None:
        """Log what a browser says it painted; nobody is told."""
        if self.round.phase != "over":
            async with self.lock:
                await self.round.log(lambda at: Event(SEEN, seat, at=at), client=frame.client)

    def _judge(self, seat: int, frame: Frame, at: int, computer: bool) -> Event:
        live = self.round
        if live.manners.held is not None:
            raise Refused("eyes_up" if live.go_at is None else "before_go")
        if computer != self.is_computer(seat):
            raise Refused("computer_plays")
        if frame.kind == "ready":
            self._may_be_ready(seat)
            return Event(manners.READY, seat, at=at)
        if frame.kind in manners.CLOCKS:
            if self.record is None or live.phase not in ("waiting", "paused", "over"):
                raise Refused("unknown_move")
            return Event(manners.CLOCK, seat, manners.CLOCKS[frame.kind], at=at)
        card = live.cards.get(frame.card) if frame.card is not None else None
        if frame.kind == "play" and card is None:
            raise Refused("not_your_card")
        cards = tuple(live.cards.get(label, 0) for label in frame.cards)
        move = Move(frame.kind, seat, card, frame.top, at, frame.measured.get("rtop"), cards)
        return live.rules.judge(live.position, move)

    def _may_be_ready(self, seat: int) -> None:
        if self.row.closed_at:
            raise Refused("over")
        if seat in self.round.manners.ready or self.round.phase not in ("waiting", "over"):
            raise Refused("already_ready")
        if self.round.phase == "over" and self.is_last_round:
            raise Refused("last_round")

    def _n(self, seat: int | None) -> int:
        return self.round.last_seen_by(seat)

    def _refusal(self, seat: int, reason: str, details: Mapping[str, Any]) -> Answer:
        say = self.shown.refusal(reason, self, seat, **details)
        return Answer(False, self._n(seat), why=reason, say=say)

    async def _tell(self, event: Event, teller: rooms.Listener | None = None, before: Any = None) -> Answer:
        """Tell the table what just happened, and return the answer for the one who asked (`before`: the position)."""
        told = self._told(event, before)
        if told.same:
            await rooms.publish(self.room, told.same, but=teller)
        elif told.each:
            await self._tell_each(told.each, but=teller)
        return Answer(not told.why, self._n(event.seat), told.mine, told.why, told.say, told.ms)

    def _told(self, event: Event, before: Any) -> Told:
        """What all tables have in common is told here, the rest by the game's own screens."""
        seat, shown = event.seat, self.shown
        match event.kind:
            case manners.LEFT | manners.BACK | manners.GAVE_UP if seat is not None:
                return Told(each=lambda view: shown.seat(view, seat))
            case manners.READY | manners.CLOCK:
                return Told(shown.over(self.view(seat)), each=shown.over)
            case manners.SAID:
                return Told(each=notes.note)
            case manners.START:
                return Told(each=shown.over)
        return shown.told(event, self, before)

    async def _tell_each(self, draw: Any, but: rooms.Listener | None = None) -> None:
        """Give every screen of the table its own drawing of something rare (a start, a standstill, the end)."""
        for listener in rooms.listeners(self.room):
            if listener is not but:
                seat = getattr(listener, "seat", None)
                await rooms.tell(self.room, listener, news(self._n(seat), draw(self.view(seat))))

    # What the table does by itself

    async def _follow_up(self, event: Event) -> None:
        """Do what an event brings with it: a standstill, a countdown, the end, the next round."""
        live = self.round
        if event.kind not in live.own_business:
            self.news.tell()
            if live.position.turn is not None or live.rules.next_due(live.position) is not None:
                turns.watch(self)
        if event.kind in ("go", manners.RESUMED):
            self.absence.look_after()
        if event.kind == manners.LEFT and self.record and live.phase == "playing":
            await self.log(Event("paused", event.seat, top=live.position.top))
        elif event.kind == manners.READY:
            await self.go_on_when_ready()
        elif event.kind in ENDS:
            self.timers.spawn(self._settle(live))
        elif live.phase == "playing" and (due := live.rules.due(live.position, max(now_ms(), live.at))):
            await self.log(due)
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self._go)

    async def log(self, event: Event) -> None:
        """Log what the table itself decided, tell it, follow it up."""
        await self.round.log(lambda at: event._replace(at=at))
        await self._tell(event)
        await self._follow_up(event)

    async def _go(self) -> None:
        live = self.round
        if live.go_at is not None and live.go_at <= now_ms():
            goes_on = live.manners.playing
            await self.log(Event(manners.RESUMED) if goes_on else live.rules.resume(live.position, now_ms()))
        elif live.go_at is not None:
            self.timers.at("go", live.go_at, self._go)

    async def go_on_when_ready(self) -> None:
        """Start, or deal the next round, once nobody at the table is waited for and at least two are ready."""
        state, players = self.round.manners, self.absence.players()
        away = {seat for seat, _ in state.away}
        waited_for = set(players) - state.ready - away
        ready = state.ready - away
        if waited_for or not ready:
            return
        if len(ready) >= min(2, len(players)) or (self.round.phase == "over" and await self._is_laid_anew()):
            await self._go_on()

    async def _go_on(self) -> None:
        if self.round.manners.held is not None or self.row.closed_at:
            return
        if self.round.phase == "over" and not self.is_last_round and not await self._is_laid_anew():
            await self._deal()
        if self.round.phase == "waiting":
            await self.log(Event(manners.START))

    async def _is_laid_anew(self) -> bool:
        """Give way to another table, where somebody comes, goes or would be alone (see succession)."""
        if self.row.closed_at is None and self.round.phase in ("waiting", "over"):
            away = {self.chairs[seat].player for seat in self.absence.missing}
            if await succession.is_laid_anew(self.code, frozenset(player for player in away if player)):
                await self._end()
        return self.row.closed_at is not None

    @property
    def is_last_round(self) -> bool:
        """Whether the session ends a table's play with this round (option `rounds`)."""
        limit = self.round.options.get("rounds")
        return limit is not None and self.round.number >= limit

    async def _deal(self) -> None:
        """Deal the next round at this table and lay it before everybody; who is away stays away."""
        next_round = await database_sync_to_async(tables.deal_round)(
            self.row, number=self.round.number + 1, seats=len(self.chairs)
        )
        self.round, self.settled = LiveRound(next_round, self.row.game), False
        if self.record:
            self.record = await database_sync_to_async(self.read_record)()
        await self._tell_each(self.shown.board)
        await self.absence.take_over()

    async def _settle(self, live: LiveRound) -> None:
        """Write down that the round is over; what each student showed in it follows when there is time."""
        await database_sync_to_async(tables.finish_round)(live.id)
        backlog.add(live.id)
        self.settled = self.settled or live is self.round

    def read_record(self) -> solo.Record | None:
        """Read what the player of a solo table has done before this round; None where several play."""
        return solo.record_at(self.chairs[0].player, self.round.options, before=self.round.id)

    def somebody_plays(self) -> bool:
        """Say whether any student at the table is not away."""
        return bool(set(self.absence.players()) - {seat for seat, _ in self.round.manners.away})

    def is_computer(self, seat: int) -> bool:
        """Say whether a computer plays this seat now."""
        ours = seat in self.computers or seat in self.round.manners.computer
        return ours and self.round.phase != "over"

    def wake(self) -> None:
        """Arm the timers that follow from the log, after the table was read from it."""
        if self.round.phase == "over" and not self.settled:
            self.timers.spawn(self._settle(self.round))
        if self.round.go_at is not None:
            self.timers.at("go", self.round.go_at, self._go)
        turns.watch(self)
        self.absence.wake()

    # The teacher's hand

    @whole
    async def start(self) -> None:
        """GO without waiting for those who are not ready; after a round's end: the next round."""
        async with self.lock:
            await self._go_on()

    @whole
    async def give_way(self) -> bool:
        """Between rounds: let others take this table's place at once. False where they wait for the next deal."""
        async with self.lock:
            return self.row.closed_at is None and await self._is_laid_anew()

    @whole
    async def stop(self) -> None:
        """End the round where it stands and deal no more."""
        async with self.lock:
            await self._end()

    async def _end(self) -> None:
        if self.round.phase != "over":
            await self.log(Event("stopped"))
        await database_sync_to_async(tables.close_table)(self.row)
        self.row.closed_at = timezone.now()
        self.timers.stop()
